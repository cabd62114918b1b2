import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { ListSource } from '#/platform/db/keyset-list.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { OfOrganization, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import { members } from './member.ts'
import type { Member, Membership, NamedMember } from './member.ts'
import { organizations } from './organization.ts'
import { OWNER } from './role.ts'

/** Every SQL statement about `organization_members`. */
export class MemberStore {
  readonly #db: Db
  readonly #members: KeysetList<NamedMember>
  readonly #memberships: KeysetList<Membership>
  constructor(db: Db) {
    this.#db = db
    this.#members = new KeysetList(db, namedMembers)
    this.#memberships = new KeysetList(db, memberships)
  }

  /** Writes a new member; false when the user is one already. */
  async insert(tx: Tx, member: Member): Promise<boolean> {
    return (await tx.run(sql`${members.insert(member)} ON CONFLICT (organization_id, user_id) DO NOTHING`)) === 1
  }

  find(organizationId: string, userId: string, queries?: Queries): Promise<NamedMember | undefined> {
    return this.#members.find(sql`m.organization_id = ${organizationId} AND m.user_id = ${userId}`, queries)
  }

  /** Whether a user is a member of an organization, by its id or its slug. */
  async isMember(userId: string, organization: string): Promise<boolean> {
    const row = await this.#db.get(sql`
      SELECT 1 AS found FROM organization_members m JOIN organizations o ON o.id = m.organization_id
      WHERE m.user_id = ${userId} AND (o.id = ${organization} OR o.slug = ${organization}) LIMIT 1`)
    return row !== undefined
  }

  /** Whether the user of a canonical address is a member. */
  async hasAddress(tx: Tx, organizationId: string, emailCanonical: string): Promise<boolean> {
    const row = await tx.get(sql`
      SELECT 1 AS found FROM organization_members m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = ${organizationId} AND u.email_canonical = ${emailCanonical}`)
    return row !== undefined
  }

  /** The members of an organization, newest first. */
  list(organizationId: string, request: PageRequest): Promise<Page<NamedMember>> {
    return this.#members.page([sql`m.organization_id = ${organizationId}`], request)
  }

  /** The organizations of a user, the one joined last first. */
  listOfUser(userId: string, request: PageRequest): Promise<Page<Membership>> {
    return this.#memberships.page([sql`m.user_id = ${userId}`], request)
  }

  /** The organizations of a user by their ids, every one. */
  async organizationIdsOf(userId: string): Promise<string[]> {
    const rows = await this.#db.all(sql`SELECT organization_id FROM organization_members WHERE user_id = ${userId}`)
    return rows.map((row) => String(row['organization_id']))
  }

  countWithRole(tx: Tx, organizationId: string, role: string): Promise<number> {
    return this.#members.count([sql`m.organization_id = ${organizationId} AND m.role = ${role}`], tx)
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
}

/** The memberships that end with an organization, or with a user. */
export const membershipEnding: RowEnding<OfOrganization | OfUser> = {
  table: 'organization_members',
  counts: 'memberships',
  end: () => sql`DELETE FROM organization_members`,
  which: (subject) =>
    subject.by === 'user' ? sql`user_id = ${subject.userId}` : sql`organization_id = ${subject.organizationId}`,
}

const namedMembers: ListSource<NamedMember> = {
  columns: sql`${members.columnsOf('m')}, u.email, u.name, u.disabled_at`,
  from: sql`organization_members m JOIN users u ON u.id = m.user_id`,
  counted: sql`organization_members m`,
  key: ['m.created_at', 'm.user_id'],
  decode: (row) => ({
    ...members.decode(row),
    email: row['email'] as string,
    name: row['name'] as string,
    disabled: row['disabled_at'] !== null,
  }),
}

const memberships: ListSource<Membership> = {
  columns: sql`${organizations.columnsOf('o')}, m.role AS member_role, m.created_at AS joined_at`,
  from: sql`organization_members m JOIN organizations o ON o.id = m.organization_id`,
  counted: sql`organization_members m`,
  key: ['m.created_at', 'm.organization_id'],
  decode: (row) => ({
    organization: organizations.decode(row),
    role: row['member_role'] as string,
    joinedAt: row['joined_at'] as number,
  }),
}
