import type { Page, PageRequest, Position } from '#/platform/paging/paging.ts'
import type { Choice, Sql } from './sql.ts'
import type { Db, Queries, Row, Tx } from './db.ts'
import type { Table } from './table.ts'
import { forUpdate } from './dialect.ts'
import { every, raw, sql } from './sql.ts'

/** What a list reads when it is more than the rows of one table. */
export interface ListSource<R> {
  readonly columns: Sql
  /** What stands behind FROM: a table with its joins. */
  readonly from: Sql
  /** The same without the joins that only add columns, for counting. */
  readonly counted?: Sql
  /** The two columns that order the list; an index that begins with what its conditions fix ends with them. */
  readonly key: readonly [createdAt: string, id: string]
  readonly decode: (row: Row) => R
}

/** How many rows a page asks one by one what no index answers. */
export const LOOKED_AT = 2000

type Condition = Sql | Choice | undefined

/** Reads rows by pages, newest first, where each page begins behind the last row of the one before; and single ones. */
export class KeysetList<R> {
  readonly #db: Db
  readonly #columns: Sql
  readonly #from: Sql
  readonly #counted: Sql
  readonly #key: { readonly createdAt: Sql; readonly id: Sql }
  readonly #decode: (row: Row) => R

  /** Of a table that has `created_at` and `id`, or of a join. */
  constructor(db: Db, source: Table<R> | ListSource<R>) {
    const { columns, from, counted = from, key, decode } = 'from' in source ? source : sourceOf(source)
    this.#db = db
    this.#columns = columns
    this.#from = from
    this.#counted = counted
    this.#key = { createdAt: raw(key[0]), id: raw(key[1]) }
    this.#decode = decode
  }

  /** The page of the rows that meet the conditions. One row more is read, to see whether another page follows. */
  async page(conditions: readonly Condition[], { before, limit, includeTotal }: PageRequest): Promise<Page<R>> {
    const { createdAt, id } = this.#key
    const rows = await this.#db.all(sql`
      SELECT ${this.#columns}, ${createdAt} AS listed_at, ${id} AS listed_id
      FROM ${this.#from} WHERE ${every([...conditions, this.#behind(before)])}
      ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${limit + 1}`)
    const shown = rows.slice(0, limit)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      rows: shown.map((row) => this.#decode(row)),
      next: last && positionOf(last),
      total: includeTotal ? await this.count(conditions) : undefined,
    }
  }

  /**
   * The same where no index answers some of the conditions: those are asked of the next rows only, one by one, so that a page
   * costs the same whatever there is. It may hold fewer rows than it could, and `next` goes on behind those it looked at.
   */
  async pageWithin(
    conditions: readonly Condition[],
    asked: readonly Condition[],
    { before, limit }: Omit<PageRequest, 'includeTotal'>,
  ): Promise<Page<R>> {
    const { createdAt, id } = this.#key
    const last = await this.#db.get(sql`
      SELECT ${createdAt} AS listed_at, ${id} AS listed_id FROM ${this.#counted} WHERE ${every([...conditions, this.#behind(before)])}
      ORDER BY ${createdAt} DESC, ${id} DESC LIMIT 1 OFFSET ${LOOKED_AT - 1}`)
    const edge = last && positionOf(last)
    const within = edge && sql`(${createdAt}, ${id}) >= (${edge.createdAt}, ${edge.id})`
    const page = await this.page([...conditions, within, ...asked], { before, limit, includeTotal: false })
    return { ...page, next: page.next ?? edge }
  }

  async count(conditions: readonly Condition[], queries: Queries = this.#db): Promise<number> {
    const row = await queries.get(sql`SELECT count(*) AS count FROM ${this.#counted} WHERE ${every(conditions)}`)
    return Number(row?.['count'])
  }

  /** The row that meets a condition which no two rows meet. */
  async find(condition: Sql, queries: Queries = this.#db): Promise<R | undefined> {
    const row = await queries.get(sql`SELECT ${this.#columns} FROM ${this.#from} WHERE ${condition}`)
    return row && this.#decode(row)
  }

  #behind(before: Position | undefined): Sql | undefined {
    const { createdAt, id } = this.#key
    return before && sql`(${createdAt}, ${id}) < (${before.createdAt}, ${before.id})`
  }

  /** The same, held until the transaction ends: against every change, or with `forShare` against those of others. */
  async hold(tx: Tx, condition: Sql, lock: Choice = forUpdate): Promise<R | undefined> {
    const row = await tx.get(sql`SELECT ${this.#columns} FROM ${this.#from} WHERE ${condition} ${lock}`)
    return row && this.#decode(row)
  }
}

const positionOf = (row: Row): Position => ({ createdAt: Number(row['listed_at']), id: String(row['listed_id']) })

const sourceOf = <R>({ name, columns, decode }: Table<R>): ListSource<R> => ({
  columns,
  from: name,
  key: ['created_at', 'id'],
  decode,
})
