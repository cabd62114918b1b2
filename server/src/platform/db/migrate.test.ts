import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { onEachEngine, scratch } from '#test/support/engines.ts'
import { MigrationError } from './errors.ts'
import { latestMigration, migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { sql } from './sql.ts'
import type { EngineFixture } from '#test/support/engines.ts'

const FIRST = 'CREATE TABLE a (id INTEGER);\nINSERT INTO a VALUES (1);\n'
const SECOND = "-- it's a comment; with a semicolon\nINSERT INTO a VALUES (2); INSERT INTO a VALUES (3);\n"

function files(scripts: Record<string, string>): URL {
  const directory = mkdtempSync(join(scratch(), 'migrations-'))
  for (const [name, script] of Object.entries(scripts)) writeFileSync(join(directory, name), script)
  return pathToFileURL(`${directory}/`)
}

const both = () => files({ '0001_first.sql': FIRST, '0002_second.sql': SECOND })
const sumOf = async ({ db }: EngineFixture) => (await db.get(sql`SELECT sum(id) AS total FROM a`))?.['total']
const refuses = (work: Promise<unknown>, words: RegExp) =>
  assert.rejects(work, (error) => error instanceof MigrationError && words.test(error.message))

/** A test on each engine with a database that nothing has touched. */
const onEmpty = (name: string, body: (fixture: EngineFixture) => Promise<void>) =>
  onEachEngine(name, (_t, fixture) => body(fixture), { migrated: false })

onEmpty('applies each migration once and tells where the schema stands', async (fixture) => {
  const { database, clock, db } = fixture
  const directory = both()
  assert.deepEqual(await migrate(database, clock, directory), { current: 2, name: 'second', applied: 2 })
  assert.deepEqual(await migrate(database, clock, directory), { current: 2, name: 'second', applied: 0 })
  assert.equal(await sumOf(fixture), 6)
  const rows = await db.all(sql`SELECT number, name, applied_at FROM schema_migrations ORDER BY number`)
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { number: 1, name: 'first', applied_at: clock.now() },
      { number: 2, name: 'second', applied_at: clock.now() },
    ],
  )
})

onEmpty('stands at the same number on both engines, whichever one a migration is for', async (fixture) => {
  const { database, clock, db } = fixture
  const scripts = { '0001_first.sql': FIRST, '0003_third.sqlite.sql': SECOND, '0004_fourth.postgres.sql': SECOND }
  const [last, applied] = [{ current: 4, name: 'fourth' }, 2]
  assert.deepEqual(await migrate(database, clock, files(scripts)), { ...last, applied })
  const later = files({
    ...scripts,
    '0005_fifth.sql': SECOND,
    '0006_sixth.sqlite.sql': '',
    '0006_sixth.postgres.sql': '',
  })
  assert.deepEqual(await latestMigration(db, later), last, 'what this engine has not done yet does not count')
  assert.deepEqual(await migrate(database, clock, later), { current: 6, name: 'sixth', applied: 2 })
})

onEmpty("the server's own migrations apply to an empty database", async ({ database, clock, db }) => {
  const report = await migrate(database, clock)
  assert.ok(report.current >= 4)
  assert.equal(report.applied, (await db.all(sql`SELECT number FROM schema_migrations`)).length)
  assert.equal((await db.get(sql`SELECT count(*) AS n FROM tokens`))?.['n'], 0)
})

onEmpty('F17 of two starters one migrates and the other waits', async (fixture) => {
  const other = await openDatabase({ url: fixture.url })
  const directory = both()
  const reports = await Promise.all([fixture.database, other].map((one) => migrate(one, fixture.clock, directory)))
  assert.equal(
    reports.reduce((sum, { applied }) => sum + applied, 0),
    2,
  )
  for (const { current } of reports) assert.equal(current, 2)
  assert.equal(await sumOf(fixture), 6)
  await other.close()
})

onEmpty('F17 a migration that fails leaves nothing and can be tried again', async (fixture) => {
  const { database, clock } = fixture
  const directory = both()
  writeFileSync(new URL('0002_second.sql', directory), `${SECOND} INSERT INTO nowhere VALUES (1);`)
  await refuses(migrate(database, clock, directory), /^Migration 2 \(second\) failed and was undone: .*nowhere/)
  assert.equal(await sumOf(fixture), 1)
  writeFileSync(new URL('0002_second.sql', directory), SECOND)
  assert.equal((await migrate(database, clock, directory)).applied, 1)
  assert.equal(await sumOf(fixture), 6)
})

onEmpty('F17 an edited migration is refused', async ({ database, clock }) => {
  const directory = both()
  await migrate(database, clock, directory)
  writeFileSync(new URL('0001_first.sql', directory), `${FIRST}-- edited\n`)
  await refuses(migrate(database, clock, directory), /Migration 1 \(first\) was changed/)
  writeFileSync(new URL('0001_first.sql', directory), FIRST.replaceAll('\n', '\r\n'))
  await migrate(database, clock, directory)
})

onEmpty('F17 a schema newer than the code is refused', async ({ database, clock }) => {
  const directory = both()
  await migrate(database, clock, directory)
  rmSync(new URL('0002_second.sql', directory))
  await refuses(migrate(database, clock, directory), /migration 2 \(second\), which this version doesn't know/)
})

onEmpty('a pair of files gives each engine its own', async (fixture) => {
  const { database, clock, engine } = fixture
  const directory = files({
    '0001_first.sql': FIRST,
    '0002_pair.sqlite.sql': 'INSERT INTO a SELECT 10 WHERE sqlite_version() IS NOT NULL;',
    '0002_pair.postgres.sql': 'INSERT INTO a SELECT 20 WHERE version() IS NOT NULL;',
  })
  assert.equal((await migrate(database, clock, directory)).current, 2)
  assert.equal(await sumOf(fixture), engine === 'sqlite' ? 11 : 21)
})

onEmpty('a file with a wrong name or number is refused before anything runs', async ({ database, clock, db }) => {
  await refuses(migrate(database, clock, files({ 'first.sql': FIRST })), /not named like/)
  await refuses(migrate(database, clock, files({ '0000_none.sql': FIRST })), /should have a number above 0/)
  await refuses(
    migrate(database, clock, files({ '0001_a.sql': FIRST, '0001_b.sql': FIRST })),
    /should have a number above 1/,
  )
  await assert.rejects(db.get(sql`SELECT 1 FROM schema_migrations`))
})
