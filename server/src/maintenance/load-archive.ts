import { migrationLock } from '#/platform/db/dialect.ts'
import { assertSchemaKnown, migrate } from '#/platform/db/migrate.ts'
import { assertUnmarked } from '#/platform/db/schema-marks.ts'
import { digestOf, freeze } from '#/platform/db/transfer/freeze.ts'
import { isSameDigest } from '#/platform/db/transfer/row-digest.ts'
import { RowWriter } from '#/platform/db/transfer/row-writer.ts'
import { assertSameShape, shapesOf } from '#/platform/db/transfer/shape.ts'
import { MigrationError } from '#/platform/db/errors.ts'
import { damaged, notReadable } from './archive/damage.ts'
import { MaintenanceFailure } from './reporting/reports.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { TableDigest } from '#/platform/db/transfer/row-digest.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Database } from '#/platform/db/db.ts'
import type { ArchiveReader } from './archive/read-archive.ts'
import type { ArchiveHeader } from './archive/format.ts'
import type { Progress } from './reporting/reports.ts'

interface Loading {
  readonly database: Database
  /** By which the same database is opened once more, to see what it holds. */
  readonly url: string
  readonly clock: Clock
  /** The mark under which data may go into it. */
  readonly mark: string
  readonly signal: AbortSignal
  readonly progress: (progress: Progress) => void
  /** Tests: other migrations than those of this program. */
  readonly directory?: URL | undefined
}

/** What came in: how many tables and rows, and how many migrations brought it to this version. */
export interface Loaded {
  readonly tables: number
  readonly rows: number
  readonly migrated: number
}

/** The first line of an archive, if it is one that this program can load. Nothing was touched then. */
export async function readHeader(reader: ArchiveReader, directory?: URL): Promise<ArchiveHeader> {
  const header = await reader.header()
  try {
    assertSchemaKnown(header.migrations, header.engine, directory)
  } catch (error) {
    throw error instanceof MigrationError ? notReadable(error.message) : error
  }
  return header
}

/**
 * Fills a database that was taken for it from an archive: the schema as it was, the rows in one transaction, then what is
 * there compared with what was written, then the migrations made since.
 */
export async function loadArchive(header: ArchiveHeader, reader: ArchiveReader, loading: Loading): Promise<Loaded> {
  const { database, clock, mark, directory } = loading
  await migrate(database, clock, directory, { upTo: header.schema.number, copying: mark })
  const rows = await database.migration((tx) => fill(tx, reader, loading))
  await compare(reader.digests, loading)
  const { applied } = await migrate(database, clock, directory, { copying: mark })
  return { tables: reader.digests.size, rows, migrated: applied }
}

async function fill(tx: Tx, reader: ArchiveReader, { mark, signal, progress }: Loading): Promise<number> {
  await tx.run(migrationLock)
  await assertUnmarked(tx, mark)
  const shapes = await shapesOf(tx)
  let rows = 0
  for await (const { shape: theirs, batches } of reader.tables()) {
    // Statements are made of our own names: those of a file are only compared with them.
    const shape = shapes.find(({ name }) => name === theirs.name)
    if (!shape) throw damaged(`The table ${theirs.name} has no place in the schema it names.`)
    assertSameShape([theirs], [shape])
    const writer = new RowWriter(tx, shape)
    // Migrations write first rows of their own.
    await writer.clear()
    for await (const batch of batches) {
      signal.throwIfAborted()
      await writer.insert(batch)
      rows += batch.length
      progress({ step: `restoring ${shape.name}`, rows })
    }
  }
  const missing = shapes.find(({ name }) => !reader.digests.has(name))
  if (missing) throw damaged(`The table ${missing.name} is missing.`)
  return rows
}

/** Reads everything back: what the engine holds has to be what was sent. */
async function compare(expected: ReadonlyMap<string, TableDigest>, { url, signal, progress }: Loading): Promise<void> {
  const frozen = await freeze(url)
  try {
    for (const shape of await shapesOf(frozen.queries)) {
      progress({ step: `comparing ${shape.name}` })
      const wanted = expected.get(shape.name)
      const found = await digestOf(frozen, shape, signal)
      if (!wanted || !isSameDigest(wanted, found)) throw differs(shape.name)
    }
  } finally {
    await frozen.close()
  }
}

/** A table that is not the same on both sides. */
export const differs = (table: string): MaintenanceFailure =>
  new MaintenanceFailure(`${table} is not what was sent.`, {
    kind: 'check_failed',
    code: 'comparison_failed',
    why: 'The database holds other rows than were written to it.',
    next: 'Run it again into another database, and look at the disk of this one.',
  })
