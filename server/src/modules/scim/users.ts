import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { SsoConnection } from '#/modules/sso/index.ts'
import { userErrors } from '#/modules/users/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import { scimError, scimErrors } from './errors.ts'
import { scimUserProvisioned, scimUserRemoved, scimUserUpdated } from './events.ts'
import type { Filter } from './filter.ts'
import type { GroupEffects } from './group-effects.ts'
import type { GroupName, ScimGroupStore } from './group-store.ts'
import { applyOperation } from './patch.ts'
import type { PatchOperation } from './patch.ts'
import type { Slice, SliceRequest } from './slice.ts'
import type { ScimUser } from './tables.ts'
import { readPerson } from './user-resource.ts'
import type { ProvisionedPerson } from './user-resource.ts'
import type { ScimUserStore } from './user-store.ts'
import { requireVersion } from './version.ts'

type Members = Readonly<Record<string, unknown>>

/** What of a connection decides over people. */
export interface ConnectionPeople {
  /** Whether a connection speaks for an address. */
  speaksFor(connectionId: string, email: string, tx: Tx): Promise<boolean>
  /** Whether somebody has signed in through a connection, or joined it. */
  knows(connectionId: string, userId: string, tx: Tx): Promise<boolean>
}

interface ScimUsersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly users: Pick<Users, 'find' | 'findByEmail' | 'hold' | 'create' | 'change' | 'disable' | 'enable'>
  readonly people: ConnectionPeople
  readonly store: ScimUserStore
  readonly groups: ScimGroupStore
  readonly effects: GroupEffects
}

/** A person as they are told: what provisioning knows, the account, and the groups. */
export interface PersonInStep {
  readonly person: ScimUser
  readonly user: User
  readonly groups: readonly GroupName[]
}

/** A change of a person, and what it was based on. */
interface Change {
  readonly id: string
  readonly ifMatch: string | undefined
}

/**
 * People whom the identity provider of a connection keeps in step. It makes accounts for addresses of its verified
 * domains, turns off what it made or what has joined it, and reaches nobody else: not whoever has an account of their own,
 * and not the people who run the server.
 */
export class ScimUsers {
  readonly #deps: ScimUsersDeps
  constructor(deps: ScimUsersDeps) {
    this.#deps = deps
  }

  async list(
    connection: SsoConnection,
    filter: Filter | undefined,
    request: SliceRequest,
  ): Promise<Slice<PersonInStep>> {
    const { total, items } = await this.#deps.store.list(connection.id, filter, request)
    const groups = await this.#deps.groups.groupsOf(items.map(({ id }) => id))
    const told: PersonInStep[] = []
    for (const person of items) {
      const user = await this.#deps.users.find(person.userId)
      if (user) told.push({ person, user, groups: groups.get(person.id) ?? [] })
    }
    return { total, items: told }
  }

  async get(connection: SsoConnection, id: string): Promise<PersonInStep> {
    const person = isId('scu', id) ? await this.#deps.store.find(connection.id, id) : undefined
    const user = person && (await this.#deps.users.find(person.userId))
    if (!person || !user) return notFound()
    return { person, user, groups: (await this.#deps.groups.groupsOf([id])).get(id) ?? [] }
  }

  /** Takes a person in: a new account, or the one that joined the connection or was removed from it before. */
  async create(connection: SsoConnection, resource: Members, context: RequestContext): Promise<PersonInStep> {
    const wanted = readPerson(resource)
    const actor = actorFor(connection, context)
    const known = await this.#deps.users.findByEmail(wanted.email)
    const id = await this.#unique(() =>
      this.#deps.db.tx(async (tx) => {
        await this.#requireDomain(connection, wanted.email, tx)
        const user = known
          ? await this.#adoptable(tx, connection, known.id)
          : await this.#deps.users.create({ ...wanted, emailVerified: true }, actor, tx)
        const person = await this.#take(tx, connection, user, wanted)
        await this.#follow(tx, { person, user, wanted }, actor)
        await this.#deps.effects.follow(tx, connection, [person], actor, true)
        await this.#deps.events.record(tx, scimUserProvisioned, eventOf(person, actor))
        return person.id
      }),
    )
    return this.get(connection, id)
  }

  /** Replaces what is said of a person. */
  replace(
    connection: SsoConnection,
    change: Change,
    resource: Members,
    context: RequestContext,
  ): Promise<PersonInStep> {
    return this.#change(connection, change, () => resource, context)
  }

