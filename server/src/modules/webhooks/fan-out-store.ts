import { events } from '#/platform/audit/event-table.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { forShare } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { webhooks } from './webhook.ts'
import type { Webhook } from './webhook.ts'

/** What is still to be looked at of the chain. */
export interface Span {
  /** Where the last one ended. */
  readonly position: number
  /** Events behind this place count. */
  readonly from: number
}

/** The statements by which events become deliveries. */
export class FanOutStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** What was sealed since the last time; undefined when that is nothing, or nobody wants to know. */
  async span(): Promise<Span | undefined> {
    const row = await this.#db.get(sql`
      SELECT sequence AS position,
        (SELECT min(after_sequence) FROM webhooks) AS floor,
        (SELECT sequence FROM events WHERE sequence IS NOT NULL ORDER BY sequence DESC LIMIT 1) AS head
      FROM webhook_progress WHERE id = 'events'`)
    const { floor = null, head = null } = row ?? {}
    if (floor === null || head === null) return undefined
    const position = Number(row?.['position'])
    const from = Math.max(position, Number(floor))
    return Number(head) > from ? { position, from } : undefined
  }

  /** Sealed events in the order of the chain. */
  async eventsAfter(sequence: number, limit: number): Promise<EventRow[]> {
    const rows = await this.#db.all(sql`
      SELECT ${events.columns} FROM events WHERE sequence > ${sequence} ORDER BY sequence LIMIT ${limit}`)
    return rows.map((row) => events.decode(row))
  }

  /** Every subscription as it stays until the transaction ends. */
  async holdAll(tx: Tx): Promise<Webhook[]> {
    const rows = await tx.all(sql`SELECT ${webhooks.columns} FROM webhooks ORDER BY id ${forShare}`)
    return rows.map(webhooks.decode)
  }

  /** Moves on; false when somebody else did since. */
  async advance(tx: Tx, from: number, to: number): Promise<boolean> {
    return (
      (await tx.run(sql`
        UPDATE webhook_progress SET sequence = ${to} WHERE id = 'events' AND sequence = ${from}`)) === 1
    )
  }

  async addMissed(tx: Tx, id: string, count: number): Promise<void> {
    await tx.run(sql`UPDATE webhooks SET missed_events = missed_events + ${count} WHERE id = ${id}`)
  }
}
