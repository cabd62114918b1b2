import { every, join, raw, sql } from '#/platform/db/sql.ts'
import { events } from '#/platform/events/table.ts'
import type { Db, Row } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { EventRow } from '#/platform/events/table.ts'
import type { Position } from '#/platform/http/lists.ts'
import type { FilterPlan } from './filter.ts'

/** Entries that were found, and where to look on; undefined when there is nothing more. */
export interface Found {
  readonly rows: EventRow[]
  readonly next: Position | undefined
}

/** How many entries fit, at least. */
export interface Counted {
  readonly total: number
  /** Whether there were more than anybody counts. */
  readonly isMinimum: boolean
}

/** How many entries a page looks at one by one, when its filter has a part that no index answers. */
export const WINDOW_ROWS = 5000

/** How far entries are counted. */
export const COUNTED_ROWS = 10_000

const newestFirst = raw('ORDER BY created_at DESC, id DESC')

/** Reads table events in the order of its indexes. */
export class AuditLogStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async find(id: string): Promise<EventRow | undefined> {
    const row = await this.#db.get(sql`SELECT ${events.columns} FROM ${events.name} WHERE id = ${id}`)
    return row && events.decode(row)
  }

  /** The next entries that fit, newest first: fewer than `limit` when a window holds no more, though `next` goes on. */
  async list(plan: FilterPlan, before: Position | undefined, limit: number): Promise<Found> {
    return plan.rest.length === 0 ? this.#page(plan, before, limit) : this.#window(plan, before, limit)
  }

  /** Counts what fits among the newest entries that the indexes name. */
  async count(plan: FilterPlan): Promise<Counted> {
    const looked = entries(plan, undefined, COUNTED_ROWS + 1)
    const row = await this.#db.get(sql`
      SELECT count(*) AS seen, sum(CASE WHEN ${every(plan.rest)} THEN 1 ELSE 0 END) AS fit FROM (${looked}) AS looked`)
    const isMinimum = Number(row?.['seen']) > COUNTED_ROWS
    return { total: Math.min(COUNTED_ROWS, Number(row?.['fit'] ?? 0)), isMinimum }
  }

  async #page(plan: FilterPlan, before: Position | undefined, limit: number): Promise<Found> {
    const rows = (await this.#db.all(entries(plan, before, limit + 1))).map((row) => events.decode(row))
    return { rows: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1] : undefined }
  }

  // One statement: what is recorded meanwhile must not move the end of the window.
  async #window(plan: FilterPlan, before: Position | undefined, limit: number): Promise<Found> {
    const rows = await this.#db.all(sql`
      WITH looked AS MATERIALIZED (${entries(plan, before, WINDOW_ROWS)})
      SELECT edge.end_at, edge.end_id, edge.seen, fitting.* FROM
        (SELECT created_at AS end_at, id AS end_id, (SELECT count(*) FROM looked) AS seen
          FROM looked ORDER BY created_at, id LIMIT 1) AS edge
        LEFT JOIN (SELECT ${events.columns} FROM looked WHERE ${every(plan.rest)} ${newestFirst} LIMIT ${limit + 1})
          AS fitting ON 1 = 1
      ${newestFirst}`)
    const fitting = rows.filter((row) => row['id'] !== null).map((row) => events.decode(row))
    const next = fitting.length > limit ? fitting[limit - 1] : edgeOf(rows[0])
    return { rows: fitting.slice(0, limit), next }
  }
}

/** Where a window ended, when it was full. */
function edgeOf(row: Row | undefined): Position | undefined {
  if (Number(row?.['seen'] ?? 0) < WINDOW_ROWS) return undefined
  return { createdAt: row?.['end_at'] as number, id: row?.['end_id'] as string }
}

/** The entries that the indexes name, newest first: each lead is found through its own, then they are merged. */
function entries({ leads, range }: FilterPlan, before: Position | undefined, limit: number): Sql {
  const within = [...range, before && sql`(created_at, id) < (${before.createdAt}, ${before.id})`]
  const part = (lead?: Sql): Sql => sql`
    SELECT ${events.columns} FROM ${events.name} WHERE ${every([lead, ...within])} ${newestFirst} LIMIT ${limit}`
  if (leads.length <= 1) return part(leads[0])
  const parts = leads.map((lead) => sql`SELECT * FROM (${part(lead)}) AS part`)
  return sql`SELECT ${events.columns} FROM (${join(parts, ' UNION ')}) AS parts ${newestFirst} LIMIT ${limit}`
}

/** The plan for what one of these ids did, or what was done to it. */
export const planAbout = (ids: readonly string[]): FilterPlan => ({
  leads: ids.flatMap((id) => [sql`actor_id = ${id}`, sql`target_id = ${id}`]),
  range: [],
  rest: [],
})