  /** Changes some of what is said of a person. */
  patch(
    connection: SsoConnection,
    change: Change,
    operations: readonly PatchOperation[],
    context: RequestContext,
  ): Promise<PersonInStep> {
    const apply = (resource: Members): Members => operations.reduce<Members>(applyOperation, resource)
    return this.#change(connection, change, apply, context)
  }

  /** Lets go of a person: the account is turned off, with all its sessions and tokens, and stays. */
  async remove(connection: SsoConnection, { id, ifMatch }: Change, context: RequestContext): Promise<void> {
    const actor = actorFor(connection, context)
    await this.#deps.db.tx(async (tx) => {
      const { person, user } = await this.#hold(tx, connection, id, ifMatch)
      await this.#follow(
        tx,
        { person, user, wanted: { ...readPerson(resourceOf(person, user)), active: false } },
        actor,
      )
      await this.#deps.groups.removeFromAll(tx, id)
      await this.#deps.effects.follow(tx, connection, [person], actor)
      await this.#deps.store.update(tx, id, { removedAt: this.#deps.clock.now() })
      await this.#deps.events.record(tx, scimUserRemoved, eventOf(person, actor))
    })
  }

  async #change(
    connection: SsoConnection,
    { id, ifMatch }: Change,
    change: (resource: Members) => Members,
    context: RequestContext,
  ): Promise<PersonInStep> {
    const actor = actorFor(connection, context)
    await this.#unique(() =>
      this.#deps.db.tx(async (tx) => {
        const { person, user } = await this.#hold(tx, connection, id, ifMatch)
        const wanted = readPerson(change(resourceOf(person, user)))
        if (wanted.emailCanonical !== user.emailCanonical) await this.#requireDomain(connection, wanted.email, tx)
        await this.#follow(tx, { person, user, wanted }, actor)
        await this.#note(tx, { person, wanted }, actor)
      }),
    )
    return this.get(connection, id)
  }

  /** Brings the account in step: address, name, and whether it is on. What an operator turned off stays off. */
  async #follow(
    tx: Tx,
    { person, user, wanted }: { readonly person: ScimUser; readonly user: User; readonly wanted: ProvisionedPerson },
    actor: Actor,
  ): Promise<void> {
    const { users, lifecycle, store } = this.#deps
    const isMoved = wanted.emailCanonical !== user.emailCanonical
    const fields: Partial<User> = {
      ...(isMoved && {
        email: wanted.email,
        emailCanonical: wanted.emailCanonical,
        emailVerified: true,
        unprovenSince: null,
      }),
      ...(wanted.name !== '' && wanted.name !== user.name && { name: wanted.name }),
    }
    if (Object.keys(fields).length > 0) {
      const subject = { by: 'user', userId: user.id } as const
      const counts = isMoved ? await lifecycle.ended(tx, 'emailChanged', subject, 'email_changed') : undefined
      await users.change(tx, user.id, fields, actor, counts)
    }
    const isOn = user.disabledAt === null
    if (isOn && !wanted.active) {
      await users.disable(user.id, 'scim', actor, tx)
      await store.update(tx, person.id, { disabledHere: true })
    } else if (!isOn && wanted.active && person.disabledHere) {
      await users.enable(user.id, actor, tx)
      await store.update(tx, person.id, { disabledHere: false })
    }
  }

  /** Writes down what was said, and which attributes are others than before. */
  async #note(
    tx: Tx,
    { person, wanted }: { readonly person: ScimUser; readonly wanted: ProvisionedPerson },
    actor: Actor,
  ): Promise<void> {
    const fields = fieldsOf(wanted)
    const changed = Object.keys(fields).filter(
      (name) => JSON.stringify(fields[name as keyof typeof fields]) !== JSON.stringify(person[name as keyof ScimUser]),
    )
    const version = person.version + 1
    await this.#deps.store.update(tx, person.id, { ...fields, version, updatedAt: this.#deps.clock.now() })
    const told = changed.filter((name) => !name.endsWith('Folded'))
    const { data, ...rest } = eventOf(person, actor)
    await this.#deps.events.record(tx, scimUserUpdated, { ...rest, data: { ...data, changed: told } })
  }

  async #take(
    tx: Tx,
    { id: ssoConnectionId }: SsoConnection,
    user: User,
    wanted: ProvisionedPerson,
  ): Promise<ScimUser> {
    const { clock, store } = this.#deps
    const now = clock.now()
    const former = await store.holdByUser(tx, ssoConnectionId, user.id)
    if (former && former.removedAt === null) throw scimError(scimErrors.scim_uniqueness)
    const fields = { ...fieldsOf(wanted), removedAt: null, updatedAt: now }
    if (former) {
      await store.update(tx, former.id, { ...fields, version: former.version + 1 })
      return { ...former, ...fields, version: former.version + 1 }
    }
    const person: ScimUser = {
      ...fields,
      id: newId('scu', now),
      ssoConnectionId,
      userId: user.id,
      disabledHere: false,
      organizationRole: null,
      version: 1,
      createdAt: now,
    }
    await store.insert(tx, person)
    return person
  }

  /** An account that is there already, if the connection may have it. */
  async #adoptable(tx: Tx, connection: SsoConnection, userId: string): Promise<User> {
    const user = await this.#deps.users.hold(tx, userId)
    if (!user) throw scimError(scimErrors.scim_uniqueness)
    const isKnown =
      (await this.#deps.people.knows(connection.id, userId, tx)) ||
      (await this.#deps.store.holdByUser(tx, connection.id, userId)) !== undefined
    if (!isKnown) {
      const message =
        'Somebody who has not joined the connection has the address. Signing in through it once joins them.'
      throw scimError(scimErrors.scim_uniqueness, message)
    }
    protect(user)
    return user
  }

  async #hold(
    tx: Tx,
    connection: SsoConnection,
    id: string,
    ifMatch: string | undefined,
  ): Promise<{ person: ScimUser; user: User }> {
    const seen = isId('scu', id) ? await this.#deps.store.find(connection.id, id, tx) : undefined
    // The account first, as everybody else who changes one does.
    const user = seen && (await this.#deps.users.hold(tx, seen.userId))
    const person = await this.#deps.store.hold(tx, connection.id, id)
    if (!person || !user) return notFound()
    requireVersion(ifMatch, personVersion(person, user))
    protect(user)
    return { person, user }
  }

  async #requireDomain(connection: SsoConnection, email: string, tx: Tx): Promise<void> {
    if (await this.#deps.people.speaksFor(connection.id, email, tx)) return
    throw scimError(scimErrors.scim_invalid_value, 'The address is not of a verified domain of the connection.')
  }

  /** Two who come at once, or a name that somebody has: the index decides. */
  async #unique<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === userErrors.email_taken
      if (isTaken || error instanceof UniqueViolation) throw scimError(scimErrors.scim_uniqueness)
      throw error
    }
  }
}

