import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { isId, newId } from '#/platform/ids.ts'
import { userErrors } from '#/modules/users/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import { AccountStore } from './account-store.ts'
import type { DescribedAccount, OAuthAccount } from './account.ts'
import { providerErrors } from './errors.ts'
import { accountLinked, accountUnlinked } from './events.ts'
import type { Counts } from '#/modules/lifecycle/index.ts'
import type { Profile } from './profile.ts'
import type { Provider } from './provider.ts'

export interface OAuthAccountsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Users
  /** Whether a user can sign in without any provider; the composition root ties it, because credentials know users. */
  readonly hasOtherWay: (tx: Tx, user: User) => Promise<boolean>
}

/** How an account came to its user. */
export type LinkReason = 'signed_up' | 'same_address' | 'requested'

/** The accounts that people have at providers and sign in with. */
export class OAuthAccounts {
  readonly #deps: OAuthAccountsDeps
  readonly #store: AccountStore
  constructor(deps: OAuthAccountsDeps) {
    this.#deps = deps
    this.#store = new AccountStore(deps.db)
  }

  /** Whose account this is: asked by provider and subject, never by an address. */
  find(provider: Provider, subject: string): Promise<OAuthAccount | undefined> {
    return this.#store.findBySubject(provider.id, subject)
  }

  /** The accounts of a user, newest first. */
  list(userId: string, request: PageRequest): Promise<Page<DescribedAccount>> {
    return this.#store.listOfUser(userId, request)
  }

  /** An account of this user. Throws `oauth_account_not_found`. */
  getOwn(userId: string, id: string): Promise<DescribedAccount> {
    return this.#get(userId, id)
  }

  /** Gives an account to a user; false when somebody has it by now. */
  async link(
    tx: Tx,
    { user, provider, profile, how }: { user: User; provider: Provider; profile: Profile; how: LinkReason },
    actor: Actor,
  ): Promise<boolean> {
    const now = this.#deps.clock.now()
    const { subject, email, name } = profile
    const id = newId('oac', now)
    const account = {
      id,
      userId: user.id,
      providerId: provider.id,
      subject,
      email,
      name,
      createdAt: now,
      lastUsedAt: now,
    }
    if (!(await this.#store.insert(tx, account))) return false
    await this.#deps.events.record(tx, accountLinked, {
      actor,
      target: { type: 'user', id: user.id },
      data: { id, user_id: user.id, provider: provider.name, how },
    })
    return true
  }

  /** Notes that an account was used, with what the provider said this time. */
  touch(account: OAuthAccount, profile: Profile): Promise<void> {
    return this.#store.touch(account.id, profile, this.#deps.clock.now())
  }

  /** Takes an account from its user. Throws when there is no such pair, or when no way to sign in would be left. */
  async unlinkOwn(userId: string, id: string, actor: Actor): Promise<void> {
    const account = await this.#get(userId, id)
    await this.#deps.db.tx(async (tx) => {
      await this.#requireOtherWay(tx, account)
      await this.#unlink(tx, account, actor)
    })
  }

  /** What ends with an account of one's own: nothing. Refuses what unlinking refuses. */
  async countEndingOwn(userId: string, id: string): Promise<Counts> {
    const account = await this.#get(userId, id)
    await this.#deps.db.tx((tx) => this.#requireOtherWay(tx, account))
    return {}
  }

  async #requireOtherWay(tx: Tx, { id, userId }: DescribedAccount): Promise<void> {
    const { users, hasOtherWay } = this.#deps
    const user = await users.hold(tx, userId)
    if (!user) throw new AppError(userErrors.user_not_found)
    const usable = await this.#store.usable(tx, userId)
    const isLast = usable.every((other) => other === id) && !(await hasOtherWay(tx, user))
    if (isLast) throw new AppError(providerErrors.last_way_to_sign_in)
  }

  /** The same for an operator, who may also take the last one. */
  async unlink(userId: string, id: string, actor: Actor): Promise<void> {
    const account = await this.#get(userId, id)
    await this.#deps.db.tx((tx) => this.#unlink(tx, account, actor))
  }

  /** What ends with an account that an operator unlinks: nothing. */
  async countEnding(userId: string, id: string): Promise<Counts> {
    await this.#get(userId, id)
    return {}
  }

  async #get(userId: string, id: string): Promise<DescribedAccount> {
    const account = isId('oac', id) ? await this.#store.find(id, userId) : undefined
    if (!account) throw new AppError(providerErrors.oauth_account_not_found)
    return account
  }

  async #unlink(tx: Tx, { id, userId, provider }: DescribedAccount, actor: Actor): Promise<void> {
    if (!(await this.#store.delete(tx, id, userId))) throw new AppError(providerErrors.oauth_account_not_found)
    await this.#deps.events.record(tx, accountUnlinked, {
      actor,
      target: { type: 'user', id: userId },
      data: { id, user_id: userId, provider },
    })
  }
}
