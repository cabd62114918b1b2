import { DatabaseUnavailable } from './errors.ts'
import { Sql, sql } from './sql.ts'
import type { Write } from './db.ts'
import type { SqliteConnection } from './sqlite.ts'

/** What one caller wants to be written: a statement, or several of them, all or none. */
export type SqliteWork = Sql | readonly Write[]

/** How many rows a statement changed, whether several of them were written, or what a transaction returned; or why it failed. */
export type Outcome = { readonly result: unknown } | { readonly error: unknown }

const begin = sql`BEGIN IMMEDIATE`
const commit = sql`COMMIT`
const rollback = sql`ROLLBACK`
const savepoint = sql`SAVEPOINT work`
const rollbackToSavepoint = sql`ROLLBACK TO work`
const releaseSavepoint = sql`RELEASE work`

/** Takes the lock for writing. Throws what `isBusy` tells when another connection holds it. */
export function beginTransaction(connection: SqliteConnection): void {
  // One that could not be ended would let nobody begin.
  abandon(connection)
  connection.run(begin)
}

/** Makes durable what was done; throws DatabaseUnavailable when nothing of it was. */
function commitTransaction(connection: SqliteConnection): void {
  assertOpen(connection)
  try {
    connection.run(commit)
  } catch (error) {
    abandon(connection)
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable('the commit failed', { cause: error })
  }
}

/**
 * Makes durable what was done, and answers what became of it: where nothing was saved, each learns what kept its own part from that,
 * or else why the commit failed.
 */
export function saved(connection: SqliteConnection, outcomes: readonly Outcome[]): readonly Outcome[] {
  try {
    commitTransaction(connection)
    return outcomes
  } catch (error) {
    return outcomes.map((outcome) => ({ error: unavailableIn(outcome) ?? error }))
  }
}

const unavailableIn = (outcome: Outcome): unknown =>
  'error' in outcome && outcome.error instanceof DatabaseUnavailable ? outcome.error : undefined

/** Ends a transaction that can't be saved. */
export function abandon(connection: SqliteConnection): void {
  try {
    if (connection.isTransaction) connection.run(rollback)
  } catch {
    // The next beginning tries again.
  }
}

/**
 * Does what several callers want in the transaction at hand, which must hold nothing else yet. A savepoint for each would keep a
 * copy of every page it changes, so there is none, until one of them has to be undone: then all is done anew, with savepoints.
 */
export function doTogether(connection: SqliteConnection, works: readonly SqliteWork[]): Outcome[] {
  const outcomes = tryTogether(connection, works)
  if (outcomes) return outcomes
  beginTransaction(connection)
  return works.map((work) => attempt(connection, () => doAlone(connection, work)))
}

/** Undefined when something was written that must not stay. */
function tryTogether(connection: SqliteConnection, works: readonly SqliteWork[]): Outcome[] | undefined {
  const outcomes: Outcome[] = []
  for (const work of works) {
    if (work instanceof Sql) outcomes.push(attempt(connection, () => connection.run(work)))
    else {
      const outcome = tryAll(connection, work)
      if (outcome === undefined) return undefined
      outcomes.push(outcome)
    }
  }
  return outcomes
}

/** A statement that fails undoes itself, so where the first one writes nothing, nothing is to be undone. */
function tryAll(connection: SqliteConnection, [first, ...others]: readonly Write[]): Outcome | undefined {
  if (first === undefined) return { result: true }
  let changed = 0
  const outcome = attempt(connection, () => {
    changed = connection.run(first.statement)
    return isAsMany(changed, first)
  })
  const isDone = 'result' in outcome && outcome.result === true
  if (!isDone) return changed === 0 ? outcome : undefined
  try {
    return others.every((write) => isAsMany(connection.run(write.statement), write)) ? outcome : undefined
  } catch {
    return undefined
  }
}

function doAlone(connection: SqliteConnection, work: SqliteWork): number | boolean {
  if (work instanceof Sql) return connection.run(work)
  connection.run(savepoint)
  try {
    if (work.every((write) => isAsMany(connection.run(write.statement), write))) {
      connection.run(releaseSavepoint)
      return true
    }
    undo(connection)
    return false
  } catch (error) {
    undo(connection)
    throw error
  }
}

/** Undoes what came after the savepoint, or all of the transaction where that fails, too. */
function undo(connection: SqliteConnection): void {
  if (!connection.isTransaction) return
  try {
    connection.run(rollbackToSavepoint)
    connection.run(releaseSavepoint)
  } catch {
    abandon(connection)
  }
}

const isAsMany = (changed: number, { rows }: Write): boolean => (rows === undefined ? changed > 0 : changed === rows)

/** SQLite ends a transaction by itself on a full disk or a failed write; nothing may then run outside of one. */
function attempt(connection: SqliteConnection, work: () => number | boolean): Outcome {
  try {
    assertOpen(connection)
    return { result: work() }
  } catch (error) {
    return { error }
  }
}

/** Throws when the transaction is over before its end. */
export function assertOpen(connection: SqliteConnection): void {
  if (!connection.isTransaction) throw new DatabaseUnavailable('the transaction was rolled back')
}
