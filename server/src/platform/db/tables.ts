import { tablesOf } from './dialect.ts'
import { sql } from './sql.ts'
import type { Queries } from './db.ts'

/** The names of all tables that are there, ours or not, in the order of the alphabet. */
export async function tableNames(queries: Queries): Promise<string[]> {
  const rows = await queries.all(sql`SELECT name FROM ${tablesOf} ORDER BY name`)
  // PostgreSQL orders by its own rules.
  return rows.map((row) => row['name'] as string).toSorted()
}

/** Whether a table is there. */
export const hasTable = async (queries: Queries, name: string): Promise<boolean> =>
  (await queries.get(sql`SELECT name FROM ${tablesOf} WHERE name = ${name}`)) !== undefined
