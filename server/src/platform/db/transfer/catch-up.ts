import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { lineOf, ROWS_AT_ONCE } from './cells.ts'
import { rowsBehind, rowsNumbered } from './frozen-sqlite.ts'
import { RowDigest } from './row-digest.ts'
import { RowWriter } from './row-writer.ts'
import type { SqliteConnection } from '#/platform/db/sqlite.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Cells } from './cells.ts'
import type { KnownRows } from './known-rows.ts'
import type { TableDigest } from './row-digest.ts'
import type { TableShape } from './shape.ts'

const [FIRST, LAST] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
/** How many rows that went over are looked at together; more of them may be gone since than are there now. */
const KNOWN_AT_ONCE = 1000

interface CatchingUp {
  /** A SQLite database that stands still. */
  readonly source: SqliteConnection
  readonly shapes: readonly TableShape[]
  readonly known: KnownRows
  /** A transaction of the other database. */
  readonly tx: Tx
  readonly signal: AbortSignal
  readonly onRows: (table: string, rows: number) => void
}

/** What a table holds now, and how many rows had to be written. */
export interface CaughtUp {
  readonly digests: ReadonlyMap<string, TableDigest>
  readonly written: number
}

/**
 * Makes another database what this one is now: reads every row, and writes those that are new or changed since they went over.
 * What is gone or changed is removed from all tables first, so that no unique value is in the way of its next holder.
 */
export async function catchUp(work: CatchingUp): Promise<CaughtUp> {
  const { known, shapes } = work
  known.begin()
  const digests = new Map<string, TableDigest>()
  for (const [part, shape] of shapes.entries()) digests.set(shape.name, await removeStale(work, part, shape))
  let written = 0
  for (const [part, shape] of shapes.entries()) written += await writeAwaited(work, part, shape)
  known.forgetAwaited()
  known.commit()
  return { digests, written }
}

async function removeStale(work: CatchingUp, part: number, shape: TableShape): Promise<TableDigest> {
  const { source, known, tx, signal, onRows } = work
  const digest = new RowDigest()
  const writer = new RowWriter(tx, shape)
  for (let after = FIRST; after !== LAST;) {
    signal.throwIfAborted()
    const found = rowsBehind(source, shape, after)
    const end = found.length < ROWS_AT_ONCE ? LAST : (found.at(-1)?.rowid ?? LAST)
    const former = known.between(part, after, end, KNOWN_AT_ONCE)
    const upTo = former.length < KNOWN_AT_ONCE ? end : (former.at(-1)?.rowid ?? end)
    const stale = new Map(former.map((row) => [row.rowid, row]))
    for (const { rowid, cells } of found) {
      if (rowid > upTo) break
      const line = lineOf(cells)
      digest.add(line)
      if (stale.get(rowid)?.hash === shortHash(line)) stale.delete(rowid)
      else known.await(part, rowid)
    }
    for (let rest = [...stale.values()]; rest.length > 0; rest = rest.slice(ROWS_AT_ONCE))
      await writer.remove(rest.slice(0, ROWS_AT_ONCE).map(({ key }) => key))
    for (const rowid of stale.keys()) known.forget(part, rowid)
    after = upTo
    onRows(shape.name, digest.result.rows)
    await nextTurn()
  }
  return digest.result
}

async function writeAwaited(work: CatchingUp, part: number, shape: TableShape): Promise<number> {
  const { source, known, tx, signal, onRows } = work
  const writer = new RowWriter(tx, shape)
  const keyOf = keyReader(shape)
  let written = 0
  for (let after = FIRST; ;) {
    signal.throwIfAborted()
    const rowids = known.awaited(part, after, ROWS_AT_ONCE)
    const rows = rowsNumbered(source, shape, rowids)
    await writer.insert(rows.map(({ cells }) => cells))
    for (const { rowid, cells } of rows)
      known.remember(part, { rowid, hash: shortHash(lineOf(cells)), key: keyOf(cells) })
    written += rows.length
    onRows(shape.name, written)
    if (rowids.length < ROWS_AT_ONCE) return written
    after = rowids.at(-1) ?? LAST
  }
}

/** Tells whether a row changed; what is compared in the end are whole hashes. */
const shortHash = (line: string): string => hash('sha256', line, 'base64').slice(0, 22)

function keyReader({ columns, key }: TableShape): (cells: Cells) => Cells {
  const at = key.map((name) => columns.findIndex((column) => column.name === name))
  return (cells) => at.map((i) => cells[i] ?? null)
}
