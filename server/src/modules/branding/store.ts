import { forUpdate } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { assets, BRAND_ID, brands, defaultBrand } from './brand.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Asset, Brand, BrandRow, Logo } from './brand.ts'

const LOGO_COLUMNS = sql`name, type, width, height, size, created_at`

/** Every SQL statement about `branding` and `branding_assets`. */
export class BrandingStore {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  async read(queries: Queries = this.#db): Promise<Brand> {
    const row = await queries.get(sql`SELECT ${brands.columns} FROM branding WHERE id = ${BRAND_ID}`)
    if (!row) return defaultBrand
    const choices = brands.decode(row)
    return { row: choices, logo: await this.logo(choices.logo, queries) }
  }

  /** The same, held against other writers until the transaction ends. */
  async lock(tx: Tx): Promise<Brand> {
    await tx.run(sql`${brands.insert(defaultBrand.row)} ON CONFLICT (id) DO NOTHING`)
    await tx.get(sql`SELECT id FROM branding WHERE id = ${BRAND_ID} ${forUpdate}`)
    return this.read(tx)
  }

  /** Whether the row was still at the version before this one, and so was written. */
  async save(tx: Tx, { id, ...fields }: BrandRow): Promise<boolean> {
    const before = fields.version - 1
    return (
      (await tx.run(sql`UPDATE branding SET ${brands.assign(fields)} WHERE id = ${id} AND version = ${before}`)) === 1
    )
  }

  async asset(name: string): Promise<Asset | undefined> {
    const row = await this.#db.get(sql`SELECT ${assets.columns} FROM branding_assets WHERE name = ${name}`)
    return row && assets.decode(row)
  }

  /** Keeps a picture; one that is there already counts as new. */
  async keep(tx: Tx, asset: Asset): Promise<void> {
    const { createdAt } = asset
    await tx.run(sql`${assets.insert(asset)} ON CONFLICT (name) DO UPDATE SET ${assets.assign({ createdAt })}`)
  }

  /** Forgets all pictures but the latest, and those that are named. */
  async forgetAllBut(tx: Tx, count: number, used: readonly (string | null)[]): Promise<void> {
    await tx.run(sql`
      DELETE FROM branding_assets WHERE ${otherThan(used)} AND name NOT IN (
        SELECT name FROM branding_assets ORDER BY created_at DESC, name DESC LIMIT ${count})`)
  }

  /** How many pictures there are besides those that are named. */
  async countAssets(used: readonly (string | null)[]): Promise<number> {
    const row = await this.#db.get(sql`SELECT count(*) AS count FROM branding_assets WHERE ${otherThan(used)}`)
    return Number(row?.['count'] ?? 0)
  }

  async forgetAll(tx: Tx, used: readonly (string | null)[]): Promise<void> {
    await tx.run(sql`DELETE FROM branding_assets WHERE ${otherThan(used)}`)
  }

  /** The names of the pictures that are kept. */
  async assetNames(queries: Queries = this.#db): Promise<ReadonlySet<string>> {
    const rows = await queries.all(sql`SELECT name FROM branding_assets`)
    return new Set(rows.map((row) => String(row['name'])))
  }

  /** What is known of a picture; null when it is gone, and for no name. */
  async logo(name: string | null, queries: Queries = this.#db): Promise<Logo | null> {
    if (name === null) return null
    const row = await queries.get(sql`SELECT ${LOGO_COLUMNS} FROM branding_assets WHERE name = ${name}`)
    if (!row) return null
    const { content: _, ...logo } = assets.decode({ ...row, content: '' })
    return logo
  }
}

const otherThan = (names: readonly (string | null)[]): Sql =>
  names.reduce((all, name) => (name === null ? all : sql`${all} AND name <> ${name}`), sql`1 = 1`)
