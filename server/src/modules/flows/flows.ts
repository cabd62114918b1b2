import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Operator } from '#/modules/users/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { toIsoOrNull } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId, newId } from '#/platform/ids.ts'
import { changing } from '#/platform/merge-patch.ts'
import { pageOfAll, versionPosition } from '#/platform/paging/paging.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { positiveInteger } from '#/platform/validation/positive-integer.ts'
import { flowErrors } from './errors.ts'
import { flowCreated, flowDeleted, flowSecretRotated, flowUpdated } from './events.ts'
import { draftOf, newDraft, patchedDraft } from './flow-draft.ts'
import type { CreateFlow, UpdateFlow } from './flow-draft.ts'
import { FlowStore } from './flow-store.ts'
import type { FlowFilter } from './flow-store.ts'
import type { Flow, FlowDefinition, FlowVersion } from './flow.ts'
import { sealAsFormer, sealFlowSecret } from './secret.ts'
import { requireScopes } from './targets.ts'
import type { TargetCheck } from './targets.ts'

interface FlowsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'seal' | 'open'>
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly targets: TargetCheck
  readonly newSecret: () => string
  /** Makes the next sign-in read what flows there are. */
  readonly onChanged: () => void
}

/** A flow with the secret that is shown this once. */
export interface RevealedFlow {
  readonly flow: Flow
  readonly secret: string
}

const MAX_FLOWS = 200

/** The flows, as operators write them. */
export class Flows {
  readonly #deps: FlowsDeps
  readonly #store: FlowStore
  constructor(deps: FlowsDeps) {
    this.#deps = deps
    this.#store = new FlowStore(deps.db)
  }

