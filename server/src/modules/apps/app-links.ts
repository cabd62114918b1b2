import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { Client } from '#/modules/clients/index.ts'

const url = (description: string) =>
  Type.Union([Type.String({ maxLength: 2048 }), Type.Null()], { description: `https URL. ${description}` })

/** What an application shows people about itself, in what the admin API shows of it. */
export const linkMembers = {
  client_uri: url('Its home page.'),
  logo_uri: url(
    'A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this server fetches.',
  ),
  policy_uri: url('Its privacy policy, linked from the consent page.'),
  tos_uri: url('Its terms of service, linked from the consent page.'),
}

const names = ['client_uri', 'logo_uri', 'policy_uri', 'tos_uri'] as const

/** The same in what makes or changes one; null removes it. */
export const linkInput = {
  client_uri: Type.Optional(linkMembers.client_uri),
  logo_uri: Type.Optional(linkMembers.logo_uri),
  policy_uri: Type.Optional(linkMembers.policy_uri),
  tos_uri: Type.Optional(linkMembers.tos_uri),
}

const LinkInput = Type.Object(linkInput)
type Links = Static<typeof LinkInput>

/** The links of an application as the admin API shows them. */
export const linksView = ({ metadata }: Pick<Client, 'metadata'>) => ({
  client_uri: metadata.client_uri ?? null,
  logo_uri: metadata.logo_uri ?? null,
  policy_uri: metadata.policy_uri ?? null,
  tos_uri: metadata.tos_uri ?? null,
})

/** Whether a change says anything of links. */
export const givesLinks = (input: Links): boolean => names.some((name) => input[name] !== undefined)

/** The links of before with those that are given, as metadata without what there is none of. */
export function linksFrom(before: Client['metadata'], input: Links): Client['metadata'] {
  const links = names.map((name) => [name, input[name] === undefined ? before[name] : input[name]] as const)
  return Object.fromEntries(links.filter(([, value]) => typeof value === 'string'))
}
