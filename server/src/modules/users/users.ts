import { toIso } from '#/platform/clock.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { endedAccess } from '#/modules/lifecycle/index.ts'
import { parseEmail } from './email.ts'
import { userErrors } from './errors.ts'
import { userCreated, userDeleted, userDisabled, userEnabled, userUpdated } from './events.ts'
import { emailOf, nameOf, newUser } from './new-user.ts'
import { UserStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { NewUser } from './new-user.ts'
import type { SystemRole, User } from './user.ts'

/** A change of what somebody may do in running the server, and the owners who should know. */
export interface SystemRoleChange {
  readonly user: User
  readonly before: SystemRole | null
  readonly after: SystemRole | null
  readonly owners: readonly User[]
}

/** What is told by mail. Mail knows users, so it is handed in. */
export interface UserNotices {
  /** The last message to somebody who is being deleted. */
  accountDeleted(tx: Tx, user: User, actor: Actor): Promise<void>
  /** To every owner: power that nobody expected shows at once. */
  systemRoleChanged(tx: Tx, change: SystemRoleChange, actor: Actor): Promise<void>
}

interface UsersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly notices: UserNotices
}

/** People who can sign in. */
export class Users {
  readonly #deps: UsersDeps
  readonly #store: UserStore
  constructor(deps: UsersDeps) {
    this.#deps = deps
    this.#store = new UserStore(deps.db)
  }

  find(id: string): Promise<User | undefined> {
    return this.#store.find(id)
  }

  /** Some users by their ids; those that are gone are left out. */
  findAll(ids: readonly string[]): Promise<User[]> {
    return this.#store.findAll(ids)
  }

  async get(id: string): Promise<User> {
    return (await this.find(id)) ?? notFound()
  }

  /** The user whose address this is, however it is written. */
  async findByEmail(email: string): Promise<User | undefined> {
    const parsed = parseEmail(email)
    return parsed && this.#store.findByCanonicalEmail(parsed.canonical)
  }

  /** Creates a user, in the caller's transaction when it has one. Throws `email_taken` for an address in use. */
  async create(input: NewUser, actor: Actor | ((user: User) => Actor), tx?: Tx): Promise<User> {
    const user = newUser(input, this.#deps.clock.now())
    const work = async (within: Tx): Promise<User> => {
      if (!(await this.#store.insert(within, user))) throw new AppError(userErrors.email_taken)
      const by = typeof actor === 'function' ? actor(user) : actor
      await this.#deps.events.record(within, userCreated, creationOf(user, by))
      await this.#announceRole(within, user, null, user.systemRole, by)
      return user
    }
    return tx ? work(tx) : this.#deps.db.tx(work)
  }

  /** Creates many, who get no system role. Whoever has an address that is in use is left out. */
  async createAll(inputs: readonly Omit<NewUser, 'systemRole'>[], actor: Actor, tx: Tx): Promise<User[]> {
    const now = this.#deps.clock.now()
    const all = inputs.map((input) => newUser({ ...input, systemRole: null }, now))
    const made = await this.#store.insertAll(tx, all)
    const created = all.filter(({ id }) => made.has(id))
    await this.#deps.events.recordAll(
      tx,
      userCreated,
      created.map((user) => creationOf(user, actor)),
    )
    return created
  }

  /** Gives a user another name; one that changes nothing leaves no trace. */
  async rename(user: User, name: string, actor: Actor): Promise<User> {
    const parsed = nameOf(name)
    if (parsed === user.name) return user
    return this.#deps.db.tx((tx) => this.change(tx, user.id, { name: parsed }, actor))
  }

  /** A user held against every other change until the transaction ends; undefined when there is none. */
  hold(tx: Tx, id: string): Promise<User | undefined> {
    return this.#store.hold(tx, id)
  }

  // The next four are parts of something that has an event of its own, which the caller records.

  /** Sets the hash of a password that was checked against the policy; null takes the password away. */
  setPasswordHash(tx: Tx, id: string, passwordHash: string | null): Promise<User> {
    return this.#write(tx, id, { passwordHash })
  }

  /**
   * Puts a hash of the same password in the place of another one, as long as that is the one the user has; false when it
   * is not. Nothing changes for anybody, so nothing is told.
   */
  replacePasswordHash(id: string, old: string, passwordHash: string): Promise<boolean> {
    return this.#deps.db.tx((tx) => this.#store.replacePasswordHash(tx, id, old, passwordHash))
  }

  /** Notes whether the user has a second factor: every sign-in asks for it from then on. */
  setMfaEnabled(tx: Tx, id: string, mfaEnabled: boolean): Promise<User> {
    return this.#write(tx, id, { mfaEnabled })
  }

  /** Notes that the user reads the mail of their address. */
  verifyEmail(tx: Tx, id: string): Promise<User> {
    return this.#write(tx, id, { emailVerified: true, unprovenSince: null })
  }

  /** Gives a user another address, which they have proven. A taken one fails the transaction with `UniqueViolation`. */
  async changeEmail(tx: Tx, id: string, text: string): Promise<User> {
    const { email, canonical } = emailOf(text)
    return this.#write(tx, id, { email, emailCanonical: canonical, emailVerified: true, unprovenSince: null })
  }

  /** Stops a user from signing in and ends every session and token; a user disabled already stays as they are. */
  async disable(id: string, reason: string, actor: Actor, tx?: Tx): Promise<User> {
    const now = this.#deps.clock.now()
    return this.#within(tx, async (within) => {
      await this.requireOtherOwner(within, id)
      const user = await this.#store.setDisabled(within, id, now, now)
      if (!user) return (await this.#store.find(id, within)) ?? notFound()
      const counts = await this.#deps.lifecycle.ended(
        within,
        'userDisabled',
        { by: 'user', userId: id },
        'user_disabled',
      )
      const data = { id, reason, ...endedAccess(counts) }
      await this.#deps.events.record(within, userDisabled, { actor, target: targetOf(user), data })
      return user
    })
  }