/** What says which state of a person was read. */
export const personVersion = ({ version }: ScimUser, { disabledAt }: User): string =>
  `W/"${version}${disabledAt === null ? '' : '-off'}"`

/** A person in the terms of the protocol, without what only the server says. */
export const resourceOf = (person: ScimUser, user: User): Record<string, unknown> => ({
  ...person.attributes,
  emails: emailsOf(person.attributes['emails'], user.email),
  userName: person.userName,
  ...(person.externalId !== null && { externalId: person.externalId }),
  active: user.disabledAt === null,
})

const emailsOf = (told: unknown, email: string): unknown =>
  Array.isArray(told) && told.length > 0 ? told : [{ value: email, type: 'work', primary: true }]

const fieldsOf = ({ userName, externalId, emailCanonical, displayName, attributes }: ProvisionedPerson) => ({
  userName,
  userNameFolded: userName.toLowerCase(),
  displayNameFolded: (displayName ?? '').toLowerCase(),
  emailFolded: emailCanonical,
  externalId,
  attributes,
})

function protect({ systemRole }: User): void {
  if (systemRole !== null) throw new AppError(scimErrors.scim_person_protected)
}

/** What provisioning does is done in the name of the connection. */
export const actorFor = ({ id }: SsoConnection, context: RequestContext): Actor => actorOf('system', id, context)

const eventOf = ({ id, ssoConnectionId, userId }: ScimUser, actor: Actor) => ({
  actor,
  target: { type: 'user', id: userId },
  data: { id, connection_id: ssoConnectionId, user_id: userId },
})

const notFound = (): never => {
  throw new AppError(scimErrors.scim_resource_not_found)
}
