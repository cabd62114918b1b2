import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrationLock } from '#/platform/db/dialect.ts'
import { migrate, migrationStatus } from '#/platform/db/migrate.ts'
import { openDatabase, sqliteFileOf } from '#/platform/db/open.ts'
import { assertUnmarked, clearMark, findMark, setMark } from '#/platform/db/schema-marks.ts'
import { raw } from '#/platform/db/sql.ts'
import { hasTable } from '#/platform/db/tables.ts'
import { catchUp } from '#/platform/db/transfer/catch-up.ts'
import { digestOf, freeze } from '#/platform/db/transfer/freeze.ts'
import { FrozenSqlite } from '#/platform/db/transfer/frozen-sqlite.ts'
import { KnownRows } from '#/platform/db/transfer/known-rows.ts'
import { quoted } from '#/platform/db/transfer/names.ts'
import { isSameDigest } from '#/platform/db/transfer/row-digest.ts'
import { assertSameShape, shapesOf } from '#/platform/db/transfer/shape.ts'
import { refusalNames, WriteStop } from '#/platform/db/transfer/write-stop.ts'
import { differs } from './load-archive.ts'
import { withDatabase } from './operation.ts'
import { MaintenanceFailure } from './reporting/reports.ts'
import { releaseTarget, takeTarget } from './target.ts'
import type { Database, Queries } from '#/platform/db/db.ts'
import type { SqliteConnection } from '#/platform/db/sqlite.ts'
import type { CaughtUp } from '#/platform/db/transfer/catch-up.ts'
import type { TableShape } from '#/platform/db/transfer/shape.ts'
import type { Operation, Surroundings } from './operation.ts'

/** What `db move` is told: the URL of an empty PostgreSQL database. */
export interface MoveRequest {
  readonly to: string
}

/** So few rows are written while nobody else may write, that it is soon over. */
const FEW_ROWS = 500
/** Where others write faster than we copy, the rest is copied while they wait. */
const MOST_ROUNDS = 5

/**
 * `db move`: copies a SQLite database to PostgreSQL while the server goes on, round by round, the last one while nobody may
 * write. Then both are compared, and the file takes no writes any more, so that none is lost. Until that moment nothing of the
 * file was changed.
 */
export const move: Operation<MoveRequest> = async ({ to }, surroundings) => {
  const { config, clock } = surroundings
  const file = fileOf(config.databaseUrl, to)
  const target = await openDatabase({ url: to, poolSize: 2 })
  try {
    const finished = await finishEarlier(surroundings, target)
    if (finished) return finished
    await assertMovable(surroundings)
    const mark = await takeTarget({ database: target, clock }, 'move')
    await migrate(target, clock, undefined, { copying: mark })
    const moved = await copy({ file, to, target, mark }, surroundings)
    await releaseTarget({ database: target }, mark)
    return moved
  } finally {
    await target.close()
  }
}