  /** Lets a disabled user sign in again. What ended stays ended. */
  async enable(id: string, actor: Actor, tx?: Tx): Promise<User> {
    return this.#within(tx, async (within) => {
      const user = await this.#store.setDisabled(within, id, null, this.#deps.clock.now())
      if (!user) return (await this.#store.find(id, within)) ?? notFound()
      await this.#deps.events.record(within, userEnabled, { actor, target: targetOf(user), data: { id } })
      return user
    })
  }

  /** The people who run the server and may change what it does: who is mailed when something of it stopped. */
  operators(tx: Tx): Promise<User[]> {
    return this.#store.operators(tx)
  }

  /** Whether somebody owns the server; holds the owners, so that this stays so. */
  async hasOwner(tx: Tx): Promise<boolean> {
    return (await this.#store.holdOwners(tx)).length > 0
  }

  /** Throws `last_owner` when nobody else owns the server; holds the owners, so that this stays so. */
  async requireOtherOwner(tx: Tx, id: string): Promise<void> {
    const owners = await this.#store.holdOwners(tx)
    if (owners.length === 1 && owners[0] === id) throw new AppError(userErrors.last_owner)
  }

  /** Deletes a user with everything that hangs on them. Who takes the address later is somebody else. */
  async delete(id: string, actor: Actor, tx?: Tx): Promise<void> {
    return this.#within(tx, (within) => this.#delete(within, id, actor))
  }

  async #delete(tx: Tx, id: string, actor: Actor): Promise<void> {
    const { lifecycle, notices, events } = this.#deps
    await this.requireOtherOwner(tx, id)
    const user = await this.#store.hold(tx, id)
    if (!user) return notFound()
    const counts = await lifecycle.ended(tx, 'userDeleted', { by: 'user', userId: id, actor }, 'user_deleted')
    await notices.accountDeleted(tx, user, actor)
    await this.#store.delete(tx, id)
    await this.#announceRole(tx, user, user.systemRole, null, actor)
    await events.record(tx, userDeleted, { actor, target: targetOf(user), data: { id, ...endedAccess(counts) } })
  }

  /** What deleting a user would end. Refuses what deleting refuses. */
  async countEnding(id: string, actor: Actor): Promise<Counts> {
    const { db, lifecycle } = this.#deps
    await db.tx((tx) => this.requireOtherOwner(tx, id))
    return lifecycle.wouldEnd('userDeleted', { by: 'user', userId: (await this.get(id)).id, actor })
  }

  /** Mails every owner but the person concerned that somebody's role in running the server changed. */
  async #announceRole(
    tx: Tx,
    user: User,
    before: SystemRole | null,
    after: SystemRole | null,
    actor: Actor,
  ): Promise<void> {
    if (before === after) return
    const owners = (await this.#store.owners(tx)).filter(({ id }) => id !== user.id)
    await this.#deps.notices.systemRoleChanged(tx, { user, before, after, owners }, actor)
  }

  #within<T>(tx: Tx | undefined, work: (tx: Tx) => Promise<T>): Promise<T> {
    return tx ? work(tx) : this.#deps.db.tx(work)
  }

  async #write(tx: Tx, id: string, fields: Partial<User>): Promise<User> {
    return (await this.#store.update(tx, id, { ...fields, updatedAt: this.#deps.clock.now() })) ?? notFound()
  }

  /** Writes fields that were checked, and tells which, and what ended with the former ones. A taken address fails the transaction with `UniqueViolation`. */
  async change(tx: Tx, id: string, fields: Partial<User>, actor: Actor, counts?: Counts): Promise<User> {
    const before = fields.systemRole === undefined ? undefined : await this.#store.find(id, tx)
    const user = await this.#write(tx, id, fields)
    if (before) await this.#announceRole(tx, user, before.systemRole, user.systemRole, actor)
    const changed = Object.keys(fields)
      .filter(isTold)
      .map((field) => wireNames[field] ?? field)
    await this.#deps.events.record(tx, userUpdated, {
      actor,
      target: targetOf(user),
      data: { id, changed, ...(counts && { counts }) },
    })
    return user
  }
}

// What events call the fields. The canonical form follows the address, and what is unproven follows the proof.
const wireNames: Readonly<Record<string, string>> = {
  passwordHash: 'password',
  emailVerified: 'email_verified',
  mfaEnabled: 'mfa_enabled',
  systemRole: 'system_role',
}
const isTold = (field: string): boolean => field !== 'emailCanonical' && field !== 'unprovenSince'

const targetOf = (user: User) => ({ type: 'user', id: user.id })

/** What is told of somebody who was created. */
const creationOf = (user: User, actor: Actor) => ({
  actor,
  target: targetOf(user),
  data: {
    id: user.id,
    email: user.email,
    created_at: toIso(user.createdAt),
    ...(user.disabledAt !== null && { disabled: true as const }),
  },
})

const notFound = (): never => {
  throw new AppError(userErrors.user_not_found)
}
