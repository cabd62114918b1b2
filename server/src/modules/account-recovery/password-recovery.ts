import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { recoveryErrors } from './errors.ts'
import { passwordReset } from './events.ts'
import { endedAccess, tokenTotal } from '#/modules/lifecycle/index.ts'
import { isFromBrowser } from './email-tokens.ts'
import { opensByMailbox } from './mailbox-rule.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Passwords } from '#/modules/credentials/index.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { SignIn } from '#/modules/sessions/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { EmailToken } from './email-token.ts'
import type { EmailTokens } from './email-tokens.ts'
import type { MailboxProofs } from './mailbox-proofs.ts'
import type { SecurityNotices } from './security-notices.ts'

interface PasswordRecoveryDeps {
  readonly db: Db
  readonly events: Events
  readonly users: Users
  readonly passwords: Passwords
  readonly signIn: Pick<SignIn, 'judge'>
  readonly emailTokens: EmailTokens
  readonly mailboxProofs: MailboxProofs
  readonly lifecycle: Lifecycle
  readonly notices: SecurityNotices
}

/** A new password for the link that allows it. */
interface Reset {
  readonly token: string
  readonly password: string
  /** The application that waits for whoever reset it. */
  readonly clientId?: string | null | undefined
}

/** What a reset ended, and for whom. */
interface Ended {
  readonly user: User

  readonly sessions: number
  readonly tokens: number
}

/**
 * A new password for somebody who reads the mail of their user. It proves a mailbox, not a person: nobody is signed in
 * by it, and the second factor is asked for at the next sign-in as ever.
 */
export class PasswordRecovery {
  readonly #deps: PasswordRecoveryDeps
  constructor(deps: PasswordRecoveryDeps) {
    this.#deps = deps
  }

  /** Whom a link is for, and what keeps their purpose when this browser asked for it. Throws `link_invalid`. */
  async find(token: string, browserId: string): Promise<{ user: User; query: string }> {
    const { link, user } = await this.#get(token)
    return { user, query: isFromBrowser(link, browserId) ? link.query : '' }
  }

  /**
   * Sets the password; every session and token of the user ends with it. The password is judged and hashed before the
   * link is used up, so that a bad one costs nothing, and only for a link that lives, so that no one else makes us hash.
   */
  async reset({ token, password, clientId }: Reset, context: RequestContext): Promise<Ended> {
    const { link, user } = await this.#get(token)
    await this.#deps.signIn.judge({ trigger: 'password_reset', user, password, clientId }, context)
    const passwordHash = await this.#deps.passwords.hashNew(password, user.email)
    return this.#deps.db.tx((tx) => this.#set(tx, link, passwordHash, actorOf('user', user.id, context)))
  }

  async #set(tx: Tx, link: EmailToken, passwordHash: string, actor: Actor): Promise<Ended> {
    const { users, emailTokens, mailboxProofs, lifecycle, events, notices } = this.#deps
    const user = await users.hold(tx, link.userId)
    if (!user || !opensByMailbox(user) || !(await emailTokens.consume(tx, link)))
      throw new AppError(recoveryErrors.link_invalid)
    const counts = await lifecycle.ended(tx, 'passwordReset', { by: 'user', userId: user.id }, 'password_reset')
    const changed = await users.setPasswordHash(tx, user.id, passwordHash)
    await mailboxProofs.accept(tx, changed, { knowsAccount: false, hasNewPassword: true, actor })
    const data = { user_id: user.id, ...endedAccess(counts) }
    await events.record(tx, passwordReset, { actor, target: { type: 'user', id: user.id }, data })
    await notices.passwordChanged(tx, changed, actor)
    return { user: changed, sessions: counts.sessions ?? 0, tokens: tokenTotal(counts) }
  }

  async #get(token: string): Promise<{ link: EmailToken; user: User }> {
    const link = await this.#deps.emailTokens.find(token, 'reset')
    const user = link && (await this.#deps.users.find(link.userId))
    if (!user || !opensByMailbox(user)) throw new AppError(recoveryErrors.link_invalid)
    return { link, user }
  }
}
