import { ribbon } from '#/ui/index.ts'
import { displayName } from '#/modules/users/index.ts'
import { connectionWords } from './words/connections.ts'
import type { Html } from '#/ui/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { ActingClient } from '#/modules/consents/index.ts'
import type { Locale } from '#/ui/i18n/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { PageContext } from '#/pages/shared/page-context.ts'

/** Somebody who acts for a person, with every line that leads there. */
export interface Acting extends ActingClient {
  readonly name: string
  /** From the one that was let in to this one; one line at least. */
  readonly lines: readonly (readonly Client[])[]
}

/** Who acts for a person: those they let in first, then those that came through others. */
export async function actingFor({ services, locale }: PageContext, { id }: User): Promise<Acting[]> {
  const acting = await services.actingClients.list(id)
  const lines = await services.actingClients.delegationChains(id)
  const known = new Map(acting.flatMap(({ client }) => (client ? [[client.clientId, client] as const] : [])))
  const absent = new Set(lines.flat().filter((clientId) => !known.has(clientId)))
  for (const clientId of absent) {
    const client = await services.clients.findByClientId(clientId)
    if (client) known.set(clientId, client)
  }
  return acting.map((it) => {
    const leading = lines.filter((line) => line.at(-1) === it.clientId)
    const found = leading.length > 0 ? leading : [[it.clientId]]
    return {
      ...it,
      name: nameOf(it.client, locale),
      lines: found.map((line) => line.flatMap((clientId) => known.get(clientId) ?? [])),
    }
  })
}

/** What a client is called; one that was deleted has no name any more. */
export const nameOf = (client: Client | undefined, locale: Locale): string =>
  client?.clientName ?? connectionWords(locale).gone

/** The way from a person to the one that acts, as it looks everywhere in the product. */
export function lineOf(user: User, line: readonly Client[], locale: Locale): Html {
  const words = connectionWords(locale)
  const hops = line.map((client) => ({
    kind: client.kind === 'agent' ? ('agent' as const) : ('app' as const),
    name: client.clientName,
    role: [client.kind === 'agent' ? words.agent : words.app, client.dpopBound && words.keyBound]
      .filter(Boolean)
      .join(', '),
  }))
  return ribbon([{ kind: 'person', name: displayName(user), role: words.you }, ...hops])
}
