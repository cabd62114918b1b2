import type { Server } from '#/connection/server.ts'
import { AUDIT_LOGS } from './filters.ts'

/** An entry of the audit log, as the API shows it. */
export type Entry = Readonly<Record<string, unknown>>

interface Following {
  readonly filters: Readonly<Record<string, string>>
  /** How many entries of before come first. */
  readonly before: number
  readonly signal: AbortSignal
  /** Says that the stream passed over some events, since this program was too slow for them. */
  readonly onSkipped: (count: number) => void
}

const STREAM = '/api/v1/admin/events/stream'
const PAGE = 200

/** The last entries, oldest first. */
export async function latest(server: Server, filters: Following['filters'], count: number): Promise<Entry[]> {
  if (count === 0) return []
  const query = { ...filters, limit: Math.min(PAGE, count) }
  const { data } = await server.request<{ data: Entry[] }>('GET', AUDIT_LOGS, { query })
  return data.toReversed()
}

/**
 * Entries as they come, oldest first, until the signal ends it. The stream goes on behind the last event over lost connections
 * and restarts of the server, so nothing is missed.
 */
export async function* follow(
  server: Server,
  { filters, before, signal, onSkipped }: Following,
): AsyncGenerator<Entry> {
  const query = filters['action'] === undefined ? {} : { kinds: filters['action'] }
  let shown: ReadonlySet<unknown> | undefined
  for await (const { type, data } of server.events(STREAM, { query, signal })) {
    if (type === 'ready' && shown === undefined) {
      // Read once the stream stands: what comes between them is in both.
      const entries = await latest(server, filters, before)
      shown = new Set(entries.map(({ id }) => id))
      yield* entries
    } else if (type === 'skipped') onSkipped(Number((data as Entry)['count']))
    else if (type === 'event' && fits(data as Entry, filters) && shown?.has((data as Entry)['id']) !== true)
      yield await server.request<Entry>('GET', `${AUDIT_LOGS}/${String((data as Entry)['id'])}`)
  }
}

/** Whether an event of the stream is one that the list would show; the server has looked at its name. */
function fits(event: Entry, { action: _action, from, to, ...fields }: Following['filters']): boolean {
  const at = Date.parse(String(event['created_at']))
  if (from !== undefined && at < Date.parse(from)) return false
  if (to !== undefined && at >= Date.parse(to)) return false
  return Object.entries(fields).every(([name, value]) => event[name] === value)
}
