import { randomBytes } from 'node:crypto'
import { migrationLock } from '#/platform/db/dialect.ts'
import { makeMigrationsTable } from '#/platform/db/migrate.ts'
import { clearMark, findMark, setMark } from '#/platform/db/schema-marks.ts'
import { raw } from '#/platform/db/sql.ts'
import { tableNames } from '#/platform/db/tables.ts'
import { quoted } from '#/platform/db/transfer/names.ts'
import { MaintenanceFailure } from './reporting/reports.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Database, Tx } from '#/platform/db/db.ts'

/** What a database that data goes into is told by. */
interface Target {
  readonly database: Database
  readonly clock: Clock
}

/**
 * Takes an empty database for data that is copied into it, by a mark that no server starts on. What an earlier copy left
 * unfinished is thrown away. Returns what the mark says, by which whoever copies knows that it is still theirs.
 */
export async function takeTarget({ database, clock }: Target, purpose: 'restore' | 'move'): Promise<string> {
  const mark = `${purpose} ${randomBytes(8).toString('hex')}`
  await database.migration(async (tx) => {
    await tx.run(migrationLock)
    const tables = await tableNames(tx)
    if (tables.length > 0) await emptyUnfinished(tx, tables)
    await makeMigrationsTable(tx)
    await setMark(tx, 'unfinished', mark, clock.now())
  })
  return mark
}

async function emptyUnfinished(tx: Tx, tables: readonly string[]): Promise<void> {
  const unfinished = tables.includes('schema_migrations') ? await findMark(tx, 'unfinished') : undefined
  if (unfinished === undefined)
    throw new MaintenanceFailure('The database is not empty.', {
      kind: 'conflict',
      code: 'target_not_empty',
      why: `It has ${tables.length === 1 ? 'the table' : 'tables, among them'} ${tables[0]}. Nothing is ever written over what is there.`,
      next: 'Name a new database: createdb mandate_restored, or a SQLite file that does not exist yet.',
    })
  for (const table of tables) await tx.run(raw(`DROP TABLE ${quoted(table)}`))
}

/** Takes the mark away: from now on a server may start. */
export async function releaseTarget({ database }: Pick<Target, 'database'>, mark: string): Promise<void> {
  await database.db.tx((tx) => clearMark(tx, 'unfinished', mark))
}
