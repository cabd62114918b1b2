import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import { oauthProviders } from './provider.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Provider } from './provider.ts'

/** Every SQL statement about `oauth_providers`. */
export class ProviderStore {
  readonly #db: Db
  readonly #providers: KeysetList<Provider>
  constructor(db: Db) {
    this.#db = db
    this.#providers = new KeysetList(db, oauthProviders)
  }

  /** Writes a new provider; false when the name is taken. */
  async insert(tx: Tx, provider: Provider): Promise<boolean> {
    return (await tx.run(sql`${oauthProviders.insert(provider)} ON CONFLICT (name) DO NOTHING`)) === 1
  }

  find(id: string, queries?: Queries): Promise<Provider | undefined> {
    return this.#providers.find(sql`id = ${id}`, queries)
  }

  findByName(name: string): Promise<Provider | undefined> {
    return this.#providers.find(sql`name = ${name}`)
  }

  /** Providers, newest first. */
  list(request: PageRequest): Promise<Page<Provider>> {
    return this.#providers.page([], request)
  }

  count(): Promise<number> {
    return this.#providers.count([])
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

  /** Removes a provider; false when it was gone. */
  async delete(tx: Tx, id: string): Promise<boolean> {
    return (await tx.run(sql`DELETE FROM oauth_providers WHERE id = ${id}`)) === 1
  }
}
