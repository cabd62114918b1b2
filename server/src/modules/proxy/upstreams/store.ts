import { KeysetList } from '#/platform/db/keyset-list.ts'
import { joinAny, sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { OfDeletedClient, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { upstreams } from './upstream.ts'
import type { Upstream } from './upstream.ts'

/** What a list of upstreams is narrowed to. */
export interface UpstreamFilter {
  readonly host?: string | undefined
  readonly appId?: string | undefined
}

/** Every SQL statement about `proxy_upstreams`. */
export class UpstreamStore {
  readonly #db: Db
  readonly #upstreams: KeysetList<Upstream>
  constructor(db: Db) {
    this.#db = db
    this.#upstreams = new KeysetList(db, upstreams)
  }

  /** Writes a new upstream; false when its host has one already. */
  async insert(tx: Tx, upstream: Upstream): Promise<boolean> {
    return (await tx.run(sql`${upstreams.insert(upstream)} ON CONFLICT (host) DO NOTHING`)) === 1
  }

  find(id: string): Promise<Upstream | undefined> {
    return this.#upstreams.find(sql`id = ${id}`)
  }

  /** An upstream, held against every change until the transaction ends. */
  hold(tx: Tx, id: string): Promise<Upstream | undefined> {
    return this.#upstreams.hold(tx, sql`id = ${id}`)
  }

  async update(tx: Tx, id: string, fields: Partial<Upstream>): Promise<void> {
    await tx.run(sql`UPDATE proxy_upstreams SET ${upstreams.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM proxy_upstreams WHERE id = ${id}`)
  }

  count(queries: Queries): Promise<number> {
    return this.#upstreams.count([], queries)
  }

  /** Which of these hosts the gateway answers for. */
  async knownHosts(hosts: readonly string[]): Promise<string[]> {
    const rows = await this.#db.all(sql`SELECT host FROM proxy_upstreams WHERE host IN (${joinAny(hosts)})`)
    return rows.map((row) => String(row['host']))
  }

  /** Upstreams that fit, newest first. */
  list({ host, appId }: UpstreamFilter, request: PageRequest): Promise<Page<Upstream>> {
    return this.#upstreams.page(
      [host === undefined ? undefined : sql`host = ${host}`, appId === undefined ? undefined : sql`app_id = ${appId}`],
      request,
    )
  }

  /** All of them, for the set that requests are held against. */
  async all(): Promise<Upstream[]> {
    return (await this.#db.all(sql`SELECT ${upstreams.columns} FROM proxy_upstreams`)).map(upstreams.decode)
  }
}

/** A host stays when its application goes; the rules of the application do not hold there any more. */
export const upstreamsOfApp: RowEnding<OfDeletedClient> = {
  table: 'proxy_upstreams',
  counts: null,
  end: () => sql`UPDATE proxy_upstreams SET app_id = NULL`,
  which: ({ id }) => sql`app_id = ${id}`,
}
