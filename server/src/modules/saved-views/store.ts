import { KeysetList } from '#/platform/db/keyset-list.ts'
import { sql } from '#/platform/db/sql.ts'
import { savedViews } from './saved-view.ts'
import type { OfApiKey, OfUser, RowEnding } from '#/modules/lifecycle/index.ts'
import type { Db, Queries, Tx } from '#/platform/db/db.ts'
import type { Sql } from '#/platform/db/sql.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { SavedView } from './saved-view.ts'

/** What a list of views is narrowed to. */
export interface SavedViewFilter {
  readonly list?: string | undefined
}

/** Every SQL statement about `saved_views`. */
export class SavedViewStore {
  readonly #views: KeysetList<SavedView>
  constructor(db: Db) {
    this.#views = new KeysetList(db, savedViews)
  }

  /** Writes a new view; false when its owner has one of that name. */
  async insert(tx: Tx, view: SavedView): Promise<boolean> {
    return (await tx.run(sql`${savedViews.insert(view)} ON CONFLICT (owner_id, list, name) DO NOTHING`)) === 1
  }

  /** A view that somebody sees: their own, or one that is shared. */
  find(id: string, viewer: string): Promise<SavedView | undefined> {
    return this.#views.find(sql`id = ${id} AND ${seenBy(viewer)}`)
  }

  hold(tx: Tx, id: string, viewer: string): Promise<SavedView | undefined> {
    return this.#views.hold(tx, sql`id = ${id} AND ${seenBy(viewer)}`)
  }

  async delete(tx: Tx, id: string): Promise<boolean> {
    return (await tx.run(sql`DELETE FROM saved_views WHERE id = ${id}`)) === 1
  }

  /** What somebody sees, newest first. */
  list(viewer: string, { list }: SavedViewFilter, request: PageRequest): Promise<Page<SavedView>> {
    return this.#views.page([seenBy(viewer), list === undefined ? undefined : sql`list = ${list}`], request)
  }

  countOf(ownerId: string, queries: Queries): Promise<number> {
    return this.#views.count([sql`owner_id = ${ownerId}`], queries)
  }
}

const seenBy = (viewer: string): Sql => sql`(owner_id = ${viewer} OR shared = 1)`

/** The views of a user, which end with the user. */
export const viewsOfUser: RowEnding<OfUser> = {
  table: 'saved_views',
  counts: null,
  end: () => sql`DELETE FROM saved_views`,
  which: ({ userId }) => sql`owner_id = ${userId}`,
}

/** The views that were saved with an API key, which end with the key. */
export const viewsOfApiKey: RowEnding<OfApiKey> = {
  table: 'saved_views',
  counts: 'saved_views',
  end: () => sql`DELETE FROM saved_views`,
  which: ({ apiKeyId }) => sql`owner_id = ${apiKeyId}`,
}
