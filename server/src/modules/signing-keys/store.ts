import { sql } from '#/platform/db/sql.ts'
import { signingKeys } from './key.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { SigningAlgorithm } from '#/protocol/oauth.ts'
import type { SigningKey } from './key.ts'

/** The keys of one algorithm that are not retired. */
export interface KeyPairInTurn {
  readonly active: SigningKey | undefined
  readonly next: SigningKey | undefined
}

/** Every statement about table signing_keys. */
export class SigningKeyStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** The keys that sign, those that come next and the retired ones that are still published, newest first. */
  async published(now: number): Promise<SigningKey[]> {
    const rows = await this.#db.all(sql`
      SELECT ${signingKeys.columns} FROM ${signingKeys.name}
      WHERE published_until IS NULL OR published_until > ${now} ORDER BY created_at DESC, kid DESC`)
    return rows.map((row) => signingKeys.decode(row))
  }

  /** The key of an algorithm that signs, and the one that comes next. */
  async inTurn(algorithm: SigningAlgorithm, queries: Queries = this.#db): Promise<KeyPairInTurn> {
    const rows = await queries.all(sql`
      SELECT ${signingKeys.columns} FROM ${signingKeys.name} WHERE algorithm = ${algorithm} AND retired_at IS NULL`)
    const keys = rows.map((row) => signingKeys.decode(row))
    return {
      active: keys.find(({ activatedAt }) => activatedAt !== null),
      next: keys.find(({ activatedAt }) => activatedAt === null),
    }
  }

  /** Adds a key unless there is one of its turn; the unique indexes decide between nodes. */
  async add(tx: Tx, key: SigningKey): Promise<boolean> {
    return (await tx.run(sql`${signingKeys.insert(key)} ON CONFLICT DO NOTHING`)) === 1
  }

  /** Lets the next key sign, unless someone else just did. */
  async activate(tx: Tx, kid: string, activatedAt: number): Promise<boolean> {
    const activated = await tx.run(sql`
      UPDATE ${signingKeys.name} SET ${signingKeys.assign({ activatedAt })}
      WHERE kid = ${kid} AND activated_at IS NULL AND retired_at IS NULL`)
    return activated === 1
  }

  /** Retires a key unless someone else just did. */
  async retire(tx: Tx, kid: string, retiredAt: number, publishedUntil: number): Promise<boolean> {
    const retired = await tx.run(sql`
      UPDATE ${signingKeys.name} SET ${signingKeys.assign({ retiredAt, publishedUntil })}
      WHERE kid = ${kid} AND retired_at IS NULL`)
    return retired === 1
  }
}
