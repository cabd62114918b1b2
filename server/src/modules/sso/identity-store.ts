import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { OfSsoConnection, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import { ssoIdentities } from './identity.ts'
import type { DescribedIdentity, SsoIdentity } from './identity.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'

/** Every SQL statement about `sso_identities`. */
export class SsoIdentityStore {
  readonly #db: Db
  readonly #identities: KeysetList<SsoIdentity>
  readonly #described: KeysetList<DescribedIdentity>
  constructor(db: Db) {
    this.#db = db
    this.#identities = new KeysetList(db, ssoIdentities)
    this.#described = new KeysetList(db, describedIdentities)
  }

  /** The identities of a user, newest first. */
  listOfUser(userId: string, request: PageRequest): Promise<Page<DescribedIdentity>> {
    return this.#described.page([sql`i.user_id = ${userId}`], request)
  }

  /** One identity of a user. */
  findOfUser(userId: string, id: string): Promise<DescribedIdentity | undefined> {
    return this.#described.find(sql`i.id = ${id} AND i.user_id = ${userId}`)
  }

  /** Removes an identity of a user; undefined when it is gone or another's. */
  async take(tx: Tx, userId: string, id: string): Promise<SsoIdentity | undefined> {
    const row = await tx.get(sql`
      DELETE FROM sso_identities WHERE id = ${id} AND user_id = ${userId} RETURNING ${ssoIdentities.columns}`)
    return row && ssoIdentities.decode(row)
  }

  /** Writes a new identity; false when the connection knows the subject. The unique index decides. */
  async insert(tx: Tx, identity: SsoIdentity): Promise<boolean> {
    const statement = sql`${ssoIdentities.insert(identity)} ON CONFLICT (sso_connection_id, subject) DO NOTHING`
    return (await tx.run(statement)) === 1
  }

  findBySubject(connectionId: string, subject: string, queries: Queries = this.#db): Promise<SsoIdentity | undefined> {
    return this.#identities.find(sql`sso_connection_id = ${connectionId} AND subject = ${subject}`, queries)
  }

  async update(tx: Tx, id: string, fields: Partial<SsoIdentity>): Promise<void> {
    await tx.run(sql`UPDATE sso_identities SET ${ssoIdentities.assign(fields)} WHERE id = ${id}`)
  }

  /** Whether anybody signs in through a connection. */
  async anyOf(connectionId: string, tx: Tx): Promise<boolean> {
    return (
      (await tx.get(sql`SELECT 1 AS found FROM sso_identities WHERE sso_connection_id = ${connectionId} LIMIT 1`)) !==
      undefined
    )
  }

  /** Whether anybody who runs the server signs in through a connection. */
  async anyOfOperators(connectionId: string, queries: Queries): Promise<boolean> {
    const row = await queries.get(sql`
      SELECT 1 AS found FROM sso_identities i JOIN users u ON u.id = i.user_id
      WHERE i.sso_connection_id = ${connectionId} AND u.system_role IS NOT NULL LIMIT 1`)
    return row !== undefined
  }

  /** Whether somebody has signed in through a connection, or joined it. */
  async knows(connectionId: string, userId: string, tx: Tx): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT 1 AS found FROM sso_identities
      WHERE user_id = ${userId} AND sso_connection_id = ${connectionId} LIMIT 1`)
    return row !== undefined
  }

  /** Whether a user can sign in through a connection that is turned on. */
  async opensFor(userId: string, tx: Tx): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT 1 AS found FROM sso_identities
      WHERE user_id = ${userId} AND sso_connection_id IN (SELECT id FROM sso_connections WHERE enabled = 1) LIMIT 1`)
    return row !== undefined
  }
}

const describedIdentities: ListSource<DescribedIdentity> = {
  columns: sql`${ssoIdentities.columnsOf('i')}, c.name AS connection_name`,
  from: sql`sso_identities i JOIN sso_connections c ON c.id = i.sso_connection_id`,
  counted: sql`sso_identities i`,
  key: ['i.created_at', 'i.id'],
  decode: (row) => ({ ...ssoIdentities.decode(row), connectionName: String(row['connection_name']) }),
}

/** The identities that end with their user, whom nobody can sign in as by them any more, or with their connection. */
export const identitiesEnding: RowEnding<OfUser | OfSsoConnection> = {
  table: 'sso_identities',
  counts: 'sso_identities',
  end: () => sql`DELETE FROM sso_identities`,
  which: (subject) =>
    subject.by === 'user' ? sql`user_id = ${subject.userId}` : sql`sso_connection_id = ${subject.ssoConnectionId}`,
}
