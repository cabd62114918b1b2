import { every, join, raw, sql } from '#/platform/db/sql.ts'
import { events } from '#/platform/audit/event-table.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { EventRow } from '#/platform/audit/event-table.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { EventResult } from '#/platform/audit/event.ts'
import type { FilterPlan } from './filter.ts'

/** Entries that were found, and where to look on; undefined when there is nothing more. */
export interface Found {
  readonly rows: EventRow[]
  readonly next: Position | undefined
}

/** How many entries of a stretch of time ended in one way. */
export interface HistogramCell {
  readonly at: number
  readonly result: EventResult
  readonly count: number
}

/** How many entries fit, at least. */
export interface Counted {
  readonly total: number
  /** Whether there were more than anybody counts. */
  readonly isMinimum: boolean
}

/** How many entries a page looks at one by one, when its filter has a part that no index answers. */
export const WINDOW_ROWS = 5000

/** How far entries are counted; as far as a window where no index answers. */
export const COUNTED_ROWS = 10_000

/** What the indexes hold: to count and to find a place needs no more. */
const position = raw('created_at, id')
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
    const counted = plan.rest.length === 0 ? COUNTED_ROWS : WINDOW_ROWS
    const columns = plan.rest.length === 0 ? position : events.columns
    const row = await this.#db.get(sql`
      SELECT count(*) AS seen, sum(CASE WHEN ${every(plan.rest)} THEN 1 ELSE 0 END) AS fit
      FROM (${entries(plan, undefined, counted + 1, columns)}) AS looked`)
    return { total: Math.min(counted, Number(row?.['fit'] ?? 0)), isMinimum: Number(row?.['seen']) > counted }
  }

  /** How many of the newest entries that fit ended how, in buckets of so many milliseconds. */
  async histogram(plan: FilterPlan, widthMs: number): Promise<{ cells: HistogramCell[]; seen: number }> {
    const limit = plan.rest.length === 0 ? COUNTED_ROWS : WINDOW_ROWS
    // The width is one of our own numbers; as a bound value PostgreSQL could not tell that both uses are one expression.
    const at = raw(`created_at - created_at % ${widthMs}`)
    const fits = every(plan.rest)
    const rows = await this.#db.all(sql`
      SELECT ${at} AS at, result, count(*) AS seen, sum(CASE WHEN ${fits} THEN 1 ELSE 0 END) AS fit
      FROM (${entries(plan, undefined, limit, events.columns)}) AS looked GROUP BY ${at}, result`)
    const cells = rows.map((row) => ({
      at: Number(row['at']),
      result: row['result'] as EventResult,
      count: Number(row['fit']),
    }))
    return { cells, seen: rows.reduce((sum, row) => sum + Number(row['seen']), 0) }
  }

  async #page(plan: FilterPlan, before: Position | undefined, limit: number): Promise<Found> {
    const rows = (await this.#db.all(entries(plan, before, limit + 1, events.columns))).map((row) => events.decode(row))
    return { rows: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1] : undefined }
  }

  // The edge is found first and kept to, so that what is recorded meanwhile moves nothing out of the window. The limit
  // below is more than the window holds: it only keeps the engine from mixing the conditions and taking another index.
  async #window(plan: FilterPlan, before: Position | undefined, limit: number): Promise<Found> {
    const edge = await this.#edge(plan, before)
    // Beside another beginning SQLite would seek by that one and read all the way to it.
    const within = edge ? [...plan.until, sql`(created_at, id) >= (${edge.createdAt}, ${edge.id})`] : plan.range
    const looked = entries({ ...plan, range: within }, before, 2 * WINDOW_ROWS, events.columns)
    const found = await this.#db.all(sql`
      SELECT ${events.columns} FROM (${looked}) AS looked WHERE ${every(plan.rest)} ${newestFirst} LIMIT ${limit + 1}`)
    const rows = found.map((row) => events.decode(row))
    return { rows: rows.slice(0, limit), next: rows.length > limit ? rows[limit - 1] : edge }
  }

  /** Where the next window begins, when this one is full. */
  async #edge(plan: FilterPlan, before: Position | undefined): Promise<Position | undefined> {
    const row = await this.#db.get(sql`
      SELECT created_at, id FROM (${entries(plan, before, WINDOW_ROWS, position)}) AS looked
      ${newestFirst} LIMIT 1 OFFSET ${WINDOW_ROWS - 1}`)
    return row && { createdAt: row['created_at'] as number, id: row['id'] as string }
  }
}

/** The entries that the indexes name, newest first: each lead is found through its own, then they are merged. */
function entries({ leads, range }: FilterPlan, before: Position | undefined, limit: number, columns: Sql): Sql {
  const within = [...range, before && sql`(created_at, id) < (${before.createdAt}, ${before.id})`]
  const part = (lead?: Sql): Sql => sql`
    SELECT ${columns} FROM ${events.name} WHERE ${every([lead, ...within])} ${newestFirst} LIMIT ${limit}`
  if (leads.length <= 1) return part(leads[0])
  const parts = leads.map((lead) => sql`SELECT * FROM (${part(lead)}) AS part`)
  return sql`SELECT ${columns} FROM (${join(parts, ' UNION ')}) AS parts ${newestFirst} LIMIT ${limit}`
}

/** The plan for what one of these ids did, or what was done to it. */
export const planAbout = (ids: readonly string[]): FilterPlan => ({
  leads: ids.flatMap((id) => [sql`actor_id = ${id}`, sql`target_id = ${id}`]),
  range: [],
  until: [],
  rest: [],
})
