import { changesFromTo } from '#/platform/merge-patch.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { documentOf } from './brand.ts'
import { brandingErrors } from './errors.ts'
import { choicesView } from './views.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { BrandDocument, BrandRow } from './brand.ts'
import type { BrandHistoryStore } from './history-store.ts'
import type { BrandVersion, Changes } from './history.ts'
import type { BrandingStore } from './store.ts'

interface PublisherDeps {
  readonly clock: Clock
  readonly store: BrandingStore
  readonly history: BrandHistoryStore
  /** Makes the next page read how it looks. */
  readonly onPublished: () => void
}

/** What differs, by the names of the wire. */
export const changesOf = (before: BrandDocument, after: BrandDocument): Changes =>
  changesFromTo(choicesView(before), choicesView(after))

/** Whether anything differs. */
export const isEmpty = (changes: Changes): boolean => Object.keys(changes).length === 0

/** The one way to what people see: each change of it is a version. */
export class Publisher {
  readonly #deps: PublisherDeps
  constructor(deps: PublisherDeps) {
    this.#deps = deps
  }

  /** Publishes a document in place of a row that this transaction holds. */
  async publish(
    tx: Tx,
    before: BrandRow,
    document: BrandDocument,
    { id: createdBy }: Actor,
    restoredFrom: number | null = null,
  ): Promise<BrandVersion> {
    const { clock, store, history, onPublished } = this.#deps
    const now = clock.now()
    const version = before.version + 1
    if (!(await store.save(tx, { ...before, ...document, version, updatedAt: now }))) {
      throw new AppError(brandingErrors.branding_changed)
    }
    await this.#keepFirst(tx, before)
    const kept = { version, document, changes: changesOf(before, document), restoredFrom, createdBy, createdAt: now }
    await history.keep(tx, kept)
    tx.afterCommit(onPublished)
    return kept
  }

  /** What was there before versions were kept is one, too: there is a way back from the first change. */
  async #keepFirst(tx: Tx, before: BrandRow): Promise<void> {
    const { clock, history } = this.#deps
    if ((await history.version(before.version, tx)) !== undefined) return
    await history.keep(tx, {
      ...{ version: before.version, document: documentOf(before), changes: {}, restoredFrom: null },
      ...{ createdBy: null, createdAt: before.updatedAt === 0 ? clock.now() : before.updatedAt },
    })
  }
}
