import type { Static } from 'typebox'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import { changesBetween, given } from '#/platform/merge-patch.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { proxyErrors } from '#/modules/proxy/shared/errors.ts'
import { upstreamCreated, upstreamDeleted, upstreamUpdated } from '#/modules/proxy/shared/events.ts'
import { hostProblem, upstreamProblem } from './address.ts'
import type { OwnAddresses } from './address.ts'
import type { CreateUpstreamSchema, UpdateUpstreamSchema } from './schemas.ts'
import { UpstreamStore } from './store.ts'
import type { UpstreamFilter } from './store.ts'
import type { Upstream } from './upstream.ts'

export interface UpstreamsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly own: OwnAddresses
  /** Whether there is an application with this id. */
  readonly isApp: (id: string) => Promise<boolean>
  /** Learns that requests are decided otherwise from now on. */
  readonly onChanged: () => void
}

/** Every node holds all of them in memory. */
const MAX_UPSTREAMS = 1000

/** The hosts that the gateway answers for. */
export class Upstreams {
  readonly #deps: UpstreamsDeps
  readonly #store: UpstreamStore
  constructor(deps: UpstreamsDeps) {
    this.#deps = deps
    this.#store = new UpstreamStore(deps.db)
  }

  async get(id: string): Promise<Upstream> {
    return (isId('ups', id) ? await this.#store.find(id) : undefined) ?? notFound()
  }

  /** Upstreams, newest first. */
  list(filter: UpstreamFilter, request: PageRequest): Promise<Page<Upstream>> {
    return this.#store.list(filter, request)
  }

  async create(input: Static<typeof CreateUpstreamSchema>, actor: Actor): Promise<Upstream> {
    const { db, clock, events, onChanged } = this.#deps
    const now = clock.now()
    const upstream: Upstream = {
      id: newId('ups', now),
      host: input.host,
      upstream: input.upstream ?? null,
      appId: input.app_id ?? null,
      createdAt: now,
      updatedAt: now,
    }
    await this.#requireSound(upstream)
    await db.tx(async (tx) => {
      if ((await this.#store.count(tx)) >= MAX_UPSTREAMS) throw new AppError(proxyErrors.too_many_proxy_upstreams)
      if (!(await this.#store.insert(tx, upstream))) throw new AppError(proxyErrors.proxy_host_exists)
      const data = { ...nameFields(upstream), ...auditedFields(upstream) }
      await events.record(tx, upstreamCreated, { ...actorAndTarget(upstream, actor), data })
    })
    onChanged()
    return upstream
  }

  /** Applies a merge patch. The host stays: sessions and tokens are for it. */
  async update(id: string, patch: Static<typeof UpdateUpstreamSchema>, actor: Actor): Promise<Upstream> {
    const { db, clock, events, onChanged } = this.#deps
    const fields = given<Upstream>({ upstream: patch.upstream, appId: patch.app_id })
    await this.#requireSound({ ...(await this.get(id)), ...fields })
    const after = await db.tx(async (tx) => {
      const before = (await this.#store.hold(tx, id)) ?? notFound()
      const changes = changesBetween(auditedFields(before), auditedFields({ ...before, ...fields }))
      if (Object.keys(changes).length === 0) return before
      const changed = { ...before, ...fields, updatedAt: clock.now() }
      await this.#store.update(tx, id, { ...fields, updatedAt: changed.updatedAt })
      const data = { ...nameFields(changed), changes }
      await events.record(tx, upstreamUpdated, { ...actorAndTarget(changed, actor), data })
      return changed
    })
    onChanged()
    return after
  }

  /** Removes a host, with its rules. */
  async delete(id: string, actor: Actor): Promise<void> {
    const { db, lifecycle, events, onChanged } = this.#deps
    await db.tx(async (tx) => {
      const upstream = (isId('ups', id) ? await this.#store.hold(tx, id) : undefined) ?? notFound()
      const counts = await lifecycle.ended(tx, 'upstreamDeleted', subjectOf(id), 'upstream_deleted')
      await this.#store.delete(tx, id)
      const data = { ...nameFields(upstream), counts }
      await events.record(tx, upstreamDeleted, { ...actorAndTarget(upstream, actor), data })
    })
    onChanged()
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    await this.get(id)
    return this.#deps.lifecycle.wouldEnd('upstreamDeleted', subjectOf(id))
  }

  /** Refuses an upstream that breaks a rule, naming every field that does. */
  async #requireSound({ host, upstream, appId }: Upstream): Promise<void> {
    const { own, isApp } = this.#deps
    const address = upstream === null ? undefined : upstreamProblem(upstream, own)
    const problems = [
      ...wrong('/host', hostProblem(host, own.issuer)),
      ...wrong('/upstream', address ?? (await this.#loopProblem(upstream))),
      ...wrong('/app_id', appId === null || (await isApp(appId)) ? undefined : 'is not the id of an application'),
    ]
    if (problems.length > 0) throw invalid(problems)
  }

  /** A host that we answer for leads back to us. */
  async #loopProblem(upstream: string | null): Promise<string | undefined> {
    if (upstream === null) return undefined
    const known = await this.#store.knownHosts([new URL(upstream).host])
    return known.length === 0 ? undefined : 'must not be a host that the gateway answers for itself'
  }
}

function notFound(): never {
  throw new AppError(proxyErrors.proxy_upstream_not_found)
}

const wrong = (pointer: string, message: string | undefined): FieldError[] =>
  message === undefined ? [] : [{ pointer, message }]

const subjectOf = (upstreamId: string) => ({ by: 'upstream', upstreamId }) as const

const actorAndTarget = ({ id }: Upstream, actor: Actor) => ({ actor, target: { type: 'proxy_upstream', id } })

const nameFields = ({ id, host }: Upstream) => ({ id, host })

const auditedFields = ({ upstream, appId }: Upstream) => ({ upstream, app_id: appId })