function fileOf(from: string, to: string): string {
  const file = sqliteFileOf(from)
  if (file === undefined || !/^postgres(ql)?:\/\//.test(to))
    throw new MaintenanceFailure('A move goes from SQLite to PostgreSQL.', {
      kind: 'usage',
      code: 'engines',
      why: file === undefined ? 'The database of the server is not SQLite.' : 'The target is not PostgreSQL.',
      next: 'mandate db move --data-dir <folder of the server> --to postgres://…; or mandate backup, then mandate restore --to <url>',
    })
  return file
}

/** What an earlier move had done but for its last step: the file takes no writes, and PostgreSQL waits to be let go. */
async function finishEarlier({ config }: Surroundings, target: Database): Promise<object | undefined> {
  const moved = await withDatabase(config, ({ db }) => markOf(db, 'moved'))
  if (moved === undefined) return undefined
  if ((await markOf(target.db, 'unfinished')) !== moved)
    throw new MaintenanceFailure('This database was moved already.', {
      kind: 'conflict',
      code: 'moved',
      next: 'Set MANDATE_DATABASE_URL to where it went; or mandate db reopen, which lets it take writes again.',
    })
  await releaseTarget({ database: target }, moved)
  return { finished_earlier: true }
}

const markOf = async (queries: Queries, mark: 'moved' | 'unfinished'): Promise<string | undefined> =>
  (await hasTable(queries, 'schema_migrations')) ? findMark(queries, mark) : undefined

async function assertMovable({ config }: Surroundings): Promise<void> {
  const { pending, refusal } = await withDatabase(config, ({ db }) => migrationStatus(db))
  if (refusal === undefined && pending.length === 0) return
  throw new MaintenanceFailure('The database is not of this version.', {
    kind: 'conflict',
    code: 'schema',
    why: refusal ?? `${pending.length} migrations are pending.`,
    next: 'Move it by the version of the server that works on it: mandate migrate status',
  })
}

interface Copying {
  readonly file: string
  readonly to: string
  readonly target: Database
  readonly mark: string
}

async function copy(copying: Copying, surroundings: Surroundings): Promise<object> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mandate-move-'))
  const known = KnownRows.create(path.join(folder, 'known.db'))
  try {
    const shapes = await sharedShapes(copying)
    const round = new Round(copying, shapes, known, surroundings)
    for (let rounds = 1; rounds < MOST_ROUNDS; rounds++) {
      const { written } = await round.ofMoment()
      if (rounds > 1 && written <= FEW_ROWS) break
    }
    return await cutOver(copying, shapes, round, surroundings)
  } finally {
    known.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function sharedShapes({ file, target }: Copying): Promise<TableShape[]> {
  const frozen = FrozenSqlite.open(file)
  try {
    const shapes = await shapesOf(frozen.queries)
    assertSameShape(shapes, await shapesOf(target.db))
    return shapes
  } finally {
    await frozen.close()
  }
}

/** One way through all tables. */
class Round {
  readonly #copying: Copying
  readonly #shapes: readonly TableShape[]
  readonly #known: KnownRows
  readonly #surroundings: Surroundings
  #isFirst = true

  constructor(copying: Copying, shapes: readonly TableShape[], known: KnownRows, surroundings: Surroundings) {
    this.#copying = copying
    this.#shapes = shapes
    this.#known = known
    this.#surroundings = surroundings
  }

  /** By the database as it is now, while others go on writing. */
  async ofMoment(): Promise<CaughtUp> {
    const frozen = FrozenSqlite.open(this.#copying.file)
    try {
      return await this.by(frozen.connection, 'copying')
    } finally {
      await frozen.close()
    }
  }

  /** By a connection to a database that stands still. */
  by(source: SqliteConnection, doing: string): Promise<CaughtUp> {
    const { target, mark } = this.#copying
    const { signal, reports } = this.#surroundings
    return target.migration(async (tx) => {
      await tx.run(migrationLock)
      await assertUnmarked(tx, mark)
      // Migrations write first rows of their own.
      if (this.#isFirst) for (const { name } of this.#shapes) await tx.run(raw(`DELETE FROM ${quoted(name)}`))
      this.#isFirst = false
      const onRows = (table: string, rows: number): void => reports.progress({ step: `${doing} ${table}`, rows })
      return catchUp({ source, shapes: this.#shapes, known: this.#known, tx, signal, onRows })
    })
  }
}

/** The last round, while nobody may write; then the file stays as it is for good. */
async function cutOver(
  { file, to, mark }: Copying,
  shapes: readonly TableShape[],
  round: Round,
  { clock, signal, reports }: Surroundings,
): Promise<object> {
  const stop = await WriteStop.take(file)
  const startedAt = performance.now()
  try {
    const queries = queriesOf(stop.connection)
    assertSameShape(await shapesOf(queries), shapes)
    const { digests } = await round.by(stop.connection, 'copying the rest of')
    const frozen = await freeze(to)
    try {
      for (const shape of shapes) {
        reports.progress({ step: `comparing ${shape.name}` })
        const [wanted, found] = [digests.get(shape.name), await digestOf(frozen, shape, signal)]
        if (!wanted || !isSameDigest(wanted, found)) throw differs(shape.name)
      }
    } finally {
      await frozen.close()
    }
    await stop.keep(shapes, () => setMark(queries, 'moved', mark, clock.now()))
    const rows = [...digests.values()].reduce((sum, digest) => sum + digest.rows, 0)
    return { tables: shapes.length, rows, read_only_ms: Math.round(performance.now() - startedAt) }
  } finally {
    stop.release()
  }
}

const queriesOf = (connection: SqliteConnection): Queries => ({
  engine: 'sqlite',
  all: (query) => Promise.resolve(connection.all(query)),
  get: (query) => Promise.resolve(connection.get(query)),
  run: (statement) => Promise.resolve(connection.run(statement)),
})

/** `db reopen`: lets a file that was moved take writes again. What PostgreSQL got since is not in it. */
export const reopen: Operation<object> = async (_request, { config }) => {
  const file = sqliteFileOf(config.databaseUrl)
  const moved =
    file !== undefined && existsSync(file)
      ? await withDatabase(config, async ({ db }) => {
          const mark = await markOf(db, 'moved')
          if (mark === undefined) return false
          const tables = await shapesOf(db)
          await db.tx(async (tx) => {
            for (const name of tables.flatMap((table) => refusalNames(table.name)))
              await tx.run(raw(`DROP TRIGGER IF EXISTS ${quoted(name)}`))
            await clearMark(tx, 'moved', mark)
          })
          return true
        })
      : false
  if (moved) return { file, reopened: true }
  throw new MaintenanceFailure('This database was not moved.', { kind: 'conflict', code: 'not_moved' })
}
