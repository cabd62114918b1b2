import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { migrate } from '#/platform/db/migrate.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { TestClock } from './clock.ts'
import { connectPostgres, startPostgres } from './postgres.ts'
import type { TestContext } from 'node:test'
import type { Database, Db } from '#/platform/db/db.ts'
import type { Engine } from '#/platform/db/sql.ts'
import type { TestPostgres } from './postgres.ts'

/** A migrated, empty database that belongs to one test. */
export interface FreshDatabase {
  readonly engine: Engine
  readonly url: string
  readonly database: Database
  readonly db: Db
  /** Closes and removes it. */
  release(): Promise<void>
}

/** What a test on every engine gets. */
export interface EngineFixture extends FreshDatabase {
  readonly clock: TestClock
}

const ENGINES: readonly Engine[] = ['sqlite', 'postgres']

/** The engine that `MANDATE_TEST_ENGINE` names: nothing runs on another one then. */
function onlyEngine(): Engine | undefined {
  const chosen = process.env['MANDATE_TEST_ENGINE'] ?? ''
  const engine = ENGINES.find((known) => known === chosen)
  if (!engine && chosen !== '') throw new Error(`MANDATE_TEST_ENGINE must be sqlite or postgres, not ${chosen}`)
  return engine
}

/** The engines of tests that run on each: both, or the one that was chosen. */
export function chosenEngines(): readonly Engine[] {
  const only = onlyEngine()
  return only ? [only] : ENGINES
}

/** The engine of a story that doesn't choose: the one that was chosen, or SQLite. */
export const storyEngine = (): Engine => onlyEngine() ?? 'sqlite'

/** Declares one test for each engine, with a fresh database each. */
export function onEachEngine(
  name: string,
  body: (t: TestContext, fixture: EngineFixture) => Promise<void>,
  options: FreshOptions = {},
): void {
  for (const engine of chosenEngines())
    test(`${name} (${engine})`, async (t) => {
      const fresh = await freshDatabase(engine, options)
      try {
        await body(t, { ...fresh, clock: new TestClock() })
      } finally {
        await fresh.release()
      }
    })
}

/** Whether the fresh database has the schema already; only tests of migrations want it without. */
interface FreshOptions {
  readonly migrated?: boolean
}

/** Makes a database of its own for a test; a second `openDatabase` on its URL is a second node. */
export function freshDatabase(engine: Engine, { migrated = true }: FreshOptions = {}): Promise<FreshDatabase> {
  return engine === 'sqlite' ? freshSqlite(migrated) : freshPostgres(migrated)
}

async function freshSqlite(migrated: boolean): Promise<FreshDatabase> {
  const directory = mkdtempSync(join(scratch(), 'db-'))
  const file = join(directory, 'mandate.db')
  if (migrated) copyFileSync(await (sqliteTemplate ??= prepareSqliteTemplate()), file)
  const url = `sqlite:${file}`
  const database = await openDatabase({ url, durable: false })
  const release = async () => {
    await database.close()
    rmSync(directory, { recursive: true, force: true })
  }
  return { engine: 'sqlite', url, database, db: database.db, release }
}

async function freshPostgres(migrated: boolean): Promise<FreshDatabase> {
  const server = await sharedPostgres()
  const lent = migrated ? await server.lendDatabase() : undefined
  const url = lent?.url ?? (await server.createDatabase({ migrated }))
  const database = await openDatabase({ url })
  const release = async () => {
    await database.close()
    await (lent ? server.takeBack(lent) : server.dropDatabase(url))
  }
  return { engine: 'postgres', url, database, db: database.db, release }
}

// Test processes share what is slow to make; it lives as long as the process.
let sqliteTemplate: Promise<string> | undefined
let postgres: Promise<TestPostgres> | undefined
let scratchDirectory: string | undefined

/** The one PostgreSQL of this process: that of `MANDATE_TEST_POSTGRES_URL`, or one started now. */
export function sharedPostgres(): Promise<TestPostgres> {
  const url = process.env['MANDATE_TEST_POSTGRES_URL']
  postgres ??= url ? Promise.resolve(connectPostgres(url)) : startPostgres()
  return postgres
}

async function prepareSqliteTemplate(): Promise<string> {
  const file = join(scratch(), 'template.db')
  const database = await openDatabase({ url: `sqlite:${file}` })
  await migrate(database, new TestClock())
  await database.close()
  return file
}

/** A directory for this process's files, removed when it ends. */
export function scratch(): string {
  if (scratchDirectory === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'mandate-test-'))
    process.once('exit', () => rmSync(made, { recursive: true, force: true }))
    scratchDirectory = made
  }
  return scratchDirectory
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations/', import.meta.url))

/** A directory with the migrations that came before the one with this name. */
export function migrationsBefore(name: string): URL {
  const all = readdirSync(MIGRATIONS).toSorted()
  const number = all.find((file) => file.includes(`_${name}.`))?.slice(0, 4) ?? ''
  const directory = mkdtempSync(join(scratch(), 'before-'))
  for (const file of all.filter((one) => one.slice(0, 4) < number))
    copyFileSync(join(MIGRATIONS, file), join(directory, file))
  return pathToFileURL(`${directory}/`)
}
