import { forUpdate } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { integer, json, table, text } from '#/platform/db/table.ts'
import type { Queries, Tx, Db } from '#/platform/db/db.ts'

const settings = table('settings', { name: text, value: json<unknown>(), updatedAt: integer })

/** The table `settings`: one row for each value that was changed, as JSON. */
export class SettingStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async all(queries: Queries = this.#db): Promise<Map<string, unknown>> {
    const rows = await queries.all(sql`SELECT ${settings.columns} FROM settings`)
    return new Map(rows.map((row) => settings.decode(row)).map(({ name, value }) => [name, value]))
  }

  /** One value, held against every other transaction that wants to change it. */
  async hold(tx: Tx, name: string): Promise<unknown> {
    const row = await tx.get(sql`SELECT ${settings.columns} FROM settings WHERE name = ${name} ${forUpdate}`)
    return row && settings.decode(row).value
  }

  async set(tx: Tx, name: string, value: unknown, now: number): Promise<void> {
    await tx.run(sql`
      ${settings.insert({ name, value, updatedAt: now })}
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`)
  }

  /** Sets a value that has never been set. */
  async add(tx: Tx, name: string, value: unknown, now: number): Promise<void> {
    await tx.run(sql`${settings.insert({ name, value, updatedAt: now })} ON CONFLICT (name) DO NOTHING`)
  }
}
