import type { Db, Tx } from '#/platform/db/db.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { vaultProviders } from './provider.ts'
import type { VaultProvider } from './provider.ts'

/** What a list of providers is narrowed to. */
export interface VaultProviderFilter {
  readonly active?: boolean | undefined
}

// How many a page of people shows.
const MAX_SHOWN = 200

/** Every SQL statement about `vault_providers`. */
export class VaultProviderStore {
  readonly #db: Db
  readonly #providers: KeysetList<VaultProvider>
  constructor(db: Db) {
    this.#db = db
    this.#providers = new KeysetList(db, vaultProviders)
  }

  /** Writes a new provider; false when the name is taken. */
  async insert(tx: Tx, provider: VaultProvider): Promise<boolean> {
    return (await tx.run(sql`${vaultProviders.insert(provider)} ON CONFLICT (name) DO NOTHING`)) === 1
  }

  find(id: string): Promise<VaultProvider | undefined> {
    return this.#providers.find(sql`id = ${id}`)
  }

  findByName(name: string): Promise<VaultProvider | undefined> {
    return this.#providers.find(sql`name = ${name}`)
  }

  /** A provider, held against every change until the transaction ends. */
  hold(tx: Tx, id: string): Promise<VaultProvider | undefined> {
    return this.#providers.hold(tx, sql`id = ${id}`)
  }

  async update(tx: Tx, id: string, fields: Partial<VaultProvider>): Promise<void> {
    await tx.run(sql`UPDATE vault_providers SET ${vaultProviders.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM vault_providers WHERE id = ${id}`)
  }

  /** Those that people can use, by what they read. */
  async listActive(): Promise<VaultProvider[]> {
    const rows = await this.#db.all(sql`
      SELECT ${vaultProviders.columns} FROM vault_providers WHERE active = 1 ORDER BY display_name, id LIMIT ${MAX_SHOWN}`)
    return rows.map(vaultProviders.decode)
  }

  /** Providers, newest first. */
  list({ active }: VaultProviderFilter, request: PageRequest): Promise<Page<VaultProvider>> {
    return this.#providers.page([active === undefined ? undefined : sql`active = ${active ? 1 : 0}`], request)
  }
}
