import { createHash } from 'node:crypto'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { logoOf } from './logo.ts'
import { defaultLook } from '#/ui/look.ts'
import { lookOf } from './look.ts'
import { patched, patchedTokens } from './patch.ts'
import { assertReadable } from './contrast-requirement.ts'
import { BrandingStore } from './store.ts'
import { brandingUpdated, designTokensUpdated, logoChanged, logoDeleted } from './events.ts'
import { changesFromTo } from '#/platform/merge-patch.ts'
import { choicesView } from './views.ts'
import type { Static } from 'typebox'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Asset, Brand, BrandRow } from './brand.ts'
import type { Look } from '#/ui/look.ts'
import type { BrandingPatch } from './schemas.ts'
import type { DesignTokens } from './tokens.ts'

interface BrandingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly issuer: string
}

type Change = typeof brandingUpdated | typeof designTokensUpdated

// Messages that were sent show the logo of their day.
const KEPT_LOGOS = 5

/** How the installation looks, which operators change while the server runs. Every node sees a change within a second. */
export class Branding {
  readonly #deps: BrandingDeps
  readonly #store: BrandingStore
  readonly #snapshot: Snapshot<Look>
  #latest: { readonly of: string; readonly look: Look } = { of: '', look: defaultLook }

  constructor(deps: BrandingDeps) {
    this.#deps = deps
    this.#store = new BrandingStore(deps.db)
    this.#snapshot = new Snapshot(async () => this.#lookOf(await this.#store.read()))
  }

  current(): Promise<Brand> {
    return this.#store.read()
  }

  /** What pages and messages need. While the database fails, the last look that was known: nothing depends on it. */
  async look(): Promise<Look> {
    try {
      return await this.#snapshot.current()
    } catch {
      return this.#latest.look
    }
  }

  /** The look in the terms of messages. */
  async forMail() {
    const { name, logo, palettes, bodyFont, tokens } = await this.look()
    const { light, dark } = palettes
    return {
      productName: name,
      logoUrl: logo && `${this.#deps.issuer}/assets/branding/${logo.name}`,
      accent: light.accent,
      onAccent: light.onAccent,
      accentDark: dark.accent,
      onAccentDark: dark.onAccent,
      font: bodyFont,
      radiusPx: tokens.radiusPx,
    }
  }

  asset(name: string): Promise<Asset | undefined> {
    return this.#store.asset(name)
  }

  /** Changes name, colours, fonts and links; refuses colours that can't be read. */
  update(patch: Static<typeof BrandingPatch>, actor: Actor): Promise<Brand> {
    return this.#change(brandingUpdated, actor, (row) => {
      const after = patched(row, patch)
      assertReadable(after, row)
      return after
    })
  }

  updateTokens(patch: DesignTokens, actor: Actor): Promise<Brand> {
    return this.#change(designTokensUpdated, actor, (row) => {
      const after = { ...row, designTokens: patchedTokens(row.designTokens, patch) }
      assertReadable(after, row, 'design_tokens.')
      return after
    })
  }

  /** Takes a picture as the logo; what is none, or too large to show, is refused. */
  async setLogo(bytes: Uint8Array, actor: Actor): Promise<Brand> {
    const { db, clock, events } = this.#deps
    const { type, extension, width, height } = logoOf(bytes)
    const name = `${createHash('sha256').update(bytes).digest('base64url').slice(0, 32)}.${extension}`
    const content = Buffer.from(bytes).toString('base64')
    const brand = await db.tx(async (tx) => {
      const { row } = await this.#store.lock(tx)
      const now = clock.now()
      await this.#store.keep(tx, { name, type, width, height, size: bytes.length, content, createdAt: now })
      await this.#store.forgetAllBut(tx, KEPT_LOGOS)
      await this.#store.save(tx, { ...row, logo: name, updatedAt: now })
      const data = { from: row.logo, to: name, type, size: bytes.length }
      await events.record(tx, logoChanged, { actor, target: null, data })
      return this.#store.read(tx)
    })
    this.#snapshot.invalidate()
    return brand
  }

  /** How many logos there are, with the earlier ones. */
  countLogos(): Promise<number> {
    return this.#store.countAssets()
  }

  /** Goes back to the name in letters; the logos before this one go too. */
  async deleteLogo(actor: Actor): Promise<void> {
    const { db, clock, events } = this.#deps
    await db.tx(async (tx) => {
      const { row } = await this.#store.lock(tx)
      if (row.logo === null) return
      await this.#store.forgetAll(tx)
      await this.#store.save(tx, { ...row, logo: null, updatedAt: clock.now() })
      await events.record(tx, logoDeleted, { actor, target: null, data: { from: row.logo } })
    })
    this.#snapshot.invalidate()
  }

  async #change(kind: Change, actor: Actor, work: (row: BrandRow) => BrandRow): Promise<Brand> {
    const { db, clock } = this.#deps
    const brand = await db.tx(async (tx) => {
      const { row } = await this.#store.lock(tx)
      const after = { ...work(row), updatedAt: clock.now() }
      const changes = changesFromTo(choicesView(row), choicesView(after))
      if (Object.keys(changes).length > 0) {
        await this.#store.save(tx, after)
        await this.#record(tx, kind, actor, changes)
      }
      return this.#store.read(tx)
    })
    this.#snapshot.invalidate()
    return brand
  }

  #record(tx: Tx, kind: Change, actor: Actor, changes: ReturnType<typeof changesFromTo>): Promise<unknown> {
    return this.#deps.events.record(tx, kind, { actor, target: null, data: { changes } })
  }

  /** Worked out again only when something changed. */
  #lookOf(brand: Brand): Look {
    const of = JSON.stringify(brand)
    if (this.#latest.of !== of) this.#latest = { of, look: lookOf(brand) }
    return this.#latest.look
  }
}
