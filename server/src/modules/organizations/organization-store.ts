import { forUpdate } from '#/platform/db/dialect.ts'
import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { organizations } from './organization.ts'
import type { Organization } from './organization.ts'

/** Every SQL statement about `organizations`. */
export class OrganizationStore {
  readonly #organizations: KeysetList<Organization>
  constructor(db: Db) {
    this.#organizations = new KeysetList(db, organizations)
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

  /** Organizations whose name or slug begins so, newest first. */
  list(search: string | undefined, request: PageRequest): Promise<Page<Organization>> {
    return this.#organizations.page([beginningWith(search)], request)
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

function beginningWith(search: string | undefined): Sql | undefined {
  if (search === undefined || search === '') return undefined
  const pattern = `${search.replace(/[\\%_]/g, '\\$&').toLowerCase()}%`
  return sql`slug LIKE ${pattern} ESCAPE '\\' OR lower(name) LIKE ${pattern} ESCAPE '\\'`
}
