import { Snapshot } from '#/platform/db/snapshot.ts'
import { defaultLook } from '#/ui/look.ts'
import { lookOf } from './look.ts'
import { withTyped } from './texts.ts'
import { patched, patchedTokens } from './patch.ts'
import { assertReadable } from './contrast-requirement.ts'
import { BrandingStore } from './store.ts'
import { brandingUpdated, designTokensUpdated, logoChanged, logoDeleted } from './events.ts'
import { documentOf } from './brand.ts'
import { BrandingDrafts } from './drafts.ts'
import { BrandHistoryStore } from './history-store.ts'
import { LogoStore } from './logo-store.ts'
import { changesOf, isEmpty, Publisher } from './publisher.ts'
import { BrandingVersions } from './versions.ts'
import type { Static } from 'typebox'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Asset, Brand, BrandRow } from './brand.ts'
import type { Draft } from './history.ts'
import type { Look } from '#/ui/look.ts'
import type { BrandingPatch } from './schemas.ts'
import type { TypedTexts } from './texts.ts'
import type { DesignTokens } from './tokens.ts'

interface BrandingDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly issuer: string
}

type Change = typeof brandingUpdated | typeof designTokensUpdated

/** How the installation looks, which operators change while the server runs. Every node sees a change within a second. */
export class Branding {
  readonly #deps: BrandingDeps
  readonly #store: BrandingStore
  readonly #history: BrandHistoryStore
  readonly #logos: LogoStore
  readonly #publisher: Publisher
  readonly #snapshot: Snapshot<Look>
  #latest: { readonly of: string; readonly look: Look } = { of: '', look: defaultLook }

  /** What will be published, perhaps. */
  readonly drafts: BrandingDrafts
  /** What was published. */
  readonly versions: BrandingVersions

  constructor(deps: BrandingDeps) {
    this.#deps = deps
    const { db, clock, events } = deps
    const store = new BrandingStore(db)
    const history = new BrandHistoryStore(db)
    const logos = new LogoStore(store, clock)
    const snapshot = new Snapshot(async () => this.#lookOf(await store.read()))
    const publisher = new Publisher({ clock, store, history, onPublished: () => snapshot.invalidate() })
    this.#store = store
    this.#history = history
    this.#logos = logos
    this.#publisher = publisher
    this.#snapshot = snapshot
    this.drafts = new BrandingDrafts({ db, clock, events, store, history, logos, publisher })
    this.versions = new BrandingVersions({ db, clock, events, store, history, publisher })
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

  /** The look of a version, or of the draft, with sentences as they are being written: nobody meets it but whoever may read it. */
  async lookToShow(version: string | undefined, typed: TypedTexts): Promise<Look> {
    const { brand } = version === undefined ? await this.drafts.get() : await this.versions.get(version)
    return lookOf({ ...brand, row: { ...brand.row, texts: withTyped(brand.row.texts, typed) } })
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
  setLogo(bytes: Uint8Array, actor: Actor): Promise<Brand> {
    const { db, events } = this.#deps
    const picture = this.#logos.read(bytes)
    const { name, type, size } = picture
    return db.tx(async (tx) => {
      const { row } = await this.#store.lock(tx)
      const draft = await this.#history.draft(tx)
      await this.#logos.keep(tx, picture, [name, draft?.document.logo ?? null])
      if (row.logo !== name) await this.#publisher.publish(tx, row, { ...documentOf(row), logo: name }, actor)
      await events.record(tx, logoChanged, { actor, target: null, data: { from: row.logo, to: name, type, size } })
      return this.#store.read(tx)
    })
  }

  /** How many logos would go, with the earlier ones. */
  async countLogos(): Promise<number> {
    const { row } = await this.#store.read()
    return this.#store.countAssets([ownLogo(await this.#history.draft(), row.logo)])
  }

  /** Goes back to the name in letters; the logos before this one go too, but not one that only the draft has. */
  async deleteLogo(actor: Actor): Promise<void> {
    const { db, events } = this.#deps
    await db.tx(async (tx) => {
      const { row } = await this.#store.lock(tx)
      if (row.logo === null) return
      await this.#store.forgetAll(tx, [ownLogo(await this.#history.draft(tx), row.logo)])
      await this.#publisher.publish(tx, row, { ...documentOf(row), logo: null }, actor)
      await events.record(tx, logoDeleted, { actor, target: null, data: { from: row.logo } })
    })
  }

  #change(kind: Change, actor: Actor, work: (row: BrandRow) => BrandRow): Promise<Brand> {
    const { db, events } = this.#deps
    return db.tx(async (tx) => {
      const { row } = await this.#store.lock(tx)
      const document = documentOf(work(row))
      const changes = changesOf(row, document)
      if (!isEmpty(changes)) {
        await this.#publisher.publish(tx, row, document, actor)
        await events.record(tx, kind, { actor, target: null, data: { changes } })
      }
      return this.#store.read(tx)
    })
  }

  /** Worked out again only when something changed. */
  #lookOf(brand: Brand): Look {
    const of = JSON.stringify(brand)
    if (this.#latest.of !== of) this.#latest = { of, look: lookOf(brand) }
    return this.#latest.look
  }
}

/** The logo of a draft, when it is not the published one. */
const ownLogo = (draft: Draft | undefined, published: string | null): string | null =>
  draft?.document.logo === published ? null : (draft?.document.logo ?? null)
