import { migrate, migrationStatus } from '#/platform/db/migrate.ts'
import { openDatabase } from '#/platform/db/open.ts'
import { withDatabase } from './operation.ts'
import type { Operation } from './operation.ts'

/** `migrate status`: which migrations the database has and lacks, without changing anything. */
export const showMigrations: Operation<object> = (_request, { config }) =>
  withDatabase(config, async ({ db }) => {
    const { current, applied, pending, refusal } = await migrationStatus(db)
    return { engine: db.engine, current, applied: applied.length, pending, refusal: refusal ?? null }
  })

/** `migrate up`: applies what is pending. No server may run on the database. */
export const applyMigrations: Operation<object> = async (_request, { config, clock }) => {
  const database = await openDatabase({ url: config.databaseUrl, poolSize: 2, exclusive: true })
  try {
    const { current: number, name, applied } = await migrate(database, clock)
    return { engine: database.db.engine, current: { number, name }, applied }
  } finally {
    await database.close()
  }
}
