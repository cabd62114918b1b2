import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queries } from '#/platform/db/db.ts'
import { rowsAtOnce } from '#/platform/db/dialect.ts'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'

/** A range of an index on an owner, time and id: everything of one owner, or of all clients from one to another. */
export interface Range {
  readonly column: 'client_id' | 'user_id' | 'consent_id' | 'policy_id'
  readonly from: string
  readonly to: string
}

type Key = readonly [owner: string, createdAt: number, id: string]

/** The condition on a token by its alias that it is in a part. */
export type Part = (token: Sql) => Sql

/**
 * The tokens of a range in parts of bounded size. Outside a transaction the event loop turns between them; inside, the
 * transaction itself sees to that.
 */
export async function* partsOf(queries: Queries, { column, from, to }: Range): AsyncGenerator<Part> {
  const size = rowsAtOnce[queries.engine]
  const last: Key = [to, Number.MAX_SAFE_INTEGER, '']
  let after: Key = [from, -1, '']
  // Without an order this is cheap, and it is all there is to ask of most ranges.
  const all = between(column, after, last)
  if (!(await queries.get(sql`SELECT 1 AS found FROM tokens t WHERE ${all(t)} LIMIT 1 OFFSET ${size}`)))
    return yield all
  for (;;) {
    const row = await queries.get(sql`
      SELECT ${raw(column)} AS owner, created_at, id FROM tokens t WHERE ${between(column, after, last)(t)}
      ORDER BY ${raw(column)}, created_at, id LIMIT 1 OFFSET ${size - 1}`)
    const end: Key = row ? [row['owner'] as string, Number(row['created_at']), row['id'] as string] : last
    yield between(column, after, end)
    if (!row) return
    after = end
    if (!('inTransaction' in queries)) await nextTurn()
  }
}

const t = raw('t')

/** What comes after one key, up to another. */
const between =
  (column: Range['column'], after: Key, until: Key): Part =>
  (token) => {
    const key = sql`(${token}.${raw(column)}, ${token}.created_at, ${token}.id)`
    return sql`${key} > ${tuple(after)} AND ${key} <= ${tuple(until)}`
  }

const tuple = ([owner, createdAt, id]: Key): Sql => sql`(${owner}, ${createdAt}, ${id})`
