import { createHash } from 'node:crypto'
import { migrationLock } from './dialect.ts'
import { DatabaseUnavailable, MigrationError, reasonOf } from './errors.ts'
import { assertUnmarked, isMigration } from './schema-marks.ts'
import { sql } from './sql.ts'
import { hasTable } from './tables.ts'
import { integer, table, text } from './table.ts'
import { ownFilesIn, readOwnFile } from '#/platform/own-files.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Database, Db, Queries, ScriptTx, Tx } from './db.ts'
import type { Engine } from './sql.ts'
import type { EntityOf } from './table.ts'

const DIRECTORY = new URL('../../../migrations/', import.meta.url)
const FILE_NAME = /^(\d{4})_([a-z0-9_]+)(?:\.(sqlite|postgres))?\.sql$/

const schemaMigrations = table('schema_migrations', { number: integer, name: text, checksum: text, appliedAt: integer })
type Applied = EntityOf<typeof schemaMigrations>

interface Migration {
  readonly number: number
  readonly name: string
  readonly checksum: string
  readonly script: string
}

/** Where the schema stands, and how many migrations this start applied. */
export interface MigrationReport {
  readonly current: number
  readonly name: string
  readonly applied: number
}

/** How far to go, for whoever makes a schema to copy data into. */
interface MigrateOptions {
  /** The number of the last migration to apply. */
  readonly upTo?: number
  /** The mark that says data is being copied, where the caller is who copies. */
  readonly copying?: string
}

/** A migration by its number and name. */
export interface MigrationTitle {
  readonly number: number
  readonly name: string
}

/** What a schema has of what this code knows. */
export interface MigrationStatus {
  readonly current: MigrationTitle
  readonly applied: readonly (MigrationTitle & { readonly checksum: string; readonly appliedAt: number })[]
  readonly pending: readonly MigrationTitle[]
  /** Why a server of this version refuses it. */
  readonly refusal: string | undefined
}

/**
 * Brings the schema to what this code knows, each migration in one transaction. Two starters share the work safely: each
 * step looks again at what is applied while it holds the lock. Refuses a schema that is newer, or that other SQL made.
 */
export async function migrate(
  database: Database,
  clock: Clock,
  directory = DIRECTORY,
  { upTo = Infinity, copying }: MigrateOptions = {},
): Promise<MigrationReport> {
  const migrations = readMigrations(directory, database.db.engine)
  const step = { migrations, upTo, copying, clock }
  let applied = 0
  while (await database.migration((tx) => applyNext(tx, step))) applied += 1
  return { ...(await latestMigration(database.db, directory)), applied }
}

/**
 * The newest migration that this database has. One that only the other engine needs counts as soon as all before it are
 * there, so that the same schema has the same number on both.
 */
export async function latestMigration(
  db: Db,
  directory = DIRECTORY,
): Promise<Pick<MigrationReport, 'current' | 'name'>> {
  const row = await db.get(sql`
    SELECT ${schemaMigrations.columns} FROM schema_migrations WHERE ${isMigration} ORDER BY number DESC LIMIT 1`)
  const { number, name } = row ? schemaMigrations.decode(row) : { number: 0, name: 'none' }
  const later = namesIn(directory).filter((file) => file.number > number)
  const own = later.find(({ only }) => only === undefined || only === db.engine)
  const foreign = later.findLast((file) => file.number < (own?.number ?? Infinity))
  return foreign ? { current: foreign.number, name: foreign.name } : { current: number, name }
}

/** What of the known migrations a schema has and lacks. Looks only; a database without anything lacks all. */
export async function migrationStatus(db: Db, directory = DIRECTORY): Promise<MigrationStatus> {
  const known = readMigrations(directory, db.engine)
  const titles = known.map(({ number, name }) => ({ number, name }))
  if (!(await hasTable(db, 'schema_migrations')))
    return { current: { number: 0, name: 'none' }, applied: [], pending: titles, refusal: undefined }
  const applied = await listApplied(db)
  const { current: number, name } = await latestMigration(db, directory)
  return {
    current: { number, name },
    applied,
    pending: titles.slice(applied.length),
    refusal: await refusalOf(db, applied, known),
  }
}

