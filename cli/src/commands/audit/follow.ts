import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '#/connection/server.ts'
import { AUDIT_LOGS } from './filters.ts'

/** An entry of the audit log, as the API shows it. */
export type Entry = Readonly<Record<string, unknown>>

interface Following {
  readonly filters: Readonly<Record<string, string>>
  /** How many entries of before come first. */
  readonly before: number
  readonly signal: AbortSignal
  readonly everyMs: number
}

const PAGE = 200
// Entries of one moment may be committed after others of it were read, so a little of what was read is read again.
const OVERLAP_MS = 5000
const MAX_REMEMBERED = 5000

/** Entries as they come, oldest first, until the signal ends it. */
export async function* follow(server: Server, { filters, before, signal, everyMs }: Following): AsyncGenerator<Entry> {
  const seen = new Set<string>()
  const first = await server.request<{ data: Entry[] }>('GET', AUDIT_LOGS, {
    query: { ...filters, limit: Math.max(1, Math.min(PAGE, before)) },
  })
  let newest = 0
  for (const entry of first.data.toReversed()) {
    seen.add(String(entry['id']))
    newest = Math.max(newest, Date.parse(String(entry['created_at'])))
    if (before > 0) yield entry
  }
  while (!signal.aborted) {
    try {
      await sleep(everyMs, undefined, { signal })
    } catch {
      return
    }
    const from = new Date(Math.max(0, newest - OVERLAP_MS)).toISOString()
    const fresh: Entry[] = []
    for await (const page of server.pages(AUDIT_LOGS, { ...filters, from, limit: PAGE }))
      fresh.push(...page.data.filter((entry) => !seen.has(String(entry['id']))))
    for (const entry of fresh.toReversed()) {
      seen.add(String(entry['id']))
      newest = Math.max(newest, Date.parse(String(entry['created_at'])))
      yield entry
    }
    for (const id of seen) {
      if (seen.size <= MAX_REMEMBERED) break
      seen.delete(id)
    }
  }
}
