import { toIso } from '#/platform/clock.ts'
import { nameInMail } from '#/modules/users/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Emails, MfaChange } from '#/modules/email/index.ts'
import type { User } from '#/modules/users/index.ts'

export interface FactorNoticesDeps {
  readonly clock: Clock
  readonly emails: Emails
  readonly issuer: string
}

/** Tells people by mail what changed about their ways in, so that whoever did not do it can act. */
export class FactorNotices {
  readonly #deps: FactorNoticesDeps
  constructor(deps: FactorNoticesDeps) {
    this.#deps = deps
  }

  async mfaChanged(tx: Tx, user: User, change: MfaChange, { locale }: Actor): Promise<void> {
    await this.#deps.emails.queue(tx, {
      template: 'mfa_changed',
      to: user.email,
      locale,
      variables: { ...this.#common(user), change },
    })
  }

  async passkeyAdded(tx: Tx, user: User, passkey: string, { locale }: Actor): Promise<void> {
    await this.#deps.emails.queue(tx, {
      template: 'passkey_added',
      to: user.email,
      locale,
      // As with names: what somebody calls a passkey is no message to a mailbox that may be a stranger's.
      variables: { ...this.#common(user), passkey: user.emailVerified ? passkey : user.email },
    })
  }

  #common(user: User): { name: string; time: string; link: string } {
    const { clock, issuer } = this.#deps
    return { name: nameInMail(user), time: toIso(clock.now()), link: `${issuer}/account` }
  }
}
