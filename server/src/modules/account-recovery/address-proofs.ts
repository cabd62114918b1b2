import { actorOf } from '#/platform/audit/event.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { tooManyRequests } from '#/platform/errors/too-many-requests.ts'
import { parseEmail, userErrors } from '#/modules/users/index.ts'
import { recoveryErrors } from './errors.ts'
import { isFromBrowser } from './email-tokens.ts'
import { emailChanged } from './events.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { Passwords } from '#/modules/credentials/index.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { EmailToken } from './email-token.ts'
import type { EmailTokens } from './email-tokens.ts'
import type { MailboxProofs } from './mailbox-proofs.ts'
import type { SecurityNotices } from './security-notices.ts'

interface AddressProofsDeps {
  readonly db: Db
  readonly events: Events
  readonly limits: Limits
  readonly users: Users
  readonly passwords: Passwords
  readonly emailTokens: EmailTokens
  readonly mailboxProofs: MailboxProofs
  readonly lifecycle: Lifecycle
  readonly notices: SecurityNotices
}

/** Somebody who opened a link, with what shows that they know the account. */
interface Confirmation {
  readonly token: string
  /** Who is signed in in that browser. */
  readonly personId: string | undefined
  readonly password?: string | undefined
}

/** What a link would confirm. */
export interface AddressQuestion {
  readonly email: string
  /** Whether the account would get another address by it. */
  readonly isChange: boolean
  /** What the person has to do besides, since they are not signed in to the account. */
  readonly needs: 'nothing' | 'password' | 'sign_in'
  /** What keeps the purpose of the sign-in that waits for this, in the browser that asked; else empty. */
  readonly query: string
}

/** The browser whose sign-in waits for the link, and what keeps its purpose. */
interface Asker {
  readonly browserId: string
  readonly query: string
}

// As long as it takes until one more mail fits into the limit of a mailbox.
const NEXT_MAIL_SECONDS = 720
// Mailboxes have a limit each; this one is for whoever would write to many.
const CHANGES: LimitRule = { burst: 10, periodMs: 60 * 60_000 }

// What a mailbox gets, counted also where nothing is sent: else the limit itself would tell whose address it is.
const PER_WANTED: LimitRule = { burst: 5, periodMs: 60 * 60_000 }

/** Confirming the address one has, and changing it for another. */
export class AddressProofs {
  readonly #deps: AddressProofsDeps
  constructor(deps: AddressProofsDeps) {
    this.#deps = deps
  }

  /** Mails the link that confirms a user's address. False when it is confirmed; `rate_limited` for too many mails. */
  async sendLink({ id }: User, actor: Actor, asker?: Asker): Promise<boolean> {
    const { db, users } = this.#deps
    const sent = await db.tx(async (tx) => {
      const user = await users.hold(tx, id)
      if (!user) throw new AppError(userErrors.user_not_found)
      return user.emailVerified ? 'needless' : this.sendFirstLink(tx, user, actor, asker)
    })
    if (sent === false) throw tooManyRequests(NEXT_MAIL_SECONDS)
    return sent === true
  }

  /** Mails the link to somebody who has just become a user, in the transaction that made them one. */
  sendFirstLink(tx: Tx, user: User, actor: Actor, asker?: Asker): Promise<boolean> {
    return this.#deps.emailTokens.send(tx, user, { purpose: 'verify', actor, ...asker })
  }

  /**
   * Mails a link to the address a user wants. They have proven who they are. An address that somebody else has gets no
   * mail, and the same answer.
   */
  async requestChange({ id }: User, email: string, actor: Actor): Promise<void> {
    const { db, users, emailTokens } = this.#deps
    const wanted = parseEmail(email)
    if (!wanted) throw new AppError(userErrors.invalid_email)
    const holder = await users.findByEmail(wanted.email)
    if (holder?.id === id) throw new AppError(recoveryErrors.email_unchanged)
    await this.#deps.limits.require(`email_change:${id}`, CHANGES)
    await this.#deps.limits.require(`email_change_to:${wanted.canonical}`, PER_WANTED)
    const sent = await db.tx(async (tx) => {
      const user = await users.hold(tx, id)
      if (!user) throw new AppError(userErrors.user_not_found)
      return holder ? true : emailTokens.send(tx, user, { purpose: 'change', email: wanted.email, actor })
    })
    if (!sent) throw tooManyRequests(NEXT_MAIL_SECONDS)
  }

