import type { Client } from '#/modules/clients/index.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import { integer, json, table, text, word } from '#/platform/db/table.ts'
import { includesTarget } from './target.ts'

/** What a token may do at a resource, and the sentence people read before they allow it. */
export interface ResourceScope {
  readonly name: string
  readonly description: string
}

/** Which clients may ask for tokens: every one, those that operators made, or those that name the resource. */
export const audiences = ['all', 'trusted', 'named'] as const
type OpenTo = (typeof audiences)[number]

/** The codec of `resources`. */
export const resources = table('resources', {
  id: text,
  uri: text,
  name: text,
  scopes: json<readonly ResourceScope[]>(),
  openTo: word<OpenTo>(),
  createdAt: integer,
  updatedAt: integer,
})

/** A server that tokens are meant for. */
export type Resource = EntityOf<typeof resources>

/** Whether a client may ask for tokens that are meant for a resource. */
export const isOpenTo = ({ uri, openTo }: Resource, client: Pick<Client, 'trusted' | 'audiences'>): boolean =>
  openTo === 'all' || (openTo === 'trusted' && client.trusted) || includesTarget(client.audiences, uri)

/** What scopes allow at resources: where several know one, what each says of it. */
export function sentencesOf(listed: readonly Resource[]): ReadonlyMap<string, readonly string[]> {
  const sentences = new Map<string, readonly string[]>()
  for (const { name, description } of listed.flatMap(({ scopes }) => scopes)) {
    sentences.set(name, [...new Set([...(sentences.get(name) ?? []), description])])
  }
  return sentences
}
