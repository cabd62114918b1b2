import { forUpdate } from '#/platform/db/dialect.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import { join, joinAny, sql } from '#/platform/db/sql.ts'
import type { OfSsoConnection, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Filter, FilterValue, Operator } from './filter.ts'
import { scimError, scimErrors } from './errors.ts'
import { conditionOf, exact, folded, time } from './filter-sql.ts'
import type { Attributes } from './filter-sql.ts'
import type { Slice, SliceRequest } from './slice.ts'
import { scimGroups, scimUsers } from './tables.ts'
import type { ScimGroup, ScimUser } from './tables.ts'

/** A member of a group, as the group names it. */
export interface GroupMember {
  readonly id: string
  readonly userName: string
}

/** A group, as its members are said to be in it. */
export interface GroupName {
  readonly id: string
  readonly name: string
}

const attributes: Attributes = {
  id: exact(sql`id`),
  externalid: exact(sql`external_id`),
  displayname: folded(sql`display_name_folded`),
  'meta.created': time(sql`created_at`),
  'meta.lastmodified': time(sql`updated_at`),
  'members.value': byMember,
  members: byMember,
}

/** Groups by somebody who is in them, or by whether anybody is. */
function byMember(operator: Operator, value: FilterValue): Sql {
  if (operator === 'pr') return sql`id IN (SELECT scim_group_id FROM scim_group_members)`
  if (operator !== 'eq') throw scimError(scimErrors.scim_invalid_filter, 'Members can be asked for by eq and pr alone.')
  return sql`id IN (SELECT scim_group_id FROM scim_group_members WHERE scim_user_id = ${String(value)})`
}

/** Every SQL statement about `scim_groups` and `scim_group_members`. */
export class ScimGroupStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async insert(tx: Tx, group: ScimGroup): Promise<void> {
    await tx.run(scimGroups.insert(group))
  }

  async update(tx: Tx, id: string, fields: Partial<ScimGroup>): Promise<void> {
    await tx.run(sql`UPDATE scim_groups SET ${scimGroups.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM scim_group_members WHERE scim_group_id = ${id}`)
    await tx.run(sql`DELETE FROM scim_groups WHERE id = ${id}`)
  }

  async find(connectionId: string, id: string, queries: Queries = this.#db): Promise<ScimGroup | undefined> {
    const row = await queries.get(sql`
      SELECT ${scimGroups.columns} FROM scim_groups WHERE id = ${id} AND sso_connection_id = ${connectionId}`)
    return row && scimGroups.decode(row)
  }

  async hold(tx: Tx, connectionId: string, id: string): Promise<ScimGroup | undefined> {
    const row = await tx.get(sql`
      SELECT ${scimGroups.columns} FROM scim_groups
      WHERE id = ${id} AND sso_connection_id = ${connectionId} ${forUpdate}`)
    return row && scimGroups.decode(row)
  }

  async list(
    connectionId: string,
    filter: Filter | undefined,
    { startIndex, count }: SliceRequest,
  ): Promise<Slice<ScimGroup>> {
    const condition = filter ? conditionOf(filter, attributes) : sql`1 = 1`
    const which = sql`sso_connection_id = ${connectionId} AND ${condition}`
    const total = await this.#db.get(sql`SELECT count(*) AS total FROM scim_groups WHERE ${which}`)
    const rows = await this.#db.all(sql`
      SELECT ${scimGroups.columns} FROM scim_groups WHERE ${which}
      ORDER BY created_at, id LIMIT ${count} OFFSET ${startIndex - 1}`)
    return { total: Number(total?.['total'] ?? 0), items: rows.map((row) => scimGroups.decode(row)) }
  }

  /** The members of a group, by name. */
  async membersOf(groupId: string, queries: Queries = this.#db): Promise<GroupMember[]> {
    const rows = await queries.all(sql`
      SELECT u.id, u.user_name FROM scim_group_members m JOIN scim_users u ON u.id = m.scim_user_id
      WHERE m.scim_group_id = ${groupId} ORDER BY u.user_name_folded, u.id`)
    return rows.map((row) => ({ id: String(row['id']), userName: String(row['user_name']) }))
  }

  /** The people of a connection among these ids, held. */
  async holdPeople(tx: Tx, connectionId: string, ids: readonly string[]): Promise<ScimUser[]> {
    if (ids.length === 0) return []
    const rows = await tx.all(sql`
      SELECT ${scimUsers.columns} FROM scim_users
      WHERE sso_connection_id = ${connectionId} AND removed_at IS NULL AND id IN (${joinAny(ids.map((id) => sql`${id}`))})
      ORDER BY id ${forUpdate}`)
    return rows.map((row) => scimUsers.decode(row))
  }

  /** Adds people to a group; one that is in it already stays so. */
  async add(tx: Tx, { id, ssoConnectionId }: ScimGroup, userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return
    const rows = userIds.map((userId) => sql`(${id}, ${userId}, ${ssoConnectionId})`)
    await tx.run(sql`
      INSERT INTO scim_group_members (scim_group_id, scim_user_id, sso_connection_id)
      VALUES ${join(rows)} ON CONFLICT (scim_group_id, scim_user_id) DO NOTHING`)
  }

  async remove(tx: Tx, groupId: string, userIds: readonly string[]): Promise<void> {
    if (userIds.length === 0) return
    await tx.run(sql`
      DELETE FROM scim_group_members
      WHERE scim_group_id = ${groupId} AND scim_user_id IN (${joinAny(userIds.map((id) => sql`${id}`))})`)
  }

  /** Takes a person out of every group. */
  async removeFromAll(tx: Tx, userId: string): Promise<void> {
    await tx.run(sql`DELETE FROM scim_group_members WHERE scim_user_id = ${userId}`)
  }

  /** The groups that people are in, by person. */
  async groupsOf(
    userIds: readonly string[],
    queries: Queries = this.#db,
  ): Promise<ReadonlyMap<string, readonly GroupName[]>> {
    if (userIds.length === 0) return new Map()
    const rows = await queries.all(sql`
      SELECT m.scim_user_id, g.id, g.display_name FROM scim_group_members m JOIN scim_groups g ON g.id = m.scim_group_id
      WHERE m.scim_user_id IN (${joinAny(userIds.map((id) => sql`${id}`))}) ORDER BY g.display_name_folded`)
    const groups = rows.map((row) => ({
      of: String(row['scim_user_id']),
      id: String(row['id']),
      name: String(row['display_name']),
    }))
    return Map.groupBy(groups, (group) => group.of)
  }
}

/** The groups that end with their connection. */
export const scimGroupsEnding: RowEnding<OfSsoConnection> = {
  table: 'scim_groups',
  counts: null,
  end: () => sql`DELETE FROM scim_groups`,
  which: ({ ssoConnectionId }) => sql`sso_connection_id = ${ssoConnectionId}`,
}

/** Who was in them. */
export const scimMembersEnding: RowEnding<OfUser | OfSsoConnection> = {
  table: 'scim_group_members',
  counts: null,
  end: () => sql`DELETE FROM scim_group_members`,
  which: (subject) =>
    subject.by === 'user'
      ? sql`scim_user_id IN (SELECT id FROM scim_users WHERE user_id = ${subject.userId})`
      : sql`sso_connection_id = ${subject.ssoConnectionId}`,
}
