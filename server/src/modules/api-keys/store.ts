import { sql } from '#/platform/db/sql.ts'
import { apiKeys } from './api-key.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { ApiKey } from './api-key.ts'

/** The table `api_keys`. */
export class ApiKeyStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async findByHash(hash: string): Promise<ApiKey | undefined> {
    const row = await this.#db.get(sql`SELECT ${apiKeys.columns} FROM api_keys WHERE hash = ${hash}`)
    return row && apiKeys.decode(row)
  }

  async insert(tx: Tx, key: ApiKey): Promise<void> {
    await tx.run(apiKeys.insert(key))
  }

  /** Notes a use, unless one was noted after `staleBefore`. */
  async touch(id: string, now: number, address: string, staleBefore: number): Promise<void> {
    await this.#db.run(sql`
      UPDATE api_keys SET ${apiKeys.assign({ lastUsedAt: now, lastUsedAddress: address })}
      WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at <= ${staleBefore})`)
  }
}