  async get(id: string): Promise<Flow> {
    return (isId('flow', id) ? await this.#store.find(id) : undefined) ?? notFound()
  }

  list(filter: FlowFilter, request: PageRequest): Promise<Page<Flow>> {
    return this.#store.list(filter, request)
  }

  /** What a flow was, the latest first. */
  async listVersions(id: string, request: PageRequest): Promise<Page<FlowVersion>> {
    const versions = await this.#store.listVersions((await this.get(id)).id)
    return pageOfAll(versions, versionPosition, request)
  }

  /** What a flow was with one save, by its number. */
  async getVersion(id: string, version: number | undefined): Promise<FlowVersion> {
    const flow = await this.get(id)
    const found = version === undefined ? undefined : await this.#store.findVersion(flow.id, version)
    if (!found) throw new AppError(flowErrors.flow_version_not_found)
    return found
  }

  async create(input: CreateFlow, by: Operator): Promise<RevealedFlow> {
    const { db, clock, keyring, events, newSecret, onChanged } = this.#deps
    const draft = newDraft(input)
    requireScopes(draft, by)
    await this.#deps.targets.check(draft)
    const now = clock.now()
    const id = newId('flow', now)
    const secret = newSecret()
    const secrets = { secretSealed: sealFlowSecret(keyring, id, secret), formerSecretSealed: null, formerUntil: null }
    const flow: Flow = { id, ...draft.definition, version: 1, ...secrets, createdAt: now, updatedAt: now }
    await db.tx(async (tx) => {
      if ((await this.#store.count(tx)) >= MAX_FLOWS) throw new AppError(flowErrors.too_many_flows)
      await this.#store.insert(tx, flow)
      await this.#store.insertVersion(tx, versionOf(flow, by.actor))
      await events.record(tx, flowCreated, { ...actorAndTarget(flow, by.actor), data: told(flow) })
      tx.afterCommit(onChanged)
    })
    return { flow, secret }
  }

  /** Applies a merge patch, which makes a new version of what it changes. */
  async update(id: string, patch: UpdateFlow, by: Operator): Promise<Flow> {
    const { db, targets } = this.#deps
    const patched = (flow: Flow) => {
      const draft = patchedDraft(flow, patch)
      if (reachesFurther(patch)) requireScopes(draft, by)
      return draft
    }
    const draft = patched(await this.get(id))
    if (reachesFurther(patch)) await targets.check(draft)
    return db.tx(async (tx) => {
      // Somebody may have saved other steps since, whose scopes are needed, too.
      const before = await this.#hold(tx, id)
      return this.#save(tx, before, patched(before).definition, by)
    })
  }

  /** Makes a flow what it was, unless somebody changed it since the caller saw `seen` as its current version. */
  async restore(id: string, version: string, seen: number, by: Operator): Promise<Flow> {
    const draft = draftOf(await this.getVersion(id, positiveInteger(version)))
    requireScopes(draft, by)
    await this.#deps.targets.check(draft)
    return this.#deps.db.tx(async (tx) => {
      const before = await this.#hold(tx, id)
      if (before.version !== seen) throw new AppError(flowErrors.flow_changed)
      return this.#save(tx, before, draft.definition, by)
    })
  }

  /** Keeps a definition as the next version, where it is another one. */
  async #save(tx: Tx, before: Flow, definition: FlowDefinition, { actor }: Operator): Promise<Flow> {
    const fields: Partial<FlowDefinition> = changing<FlowDefinition>(before, definition)
    if (Object.keys(fields).length === 0) return before
    const changes = { ...fields, version: before.version + 1, updatedAt: this.#deps.clock.now() }
    const after = { ...before, ...changes }
    await this.#store.update(tx, before.id, changes)
    await this.#store.insertVersion(tx, versionOf(after, actor))
    const data = { ...told(after), changed: Object.keys(fields) }
    await this.#deps.events.record(tx, flowUpdated, { ...actorAndTarget(after, actor), data })
    tx.afterCommit(this.#deps.onChanged)
    return after
  }

  /** A new secret for the calls of its webhook steps; the old one signs on for the overlap. */
  rotateSecret(id: string, overlapSeconds: number, { actor }: Operator): Promise<RevealedFlow> {
    const { db, clock, keyring, events, newSecret } = this.#deps
    const secret = newSecret()
    return db.tx(async (tx) => {
      const before = await this.#hold(tx, id)
      const now = clock.now()
      const formerUntil = overlapSeconds === 0 ? null : now + overlapSeconds * 1000
      const formerSecretSealed = formerUntil === null ? null : sealAsFormer(keyring, before)
      const secretSealed = sealFlowSecret(keyring, id, secret)
      const changes = { secretSealed, formerSecretSealed, formerUntil, updatedAt: now }
      await this.#store.update(tx, id, changes)
      const data = { id, name: before.name, old_secret_until: toIsoOrNull(formerUntil) }
      await events.record(tx, flowSecretRotated, { ...actorAndTarget(before, actor), data })
      return { flow: { ...before, ...changes }, secret }
    })
  }

  /** Ends a flow with the sign-ins that wait in it. */
  delete(id: string, { actor }: Operator): Promise<void> {
    const { db, lifecycle, events, onChanged } = this.#deps
    return db.tx(async (tx) => {
      const flow = await this.#hold(tx, id)
      await this.#store.delete(tx, id)
      const counts = await lifecycle.ended(tx, 'flowDeleted', subjectOf(id), 'flow_deleted')
      await events.record(tx, flowDeleted, { ...actorAndTarget(flow, actor), data: { ...told(flow), counts } })
      tx.afterCommit(onChanged)
    })
  }

  /** What deleting would end. */
  async countEnding(id: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('flowDeleted', subjectOf((await this.get(id)).id))
  }

  async #hold(tx: Tx, id: string): Promise<Flow> {
    return (isId('flow', id) ? await this.#store.hold(tx, id) : undefined) ?? notFound()
  }
}

/** Whether a patch may give more to somebody. A flow is turned off whatever it names, and by whoever may write flows. */
const reachesFurther = (patch: UpdateFlow): boolean =>
  patch.enabled === true || Object.keys(patch).some((name) => name !== 'name' && name !== 'enabled')

function versionOf({ id: flowId, ...flow }: Flow, { id: createdBy }: Actor): FlowVersion {
  const { version, name, trigger, steps, conditions, enabled, priority, updatedAt: createdAt } = flow
  return { flowId, version, name, trigger, steps, conditions, enabled, priority, createdBy, createdAt }
}

const subjectOf = (flowId: string) => ({ by: 'flow', flowId }) as const

const actorAndTarget = ({ id }: Flow, actor: Actor) => ({ actor, target: { type: 'flow', id } })

const told = ({ id, name, trigger, version, enabled }: Flow) => ({ id, name, trigger, version, enabled })

function notFound(): never {
  throw new AppError(flowErrors.flow_not_found)
}
