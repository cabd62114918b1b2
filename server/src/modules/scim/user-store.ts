import { forUpdate } from '#/platform/db/dialect.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { sql } from '#/platform/db/sql.ts'
import type { OfSsoConnection, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Filter } from './filter.ts'
import { scimError, scimErrors } from './errors.ts'
import { conditionOf, exact, folded, time } from './filter-sql.ts'
import type { Attributes } from './filter-sql.ts'
import type { Slice, SliceRequest } from './slice.ts'
import { scimUsers } from './tables.ts'
import type { ScimUser } from './tables.ts'

/** What people are asked for by. Whether the account is on is a matter of the account. */
const attributes: Attributes = {
  id: exact(sql`id`),
  externalid: exact(sql`external_id`),
  username: folded(sql`user_name_folded`),
  displayname: folded(sql`display_name_folded`),
  emails: folded(sql`email_folded`),
  'emails.value': folded(sql`email_folded`),
  'meta.created': time(sql`created_at`),
  'meta.lastmodified': time(sql`updated_at`),
  active: (operator, value) => {
    if (operator !== 'eq' && operator !== 'ne')
      throw scimError(scimErrors.scim_invalid_filter, 'active is asked for by eq and ne alone.')
    const isWanted = (String(value).toLowerCase() === 'true') === (operator === 'eq')
    const enabled = sql`user_id IN (SELECT id FROM users WHERE disabled_at IS NULL)`
    return isWanted ? enabled : sql`NOT (${enabled})`
  },
}

/** Every SQL statement about `scim_users`. */
export class ScimUserStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async insert(tx: Tx, user: ScimUser): Promise<void> {
    await tx.run(scimUsers.insert(user))
  }

  async update(tx: Tx, id: string, fields: Partial<ScimUser>): Promise<void> {
    await tx.run(sql`UPDATE scim_users SET ${scimUsers.assign(fields)} WHERE id = ${id}`)
  }

  async find(connectionId: string, id: string, queries: Queries = this.#db): Promise<ScimUser | undefined> {
    const row = await queries.get(sql`
      SELECT ${scimUsers.columns} FROM scim_users
      WHERE id = ${id} AND sso_connection_id = ${connectionId} AND removed_at IS NULL`)
    return row && scimUsers.decode(row)
  }

  /** One of a connection, held until the transaction ends. */
  async hold(tx: Tx, connectionId: string, id: string): Promise<ScimUser | undefined> {
    const row = await tx.get(sql`
      SELECT ${scimUsers.columns} FROM scim_users
      WHERE id = ${id} AND sso_connection_id = ${connectionId} AND removed_at IS NULL ${forUpdate}`)
    return row && scimUsers.decode(row)
  }

  /** What a connection knows of an account, also one that it removed; held. */
  async holdByUser(tx: Tx, connectionId: string, userId: string): Promise<ScimUser | undefined> {
    const row = await tx.get(sql`
      SELECT ${scimUsers.columns} FROM scim_users
      WHERE sso_connection_id = ${connectionId} AND user_id = ${userId} ${forUpdate}`)
    return row && scimUsers.decode(row)
  }

  async list(
    connectionId: string,
    filter: Filter | undefined,
    { startIndex, count }: SliceRequest,
  ): Promise<Slice<ScimUser>> {
    const condition = filter ? conditionOf(filter, attributes) : sql`1 = 1`
    const which = sql`sso_connection_id = ${connectionId} AND removed_at IS NULL AND ${condition}`
    const total = await this.#db.get(sql`SELECT count(*) AS total FROM scim_users WHERE ${which}`)
    const rows = await this.#db.all(sql`
      SELECT ${scimUsers.columns} FROM scim_users WHERE ${which}
      ORDER BY created_at, id LIMIT ${count} OFFSET ${startIndex - 1}`)
    return { total: Number(total?.['total'] ?? 0), items: rows.map((row) => scimUsers.decode(row)) }
  }
}

/** What provisioning knows of people, ending with the person or the connection. */
export const scimUsersEnding: RowEnding<OfUser | OfSsoConnection> = {
  table: 'scim_users',
  counts: null,
  end: () => sql`DELETE FROM scim_users`,
  which: (subject) =>
    subject.by === 'user' ? sql`user_id = ${subject.userId}` : sql`sso_connection_id = ${subject.ssoConnectionId}`,
}
