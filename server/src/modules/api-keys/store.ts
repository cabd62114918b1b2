import { forUpdate } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import { apiKeys } from './api-key.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { ApiKey } from './api-key.ts'

/** What a list of keys is narrowed to. */
export interface ApiKeyFilter {
  readonly active?: boolean | undefined
}

/** The table `api_keys`. A revoked key stays, so that the log can name it, and is found by nothing but its hash. */
export class ApiKeyStore {
  readonly #db: Db
  readonly #keys: KeysetList<ApiKey>
  constructor(db: Db) {
    this.#db = db
    this.#keys = new KeysetList(db, apiKeys)
  }

  /** The key this secret is or, while both work, was of. */
  findByHash(hash: string, now: number): Promise<ApiKey | undefined> {
    return this.#keys.find(sql`hash = ${hash} OR (former_hash = ${hash} AND former_until > ${now})`)
  }

  find(queries: Queries, id: string): Promise<ApiKey | undefined> {
    return this.#keys.find(sql`id = ${id} AND revoked_at IS NULL`, queries)
  }

  /** The same, held until the transaction ends. */
  hold(tx: Tx, id: string): Promise<ApiKey | undefined> {
    return this.#keys.hold(tx, sql`id = ${id} AND revoked_at IS NULL`)
  }

  /** The name of a key that is or was. */
  async nameOf(id: string): Promise<string | undefined> {
    const row = await this.#db.get(sql`SELECT name FROM api_keys WHERE id = ${id}`)
    return row?.['name'] as string | undefined
  }

  /** The keys that nothing but their owners end, held in one order, so that of two last ones only one can go. */
  async holdPermanent(tx: Tx): Promise<ApiKey[]> {
    const rows = await tx.all(sql`
      SELECT ${apiKeys.columns} FROM api_keys WHERE revoked_at IS NULL AND active = 1 AND expires_at IS NULL
      ORDER BY id ${forUpdate}`)
    return rows.map(apiKeys.decode)
  }

  async insert(tx: Tx, key: ApiKey): Promise<void> {
    await tx.run(apiKeys.insert(key))
  }

  async update(tx: Tx, id: string, changes: Partial<ApiKey>): Promise<void> {
    await tx.run(sql`UPDATE api_keys SET ${apiKeys.assign(changes)} WHERE id = ${id}`)
  }

  /** Keys that were not deleted, newest first. */
  list(filter: ApiKeyFilter, now: number, request: PageRequest): Promise<Page<ApiKey>> {
    return this.#keys.page(conditions(filter, now), request)
  }

  /** Keys that go back to a person and were not deleted, newest first. */
  listOf(userId: string, request: PageRequest): Promise<Page<ApiKey>> {
    return this.#keys.page([isOf(userId)], request)
  }

  /** The same, all of them. */
  async allOf(queries: Queries, userId: string): Promise<ApiKey[]> {
    const rows = await queries.all(sql`SELECT ${apiKeys.columns} FROM api_keys WHERE ${isOf(userId)} ORDER BY id`)
    return rows.map(apiKeys.decode)
  }

  /** The same, held in one order until the transaction ends. */
  async holdAllOf(tx: Tx, userId: string): Promise<ApiKey[]> {
    const rows = await tx.all(sql`
      SELECT ${apiKeys.columns} FROM api_keys WHERE ${isOf(userId)} ORDER BY id ${forUpdate}`)
    return rows.map(apiKeys.decode)
  }

  /** Notes a use, unless one was noted after `staleBefore`. */
  async touch(id: string, now: number, ip: string, staleBefore: number): Promise<void> {
    await this.#db.run(sql`
      UPDATE api_keys SET ${apiKeys.assign({ lastUsedAt: now, lastUsedIp: ip })}
      WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at <= ${staleBefore})`)
  }
}

/** Whether a person made a key, or a key did that goes back to them, also one that was deleted since. */
const isOf = (userId: string): Sql => sql`
  revoked_at IS NULL AND id IN (
    WITH RECURSIVE made (id) AS (
      SELECT id FROM api_keys WHERE created_by = ${userId}
      UNION SELECT k.id FROM api_keys k JOIN made ON k.created_by = made.id)
    SELECT id FROM made)`

function conditions({ active }: ApiKeyFilter, now: number) {
  const alive = sql`(active = 1 AND (expires_at IS NULL OR expires_at > ${now}))`
  return [sql`revoked_at IS NULL`, active === undefined ? undefined : active ? alive : sql`NOT ${alive}`]
}
