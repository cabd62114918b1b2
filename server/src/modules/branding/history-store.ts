import { sql } from '#/platform/db/sql.ts'
import { BRAND_ID } from './brand.ts'
import { drafts, versions } from './history.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { BrandVersion, Draft } from './history.ts'

/** How many versions are kept, with the one that is published. */
const KEPT_VERSIONS = 50

/** Every SQL statement about `branding_drafts` and `branding_versions`. Writers hold the row of `branding`. */
export class BrandHistoryStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async draft(queries: Queries = this.#db): Promise<Draft | undefined> {
    const row = await queries.get(sql`SELECT ${drafts.columns} FROM branding_drafts WHERE id = ${BRAND_ID}`)
    return row && drafts.decode(row)
  }

  async saveDraft(tx: Tx, draft: Omit<Draft, 'id'>): Promise<void> {
    await tx.run(sql`
      ${drafts.insert({ id: BRAND_ID, ...draft })} ON CONFLICT (id) DO UPDATE SET ${drafts.assign(draft)}`)
  }

  async deleteDraft(tx: Tx): Promise<void> {
    await tx.run(sql`DELETE FROM branding_drafts WHERE id = ${BRAND_ID}`)
  }

  async version(number: number, queries: Queries = this.#db): Promise<BrandVersion | undefined> {
    const row = await queries.get(sql`SELECT ${versions.columns} FROM branding_versions WHERE version = ${number}`)
    return row && versions.decode(row)
  }

  /** Those that are kept. */
  async versions(): Promise<BrandVersion[]> {
    const rows = await this.#db.all(sql`SELECT ${versions.columns} FROM branding_versions`)
    return rows.map(versions.decode)
  }

  /** Keeps what is published now, and lets go of what was long ago. */
  async keep(tx: Tx, version: BrandVersion): Promise<void> {
    await tx.run(versions.insert(version))
    await tx.run(sql`DELETE FROM branding_versions WHERE version <= ${version.version - KEPT_VERSIONS}`)
  }
}
