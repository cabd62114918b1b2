import { sqliteFileOf } from '#/platform/db/open.ts'
import { lineOf } from './cells.ts'
import { RowDigest } from './row-digest.ts'
import type { FrozenDatabase } from './frozen-database.ts'
import type { TableDigest } from './row-digest.ts'
import type { TableShape } from './shape.ts'

/** Opens a view of a database that does not change. Nothing is written, and nobody waits. */
export async function freeze(url: string): Promise<FrozenDatabase> {
  const file = sqliteFileOf(url)
  if (file !== undefined) return (await import('./frozen-sqlite.ts')).FrozenSqlite.open(file)
  return (await import('./frozen-postgres.ts')).FrozenPostgres.open(url)
}

/** What a table holds in one value. */
export async function digestOf(frozen: FrozenDatabase, shape: TableShape, signal?: AbortSignal): Promise<TableDigest> {
  const digest = new RowDigest()
  for await (const batch of frozen.batches(shape)) {
    signal?.throwIfAborted()
    for (const cells of batch) digest.add(lineOf(cells))
  }
  return digest.result
}
