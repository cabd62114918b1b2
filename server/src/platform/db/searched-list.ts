import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Db } from './db.ts'
import type { KeysetList } from './keyset-list.ts'
import { beginsWith } from './searchable.ts'
import type { Searchable } from './searchable.ts'
import { every, join, joinAny, sql } from './sql.ts'
import type { Sql } from './sql.ts'

/** How many rows are sorted by age that a beginning finds; of one that more share, a page looks through the rows by age. */
const MAX_FOUND = 1000

/** A list that is narrowed to what search finds by the same names: to how one of them begins, or the id. */
export class SearchedList<R> {
  readonly #db: Pick<Db, 'all'>
  readonly #list: KeysetList<R>
  constructor(db: Pick<Db, 'all'>, list: KeysetList<R>) {
    this.#db = db
    this.#list = list
  }

  /**
   * Rows that fit, newest first. Of a beginning that very many share a page looks at the next rows only, so it may hold fewer than
   * it could, and nobody counts how many there are.
   */
  async page(
    one: Searchable,
    search: string | undefined,
    conditions: readonly (Sql | undefined)[],
    request: PageRequest,
  ): Promise<Page<R>> {
    if (search === undefined || search === '') return this.#list.page([one.where, ...conditions], request)
    const ids = await this.#beginningWith(one, search)
    if (ids === undefined)
      return this.#list.pageWithin([one.where], [...conditions, asked(beginnings(one, search))], request)
    if (ids.length === 0) return { rows: [], next: undefined, total: request.includeTotal ? 0 : undefined }
    return this.#list.page([...conditions, sql`${idOf(one)} IN (${joinAny(ids)})`], request)
  }

  /** The ids of those that begin so, each beginning by a range of its index; undefined when they are too many. */
  async #beginningWith(one: Searchable, search: string): Promise<string[] | undefined> {
    const parts = beginnings(one, search).map(
      (beginning) => sql`
        SELECT id FROM (
          SELECT ${idOf(one)} AS id FROM ${one.table} WHERE ${every([one.where, beginning])} LIMIT ${MAX_FOUND + 1}
        ) AS part`,
    )
    const rows = await this.#db.all(join(parts, ' UNION '))
    return rows.length > MAX_FOUND ? undefined : rows.map((row) => row['id'] as string)
  }
}

const idOf = ({ id = sql`id` }: Searchable): Sql => id

/** The highest character of an id. */
const LAST_OF_ID = 'z'

function beginnings(one: Searchable, search: string): Sql[] {
  const names = one.names.map((name) => beginsWith(name, search))
  const ofIds = sql`${idOf(one)} >= ${search} AND ${idOf(one)} <= ${search + LAST_OF_ID.repeat(40)}`
  return one.prefix !== null && search.startsWith(`${one.prefix}_`) ? [...names, ofIds] : names
}

/** Whether one of these holds, as a question to each row instead of a way to find it. */
const asked = (conditions: readonly Sql[]): Sql => sql`CASE WHEN ${join(conditions, ' OR ')} THEN 1 ELSE 0 END = 1`
