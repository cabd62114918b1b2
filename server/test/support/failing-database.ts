import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'
import type { TestApp } from './app.ts'

/**
 * Makes every write to the app's database fail while reads go on, as on a replica or behind another writer: on SQLite
 * another connection holds the write lock, on PostgreSQL every new session is read-only and the old ones are ended.
 */
export async function failWrites(t: TestContext, { database: { db } }: TestApp): Promise<void> {
  if (db.engine === 'sqlite') {
    const row = await db.get(sql`SELECT file FROM pragma_database_list WHERE name = 'main'`)
    const other = new DatabaseSync(row?.['file'] as string)
    other.exec('BEGIN IMMEDIATE')
    t.after(() => other.close())
    return
  }
  const row = await db.get(sql`
    SELECT quote_ident(current_database()) AS name, CAST(clock_timestamp() AS text) AS moment`)
  await db.run(sql`ALTER DATABASE ${raw(row?.['name'] as string)} SET default_transaction_read_only = on`)
  while ((await endOlderSessions(db, row?.['moment'] as string)) !== 0) await sleep(20)
}

/**
 * How many sessions from before that moment there were to end. One that was told may serve one more query, and the one
 * that asks may end itself before it came to all others: then the number is unknown.
 */
async function endOlderSessions(db: Db, moment: string): Promise<number | undefined> {
  const asked = db.all(sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND backend_start < CAST(${moment} AS timestamptz)`)
  return (await asked.catch(() => undefined))?.length
}
