import { integer, table, text } from '#/platform/db/table.ts'
import { join, sql } from '#/platform/db/sql.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Db } from '#/platform/db/db.ts'
import type { SqlValue } from '#/platform/db/sql.ts'

const dataKeys = table('data_keys', { purpose: text, masterKeyId: text, wrapped: text, createdAt: integer })

/** A data key as it is stored: wrapped by a master key. */
export type WrappedKey = EntityOf<typeof dataKeys>

/** The table of wrapped data keys. */
export class DataKeyStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async all(): Promise<WrappedKey[]> {
    const rows = await this.#db.all(sql`SELECT ${dataKeys.columns} FROM ${dataKeys.name} ORDER BY purpose`)
    return rows.map((row) => dataKeys.decode(row))
  }

  /** Adds keys in one statement that yields to those already there, so two servers that start together agree. */
  async addMissing(keys: readonly WrappedKey[]): Promise<void> {
    const rows = keys.map(
      (key) => sql`(${join([key.purpose, key.masterKeyId, key.wrapped, key.createdAt] as SqlValue[])})`,
    )
    await this.#db.run(
      sql`INSERT INTO ${dataKeys.name} (${dataKeys.columns}) VALUES ${join(rows)} ON CONFLICT DO NOTHING`,
    )
  }

  /** Replaces the wrapping of a key, unless another server did so already. */
  async rewrap(old: WrappedKey, masterKeyId: string, wrapped: string): Promise<void> {
    await this.#db.run(sql`
      UPDATE ${dataKeys.name} SET ${dataKeys.assign({ masterKeyId, wrapped })}
      WHERE purpose = ${old.purpose} AND wrapped = ${old.wrapped}`)
  }
}
