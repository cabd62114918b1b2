import { every, sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Row, Tx } from '#/platform/db/db.ts'
import type { Position } from '#/platform/paging/paging.ts'
import { members } from './member.ts'
import type { Member, Membership, NamedMember } from './member.ts'
import { organizations } from './organization.ts'
import { OWNER } from './role.ts'

/** Every SQL statement about `organization_members`. */
export class MemberStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Writes a new member; false when the user is one already. */
  async insert(tx: Tx, member: Member): Promise<boolean> {
    return (await tx.run(sql`${members.insert(member)} ON CONFLICT (organization_id, user_id) DO NOTHING`)) === 1
  }

  async find(organizationId: string, userId: string, queries: Queries = this.#db): Promise<NamedMember | undefined> {
    const row = await queries.get(
      named(every([sql`m.organization_id = ${organizationId}`, sql`m.user_id = ${userId}`])),
    )
    return row && toNamed(row)
  }

  /** Whether the user of a canonical address is a member. */
  async hasAddress(tx: Tx, organizationId: string, emailCanonical: string): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT 1 AS found FROM organization_members m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = ${organizationId} AND u.email_canonical = ${emailCanonical}`)
    return row !== undefined
  }

  /** The members of an organization, newest first. */
  async list(organizationId: string, before: Position | undefined, limit: number): Promise<NamedMember[]> {
    const older = before && sql`(m.created_at, m.user_id) < (${before.createdAt}, ${before.id})`
    const rows = await this.#db.all(sql`
      ${named(every([sql`m.organization_id = ${organizationId}`, older]))}
      ORDER BY m.created_at DESC, m.user_id DESC LIMIT ${limit}`)
    return rows.map(toNamed)
  }

  async count(organizationId: string): Promise<number> {
    const row = await this.#db.get(sql`
      SELECT count(*) AS count FROM organization_members WHERE organization_id = ${organizationId}`)
    return Number(row?.['count'] ?? 0)
  }

  /** The organizations of a user, the one joined last first. */
  async listOfUser(userId: string, before: Position | undefined, limit: number): Promise<Membership[]> {
    const older = before && sql`(m.created_at, m.organization_id) < (${before.createdAt}, ${before.id})`
    const rows = await this.#db.all(sql`
      SELECT ${organizations.columnsOf('o')}, m.role AS member_role, m.created_at AS joined_at
      FROM organization_members m JOIN organizations o ON o.id = m.organization_id
      WHERE ${every([sql`m.user_id = ${userId}`, older])}
      ORDER BY m.created_at DESC, m.organization_id DESC LIMIT ${limit}`)
    return rows.map((row) => ({
      organization: organizations.decode(row),
      role: row['member_role'] as string,
      joinedAt: row['joined_at'] as number,
    }))
  }

  async countOfUser(userId: string): Promise<number> {
    const row = await this.#db.get(sql`SELECT count(*) AS count FROM organization_members WHERE user_id = ${userId}`)
    return Number(row?.['count'] ?? 0)
  }

  async countWithRole(tx: Tx, organizationId: string, role: string): Promise<number> {
    const row = await tx.get(sql`
      SELECT count(*) AS count FROM organization_members
      WHERE organization_id = ${organizationId} AND role = ${role}`)
    return Number(row?.['count'] ?? 0)
  }

  /** Whether somebody besides this user owns the organization and can sign in. Ask it while the organization is held. */
  async hasOtherOwner(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT 1 AS found FROM organization_members m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = ${organizationId} AND m.role = ${OWNER} AND m.user_id <> ${userId}
        AND u.disabled_at IS NULL LIMIT 1`)
    return row !== undefined
  }

  async setRole(tx: Tx, { organizationId, userId }: Member, role: string): Promise<void> {
    await tx.run(sql`
      UPDATE organization_members SET role = ${role} WHERE organization_id = ${organizationId} AND user_id = ${userId}`)
  }

  async delete(tx: Tx, { organizationId, userId }: Member): Promise<void> {
    await tx.run(sql`
      DELETE FROM organization_members WHERE organization_id = ${organizationId} AND user_id = ${userId}`)
  }

  /** Removes everybody; answers how many that were. */
  deleteAll(tx: Tx, organizationId: string): Promise<number> {
    return tx.run(sql`DELETE FROM organization_members WHERE organization_id = ${organizationId}`)
  }

  async deleteAllOf(tx: Tx, userId: string): Promise<void> {
    await tx.run(sql`DELETE FROM organization_members WHERE user_id = ${userId}`)
  }
}

const named = (condition: ReturnType<typeof every>) => sql`
  SELECT ${members.columnsOf('m')}, u.email, u.name, u.disabled_at
  FROM organization_members m JOIN users u ON u.id = m.user_id WHERE ${condition}`

const toNamed = (row: Row): NamedMember => ({
  ...members.decode(row),
  email: row['email'] as string,
  name: row['name'] as string,
  disabled: row['disabled_at'] !== null,
})
