import { sql } from '#/platform/db/sql.ts'
import { oauthProviders } from './provider.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { Provider } from './provider.ts'

/** Every SQL statement about `oauth_providers`. */
export class ProviderStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Writes a new provider; false when the name is taken. */
  async insert(tx: Tx, provider: Provider): Promise<boolean> {
    return (await tx.run(sql`${oauthProviders.insert(provider)} ON CONFLICT (name) DO NOTHING`)) === 1
  }

  async find(id: string, queries: Queries = this.#db): Promise<Provider | undefined> {
    const row = await queries.get(sql`SELECT ${oauthProviders.columns} FROM oauth_providers WHERE id = ${id}`)
    return row && oauthProviders.decode(row)
  }

  async findByName(name: string): Promise<Provider | undefined> {
    const row = await this.#db.get(sql`SELECT ${oauthProviders.columns} FROM oauth_providers WHERE name = ${name}`)
    return row && oauthProviders.decode(row)
  }

  /** Providers, newest first. */
  async list(before: Position | undefined, limit: number): Promise<Provider[]> {
    const older = before ? sql`(created_at, id) < (${before.createdAt}, ${before.id})` : sql`1 = 1`
    const rows = await this.#db.all(sql`
      SELECT ${oauthProviders.columns} FROM oauth_providers WHERE ${older} ORDER BY created_at DESC, id DESC LIMIT ${limit}`)
    return rows.map(oauthProviders.decode)
  }

  async count(): Promise<number> {
    const row = await this.#db.get(sql`SELECT count(*) AS count FROM oauth_providers`)
    return Number(row?.['count'] ?? 0)
  }

  /** Those people can use, oldest first, so that the order of their buttons stays. */
  async listEnabled(): Promise<Provider[]> {
    const rows = await this.#db.all(sql`
      SELECT ${oauthProviders.columns} FROM oauth_providers WHERE enabled = 1 ORDER BY created_at, id`)
    return rows.map(oauthProviders.decode)
  }

  /** Writes the fields given; undefined when the provider is gone. */
  async update(tx: Tx, id: string, fields: Partial<Provider>): Promise<Provider | undefined> {
    const row = await tx.get(sql`
      UPDATE oauth_providers SET ${oauthProviders.assign(fields)} WHERE id = ${id} RETURNING ${oauthProviders.columns}`)
    return row && oauthProviders.decode(row)
  }

  /** Removes a provider with the accounts people had through it; answers how many, or undefined when it was gone. */
  async delete(tx: Tx, id: string): Promise<number | undefined> {
    if ((await tx.run(sql`DELETE FROM oauth_providers WHERE id = ${id}`)) === 0) return undefined
    return tx.run(sql`DELETE FROM oauth_accounts WHERE provider_id = ${id}`)
  }
}
