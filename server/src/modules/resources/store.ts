import type { Db, Tx } from '#/platform/db/db.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { joinAny, sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { resources } from './resource.ts'
import type { Resource } from './resource.ts'
import { trimSlash } from './target.ts'

/** What a list of resources is narrowed to. */
export interface ResourceFilter {
  readonly uri?: string | undefined
  readonly openTo?: Resource['openTo'] | undefined
}

// As the unique index has it: an address with and without a slash at its end is one.
const KEY = sql`rtrim(uri, '/')`

/** Every SQL statement about `resources`. */
export class ResourceStore {
  readonly #db: Db
  readonly #resources: KeysetList<Resource>
  constructor(db: Db) {
    this.#db = db
    this.#resources = new KeysetList(db, resources)
  }

  /** Writes a new resource; false when its address is one already. */
  async insert(tx: Tx, resource: Resource): Promise<boolean> {
    return (await tx.run(sql`${resources.insert(resource)} ON CONFLICT (${KEY}) DO NOTHING`)) === 1
  }

  find(id: string): Promise<Resource | undefined> {
    return this.#resources.find(sql`id = ${id}`)
  }

  /** A resource, held against every change until the transaction ends. */
  hold(tx: Tx, id: string): Promise<Resource | undefined> {
    return this.#resources.hold(tx, sql`id = ${id}`)
  }

  async update(tx: Tx, id: string, fields: Partial<Resource>): Promise<void> {
    await tx.run(sql`UPDATE resources SET ${resources.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM resources WHERE id = ${id}`)
  }

  /** Those at the addresses given. */
  async listAt(uris: readonly string[]): Promise<Resource[]> {
    if (uris.length === 0) return []
    const rows = await this.#db.all(sql`
      SELECT ${resources.columns} FROM resources WHERE ${KEY} IN (${joinAny(uris.map(trimSlash))})`)
    return rows.map(resources.decode)
  }

  /** Resources that fit, newest first. */
  list(filter: ResourceFilter, request: PageRequest): Promise<Page<Resource>> {
    return this.#resources.page(conditions(filter), request)
  }
}

const conditions = ({ uri, openTo }: ResourceFilter): (Sql | undefined)[] => [
  uri === undefined ? undefined : sql`${KEY} = ${trimSlash(uri)}`,
  openTo === undefined ? undefined : sql`open_to = ${openTo}`,
]
