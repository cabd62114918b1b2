import { Client } from 'pg'
import { openDatabase } from '@mandate/server/src/platform/db/open.ts'
import type { Database, Db, ScriptTx } from '@mandate/server/src/platform/db/db.ts'
import { raw } from '@mandate/server/src/platform/db/sql.ts'
import { SIZE, tables } from './seeded-tables.ts'
import type { SeededTable, Size } from './seeded-tables.ts'

const BATCH = 100_000
const CACHE_KIB = 1_000_000

/** Fills a migrated, otherwise fresh database. Times spread evenly over the last month; later numbers are younger. */
export async function seed(databaseUrl: string, now: number, size: Size = SIZE): Promise<void> {
  const database = await openDatabase({ url: databaseUrl })
  try {
    // What the first start recorded has places in the chain that the seed takes.
    for (const name of ['events', 'event_checkpoints', 'statistics_progress'])
      await database.db.run(raw(`DELETE FROM ${name}`))
    for (const table of tables(now, size)) await fill(database, table)
    await database.db.run(raw(`UPDATE webhook_progress SET sequence = ${size.events}`))
    // A store of a month has been vacuumed many times over; a fresh one would read each row to see whether it is there.
    if (database.db.engine === 'postgres') await vacuum(databaseUrl)
  } finally {
    await database.close()
  }
}

/** By a connection of its own, since a statement of the server may not take as long. */
export async function vacuum(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/** What a table and its indexes take on disk. */
export async function bytesOf(databaseUrl: string, table: string): Promise<number> {
  const database = await openDatabase({ url: databaseUrl })
  try {
    const pages = `SELECT sum(pgsize) FROM dbstat WHERE aggregate = 1 AND name = tree.name`
    const query =
      database.db.engine === 'postgres'
        ? `SELECT pg_total_relation_size('${table}') AS bytes`
        : `SELECT sum((${pages})) AS bytes FROM sqlite_schema AS tree WHERE tbl_name = '${table}' AND rootpage > 0`
    const row = await database.db.get(raw(query))
    return Number(row?.['bytes'])
  } finally {
    await database.close()
  }
}

/** Writes the rows, a hundred thousand by a statement, and makes the indexes afterwards: to sort is faster than to insert. */
export async function fill(database: Database, { name, rows, columns }: SeededTable): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const values = Object.values(columns).join(', ')
  const { db } = database
  const indexes = rows < BATCH ? [] : await indexesOf(db, name)
  if (db.engine === 'sqlite') await db.run(raw(`PRAGMA cache_size = -${CACHE_KIB}`))
  for (const index of indexes) await db.run(raw(`DROP INDEX ${index.name}`))
  for (let from = 0; from < rows; from += BATCH) {
    const last = Math.min(rows, from + BATCH) - 1
    await database.migration((tx: ScriptTx) =>
      tx.run(
        raw(
          `WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last}) ` +
            `INSERT INTO ${name} (${names}) SELECT ${values} FROM numbers`,
        ),
      ),
    )
  }
  for (const index of indexes) await database.migration((tx: ScriptTx) => tx.run(raw(index.sql)))
}

/** The indexes of a table that no constraint made. */
async function indexesOf(db: Db, table: string): Promise<{ name: string; sql: string }[]> {
  const query =
    db.engine === 'sqlite'
      ? `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = '${table}' AND sql IS NOT NULL`
      : `SELECT indexname AS name, indexdef AS sql FROM pg_indexes
         WHERE tablename = '${table}' AND indexname NOT IN (SELECT conname FROM pg_constraint)`
  return (await db.all(raw(query))).map((row) => ({ name: String(row['name']), sql: String(row['sql']) }))
}
