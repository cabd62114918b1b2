import { toIso } from '#/platform/clock.ts'
import { AppError } from '#/platform/http/errors.ts'
import { newId } from '#/platform/ids.ts'
import { parseEmail } from './email.ts'
import { userErrors } from './errors.ts'
import { userCreated, userDisabled, userEnabled, userUpdated } from './events.ts'
import { parseName } from './name.ts'
import { UserStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/events/event.ts'
import type { Events } from '#/platform/events/events.ts'
import type { EmailAddress } from './email.ts'
import type { SystemRole, User } from './user.ts'

/** What hangs on a person and ends with their access; `app.ts` ties it, because sessions and tokens know users. */
export interface UserTies {
  /** Ends every session and token of the user. */
  endAccess(tx: Tx, userId: string, reason: string, actor: Actor): Promise<void>
}

interface UsersDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly ties: UserTies
}

export interface NewUser {
  readonly email: string
  readonly name?: string | undefined
  readonly passwordHash?: string | undefined
  readonly emailVerified?: boolean
  readonly systemRole?: SystemRole
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

  async get(id: string): Promise<User> {
    return (await this.find(id)) ?? notFound()
  }

  /** The user whose address this is, however it is written. */
  async findByEmail(email: string): Promise<User | undefined> {
    const address = parseEmail(email)
    return address && this.#store.findByCanonicalEmail(address.canonical)
  }

  /** Creates a user, in the caller's transaction when it has one. Throws `email_taken` for an address in use. */
  async create(input: NewUser, actor: Actor | ((user: User) => Actor), tx?: Tx): Promise<User> {
    const user = newUser(input, this.#deps.clock.now())
    const work = async (within: Tx): Promise<User> => {
      if (!(await this.#store.insert(within, user))) throw new AppError(userErrors.email_taken)
      await this.#deps.events.record(within, userCreated, {
        actor: typeof actor === 'function' ? actor(user) : actor,
        target: targetOf(user),
        data: { id: user.id, email: user.email, created_at: toIso(user.createdAt) },
      })
      return user
    }
    return tx ? work(tx) : this.#deps.db.tx(work)
  }

  /** Gives a user another name; one that changes nothing leaves no trace. */
  async rename(user: User, name: string, actor: Actor): Promise<User> {
    const parsed = nameOf(name)
    if (parsed === user.name) return user
    return this.#deps.db.tx((tx) => this.#change(tx, user.id, { name: parsed }, actor))
  }

  /** Sets the hash of a password that was checked against the policy. */
  async setPasswordHash(tx: Tx, id: string, passwordHash: string, actor: Actor): Promise<User> {
    return this.#change(tx, id, { passwordHash }, actor)
  }

  /** Stops a user from signing in and ends every session and token; a user disabled already stays as they are. */
  async disable(id: string, reason: string, actor: Actor): Promise<User> {
    const now = this.#deps.clock.now()
    const changed = await this.#deps.db.tx(async (tx) => {
      const user = await this.#store.setDisabled(tx, id, now, now)
      if (!user) return undefined
      await this.#deps.ties.endAccess(tx, id, 'user_disabled', actor)
      await this.#deps.events.record(tx, userDisabled, { actor, target: targetOf(user), data: { id, reason } })
      return user
    })
    return changed ?? this.get(id)
  }

  /** Lets a disabled user sign in again. What ended stays ended. */
  async enable(id: string, actor: Actor): Promise<User> {
    const changed = await this.#deps.db.tx(async (tx) => {
      const user = await this.#store.setDisabled(tx, id, null, this.#deps.clock.now())
      if (user) await this.#deps.events.record(tx, userEnabled, { actor, target: targetOf(user), data: { id } })
      return user
    })
    return changed ?? this.get(id)
  }

  async #change(tx: Tx, id: string, fields: Partial<User>, actor: Actor): Promise<User> {
    const user = await this.#store.update(tx, id, { ...fields, updatedAt: this.#deps.clock.now() })
    if (!user) return notFound()
    const changed = Object.keys(fields).map((field) => wireNames[field] ?? field)
    await this.#deps.events.record(tx, userUpdated, { actor, target: targetOf(user), data: { id, changed } })
    return user
  }
}

const wireNames: Readonly<Record<string, string>> = { passwordHash: 'password' }

const targetOf = (user: User) => ({ type: 'user', id: user.id })

function newUser(input: NewUser, now: number): User {
  const { email, canonical } = addressOf(input.email)
  return {
    id: newId('usr', now),
    email,
    emailCanonical: canonical,
    emailVerified: input.emailVerified ?? false,
    name: nameOf(input.name ?? ''),
    passwordHash: input.passwordHash ?? null,
    mfaEnabled: false,
    systemRole: input.systemRole ?? null,
    tier: 'free',
    metadata: {},
    disabledAt: null,
    createdAt: now,
    updatedAt: now,
  }
}

function addressOf(text: string): EmailAddress {
  const address = parseEmail(text)
  if (!address) throw new AppError(userErrors.invalid_email)
  return address
}

function nameOf(text: string): string {
  const name = parseName(text)
  if (name === undefined) throw new AppError(userErrors.invalid_name)
  return name
}

const notFound = (): never => {
  throw new AppError(userErrors.user_not_found)
}
