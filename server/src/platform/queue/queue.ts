/**
 * Queues: work that must be done after a commit, on any node, at least once. A queue is a table of the module whose work
 * it is, with the columns of `queueColumns` beside its own; a row is written in the transaction that makes it necessary.
 * `QueueWorker` takes rows that are due under a lease and ends them or puts them back, and only whoever holds the lease
 * can. A node that dies lets its lease run out, and another one takes the row.
 *
 * The table needs an index on `(next_at, id)`, and with destinations one on `(<destination>, next_at, id)`; where rows
 * stay when they are done, both `WHERE next_at IS NOT NULL`.
 */
import { forUpdateSkipLocked } from '#/platform/db/dialect.ts'
import { every, joinAny, raw, sql } from '#/platform/db/sql.ts'
import { newId } from '#/platform/ids.ts'
import { EndingStatements, finished, postponed } from './endings.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Table } from '#/platform/db/table.ts'
import type { Ended, Postponement } from './endings.ts'
import type { QueueRow } from './queue-row.ts'

/** Work that waits. */
export interface Backlog {
  readonly waiting: number
  readonly dueAt: number | undefined
}

interface QueueDeps<R extends QueueRow> {
  readonly db: Db
  readonly table: Table<R>
  /** The field that says where a row goes, when not all go to the same place: destinations take turns. */
  readonly destination?: keyof R & string
}

/** Which rows to take. */
export interface Claim {
  readonly now: number
  /** When the lease ends. */
  readonly until: number
  readonly limit: number
  /** Destinations that have enough to do. */
  readonly busy: readonly string[]
  /** How many rows a destination gets in its turn; one when not given. */
  readonly perTurn?: number
  /** Destinations that get one row in their turn, whatever the others get. */
  readonly careful?: readonly string[]
}

/** Every statement about the waiting rows of one queue. */
export class Queue<R extends QueueRow> {
  readonly #deps: QueueDeps<R>
  /** The destination that had the last turn. */
  #last = ''
  /** How many destinations had something the last time. */
  #destinations = 1
  #wake: (() => void) | undefined
  readonly #endings: EndingStatements<R>
  constructor(deps: QueueDeps<R>) {
    this.#deps = deps
    this.#endings = new EndingStatements(deps.table, deps.db.engine)
  }

