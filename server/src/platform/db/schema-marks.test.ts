import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onEachEngine, scratch } from '#test/support/engines.ts'
import { MigrationError } from './errors.ts'
import { latestMigration, migrate, migrationStatus } from './migrate.ts'
import { clearMark, findMark, setMark } from './schema-marks.ts'
import { sql } from './sql.ts'
import { tableNames } from './tables.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)
const refuses = (work: Promise<unknown>, words: RegExp) =>
  assert.rejects(work, (error) => error instanceof MigrationError && words.test(error.message))

onEachEngine('a marked database is refused by every start, until its mark is taken away', async (_t, fixture) => {
  const { database, db, clock } = fixture
  const before = await latestMigration(db)
  for (const [mark, words] of [
    ['unfinished', /did not finish/],
    ['moved', /was moved to PostgreSQL/],
  ] as const) {
    await db.tx((tx) => setMark(tx, mark, 'a copy', clock.now()))
    await refuses(migrate(database, clock), words)
    assert.match((await migrationStatus(db)).refusal ?? '', words)
    assert.deepEqual(await latestMigration(db), before, 'a mark is no migration')
    assert.equal(await db.tx((tx) => clearMark(tx, mark, 'another copy')), false)
    assert.equal(await findMark(db, mark), 'a copy')
    assert.equal(await db.tx((tx) => clearMark(tx, mark, 'a copy')), true)
    assert.equal((await migrate(database, clock)).applied, 0)
  }
})

onEachEngine('a version that knows no marks refuses a marked database too', async (_t, { db }) => {
  await db.tx((tx) => setMark(tx, 'unfinished', 'a copy', 1))
  // What such a version asks: every row, in order, and each has to be a migration that it knows.
  const rows = await db.all(sql`SELECT number FROM schema_migrations ORDER BY number`)
  assert.ok(Number(rows.at(-1)?.['number']) > 9999, 'no file can have such a number')
})

onEachEngine('whoever copies goes on under its own mark, and stops when it is gone', async (_t, fixture) => {
  const { database, db, clock } = fixture
  await db.tx((tx) => setMark(tx, 'unfinished', 'mine', clock.now()))
  assert.equal((await migrate(database, clock, MIGRATIONS, { copying: 'mine' })).applied, 0)
  await refuses(migrate(database, clock, MIGRATIONS, { copying: 'another' }), /did not finish/)
  await db.tx((tx) => clearMark(tx, 'unfinished', 'mine'))
  await refuses(migrate(database, clock, MIGRATIONS, { copying: 'mine' }), /took this database over/)
})

onEachEngine(
  'the status tells what a database lacks, has, and what nobody knows',
  async (_t, { database, db, clock }) => {
    const all = (await migrationStatus(db)).pending
    assert.equal(all.length > 40, true)
    assert.deepEqual(await tableNames(db), [], 'looking changes nothing')
    const third = all[2]?.number ?? 0
    assert.equal((await migrate(database, clock, MIGRATIONS, { upTo: third })).applied, 3)
    const status = await migrationStatus(db)
    assert.deepEqual([status.applied.length, status.pending, status.refusal], [3, all.slice(3), undefined])
    const fewer = mkdtempSync(join(scratch(), 'fewer-'))
    const kept = readdirSync(MIGRATIONS).toSorted().slice(0, 2)
    for (const file of kept) copyFileSync(join(fileURLToPath(MIGRATIONS), file), join(fewer, file))
    assert.match((await migrationStatus(db, pathToFileURL(`${fewer}/`))).refusal ?? '', /this version doesn't know/)
  },
  { migrated: false },
)