async function refusalOf(
  db: Db,
  applied: readonly Applied[],
  known: readonly Migration[],
): Promise<string | undefined> {
  try {
    await assertUnmarked(db)
    assertKnown(applied, known)
    return undefined
  } catch (error) {
    if (error instanceof MigrationError) return error.message
    throw error
  }
}

interface Step {
  readonly migrations: readonly Migration[]
  readonly upTo: number
  readonly copying: string | undefined
  readonly clock: Clock
}

async function applyNext(tx: ScriptTx, { migrations, upTo, copying, clock }: Step): Promise<boolean> {
  await tx.run(migrationLock)
  const applied = await readApplied(tx)
  await assertUnmarked(tx, copying)
  assertKnown(applied, migrations)
  const next = migrations[applied.length]
  if (next === undefined || next.number > upTo) return false
  const { number, name, checksum, script } = next
  await tx.script(script).catch((error: unknown) => Promise.reject(failed(next, error)))
  await tx.run(schemaMigrations.insert({ number, name, checksum, appliedAt: clock.now() }))
  return true
}

function failed({ number, name }: Migration, error: unknown): unknown {
  if (error instanceof DatabaseUnavailable) return error
  return new MigrationError(`Migration ${number} (${name}) failed and was undone: ${reasonOf(error)}`, { cause: error })
}

async function readApplied(tx: Tx): Promise<Applied[]> {
  await makeMigrationsTable(tx)
  return listApplied(tx)
}

/** Makes the table of what was applied, which is there before any migration. */
export async function makeMigrationsTable(tx: Tx): Promise<void> {
  await tx.run(sql`
    CREATE TABLE IF NOT EXISTS schema_migrations
      (number INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)`)
}

async function listApplied(queries: Queries): Promise<Applied[]> {
  const rows = await queries.all(sql`
    SELECT ${schemaMigrations.columns} FROM schema_migrations WHERE ${isMigration} ORDER BY number`)
  return rows.map((row) => schemaMigrations.decode(row))
}

/** Fails unless a schema that other migrations made, perhaps on the other engine, is one that this code can make too. */
export function assertSchemaKnown(
  applied: readonly Pick<Applied, 'number' | 'name' | 'checksum'>[],
  engine: Engine,
  directory = DIRECTORY,
): void {
  assertKnown(applied, readMigrations(directory, engine))
}

function assertKnown(applied: readonly Omit<Applied, 'appliedAt'>[], migrations: readonly Migration[]): void {
  for (const [i, { number, name, checksum }] of applied.entries()) {
    const known = migrations[i]
    if (known === undefined)
      throw new MigrationError(
        `The database has migration ${number} (${name}), which this version doesn't know. Start the version that made it, or a newer one.`,
      )
    if (known.number !== number || known.checksum !== checksum)
      throw new MigrationError(
        `Migration ${number} (${name}) was changed after it was applied. Restore the file; a change belongs into a new migration.`,
      )
  }
}

function readMigrations(directory: URL, engine: Engine): Migration[] {
  const wanted = namesIn(directory).filter(({ only }) => only === undefined || only === engine)
  const migrations = wanted.map((it) => readMigration(directory, it))
  assertInOrder(migrations)
  return migrations
}

interface MigrationName {
  readonly file: string
  readonly number: number
  readonly name: string
  /** The engine it is for, where it is not for both. */
  readonly only: string | undefined
}

/** The migrations of a directory in their order. */
function namesIn(directory: URL): MigrationName[] {
  const files = ownFilesIn(directory)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
  return files.map((file) => {
    const [, number, name, only] = FILE_NAME.exec(file) ?? []
    if (number === undefined || name === undefined) throw new MigrationError(`${file} is not named like 0001_name.sql`)
    return { file, number: Number(number), name, only }
  })
}

function readMigration(directory: URL, { file, number, name }: MigrationName): Migration {
  const script = readOwnFile(new URL(file, directory)).replaceAll('\r\n', '\n')
  return { number, name, script, checksum: createHash('sha256').update(script).digest('hex') }
}

// A gap is fine: numbers are handed out before the files are written, and one may never be.
function assertInOrder(migrations: readonly Migration[]): void {
  for (const [i, { number, name }] of migrations.entries()) {
    const before = migrations[i - 1]?.number ?? 0
    if (number <= before)
      throw new MigrationError(`Migration ${number} (${name}) should have a number above ${before}.`)
  }
}
