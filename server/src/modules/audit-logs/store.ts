import { every, join, raw, sql } from '#/platform/db/sql.ts'
import { events } from '#/platform/events/table.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { ActorType, EventResult } from '#/platform/events/event.ts'
import type { EventRow } from '#/platform/events/table.ts'
import type { Position } from '#/platform/http/lists.ts'

/** What entries must fit; times are epoch milliseconds, `to` excluded. */
export interface AuditLogFilter {
  readonly actorType?: ActorType | undefined
  readonly actorId?: string | undefined
  readonly action?: string | undefined
  readonly targetId?: string | undefined
  readonly result?: EventResult | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
}

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

  async list(filter: AuditLogFilter, before: Position | undefined, limit: number): Promise<EventRow[]> {
    return this.#rows(sql`
      SELECT ${events.columns} FROM ${events.name}
      WHERE ${every([...conditionsOf(filter), behind(before)])} ${newestFirst} LIMIT ${limit}`)
  }

  async count(filter: AuditLogFilter): Promise<number> {
    return this.#number(sql`SELECT count(*) AS n FROM ${events.name} WHERE ${every(conditionsOf(filter))}`)
  }

  /** Entries whose actor or target has one of these ids: each found through its own index, then merged. */
  async listAbout(ids: readonly string[], before: Position | undefined, limit: number): Promise<EventRow[]> {
    const parts = roles(ids).map(
      (role) => sql`
        SELECT * FROM (
          SELECT ${events.columns} FROM ${events.name}
          WHERE ${every([role, behind(before)])} ${newestFirst} LIMIT ${limit}) AS part`,
    )
    return this.#rows(sql`
      SELECT ${events.columns} FROM (${join(parts, ' UNION ')}) AS parts ${newestFirst} LIMIT ${limit}`)
  }

  async countAbout(ids: readonly string[]): Promise<number> {
    return this.#number(sql`SELECT count(*) AS n FROM ${events.name} WHERE ${join(roles(ids), ' OR ')}`)
  }

  async #rows(query: Sql): Promise<EventRow[]> {
    return (await this.#db.all(query)).map((row) => events.decode(row))
  }

  async #number(query: Sql): Promise<number> {
    return Number((await this.#db.get(query))?.['n'])
  }
}

const roles = (ids: readonly string[]): Sql[] => ids.flatMap((id) => [sql`actor_id = ${id}`, sql`target_id = ${id}`])

const behind = (before: Position | undefined): Sql | undefined =>
  before && sql`(created_at, id) < (${before.createdAt}, ${before.id})`

function conditionsOf({ actorType, actorId, action, targetId, result, from, to }: AuditLogFilter): (Sql | undefined)[] {
  return [
    actorType === undefined ? undefined : sql`actor_type = ${actorType}`,
    actorId === undefined ? undefined : sql`actor_id = ${actorId}`,
    action === undefined ? undefined : sql`name = ${action}`,
    targetId === undefined ? undefined : sql`target_id = ${targetId}`,
    result === undefined ? undefined : sql`result = ${result}`,
    // The index of what ended badly holds nothing else, and is taken only when the query says the same.
    result === undefined || result === 'success' ? undefined : sql`result <> 'success'`,
    from === undefined ? undefined : sql`created_at >= ${from}`,
    to === undefined ? undefined : sql`created_at < ${to}`,
  ]
}
