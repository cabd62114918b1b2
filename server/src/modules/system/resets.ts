import { raw } from '#/platform/db/sql.ts'
import { systemReset } from './events.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Wipe } from '#/platform/audit/audit-purger.ts'

interface ResetsDeps {
  readonly db: Db
  readonly events: Events
  /** Readies the wipe of the audit log, which leaves a signed marker. */
  readonly auditWiper: () => Promise<Wipe>
  /** Tells those who verify tokens by themselves that all of them go. */
  readonly tellOfTokens: (tx: Tx) => Promise<void>
  /** Names of tables from our own code; the first of each list holds what is counted. */
  readonly tables: { readonly sessions: readonly string[]; readonly tokens: readonly string[] }
}

/** What a reset took away. */
export interface Reset {
  readonly sessions: number
  readonly tokens: number
  readonly auditLogs: number
  /** The place of the marker that says so, in the list of what was removed from the audit log. */
  readonly marker: number
  readonly eventId: string
}

/** Ends everything that runs and forgets what happened: for an installation that begins anew with the people it has. */
export class Resets {
  readonly #deps: ResetsDeps
  constructor(deps: ResetsDeps) {
    this.#deps = deps
  }

  /** Wipes sessions, tokens and the audit log in one transaction. The one event that stays tells of it. */
  async reset(actor: Actor): Promise<Reset> {
    const { db, events, tables, tellOfTokens, auditWiper } = this.#deps
    const wipe = await auditWiper()
    return db.tx(async (tx) => {
      await tellOfTokens(tx)
      const tokens = await empty(tx, tables.tokens)
      const sessions = await empty(tx, tables.sessions)
      const { removed: auditLogs, marker } = await wipe(tx, actor)
      const data = { sessions, tokens, audit_logs: auditLogs, marker: marker.number }
      const eventId = await events.record(tx, systemReset, { actor, target: null, data })
      return { sessions, tokens, auditLogs, marker: marker.number, eventId }
    })
  }
}

/** Empties tables; answers how many rows the first of them had. */
async function empty(tx: Tx, [first = '', ...others]: readonly string[]): Promise<number> {
  for (const table of others) await tx.run(raw(`DELETE FROM ${table}`))
  return tx.run(raw(`DELETE FROM ${first}`))
}
