import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfSsoConnection, RowEnding } from '#/modules/lifecycle/index.ts'
import { samlKeys } from './saml-key.ts'
import type { SamlKey } from './saml-key.ts'

/** Every SQL statement about `sso_saml_keys`. */
export class SamlKeyStore {
  readonly #db: Db
  readonly #keys: KeysetList<SamlKey>
  constructor(db: Db) {
    this.#db = db
    this.#keys = new KeysetList(db, samlKeys)
  }

  async insert(tx: Tx, key: SamlKey): Promise<void> {
    await tx.run(samlKeys.insert(key))
  }

  find(connectionId: string, id: string, queries?: Queries): Promise<SamlKey | undefined> {
    return this.#keys.find(sql`id = ${id} AND sso_connection_id = ${connectionId}`, queries)
  }

  /** The keys of a connection, newest first. */
  list(connectionId: string, request: PageRequest): Promise<Page<SamlKey>> {
    return this.#keys.page([sql`sso_connection_id = ${connectionId}`], request)
  }

  count(connectionId: string, queries: Queries): Promise<number> {
    return this.#keys.count([sql`sso_connection_id = ${connectionId}`], queries)
  }

  /** The keys of a connection, the one that signs first. */
  async inUse(connectionId: string): Promise<SamlKey[]> {
    const rows = await this.#db.all(sql`
      SELECT ${samlKeys.columns} FROM sso_saml_keys WHERE sso_connection_id = ${connectionId}
      ORDER BY active DESC, created_at DESC, id DESC`)
    return rows.map((row) => samlKeys.decode(row))
  }

  /** Makes one key of a connection the one that signs. */
  async activate(tx: Tx, { id, ssoConnectionId }: SamlKey): Promise<void> {
    await tx.run(sql`UPDATE sso_saml_keys SET active = 0 WHERE sso_connection_id = ${ssoConnectionId} AND active = 1`)
    await tx.run(sql`UPDATE sso_saml_keys SET active = 1 WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM sso_saml_keys WHERE id = ${id}`)
  }
}

/** The keys that end with their connection. */
export const samlKeysOfConnection: RowEnding<OfSsoConnection> = {
  table: 'sso_saml_keys',
  counts: null,
  end: () => sql`DELETE FROM sso_saml_keys`,
  which: ({ ssoConnectionId }) => sql`sso_connection_id = ${ssoConnectionId}`,
}
