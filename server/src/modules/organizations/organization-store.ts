import { forUpdate } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { SearchedList } from '#/platform/db/searched-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { organizations } from './organization.ts'
import type { Organization } from './organization.ts'
import { searchableOrganizations } from './searchable.ts'

/** Every SQL statement about `organizations`. */
export class OrganizationStore {
  readonly #organizations: KeysetList<Organization>
  readonly #searched: SearchedList<Organization>
  constructor(db: Db) {
    this.#organizations = new KeysetList(db, organizations)
    this.#searched = new SearchedList(db, this.#organizations)
  }

  /** Writes a new organization; false when the slug is taken. The unique index decides, whoever comes at the same time. */
  async insert(tx: Tx, organization: Organization): Promise<boolean> {
    return (await tx.run(sql`${organizations.insert(organization)} ON CONFLICT (slug) DO NOTHING`)) === 1
  }

  find(id: string): Promise<Organization | undefined> {
    return this.#organizations.find(sql`id = ${id}`)
  }

  /** Whatever changes in an organization holds its row first, so that changes come one after the other. */
  hold(tx: Tx, id: string): Promise<Organization | undefined> {
    return this.#organizations.hold(tx, sql`id = ${id}`)
  }

  /** Holds every organization of a user, in one order, so that two who do so don't wait for each other. */
  async holdAllOf(tx: Tx, userId: string): Promise<Organization[]> {
    const rows = await tx.all(sql`
      SELECT ${organizations.columns} FROM organizations
      WHERE id IN (SELECT organization_id FROM organization_members WHERE user_id = ${userId})
      ORDER BY id ${forUpdate}`)
    return rows.map(organizations.decode)
  }

  /** Organizations whose name, slug or id begins so, newest first. */
  list(search: string | undefined, request: PageRequest): Promise<Page<Organization>> {
    return this.#searched.page(searchableOrganizations, search, [], request)
  }

  count(): Promise<number> {
    return this.#organizations.count([])
  }

  /** Writes the fields given. A taken slug fails the transaction with `UniqueViolation`. */
  async update(tx: Tx, id: string, fields: Partial<Organization>): Promise<void> {
    await tx.run(sql`UPDATE organizations SET ${organizations.assign(fields)} WHERE id = ${id}`)
  }

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.run(sql`DELETE FROM organizations WHERE id = ${id}`)
  }
}
