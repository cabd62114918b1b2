import { sql } from '#/platform/db/sql.ts'
import { signingKeys } from './key.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { SigningKey } from './key.ts'

/** Every statement about table signing_keys. */
export class SigningKeyStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** The active key and the retired ones that are still published, newest first. */
  async published(now: number): Promise<SigningKey[]> {
    const rows = await this.#db.all(sql`
      SELECT ${signingKeys.columns} FROM ${signingKeys.name}
      WHERE published_until IS NULL OR published_until > ${now} ORDER BY created_at DESC, kid DESC`)
    return rows.map((row) => signingKeys.decode(row))
  }

  async findActive(queries: Queries = this.#db): Promise<SigningKey | undefined> {
    const row = await queries.get(sql`
      SELECT ${signingKeys.columns} FROM ${signingKeys.name} WHERE algorithm = 'ES256' AND retired_at IS NULL`)
    return row && signingKeys.decode(row)
  }

  /** Adds a key unless there is an active one; the unique index decides between nodes. */
  async add(tx: Tx, key: SigningKey): Promise<boolean> {
    return (await tx.run(sql`${signingKeys.insert(key)} ON CONFLICT DO NOTHING`)) === 1
  }

  /** Retires a key unless someone else just did. */
  async retire(tx: Tx, kid: string, retiredAt: number, publishedUntil: number): Promise<boolean> {
    const retired = await tx.run(sql`
      UPDATE ${signingKeys.name} SET ${signingKeys.assign({ retiredAt, publishedUntil })}
      WHERE kid = ${kid} AND retired_at IS NULL`)
    return retired === 1
  }
}
