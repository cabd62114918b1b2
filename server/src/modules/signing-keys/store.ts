import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import { signingKeys } from './key.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
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
  readonly #keys: KeysetList<SigningKey>
  constructor(db: Db) {
    this.#db = db
    const { name, columns, decode } = signingKeys
    this.#keys = new KeysetList(db, { from: name, columns, key: ['created_at', 'kid'], decode })
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

  /** Retires a key unless someone else just did. Its private half is of no use to anybody any more. */
  async retire(tx: Tx, kid: string, times: Pick<SigningKey, 'retiredAt' | 'publishedUntil'>): Promise<boolean> {
    const retired = await tx.run(sql`
      UPDATE ${signingKeys.name} SET ${signingKeys.assign({ ...times, privateSealed: '' })}
      WHERE kid = ${kid} AND retired_at IS NULL`)
    return retired === 1
  }

  /** Takes a key out of the key set, whatever it does, unless someone else just did. */
  async revoke(tx: Tx, kid: string, now: number): Promise<boolean> {
    const revoked = await tx.run(sql`
      UPDATE ${signingKeys.name}
      SET ${signingKeys.assign({ revokedAt: now, publishedUntil: now, privateSealed: '' })},
        retired_at = COALESCE(retired_at, CAST(${now} AS BIGINT))
      WHERE kid = ${kid} AND revoked_at IS NULL`)
    return revoked === 1
  }

  find(kid: string, queries: Queries = this.#db): Promise<SigningKey | undefined> {
    return this.#keys.find(sql`kid = ${kid}`, queries)
  }

  list(page: PageRequest): Promise<Page<SigningKey>> {
    return this.#keys.page([], page)
  }
}
