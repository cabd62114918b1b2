import { flag, integer, json, table, text, textOrNull, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import { kindTraits } from './provider-kinds.ts'
import type { ProviderKind, ProviderOptions } from './provider-kinds.ts'

/** The codec of `oauth_providers`. */
export const oauthProviders = table('oauth_providers', {
  id: text,
  name: text,
  kind: word<ProviderKind>(),
  displayName: text,
  issuer: textOrNull,
  clientId: text,
  secretSealed: textOrNull,
  options: json<ProviderOptions>(),
  scopes: text,
  enabled: flag,
  createdAt: integer,
  updatedAt: integer,
})

/** A provider as an operator set it up: one connection of ours to one issuer. */
export type Provider = EntityOf<typeof oauthProviders>

/** Where the secret of a provider is sealed for. */
export const secretPlace = (id: string) => ({ table: 'oauth_providers', column: 'secret_sealed', row: id })

/** The issuer of a provider: the one of its kind, or the one it was set up with. */
export const issuerOf = ({ kind, issuer, options }: Provider): string => {
  const traits = kindTraits[kind]
  if (issuer !== null) return issuer
  return (traits.protocol === 'oidc' ? traits.issuer(options) : traits.endpoints.issuer) ?? ''
}

/** Where a provider sends people back to: one address for each, so that an answer can't be taken for another's (RP4). */
export const callbackUrl = (baseUrl: string, { name }: Pick<Provider, 'name'>): string =>
  `${baseUrl}/api/v1/auth/providers/${name}/callback`
