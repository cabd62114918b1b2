import type { Db, Tx } from '#/platform/db/db.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { canonicalEmail, parseName, userErrors } from '#/modules/users/index.ts'
import type { SignUpRules, User, Users } from '#/modules/users/index.ts'
import type { LinkReason, OAuthAccounts } from './accounts.ts'
import { decideLink } from './link-decision.ts'
import type { LinkRefusal } from './link-decision.ts'
import type { Profile } from './profile.ts'
import type { Provider } from './provider.ts'

export interface MatchingDeps {
  readonly db: Db
  readonly users: Users
  readonly accounts: OAuthAccounts
  readonly signUpRules: Pick<SignUpRules, 'allow'>
  readonly notices: LinkNotices
}

/** Tells a person by mail that another account signs them in from now on. */
export interface LinkNotices {
  accountLinked(tx: Tx, user: User, provider: string, actor: Actor): Promise<void>
}

/** Somebody a provider vouches for, and the request they came back with. */
export interface ExternalIdentity {
  readonly provider: Provider
  readonly profile: Profile
  readonly context: RequestContext
}

/** Why somebody who proved who they are to a provider is not taken for anybody here. */
export type MatchRefusal = LinkRefusal | 'linked_elsewhere' | 'sign_up_closed' | 'failed'

/** Whom they are taken for. */
export type Match =
  | { readonly kind: 'signed_in'; readonly user: User }
  | { readonly kind: 'linked' }
  | { readonly kind: 'refused'; readonly reason: MatchRefusal }

// Of two arrivals of one new person at once the second finds what the first made.
const LOOKS = 3

/** Finds or makes the user behind an account at a provider. */
export class Matching {
  readonly #deps: MatchingDeps
  constructor(deps: MatchingDeps) {
    this.#deps = deps
  }

  /** Known by provider and subject, or new: then the address decides, as far as it may. */
  async signIn(newcomer: ExternalIdentity): Promise<Match> {
    for (let look = 0; look < LOOKS; look++) {
      const match = (await this.#recognise(newcomer)) ?? (await this.#meet(newcomer))
      if (match) return match
    }
    return refused('failed')
  }

  /** Gives the account to a person who is signed in and asked for it. */
  async link(newcomer: ExternalIdentity, user: User): Promise<Match> {
    const { provider, profile } = newcomer
    const account = await this.#deps.accounts.find(provider, profile.subject)
    if (account) return account.userId === user.id ? { kind: 'linked' } : refused('linked_elsewhere')
    const given = await this.#give(newcomer, user, 'requested')
    return given ? { kind: 'linked' } : refused('linked_elsewhere')
  }

  async #recognise({ provider, profile }: ExternalIdentity): Promise<Match | undefined> {
    const { accounts, users } = this.#deps
    const account = await accounts.find(provider, profile.subject)
    if (!account) return undefined
    const user = await users.get(account.userId)
    if (user.disabledAt !== null) return refused('user_disabled')
    await accounts.touch(account, profile)
    return { kind: 'signed_in', user }
  }

  /** Somebody nobody here knows by this account; undefined when that changed in the meantime. */
  async #meet(newcomer: ExternalIdentity): Promise<Match | undefined> {
    const { email } = newcomer.profile
    const local = email === null ? undefined : await this.#deps.users.findByEmail(email)
    const decision = decideLink(newcomer.profile, local)
    switch (decision.kind) {
      case 'refuse':
        return refused(decision.reason)
      case 'sign_up':
        return this.#signUp(newcomer, decision.email)
      case 'link': {
        const given = await this.#give(newcomer, decision.user, 'same_address')
        return given ? { kind: 'signed_in', user: decision.user } : undefined
      }
    }
  }

  async #signUp(newcomer: ExternalIdentity, email: string): Promise<Match | undefined> {
    const { db, users, accounts, signUpRules } = this.#deps
    const { provider, profile, context } = newcomer
    const canonical = canonicalEmail(email)
    // An address that this server does not take counts as a missing one.
    if (canonical === undefined) return refused('no_email')
    if (!(await signUpRules.allow(canonical))) return refused('sign_up_closed')
    const input = { email, name: parseName(profile.name ?? '') ?? '', emailVerified: true }
    try {
      return await db.tx(async (tx) => {
        const user = await users.create(input, ({ id }) => actorOf('user', id, context), tx)
        const link = { user, provider, profile, how: 'signed_up' } as const
        // Throwing undoes the user: of two at once only one becomes somebody.
        if (!(await accounts.link(tx, link, actorOf('user', user.id, context)))) throw new LinkedMeanwhile()
        return { kind: 'signed_in', user }
      })
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined
      if (error instanceof LinkedMeanwhile || code === userErrors.email_taken) return undefined
      throw error
    }
  }

  /** Links the account to a user who still is who they were when that was decided. */
  #give(newcomer: ExternalIdentity, { id, emailCanonical, emailVerified }: User, how: LinkReason): Promise<boolean> {
    const { db, accounts, users, notices } = this.#deps
    const { provider, profile, context } = newcomer
    return db.tx(async (tx) => {
      const user = await users.hold(tx, id)
      const isSame = user?.emailCanonical === emailCanonical && user.emailVerified === emailVerified
      if (!isSame || user.disabledAt !== null) return false
      if (how === 'same_address' && user.systemRole !== null) return false
      const actor = actorOf('user', id, context)
      const isNew = await accounts.link(tx, { user, provider, profile, how }, actor)
      if (isNew) await notices.accountLinked(tx, user, provider.displayName, actor)
      return isNew
    })
  }
}

class LinkedMeanwhile extends Error {}

const refused = (reason: MatchRefusal): Match => ({ kind: 'refused', reason })
