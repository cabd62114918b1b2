import { forUpdate } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import { assets, BRAND_ID, brands, defaultBrand } from './brand.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
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
    return { row: choices, logo: choices.logo === null ? null : await this.#logo(queries, choices.logo) }
  }

  /** The same, held against other writers until the transaction ends. */
  async lock(tx: Tx): Promise<Brand> {
    await tx.run(sql`${brands.insert(defaultBrand.row)} ON CONFLICT (id) DO NOTHING`)
    await tx.get(sql`SELECT id FROM branding WHERE id = ${BRAND_ID} ${forUpdate}`)
    return this.read(tx)
  }

  async save(tx: Tx, { id, ...fields }: BrandRow): Promise<void> {
    await tx.run(sql`UPDATE branding SET ${brands.assign(fields)} WHERE id = ${id}`)
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

  /** Forgets all pictures but the latest. */
  async forgetAllBut(tx: Tx, count: number): Promise<void> {
    await tx.run(sql`
      DELETE FROM branding_assets WHERE name NOT IN (
        SELECT name FROM branding_assets ORDER BY created_at DESC, name DESC LIMIT ${count})`)
  }

  async countAssets(): Promise<number> {
    const row = await this.#db.get(sql`SELECT count(*) AS count FROM branding_assets`)
    return Number(row?.['count'] ?? 0)
  }

  async forgetAll(tx: Tx): Promise<void> {
    await tx.run(sql`DELETE FROM branding_assets`)
  }

  async #logo(queries: Queries, name: string): Promise<Logo | null> {
    const row = await queries.get(sql`SELECT ${LOGO_COLUMNS} FROM branding_assets WHERE name = ${name}`)
    if (!row) return null
    const { content: _, ...logo } = assets.decode({ ...row, content: '' })
    return logo
  }
}
