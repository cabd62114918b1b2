import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { forShare } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfOrganization, RowEnding } from '#/modules/lifecycle/index.ts'
import { ssoConnections } from './connection.ts'
import type { SsoConnection } from './connection.ts'

/** What a list of connections is narrowed to. */
export interface SsoConnectionFilter {
  readonly type?: SsoConnection['type'] | undefined
  readonly enabled?: boolean | undefined
  readonly organizationId?: string | undefined
}

/** How many a page of people shows of one domain. */
const MAX_SPEAKING = 50

/** Every SQL statement about `sso_connections`. */
export class SsoConnectionStore {
  readonly #connections: KeysetList<SsoConnection>
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
    this.#connections = new KeysetList(db, ssoConnections)
  }

  async insert(tx: Tx, connection: SsoConnection): Promise<void> {
    await tx.run(ssoConnections.insert(connection))
  }

  find(id: string, queries: Queries = this.#db): Promise<SsoConnection | undefined> {
    return this.#connections.find(sql`id = ${id}`, queries)
  }

  /** A connection, held against every change until the transaction ends. */
  hold(tx: Tx, id: string): Promise<SsoConnection | undefined> {
    return this.#connections.hold(tx, sql`id = ${id}`)
  }

  /** Whether a connection is turned on and just as it was read; holds it so until the transaction ends. */
  async holdAsIs(tx: Tx, { id, version }: SsoConnection): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT id FROM sso_connections WHERE id = ${id} AND version = ${version} AND enabled = 1 ${forShare}`)
    return row !== undefined
  }

  async update(tx: Tx, id: string, fields: Partial<SsoConnection>): Promise<void> {
    await tx.run(sql`UPDATE sso_connections SET ${ssoConnections.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM sso_connections WHERE id = ${id}`)
  }

  /** Connections, newest first. */
  list({ type, enabled, organizationId }: SsoConnectionFilter, request: PageRequest): Promise<Page<SsoConnection>> {
    const conditions = [
      type === undefined ? undefined : sql`type = ${type}`,
      enabled === undefined ? undefined : sql`enabled = ${enabled ? 1 : 0}`,
      organizationId === undefined ? undefined : sql`organization_id = ${organizationId}`,
    ]
    return this.#connections.page(conditions, request)
  }

  /** Those that are turned on and have verified a domain, by name. */
  async listSpeakingFor(domain: string): Promise<SsoConnection[]> {
    const rows = await this.#db.all(sql`
      SELECT ${ssoConnections.columnsOf('c')} FROM sso_domains d JOIN sso_connections c ON c.id = d.sso_connection_id
      WHERE d.domain = ${domain} AND d.verified_at IS NOT NULL AND c.enabled = 1
      ORDER BY c.name, c.id LIMIT ${MAX_SPEAKING}`)
    return rows.map(ssoConnections.decode)
  }

  /** Whether there is any that is turned on and has verified a domain. */
  async anySpeaks(): Promise<boolean> {
    const row = await this.#db.get(sql`
      SELECT 1 AS found FROM sso_domains d JOIN sso_connections c ON c.id = d.sso_connection_id
      WHERE d.verified_at IS NOT NULL AND c.enabled = 1 LIMIT 1`)
    return row !== undefined
  }

  /** Those by SAML that are turned on and whose metadata nobody has read since a moment. */
  async listToRefresh(before: number, limit: number): Promise<SsoConnection[]> {
    const rows = await this.#db.all(sql`
      SELECT ${ssoConnections.columns} FROM sso_connections
      WHERE enabled = 1 AND metadata_url IS NOT NULL AND (metadata_tried_at IS NULL OR metadata_tried_at <= ${before})
      ORDER BY metadata_tried_at, id LIMIT ${limit}`)
    return rows.map(ssoConnections.decode)
  }

  count(): Promise<number> {
    return this.#connections.count([])
  }
}

/** The connections of an organization that is gone: nobody answers for them any more, so they sign nobody in. */
export const connectionsOfOrganization: RowEnding<OfOrganization> = {
  table: 'sso_connections',
  counts: 'sso_connections',
  end: (now) => sql`
    UPDATE sso_connections SET organization_id = NULL, organization_role = NULL, enabled = 0, version = version + 1,
      updated_at = ${now}`,
  which: ({ organizationId }) => sql`organization_id = ${organizationId}`,
}
