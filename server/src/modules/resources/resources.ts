import type { Static } from 'typebox'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { Snapshot } from '#/platform/db/snapshot.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId, newId } from '#/platform/ids.ts'
import { changesBetween, given } from '#/platform/merge-patch.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { requireSound } from './checks.ts'
import { resourceErrors } from './errors.ts'
import { resourceCreated, resourceDeleted, resourceUpdated } from './events.ts'
import { sentencesOf } from './resource.ts'
import type { Resource } from './resource.ts'
import type { CreateResourceSchema, UpdateResourceSchema } from './schemas.ts'
import { ResourceStore } from './store.ts'
import type { ResourceFilter } from './store.ts'
import { includesTarget } from './target.ts'

interface ResourcesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly issuer: string
}

// How many of those open to every client the metadata of the server names.
const MAX_PUBLISHED = 100

/** The servers that tokens are meant for. */
export class Resources {
  readonly #deps: ResourcesDeps
  readonly #store: ResourceStore
  readonly #published: Snapshot<readonly Resource[]>
  constructor(deps: ResourcesDeps) {
    this.#deps = deps
    this.#store = new ResourceStore(deps.db)
    const first = { before: undefined, limit: MAX_PUBLISHED, includeTotal: false }
    this.#published = new Snapshot(async () => (await this.#store.list({ openTo: 'all' }, first)).rows)
  }

  async get(id: string): Promise<Resource> {
    const resource = isId('res', id) ? await this.#store.find(id) : undefined
    if (!resource) throw new AppError(resourceErrors.resource_not_found)
    return resource
  }

  /** Those of the targets that are resources, in the order of the targets. */
  async at(targets: readonly string[]): Promise<Resource[]> {
    const found = await this.#store.listAt(targets)
    return targets.flatMap((target) => found.filter(({ uri }) => includesTarget([uri], target)))
  }

  /** Those open to every client, the newest ones. */
  published(): Promise<readonly Resource[]> {
    return this.#published.current()
  }

  /** What the scopes of these targets allow, in the sentences of each that knows one. */
  async sentences(targets: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    return sentencesOf(await this.at(targets))
  }

  /** Resources, newest first. */
  list(filter: ResourceFilter, request: PageRequest): Promise<Page<Resource>> {
    return this.#store.list(filter, request)
  }

  async create(input: Static<typeof CreateResourceSchema>, actor: Actor): Promise<Resource> {
    const { db, clock, events, issuer } = this.#deps
    const now = clock.now()
    const resource: Resource = {
      id: newId('res', now),
      uri: input.uri,
      name: input.name.trim(),
      scopes: input.scopes ?? [],
      openTo: input.open_to ?? 'all',
      createdAt: now,
      updatedAt: now,
    }
    requireSound(resource, issuer)
    await db.tx(async (tx) => {
      if (!(await this.#store.insert(tx, resource))) throw new AppError(resourceErrors.resource_exists)
      const data = {
        ...nameFields(resource),
        scopes: resource.scopes.map(({ name }) => name),
        open_to: resource.openTo,
      }
      await events.record(tx, resourceCreated, { ...actorAndTarget(resource, actor), data })
    })
    this.#published.invalidate()
    return resource
  }

  /** Applies a merge patch. The address stays: what tokens carry can't be renamed. */
  async update(id: string, patch: Static<typeof UpdateResourceSchema>, actor: Actor): Promise<Resource> {
    const { db, clock, events, issuer } = this.#deps
    const after = await db.tx(async (tx) => {
      const before = isId('res', id) ? await this.#store.hold(tx, id) : undefined
      if (!before) throw new AppError(resourceErrors.resource_not_found)
      const fields = given<Resource>({ name: patch.name?.trim(), scopes: patch.scopes, openTo: patch.open_to })
      const changes = changesBetween(auditedFields(before), auditedFields({ ...before, ...fields }))
      if (Object.keys(changes).length === 0) return before
      const changed = { ...before, ...fields, updatedAt: clock.now() }
      requireSound(changed, issuer)
      await this.#store.update(tx, id, { ...fields, updatedAt: changed.updatedAt })
      const data = { ...nameFields(changed), changes }
      await events.record(tx, resourceUpdated, { ...actorAndTarget(changed, actor), data })
      return changed
    })
    this.#published.invalidate()
    return after
  }

  /** Removes a resource, with the codes that were on their way to tokens for it. */
  async delete(id: string, actor: Actor): Promise<void> {
    const { db, lifecycle, events } = this.#deps
    await db.tx(async (tx) => {
      const resource = isId('res', id) ? await this.#store.hold(tx, id) : undefined
      if (!resource) throw new AppError(resourceErrors.resource_not_found)
      await this.#store.delete(tx, id)
      const counts = await lifecycle.ended(tx, 'resourceDeleted', subjectOf(resource), 'resource_deleted')
      const data = { ...nameFields(resource), counts }
      await events.record(tx, resourceDeleted, { ...actorAndTarget(resource, actor), data })
    })
    this.#published.invalidate()
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('resourceDeleted', subjectOf(await this.get(id)))
  }
}

const subjectOf = ({ uri }: Resource) => ({ by: 'resource', uri }) as const

const actorAndTarget = ({ id }: Resource, actor: Actor) => ({ actor, target: { type: 'resource', id } })

const nameFields = ({ id, uri, name }: Resource) => ({ id, uri, name })

const auditedFields = ({ name, scopes, openTo }: Resource) => ({ name, scopes, open_to: openTo })
