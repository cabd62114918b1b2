import { displayName } from '#/modules/users/index.ts'
import { emailVerified } from './events.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { EmailTokens } from './email-tokens.ts'

/** What else signs a user in; the composition root ties it, because it knows users. */
export interface SignInTies {
  /** Removes the ways to sign in that need no password: passkeys, linked identities. Second factors stay. */
  forgetSignIns(tx: Tx, userId: string, actor: Actor): Promise<void>
}

interface MailboxProofsDeps {
  readonly events: Events
  readonly emails: Emails
  readonly users: Users
  readonly emailTokens: EmailTokens
  readonly ties: SignInTies
  readonly issuer: string
}

/** Somebody who reads the mail of a user. */
interface MailboxProof {
  /** Whether they showed that they know the account too, as by being signed in to it. */
  readonly knowsAccount: boolean
  /** Whether the password is one that the proof itself brought. */
  readonly hasNewPassword?: boolean
  readonly actor: Actor
}

/**
 * The first proof that a user reads the mail of their address. Until then anybody may have opened the account with it.
 * So whoever proves the mailbox without showing that they know the account gets it without the ways in that were there
 * before: password, passkeys and sessions end, or their maker could wait inside for the true owner
 * (GHSA-qq9h-g4jm-xgf3). Second factors stay, because a mailbox is none.
 */
export class MailboxProofs {
  readonly #deps: MailboxProofsDeps
  constructor(deps: MailboxProofsDeps) {
    this.#deps = deps
  }

  /** Takes a proof; a later one changes nothing. Answers the user as they are then. */
  async accept(tx: Tx, user: User, proof: MailboxProof): Promise<User> {
    if (user.emailVerified) return user
    const { users, events, emails, issuer } = this.#deps
    const { knowsAccount, actor } = proof
    const verified = await users.verifyEmail(tx, user.id)
    const kept = knowsAccount ? verified : await this.#startAnew(tx, verified, proof)
    await events.record(tx, emailVerified, {
      actor,
      target: { type: 'user', id: user.id },
      data: { user_id: user.id, removed_sign_ins: !knowsAccount },
    })
    const variables = { name: displayName(user), link: `${issuer}/account` }
    await emails.queue(tx, { template: 'welcome', to: user.email, locale: actor.locale, variables })
    return kept
  }

  async #startAnew(tx: Tx, user: User, { hasNewPassword = false, actor }: MailboxProof): Promise<User> {
    const { users, emailTokens, ties } = this.#deps
    await users.endAccess(tx, user.id, 'mailbox_proven')
    await ties.forgetSignIns(tx, user.id, actor)
    await emailTokens.voidAll(tx, user.id)
    const keepsPassword = hasNewPassword || user.passwordHash === null
    return keepsPassword ? user : users.setPasswordHash(tx, user.id, null)
  }
}