  /** What a link would confirm. Changes nothing. Throws `link_invalid`. */
  async find(token: string, personId: string | undefined, browserId = ''): Promise<AddressQuestion> {
    const { link, user } = await this.#get(token)
    const needs = user.passwordHash === null ? 'sign_in' : 'password'
    const isEnough = personId === user.id || !isPasswordNeeded(link, user)
    return {
      email: link.email,
      isChange: link.purpose === 'change',
      needs: isEnough ? 'nothing' : needs,
      query: isFromBrowser(link, browserId) ? link.query : '',
    }
  }

  /**
   * Uses a link up and confirms its address. Whoever only reads the mailbox could be made to confirm an account that a
   * stranger opened with their address, so they must also be signed in to it or know its password. An account without a
   * password is confirmed by the mailbox alone, and loses every other way in (see `MailboxProofs`).
   */
  async confirm({ token, personId, password }: Confirmation, context: RequestContext): Promise<User> {
    const { db, passwords } = this.#deps
    const { link, user } = await this.#get(token)
    const isSignedIn = personId === user.id
    if (!isSignedIn && isPasswordNeeded(link, user)) {
      if (password === undefined || user.passwordHash === null) throw new AppError(recoveryErrors.link_needs_sign_in)
      await passwords.check(user.email, password, context)
    }
    const knowsAccount = isSignedIn || user.passwordHash !== null
    const actor = actorOf('user', user.id, context)
    try {
      return await db.tx((tx) => this.#accept(tx, link, knowsAccount, actor))
    } catch (error) {
      // Somebody took the address while the link was on its way.
      throw error instanceof UniqueViolation ? new AppError(userErrors.email_taken, { cause: error }) : error
    }
  }

  async #accept(tx: Tx, link: EmailToken, knowsAccount: boolean, actor: Actor): Promise<User> {
    const { users, emailTokens, mailboxProofs } = this.#deps
    const user = await users.hold(tx, link.userId)
    if (!user || user.disabledAt !== null || !(await emailTokens.consume(tx, link))) {
      throw new AppError(recoveryErrors.link_invalid)
    }
    if (link.purpose === 'change') return this.#move(tx, user, link.email, actor)
    return mailboxProofs.accept(tx, user, { knowsAccount, actor })
  }

  async #move(tx: Tx, user: User, email: string, actor: Actor): Promise<User> {
    const { users, lifecycle, events, notices } = this.#deps
    const moved = await users.changeEmail(tx, user.id, email)
    // Links to the old mailbox end with it, or who reads it could still take the account.
    const counts = await lifecycle.ended(tx, 'emailChanged', { by: 'user', userId: user.id }, 'email_changed')
    const data = { user_id: user.id, old_email: user.email, new_email: moved.email, counts }
    await events.record(tx, emailChanged, { actor, target: { type: 'user', id: user.id }, data })
    await notices.emailChanged(tx, moved, user.email, actor)
    return moved
  }

  async #get(token: string): Promise<{ link: EmailToken; user: User }> {
    const link = await this.#deps.emailTokens.find(token, 'verify', 'change')
    const user = link && (await this.#deps.users.find(link.userId))
    if (!user || user.disabledAt !== null) throw new AppError(recoveryErrors.link_invalid)
    return { link, user }
  }
}

/**
 * A change always takes somebody who knows the account, and so does the address of somebody with a system role: an account
 * without a password must be signed in to.
 */
const isPasswordNeeded = ({ purpose }: EmailToken, user: User): boolean =>
  purpose === 'change' || (!user.emailVerified && (user.passwordHash !== null || user.systemRole !== null))
