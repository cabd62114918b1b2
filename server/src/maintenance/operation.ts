import { existsSync } from 'node:fs'
import { openDatabase, sqliteFileOf } from '#/platform/db/open.ts'
import { MaintenanceFailure } from './reporting/reports.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Config } from '#/platform/config/config.ts'
import type { Database } from '#/platform/db/db.ts'
import type { Reports } from './reporting/reports.ts'

/** What every operation works with. */
export interface Surroundings {
  /** The configuration of the server, for its database and its master key. */
  readonly config: Config
  readonly clock: Clock
  readonly reports: Reports
  /** Ends an operation between two batches, as an interruption does. */
  readonly signal: AbortSignal
}

/** Something to be done with the database of a server, which may run meanwhile. Returns what is told as its result. */
export type Operation<Request> = (request: Request, surroundings: Surroundings) => Promise<object>

/** Opens the database of the server, does some work, and closes it. Fails where there is none yet. */
export async function withDatabase<T>(
  { databaseUrl }: Config,
  work: (database: Database) => Promise<T>,
  { exclusive = false } = {},
): Promise<T> {
  const file = sqliteFileOf(databaseUrl)
  if (file !== undefined && !existsSync(file))
    throw new MaintenanceFailure(`There is no database at ${file}.`, {
      kind: 'not_found',
      code: 'database_not_found',
      next: 'Name it with --database-url or --data-dir; mandate serve makes a new one.',
    })
  const database = await openDatabase({ url: databaseUrl, poolSize: 2, exclusive })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
