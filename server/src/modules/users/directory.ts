import { allows, requireFullAccess } from '#/modules/api-keys/index.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId } from '#/platform/ids.ts'
import { userErrors } from './errors.ts'
import { changing, given, ifGiven, mergePatch } from '#/platform/merge-patch.ts'
import { checkedMetadata } from './metadata.ts'
import { emailOf, nameOf } from './new-user.ts'
import { assertMayManage } from './operators.ts'
import { UserStore } from './store.ts'
import type { ApiKey, PersonKeys } from '#/modules/api-keys/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Metadata } from './metadata.ts'
import type { NewUser } from './new-user.ts'
import type { Operator } from './operators.ts'
import type { UserFilter } from './store.ts'
import type { SystemRole, User } from './user.ts'
import type { Users } from './users.ts'

/** What an operator changes about a user; what is left out stays. */
export interface UserPatch {
  readonly name?: string | null | undefined
  readonly email?: string | undefined
  readonly email_verified?: boolean | undefined
  readonly metadata?: Metadata | null | undefined
  readonly disabled?: boolean | undefined
  readonly system_role?: SystemRole | null | undefined
}

interface DirectoryDeps {
  readonly db: Db
  readonly personKeys: PersonKeys
  readonly users: Users
  readonly lifecycle: Lifecycle
}

/** What becomes of the API keys that go back to a user; they go on when nothing is said. */
export type FateOfKeys = 'revoke' | undefined

/** Users as operators work with them: found, made, changed, deleted. */
export class UserDirectory {
  readonly #deps: DirectoryDeps
  readonly #store: UserStore
  constructor(deps: DirectoryDeps) {
    this.#deps = deps
    this.#store = new UserStore(deps.db)
  }

  list(filter: UserFilter, request: PageRequest): Promise<Page<User>> {
    return this.#store.list(filter, request)
  }

  count(filter: Omit<UserFilter, 'search'>): Promise<number> {
    return this.#store.count(filter)
  }

  /** A user by the id in a path. Throws `user_not_found`, also for an id of another shape. */
  async get(id: string): Promise<User> {
    if (!isId('usr', id)) throw new AppError(userErrors.user_not_found)
    return this.#deps.users.get(id)
  }

  /** The same for whoever is about to change what is theirs: factors, accounts, sessions, mail, who acts for them. */
  async getToChange(id: string, by: Pick<Operator, 'scopes'>): Promise<User> {
    const user = await this.get(id)
    assertMayManage(user, by)
    return user
  }

  create(input: NewUser, by: Operator): Promise<User> {
    if (input.systemRole) requireFullAccess(by)
    return this.#deps.users.create(input, by.actor)
  }

  /** Changes what the patch says, in one transaction, and ends the user's keys where that was asked for. */
  async update(id: string, patch: UserPatch, by: Operator, keys?: FateOfKeys): Promise<User> {
    if (patch.system_role !== undefined) requireFullAccess(by)
    try {
      return await this.#deps.db.tx((tx) => this.#update(tx, id, patch, by, keys))
    } catch (cause) {
      if (cause instanceof UniqueViolation) throw new AppError(userErrors.email_taken, { cause })
      throw cause
    }
  }

  setTier(id: string, tier: string, by: Operator): Promise<User> {
    return this.#deps.db.tx(async (tx) => {
      const user = await this.#hold(tx, id, by)
      return user.tier === tier ? user : this.#deps.users.change(tx, id, { tier }, by.actor)
    })
  }

  /** The keys that go back to somebody who is or was a user. Throws `user_not_found` when there was none that left any. */
  async listKeys(id: string, request: PageRequest): Promise<Page<ApiKey>> {
    const page = await this.#deps.personKeys.list(id, request)
    if (page.rows.length === 0) await this.get(id)
    return page
  }

  /** The keys that a change leaves to somebody who may do less now, as far as the caller may see keys. */
  async keysLeftTo(user: User, patch: UserPatch, by: Operator): Promise<ApiKey[]> {
    const mayDoLess = patch.disabled === true || patch.system_role !== undefined
    return mayDoLess && allows(by.scopes, 'api-keys:read') ? this.#deps.personKeys.living(user.id) : []
  }

  async delete(id: string, by: Operator, keys?: FateOfKeys): Promise<void> {
    await this.#deps.db.tx(async (tx) => {
      await this.#hold(tx, id, by)
      await this.#deps.users.delete(id, by.actor, tx)
      if (keys === 'revoke') await this.#deps.personKeys.revoke(tx, id, by)
    })
  }

  /** What deleting a user would end. */
  async countEnding(id: string, by: Operator, keys?: FateOfKeys): Promise<Counts> {
    const { users, personKeys } = this.#deps
    await this.getToChange(id, by)
    const counts = await users.countEnding(id, by.actor)
    return keys === 'revoke' ? { ...counts, api_keys: await personKeys.countRevoked(id, by) } : counts
  }

  async #update(tx: Tx, id: string, patch: UserPatch, by: Operator, keys: FateOfKeys): Promise<User> {
    const { users, lifecycle } = this.#deps
    const user = await this.#hold(tx, id, by)
    if (user.systemRole === 'owner' && patch.system_role !== undefined && patch.system_role !== 'owner')
      await users.requireOtherOwner(tx, id)
    const fields = changedFields(user, patch)
    const counts =
      fields.emailCanonical === undefined
        ? undefined
        : await lifecycle.ended(tx, 'emailChanged', { by: 'user', userId: id }, 'email_changed')
    if (Object.keys(fields).length > 0) await users.change(tx, id, fields, by.actor, counts)
    if (patch.disabled === true) await users.disable(id, 'operator', by.actor, tx)
    if (patch.disabled === false) await users.enable(id, by.actor, tx)
    if (keys === 'revoke') await this.#deps.personKeys.revoke(tx, id, by)
    return (await users.hold(tx, id)) ?? user
  }

  async #hold(tx: Tx, id: string, by: Operator): Promise<User> {
    // Owners are held first and in one order, so that two owners who end each other don't wait for each other.
    await this.#store.holdOwners(tx)
    const user = isId('usr', id) ? await this.#store.hold(tx, id) : undefined
    if (!user) throw new AppError(userErrors.user_not_found)
    assertMayManage(user, by)
    return user
  }
}

/** The fields that are other than before. */
const changedFields = (user: User, patch: UserPatch): Partial<User> =>
  changing(
    user,
    given<User>({
      name: ifGiven(patch.name, (name) => nameOf(name ?? '')),
      ...addressFields(user, patch),
      metadata: ifGiven(patch.metadata, (metadata) => patchedMetadata(user, metadata)),
      systemRole: patch.system_role,
    }),
  )

/** A proof was of the old address, so another one is unproven; another spelling of the same is not another one. */
function addressFields(user: User, { email: text, email_verified }: UserPatch): Partial<User> {
  const verified: Partial<User> =
    email_verified === true
      ? { emailVerified: true, unprovenSince: null }
      : given<User>({ emailVerified: email_verified })
  if (text === undefined) return verified
  const { email, canonical } = emailOf(text)
  const lapsed = canonical === user.emailCanonical ? {} : { emailVerified: false }
  return { email, emailCanonical: canonical, ...lapsed, ...verified }
}

const patchedMetadata = (user: User, patch: Metadata | null): Record<string, unknown> =>
  patch === null ? {} : checkedMetadata(mergePatch(user.metadata, patch))
