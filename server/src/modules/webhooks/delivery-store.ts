import { rowsOf } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { every, joinAny, sql } from '#/platform/db/sql.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import { deliveries, outlines, outlinesWithPayload } from './delivery.ts'
import type { Delivery, DeliveryOutline, DeliveryState } from './delivery.ts'

/** What a list of deliveries is narrowed to, and whether it has what was sent. */
export interface DeliveryFilter {
  readonly success?: boolean | undefined
  readonly state?: DeliveryState | undefined
  readonly event?: string | undefined
  readonly hasPayload: boolean
}

/** A message that is to be sent. */
export type NewDelivery = Pick<Delivery, 'id' | 'webhookId' | 'event' | 'eventId' | 'payload' | 'createdAt'> & {
  readonly nextAt: number
  readonly replayedFrom?: string
}

const ROWS_AT_ONCE = 32
const DELETED_AT_ONCE = 500

/** Every SQL statement about deliveries but those of their queue. */
export class DeliveryStore {
  readonly #db: Db
  readonly #queue: Queue<Delivery>
  readonly #deliveries: KeysetList<Delivery>
  readonly #outlines: KeysetList<DeliveryOutline>
  readonly #outlinesWithPayload: KeysetList<DeliveryOutline>
  constructor(db: Db, queue: Queue<Delivery>) {
    this.#db = db
    this.#queue = queue
    this.#deliveries = new KeysetList(db, deliveries)
    this.#outlines = new KeysetList(db, outlines)
    this.#outlinesWithPayload = new KeysetList(db, outlinesWithPayload)
  }

  list(webhookId: string, filter: DeliveryFilter, request: PageRequest): Promise<Page<DeliveryOutline>> {
    const { success, state, event, hasPayload } = filter
    const conditions = [
      sql`webhook_id = ${webhookId}`,
      success === undefined ? undefined : sql`success = ${success ? 1 : 0}`,
      state === undefined ? undefined : inState[state],
      event === undefined ? undefined : sql`event = ${event}`,
    ]
    return (hasPayload ? this.#outlinesWithPayload : this.#outlines).page(conditions, request)
  }

  find(webhookId: string, id: string): Promise<Delivery | undefined> {
    return this.#deliveries.find(sql`id = ${id} AND webhook_id = ${webhookId}`)
  }

  /** A text that is another one after a delivery was queued, tried or finished; each part is the end of an index. */
  async mark(): Promise<string> {
    const row = await this.#db.get(sql`
      SELECT (SELECT id FROM webhook_deliveries ORDER BY id DESC LIMIT 1) AS newest,
        (SELECT max(finished_at) FROM webhook_deliveries WHERE finished_at IS NOT NULL) AS finished,
        (SELECT min(next_at) FROM webhook_deliveries WHERE next_at IS NOT NULL) AS due`)
    return JSON.stringify(row)
  }

  /** Those that failed for good since a time and were not sent again, oldest first. */
  async failedSince(tx: Tx, webhookId: string, since: number, limit: number): Promise<Delivery[]> {
    const rows = await tx.all(sql`
      SELECT ${deliveries.columnsOf('failed')} FROM webhook_deliveries failed
      WHERE webhook_id = ${webhookId} AND success = 0 AND next_at IS NULL AND created_at >= ${since}
        AND NOT EXISTS (SELECT 1 FROM webhook_deliveries replay WHERE replay.replayed_from = failed.id)
      ORDER BY created_at, id LIMIT ${limit}`)
    return rows.map(deliveries.decode)
  }

  /** Queues messages, many with one statement. */
  async addAll(tx: Tx, messages: readonly NewDelivery[]): Promise<void> {
    for (let i = 0; i < messages.length; i += ROWS_AT_ONCE) {
      const rows = messages
        .slice(i, i + ROWS_AT_ONCE)
        .map(
          (it) =>
            sql`(${it.id}, ${it.webhookId}, ${it.event}, ${it.eventId}, ${it.payload}, 0, ${it.nextAt}, 0, '[]', ${it.replayedFrom ?? null}, ${it.createdAt})`,
        )
      // A list is filled up with its last row, which conflicts with itself.
      await tx.run(sql`
        INSERT INTO webhook_deliveries (id, webhook_id, event, event_id, payload, attempts, next_at, success, log,
          replayed_from, created_at)
        VALUES ${joinAny(rows)} ON CONFLICT (id) DO NOTHING`)
    }
    if (messages.length > 0) this.#queue.added(tx)
  }

  /** Takes back what waits; returns how much that was. */
  async deleteWaiting(tx: Tx, webhookId: string): Promise<number> {
    const which = rowsOf(deliveries.name, waitingFor(webhookId), sql`next_at, id`, DELETED_AT_ONCE)
    for (let total = 0; ;) {
      const deleted = await tx.run(sql`DELETE FROM webhook_deliveries WHERE ${which}`)
      total += deleted
      if (deleted < DELETED_AT_ONCE) return total
    }
  }

  async countWaiting(webhookId: string): Promise<number> {
    const row = await this.#db.get(sql`SELECT count(*) AS n FROM webhook_deliveries WHERE ${waitingFor(webhookId)}`)
    return Number(row?.['n'] ?? 0)
  }
}

const inState: Readonly<Record<DeliveryState, Sql>> = {
  waiting: sql`next_at IS NOT NULL`,
  succeeded: sql`success = 1`,
  failed: sql`success = 0 AND next_at IS NULL`,
}

const waitingFor = (webhookId: string) => every([sql`webhook_id = ${webhookId}`, sql`next_at IS NOT NULL`])