  /** Queues one row. */
  async add(tx: Tx, row: R): Promise<void> {
    await tx.run(this.#deps.table.insert(row))
    this.added(tx)
  }

  /** Says that a transaction queued rows, so that the worker of this process begins as soon as they are there. */
  added(tx: Tx): void {
    tx.afterCommit(() => this.#wake?.())
  }

  /** Calls back when this process queued something; undefined for no more calls. */
  onAdded(wake: (() => void) | undefined): void {
    this.#wake = wake
  }

  destinationOf(row: R): string {
    const { destination } = this.#deps
    return destination === undefined ? '' : String(row[destination])
  }

  /** Whether anything waits whose time has come. */
  async isDue(now: number): Promise<boolean> {
    const { db, table } = this.#deps
    return (await db.get(sql`SELECT id FROM ${table.name} WHERE next_at <= ${now} LIMIT 1`)) !== undefined
  }

  async countWaiting(): Promise<number> {
    const { db, table } = this.#deps
    const row = await db.get(sql`SELECT count(*) AS n FROM ${table.name} WHERE next_at IS NOT NULL`)
    return Number(row?.['n'] ?? 0)
  }

  /** How many rows wait, and since when the one is due that waits longest. */
  async backlog(): Promise<Backlog> {
    const { db, table } = this.#deps
    const row = await db.get(
      sql`SELECT count(*) AS n, min(next_at) AS due FROM ${table.name} WHERE next_at IS NOT NULL`,
    )
    const { n = 0, due = null } = row ?? {}
    return { waiting: Number(n), dueAt: due === null ? undefined : Number(due) }
  }

  /** How many rows wait for a destination, counted up to `most`. */
  async countWaitingFor(queries: Queries, destination: string, most: number): Promise<number> {
    const { table, destination: field } = this.#deps
    const isTheirs = field === undefined ? undefined : sql`${table.column(field)} = ${destination}`
    const waiting = every([isTheirs, sql`next_at IS NOT NULL`])
    const row = await queries.get(sql`
      SELECT count(*) AS n FROM (SELECT id FROM ${table.name} WHERE ${waiting} LIMIT ${most}) AS waiting`)
    return Number(row?.['n'] ?? 0)
  }

  /**
   * Takes rows for this worker alone until the lease ends, and counts the attempt. Where a row goes decides whose turn it
   * is: at most `perTurn` rows of each destination, those that wait longest, from the destination behind the last one on.
   * None means that nothing can be taken now.
   */
  async claim(claim: Claim): Promise<R[]> {
    const { destination } = this.#deps
    if (destination === undefined) return this.#take(claim, sql`next_at <= ${claim.now}`)
    // No more of each than what fills the places if as many destinations have something as had the last time.
    const perTurn = Math.min(claim.perTurn ?? 1, Math.ceil(claim.limit / this.#destinations))
    const taken = await this.#takeTurns({ ...claim, perTurn }, destination)
    if (taken.length > 0 || this.#last === '') return taken
    this.#last = ''
    return this.#takeTurns({ ...claim, perTurn }, destination)
  }

  /** Ends a row: it goes, or stays with these changes. False when the lease was lost, and with it the right to end it. */
  async finish(queries: Queries, row: R, end: 'delete' | Partial<R>): Promise<boolean> {
    return (await this.write(queries, [finished(row, end)])) === 1
  }

  /** Puts a row back until a later time. False when the lease was lost. */
  async postpone(queries: Queries, row: R, nextAt: number, how: Postponement<R>): Promise<boolean> {
    return (await this.write(queries, [postponed(row, nextAt, how)])) === 1
  }

  /** Writes what became of rows, with one statement for all that end alike. Returns how many were still held. */
  async write(queries: Queries, ended: readonly Ended<R>[]): Promise<number> {
    let held = 0
    for (const statement of this.#endings.of(ended)) held += await queries.run(statement)
    return held
  }

  async #takeTurns(claim: Claim, destination: keyof R & string): Promise<R[]> {
    const rows = await this.#take(claim, sql`id IN (${this.#heads(claim, destination)})`)
    const turns = [...new Set(rows.map((row) => this.destinationOf(row)))].toSorted()
    this.#last = turns.at(-1) ?? this.#last
    this.#destinations = Math.max(1, turns.length)
    return rows
  }

  /**
   * The rows that wait longest of each destination, found by a few steps through an index for each, however many rows wait.
   * All first ones come before all second ones.
   */
  #heads({ now, busy, limit, perTurn = 1, careful = [] }: Claim, field: keyof R & string): Sql {
    const { name, column } = this.#deps.table
    const destination = column(field)
    const next = (after: Sql): Sql => sql`
      SELECT min(${destination}) FROM ${name} WHERE ${destination} > ${after} AND next_at IS NOT NULL`
    const isFree = busy.length === 0 ? undefined : sql`destination NOT IN (${joinAny(busy)})`
    const isBold = careful.length === 0 ? undefined : sql`destination NOT IN (${joinAny(careful)})`
    const earliest = (behind: Sql): Sql => sql`
      SELECT waiting.id FROM ${name} waiting WHERE waiting.${destination} = turns.destination AND waiting.next_at <= ${now}
        AND ${behind} ORDER BY waiting.next_at, waiting.id LIMIT 1`
    const afterHead = sql`(waiting.next_at, waiting.id) > (SELECT head.next_at, head.id FROM ${name} head WHERE head.id = turns.row_id)`
    const following =
      perTurn === 1
        ? raw('')
        : sql`UNION ALL SELECT turns.destination, turns.nth + 1, (${earliest(afterHead)}) FROM rows_in_turn AS turns
            WHERE ${every([sql`turns.row_id IS NOT NULL`, sql`turns.nth < ${perTurn}`, isBold])}`
    return sql`
      WITH RECURSIVE destinations (destination) AS (
        SELECT (${next(sql`${this.#last}`)}) AS destination
        UNION ALL SELECT (${next(sql`destinations.destination`)}) FROM destinations
          WHERE destinations.destination IS NOT NULL),
      rows_in_turn (destination, nth, row_id) AS (
        SELECT turns.destination, 1, (${earliest(sql`1 = 1`)}) FROM destinations AS turns
        WHERE ${every([sql`destination IS NOT NULL`, isFree])}
        ${following})
      SELECT row_id FROM rows_in_turn WHERE row_id IS NOT NULL ORDER BY nth, destination LIMIT ${limit}`
  }

  // Materialized, so that PostgreSQL chooses once; a row that another node chose at the same time is passed over.
  async #take({ now, until, limit }: Claim, among: Sql): Promise<R[]> {
    const { db, table } = this.#deps
    const lease = newId('node', now)
    const rows = await db.tx((tx) =>
      tx.all(sql`
        WITH taken AS MATERIALIZED (
          SELECT id FROM ${table.name} WHERE ${among} AND next_at <= ${now}
          ORDER BY next_at, id LIMIT ${limit} ${forUpdateSkipLocked})
        UPDATE ${table.name} SET attempts = attempts + 1, next_at = ${until}, lease = ${lease}
        WHERE id IN (SELECT id FROM taken)
        RETURNING ${table.columns}`),
    )
    return rows.map((row) => table.decode(row))
  }
}
