import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { SsoConnection } from '#/modules/sso/index.ts'
import { scimError, scimErrors } from './errors.ts'
import { scimGroupCreated, scimGroupDeleted, scimGroupUpdated } from './events.ts'
import type { Filter } from './filter.ts'
import type { GroupEffects } from './group-effects.ts'
import { readGroup } from './group-resource.ts'
import type { WantedGroup } from './group-resource.ts'
import type { GroupMember, ScimGroupStore } from './group-store.ts'
import { applyOperation } from './patch.ts'
import type { PatchOperation } from './patch.ts'
import type { Slice, SliceRequest } from './slice.ts'
import type { ScimGroup, ScimUser } from './tables.ts'
import { actorFor } from './users.ts'
import { requireVersion } from './version.ts'

interface ScimGroupsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly store: ScimGroupStore
  readonly effects: GroupEffects
}

/** A group with who is in it. */
export interface GroupInStep {
  readonly group: ScimGroup
  readonly members: readonly GroupMember[]
}

interface Change {
  readonly id: string
  readonly ifMatch: string | undefined
}

/** Groups of people of a connection. What they come to here is what the connection says of their names. */
export class ScimGroups {
  readonly #deps: ScimGroupsDeps
  constructor(deps: ScimGroupsDeps) {
    this.#deps = deps
  }

  async list(
    connection: SsoConnection,
    filter: Filter | undefined,
    request: SliceRequest,
  ): Promise<Slice<GroupInStep>> {
    const { total, items } = await this.#deps.store.list(connection.id, filter, request)
    const told: GroupInStep[] = []
    for (const group of items) told.push({ group, members: await this.#deps.store.membersOf(group.id) })
    return { total, items: told }
  }

  async get(connection: SsoConnection, id: string): Promise<GroupInStep> {
    const group = isId('scg', id) ? await this.#deps.store.find(connection.id, id) : undefined
    return group ? { group, members: await this.#deps.store.membersOf(id) } : notFound()
  }

  async create(connection: SsoConnection, resource: Members, context: RequestContext): Promise<GroupInStep> {
    const { db, clock, events, store } = this.#deps
    const wanted = readGroup(resource)
    const actor = actorFor(connection, context)
    const now = clock.now()
    const group: ScimGroup = {
      id: newId('scg', now),
      ssoConnectionId: connection.id,
      ...fieldsOf(wanted),
      version: 1,
      createdAt: now,
      updatedAt: now,
    }
    await unique(() =>
      db.tx(async (tx) => {
        await store.insert(tx, group)
        const people = await this.#people(tx, connection, wanted.members)
        await store.add(tx, group, wanted.members)
        await events.record(tx, scimGroupCreated, eventOf(group, actor))
        await this.#deps.effects.follow(tx, connection, people, actor)
      }),
    )
    return this.get(connection, group.id)
  }

  replace(connection: SsoConnection, change: Change, resource: Members, context: RequestContext): Promise<GroupInStep> {
    return this.#change(connection, change, () => resource, context)
  }

  patch(
    connection: SsoConnection,
    change: Change,
    operations: readonly PatchOperation[],
    context: RequestContext,
  ): Promise<GroupInStep> {
    const apply = (resource: Members): Members => operations.reduce<Members>(applyOperation, resource)
    return this.#change(connection, change, apply, context)
  }

  async remove(connection: SsoConnection, { id, ifMatch }: Change, context: RequestContext): Promise<void> {
    const { db, store, events, effects } = this.#deps
    const actor = actorFor(connection, context)
    await db.tx(async (tx) => {
      const { group, members } = await this.#hold(tx, connection, id, ifMatch)
      const people = await store.holdPeople(
        tx,
        connection.id,
        members.map((member) => member.id),
      )
      await store.delete(tx, id)
      await events.record(tx, scimGroupDeleted, eventOf(group, actor))
      await effects.follow(tx, connection, people, actor)
    })
  }

  async #change(
    connection: SsoConnection,
    { id, ifMatch }: Change,
    change: (resource: Members) => Members,
    context: RequestContext,
  ): Promise<GroupInStep> {
    const actor = actorFor(connection, context)
    await unique(() =>
      this.#deps.db.tx(async (tx) => {
        const { group, members } = await this.#hold(tx, connection, id, ifMatch)
        const wanted = readGroup(change(resourceOf(group, members)))
        await this.#write(tx, connection, { group, members, wanted }, actor)
      }),
    )
    return this.get(connection, id)
  }

  async #write(
    tx: Tx,
    connection: SsoConnection,
    { group, members, wanted }: GroupInStep & { readonly wanted: WantedGroup },
    actor: Actor,
  ): Promise<void> {
    const { store, clock, events, effects } = this.#deps
    const before = new Set(members.map(({ id }) => id))
    const after = new Set(wanted.members)
    const added = wanted.members.filter((id) => !before.has(id))
    const removed = [...before].filter((id) => !after.has(id))
    const isRenamed = wanted.displayName !== group.displayName
    const touched = await this.#people(tx, connection, added)
    const others = isRenamed ? [...before] : removed
    const people = [...touched, ...(await store.holdPeople(tx, connection.id, others))]
    await store.add(tx, group, added)
    await store.remove(tx, group.id, removed)
    await store.update(tx, group.id, { ...fieldsOf(wanted), version: group.version + 1, updatedAt: clock.now() })
    const { data, ...rest } = eventOf({ ...group, displayName: wanted.displayName }, actor)
    const counts = { added: added.length, removed: removed.length }
    await events.record(tx, scimGroupUpdated, { ...rest, data: { ...data, ...counts } })
    await effects.follow(tx, connection, people, actor)
  }

  /** The people that members name. Anybody who is not of this connection is refused, and so is a group within a group. */
  async #people(tx: Tx, connection: SsoConnection, ids: readonly string[]): Promise<ScimUser[]> {
    const people = await this.#deps.store.holdPeople(tx, connection.id, ids)
    if (people.length === ids.length) return people
    throw scimError(scimErrors.scim_invalid_value, 'members names somebody whom the connection does not have.')
  }

  async #hold(tx: Tx, connection: SsoConnection, id: string, ifMatch: string | undefined): Promise<GroupInStep> {
    const group = isId('scg', id) ? await this.#deps.store.hold(tx, connection.id, id) : undefined
    if (!group) return notFound()
    requireVersion(ifMatch, groupVersion(group))
    return { group, members: await this.#deps.store.membersOf(id, tx) }
  }
}

type Members = Readonly<Record<string, unknown>>

/** What says which state of a group was read. */
export const groupVersion = ({ version }: ScimGroup): string => `W/"${version}"`

const resourceOf = ({ displayName, externalId }: ScimGroup, members: readonly GroupMember[]): Members => ({
  displayName,
  ...(externalId !== null && { externalId }),
  members: members.map(({ id, userName }) => ({ value: id, display: userName })),
})

const fieldsOf = ({ displayName, externalId }: WantedGroup) => ({
  displayName,
  displayNameFolded: displayName.toLowerCase(),
  externalId,
})

async function unique<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UniqueViolation) throw scimError(scimErrors.scim_uniqueness)
    throw error
  }
}

const eventOf = ({ id, ssoConnectionId, displayName }: ScimGroup, actor: Actor) => ({
  actor,
  target: { type: 'sso_connection', id: ssoConnectionId },
  data: { id, connection_id: ssoConnectionId, display_name: displayName },
})

const notFound = (): never => {
  throw new AppError(scimErrors.scim_resource_not_found)
}
