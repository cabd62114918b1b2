import { events } from '#/platform/audit/event-table.ts'
import { sql } from '#/platform/db/sql.ts'
import { eventMetric, methodMetric } from './metrics.ts'
import type { Db } from '#/platform/db/db.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'
import type { Source, Step } from './source.ts'

/** Sealed events in the order of the chain: a row gets its place once, after its commit, so none is passed over. */
export class EventSource implements Source {
  readonly name = 'events'
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async after(position: string | undefined, limit: number): Promise<Step | undefined> {
    const rows = await this.#db.all(sql`
      SELECT ${events.columns} FROM events WHERE sequence > ${Number(position ?? '0')} ORDER BY sequence LIMIT ${limit}`)
    const batch = rows.map((row) => events.decode(row))
    const last = batch.at(-1)
    if (!last) return undefined
    return { position: String(last.sequence), happenings: batch.flatMap(happeningsOf), isLast: batch.length < limit }
  }
}

function happeningsOf({ name, data, createdAt }: EventRow): Step['happenings'] {
  const methods = name === 'session.created' ? (data['methods'] as string[]) : []
  return [eventMetric(name), ...methods.map(methodMetric)].map((metric) => ({ metric, at: createdAt, count: 1 }))
}
