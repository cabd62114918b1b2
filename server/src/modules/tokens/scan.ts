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

/** What conditions on counted tokens may look at. */
const columns = raw(
  'id, kind, depth, epoch, expires_at, revoked_at, parent_id, client_id, user_id, session_id, consent_id, policy_id, jkt',
)

/**
 * The tokens of a range in parts of bounded size, each as a table to select from. Outside a transaction the event loop
 * turns between them; inside, the transaction itself sees to that.
 */
export async function* partsOf(queries: Queries, { column, from, to }: Range): AsyncGenerator<Sql> {
  const size = rowsAtOnce[queries.engine]
  const key = raw(`(${column}, created_at, id)`)
  const last: Key = [to, Number.MAX_SAFE_INTEGER, '']
  let after: Key = [from, -1, '']
  const rest = (until: Key): Sql => sql`FROM tokens WHERE ${key} > ${tuple(after)} AND ${key} <= ${tuple(until)}`
  // Without an order this is cheap, and it is all there is to ask of most ranges.
  if (!(await queries.get(sql`SELECT 1 AS found ${rest(last)} LIMIT 1 OFFSET ${size}`)))
    return yield sql`(SELECT ${columns} ${rest(last)})`
  for (;;) {
    const end = await queries.get(sql`
      SELECT ${raw(column)} AS owner, created_at, id ${rest(last)} ORDER BY ${raw(column)}, created_at, id
      LIMIT 1 OFFSET ${size - 1}`)
    const until: Key = end ? [end['owner'] as string, Number(end['created_at']), end['id'] as string] : last
    // The limit keeps what is asked of a part out of it: SQLite would read the range of that instead, for each part anew.
    yield sql`(SELECT ${columns} ${rest(until)} LIMIT ${size})`
    if (!end) return
    after = until
    if (!('inTransaction' in queries)) await nextTurn()
  }
}

const tuple = ([owner, createdAt, id]: Key): Sql => sql`(${owner}, ${createdAt}, ${id})`
