import { createHash } from 'node:crypto'
import { AppError } from '#/platform/errors/app-error.ts'
import { documentOf, wholeDocument } from './brand.ts'
import { assertReadable } from './contrast-requirement.ts'
import { brandingErrors } from './errors.ts'
import { brandingPublished, draftReverted, draftUpdated } from './events.ts'
import { patchedDraft } from './patch.ts'
import { changesOf, isEmpty } from './publisher.ts'
import { rebased } from './rebase.ts'
import type { Static } from 'typebox'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Brand, BrandDocument } from './brand.ts'
import type { BrandHistoryStore } from './history-store.ts'
import type { BrandVersion, Changes, Draft } from './history.ts'
import type { LogoStore } from './logo-store.ts'
import type { Publisher } from './publisher.ts'
import type { BrandingDraftPatch } from './schemas.ts'
import type { BrandingStore } from './store.ts'

interface DraftsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly store: BrandingStore
  readonly history: BrandHistoryStore
  readonly logos: LogoStore
  readonly publisher: Publisher
}

/** The draft beside what is published; without a draft, what is published in its place. */
export interface DraftState {
  readonly published: Brand
  readonly brand: Brand
  readonly draft: Draft | undefined
  readonly changes: Changes
}

/** What somebody who publishes has seen. */
export interface Seen {
  readonly publishedVersion: number
  readonly etag: string
}

/** The next look of the pages, which nobody sees before it is published. */
export class BrandingDrafts {
  readonly #deps: DraftsDeps
  constructor(deps: DraftsDeps) {
    this.#deps = deps
  }

  get(): Promise<DraftState> {
    return this.#state(this.#deps.db)
  }

  /** Changes the draft, and begins one where there is none. Colours that can't be read are taken: they can't be published. */
  update(patch: Static<typeof BrandingDraftPatch>, actor: Actor): Promise<DraftState> {
    return this.#change(actor, (document) => patchedDraft(document, patch))
  }

  /** Takes a picture as the logo of the draft. */
  setLogo(bytes: Uint8Array, actor: Actor): Promise<DraftState> {
    const { logos } = this.#deps
    const picture = logos.read(bytes)
    return this.#change(actor, async (document, tx, { published }) => {
      await logos.keep(tx, picture, [picture.name, published.row.logo])
      return { ...document, logo: picture.name }
    })
  }

  /** Throws the draft away. Refused when it is not what the caller saw, where they say what that was. */
  delete(seenEtag: string | undefined, actor: Actor): Promise<void> {
    const { db, store, history, events } = this.#deps
    return db.tx(async (tx) => {
      await store.lock(tx)
      const { brand, draft, changes } = await this.#state(tx)
      if (draft === undefined) return
      if (etagOf(brand) !== (seenEtag ?? etagOf(brand))) throw new AppError(brandingErrors.branding_changed)
      await history.deleteDraft(tx)
      await events.record(tx, draftReverted, { actor, target: null, data: { changes } })
    })
  }

  /** Makes the draft what people see. Refused when it, or what is published, is not what the caller saw. */
  publish({ publishedVersion, etag }: Seen, actor: Actor): Promise<BrandVersion> {
    const { db, store, history, publisher, events } = this.#deps
    return db.tx(async (tx) => {
      await store.lock(tx)
      const { published, brand, draft, changes } = await this.#state(tx)
      if (draft === undefined) throw new AppError(brandingErrors.branding_draft_not_found)
      if (published.row.version !== publishedVersion || etagOf(brand) !== etag) {
        throw new AppError(brandingErrors.branding_changed)
      }
      assertReadable(brand.row, published.row)
      const version = await publisher.publish(tx, published.row, documentOf(brand.row), actor)
      await history.deleteDraft(tx)
      const data = { version: version.version, changes }
      await events.record(tx, brandingPublished, { actor, target: null, data })
      return version
    })
  }

  async #change(
    actor: Actor,
    work: (document: BrandDocument, tx: Tx, state: DraftState) => BrandDocument | Promise<BrandDocument>,
  ): Promise<DraftState> {
    const { db, clock, store, history, events } = this.#deps
    return db.tx(async (tx) => {
      await store.lock(tx)
      const state = await this.#state(tx)
      const before = documentOf(state.brand.row)
      const document = await work(before, tx, state)
      const changes = changesOf(before, document)
      if (isEmpty(changes)) return state
      // A draft of what is published anyway is none.
      if (isEmpty(changesOf(state.published.row, document))) await history.deleteDraft(tx)
      else {
        const base = documentOf(state.published.row)
        await history.saveDraft(tx, { document, base, updatedBy: actor.id, updatedAt: clock.now() })
      }
      await events.record(tx, draftUpdated, { actor, target: null, data: { changes } })
      return this.#state(tx)
    })
  }

  async #state(queries: Queries): Promise<DraftState> {
    const { store, history } = this.#deps
    const published = await store.read(queries)
    const draft = await history.draft(queries)
    if (draft === undefined) return { published, brand: published, draft, changes: {} }
    const [base, mine] = [wholeDocument(draft.base), wholeDocument(draft.document)]
    const document = rebased(base, mine, documentOf(published.row))
    const logo = await store.logo(document.logo, queries)
    const row = { ...published.row, ...document, logo: logo && logo.name, updatedAt: draft.updatedAt }
    return { published, brand: { row, logo }, draft, changes: changesOf(published.row, row) }
  }
}

/** A draft by its content: whoever saw the same has seen this one. */
export const etagOf = ({ row }: Brand): string =>
  createHash('sha256')
    .update(JSON.stringify(documentOf(row)))
    .digest('base64url')
    .slice(0, 22)
