import { displayName } from '#/modules/users/index.ts'
import { emailVerified } from './events.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'

interface MailboxProofsDeps {
  readonly events: Events
  readonly emails: Emails
  readonly users: Users
  readonly lifecycle: Lifecycle
  readonly issuer: string
}

/** Somebody who reads the mail of a user. */
interface MailboxProof {
  /** Whether they showed that they know the account too, as by being signed in to it. */
  readonly knowsAccount: boolean
  /** Whether the password is one that the proof itself brought, which ended what came by the old one. */
  readonly hasNewPassword?: boolean
  readonly actor: Actor
}

/**
 * The first proof that a user reads the mail of their address. Until then anybody may have opened the account with it.
 * So whoever proves the mailbox without showing that they know the account gets it without the ways in that were there
 * before: password, passkeys, sessions and consents end, or their maker could wait inside for the true owner
 * (GHSA-qq9h-g4jm-xgf3). Second factors stay: whoever signed up can't set one up before this proof, so there is one
 * only where an operator wrote a new address, and a mistyped one must not take an account that is protected.
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
    const counts = knowsAccount ? {} : await this.#endAccess(tx, user.id, proof)
    const kept = knowsAccount ? verified : await this.#dropPassword(tx, verified, proof)
    await events.record(tx, emailVerified, {
      actor,
      target: { type: 'user', id: user.id },
      data: { user_id: user.id, removed_sign_ins: !knowsAccount, counts },
    })
    const variables = { name: displayName(user), link: `${issuer}/account` }
    await emails.queue(tx, { template: 'welcome', to: user.email, locale: actor.locale, variables })
    return kept
  }

  #endAccess(tx: Tx, userId: string, { hasNewPassword = false }: MailboxProof): Promise<Counts> {
    const cause = hasNewPassword ? 'mailboxProvenByReset' : 'mailboxProven'
    return this.#deps.lifecycle.ended(tx, cause, { by: 'user', userId }, 'mailbox_proven')
  }

  async #dropPassword(tx: Tx, user: User, { hasNewPassword = false }: MailboxProof): Promise<User> {
    const keepsPassword = hasNewPassword || user.passwordHash === null
    return keepsPassword ? user : this.#deps.users.setPasswordHash(tx, user.id, null)
  }
}
