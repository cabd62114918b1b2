import { AppError } from '#/platform/errors/app-error.ts'
import { pageOfAll, versionPosition } from '#/platform/paging/paging.ts'
import { positiveInteger } from '#/platform/validation/positive-integer.ts'
import { documentOf, wholeDocument } from './brand.ts'
import { assertReadable } from './contrast-requirement.ts'
import { brandingErrors } from './errors.ts'
import { versionRestored } from './events.ts'
import { changesOf, isEmpty } from './publisher.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Queries } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Brand, BrandRow } from './brand.ts'
import type { BrandHistoryStore } from './history-store.ts'
import type { BrandVersion, Changes } from './history.ts'
import type { Publisher } from './publisher.ts'
import type { BrandingStore } from './store.ts'

interface VersionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly store: BrandingStore
  readonly history: BrandHistoryStore
  readonly publisher: Publisher
}

/** A version, and whether its logo was removed since. */
export interface ListedVersion {
  readonly version: BrandVersion
  readonly isLogoRemoved: boolean
}

/** A version with the look it would have now. */
export interface WholeVersion extends ListedVersion {
  readonly brand: Brand
  readonly published: BrandRow
  /** What restoring it would change. */
  readonly changes: Changes
}

/** How a version is restored. */
export interface Restoring {
  /** What the caller takes for published. */
  readonly publishedVersion: number
  /** Makes what was published until now the draft, unless there is one: that is how a publish is undone. */
  readonly keepsAsDraft: boolean
}

/** What was published, each time as a version that can be published again. */
export class BrandingVersions {
  readonly #deps: VersionsDeps
  constructor(deps: VersionsDeps) {
    this.#deps = deps
  }

  /** Those that are kept, the latest first. */
  async list(request: PageRequest): Promise<Page<ListedVersion>> {
    const { store, history } = this.#deps
    const names = await store.assetNames()
    const listed = (await history.versions()).map((version) => ({ version, isLogoRemoved: lacks(names, version) }))
    return pageOfAll(listed, ({ version }) => versionPosition(version), request)
  }

  async get(version: string): Promise<WholeVersion> {
    return this.#whole(this.#deps.db, numberOf(version))
  }

  /** Publishes a version again, as a new one. Without its logo, when that was removed. */
  async restore(from: string, { publishedVersion, keepsAsDraft }: Restoring, actor: Actor): Promise<WholeVersion> {
    const { db, clock, store, history, publisher, events } = this.#deps
    const number = numberOf(from)
    return db.tx(async (tx) => {
      const { row } = await store.lock(tx)
      const { brand, changes, isLogoRemoved } = await this.#whole(tx, number)
      if (row.version !== publishedVersion) throw new AppError(brandingErrors.branding_changed)
      if (isEmpty(changes)) return this.#whole(tx, number)
      assertReadable(brand.row, row)
      const { version } = await publisher.publish(tx, row, documentOf(brand.row), actor, number)
      const isKept = keepsAsDraft && (await history.draft(tx)) === undefined
      if (isKept) {
        const [document, base] = [documentOf(row), documentOf(brand.row)]
        await history.saveDraft(tx, { document, base, updatedBy: actor.id, updatedAt: clock.now() })
      }
      const data = { version, restored_from: number, logo_removed: isLogoRemoved, kept_as_draft: isKept, changes }
      await events.record(tx, versionRestored, { actor, target: null, data })
      return this.#whole(tx, version)
    })
  }

  async #whole(queries: Queries, number: number): Promise<WholeVersion> {
    const { store, history } = this.#deps
    const version = (await history.version(number, queries)) ?? notFound()
    const { row: published } = await store.read(queries)
    const document = wholeDocument(version.document)
    const logo = await store.logo(document.logo, queries)
    const row = { ...published, ...document, logo: logo && logo.name, updatedAt: version.createdAt }
    const isLogoRemoved = document.logo !== null && logo === null
    return { version, isLogoRemoved, brand: { row, logo }, published, changes: changesOf(published, row) }
  }
}

const numberOf = (version: string): number => positiveInteger(version) ?? notFound()

function notFound(): never {
  throw new AppError(brandingErrors.branding_version_not_found)
}

function lacks(names: ReadonlySet<string>, { document: { logo = null } }: BrandVersion): boolean {
  return logo !== null && !names.has(logo)
}
