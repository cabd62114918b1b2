import { isFullAccess } from '#/modules/api-keys/index.ts'
import { nameProblem } from '#/modules/clients/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import { savedViewErrors } from './errors.ts'
import { savedViewCreated, savedViewDeleted } from './events.ts'
import { SavedViewStore } from './store.ts'
import type { Static } from 'typebox'
import type { AdminPrincipal } from '#/modules/api-keys/index.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { SavedView } from './saved-view.ts'
import type { CreateSavedViewSchema } from './schemas.ts'
import type { SavedViewFilter } from './store.ts'

interface SavedViewsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
}

const MAX_VIEWS = 100

/** What operators look at again and again. */
export class SavedViews {
  readonly #deps: SavedViewsDeps
  readonly #store: SavedViewStore
  constructor(deps: SavedViewsDeps) {
    this.#deps = deps
    this.#store = new SavedViewStore(deps.db)
  }

  /** Those of the viewer and those that are shared, newest first. */
  list(viewer: string, filter: SavedViewFilter, request: PageRequest): Promise<Page<SavedView>> {
    return this.#store.list(viewer, filter, request)
  }

  async get(id: string, viewer: string): Promise<SavedView> {
    const view = isId('view', id) ? await this.#store.find(id, viewer) : undefined
    if (!view) throw new AppError(savedViewErrors.saved_view_not_found)
    return view
  }

  async create(input: Static<typeof CreateSavedViewSchema>, by: AdminPrincipal): Promise<SavedView> {
    const { db, clock, events } = this.#deps
    const problem = nameProblem(input.name)
    if (problem !== undefined) throw invalid('/name', problem)
    const now = clock.now()
    const { list, query, shared = false } = input
    const view: SavedView = {
      id: newId('view', now),
      ownerId: by.id,
      shared,
      list,
      name: input.name.trim(),
      query,
      createdAt: now,
    }
    await db.tx(async (tx) => {
      if ((await this.#store.countOf(by.id, tx)) >= MAX_VIEWS) throw new AppError(savedViewErrors.too_many_saved_views)
      if (!(await this.#store.insert(tx, view))) throw new AppError(savedViewErrors.saved_view_exists)
      await events.record(tx, savedViewCreated, { actor: by.actor, target: targetOf(view), data: dataOf(view) })
    })
    return view
  }

  /** Deletes a view, by whoever made it or has full access. */
  async delete(id: string, by: AdminPrincipal): Promise<void> {
    const { db, events } = this.#deps
    await db.tx(async (tx) => {
      const view = isId('view', id) ? await this.#store.hold(tx, id, by.id) : undefined
      if (!view) throw new AppError(savedViewErrors.saved_view_not_found)
      if (view.ownerId !== by.id && !isFullAccess(by.scopes)) throw new AppError(savedViewErrors.saved_view_of_another)
      await this.#store.delete(tx, id)
      await events.record(tx, savedViewDeleted, { actor: by.actor, target: targetOf(view), data: dataOf(view) })
    })
  }
}

const targetOf = ({ id }: SavedView) => ({ type: 'saved_view', id }) as const

const dataOf = ({ id, list, name, shared }: SavedView) => ({ id, list, name, shared })
