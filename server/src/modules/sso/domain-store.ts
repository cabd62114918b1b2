import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfSsoConnection, RowEnding } from '#/modules/lifecycle/index.ts'
import { ssoDomains } from './domain.ts'
import type { SsoDomain } from './domain.ts'

/** Every SQL statement about `sso_domains`. */
export class SsoDomainStore {
  readonly #domains: KeysetList<SsoDomain>
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
    this.#domains = new KeysetList(db, ssoDomains)
  }

  /** Writes a new domain; false when the connection has it. */
  async insert(tx: Tx, domain: SsoDomain): Promise<boolean> {
    const statement = sql`${ssoDomains.insert(domain)} ON CONFLICT (sso_connection_id, domain) DO NOTHING`
    return (await tx.run(statement)) === 1
  }

  find(connectionId: string, id: string, queries?: Queries): Promise<SsoDomain | undefined> {
    return this.#domains.find(sql`id = ${id} AND sso_connection_id = ${connectionId}`, queries)
  }

  /** The domains of a connection, newest first. */
  list(connectionId: string, request: PageRequest): Promise<Page<SsoDomain>> {
    return this.#domains.page([sql`sso_connection_id = ${connectionId}`], request)
  }

  /** Whether a connection speaks for a domain. */
  async isVerified(connectionId: string, domain: string, queries: Queries = this.#db): Promise<boolean> {
    const row = await queries.get(sql`
      SELECT 1 AS found FROM sso_domains
      WHERE sso_connection_id = ${connectionId} AND domain = ${domain} AND verified_at IS NOT NULL`)
    return row !== undefined
  }

  count(connectionId: string, queries: Queries): Promise<number> {
    return this.#domains.count([sql`sso_connection_id = ${connectionId}`], queries)
  }

  async update(tx: Tx, id: string, fields: Partial<SsoDomain>): Promise<void> {
    await tx.run(sql`UPDATE sso_domains SET ${ssoDomains.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM sso_domains WHERE id = ${id}`)
  }
}

/** The domains that end with their connection. */
export const domainsOfConnection: RowEnding<OfSsoConnection> = {
  table: 'sso_domains',
  counts: 'sso_domains',
  end: () => sql`DELETE FROM sso_domains`,
  which: ({ ssoConnectionId }) => sql`sso_connection_id = ${ssoConnectionId}`,
}
