import { toIso } from '#/platform/clock.ts'
import { displayName, nameInMail } from '#/modules/users/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { SystemRoleChange, User } from '#/modules/users/index.ts'

/** What stands where somebody has no role, in every language. */
const NO_ROLE = '–'

interface SecurityNoticesDeps {
  readonly clock: Clock
  readonly emails: Emails
  readonly issuer: string
}

/** Tells people by mail what happened to their way in, so that whoever did not do it can act. */
export class SecurityNotices {
  readonly #deps: SecurityNoticesDeps
  constructor(deps: SecurityNoticesDeps) {
    this.#deps = deps
  }

  async passwordChanged(tx: Tx, user: User, { locale }: Actor): Promise<void> {
    const { clock, emails, issuer } = this.#deps
    const variables = { name: nameInMail(user), time: toIso(clock.now()), link: `${issuer}/forgot` }
    await emails.queue(tx, { template: 'password_changed', to: user.email, locale, variables })
  }

  /** The last message. An address that was never confirmed may be that of somebody who knows nothing of the account. */
  async accountDeleted(tx: Tx, user: User, { locale }: Actor): Promise<void> {
    if (!user.emailVerified) return
    const variables = { name: nameInMail(user), time: toIso(this.#deps.clock.now()) }
    await this.#deps.emails.queue(tx, { template: 'account_deleted', to: user.email, locale, variables })
  }

  /** An operator nobody expected shows to every owner at once, in their inbox and not only in a log. */
  async systemRoleChanged(tx: Tx, { user, before, after, owners }: SystemRoleChange, { locale }: Actor): Promise<void> {
    const { clock, emails, issuer } = this.#deps
    const told = {
      person: `${displayName(user)} (${user.email})`,
      before: before ?? NO_ROLE,
      after: after ?? NO_ROLE,
      time: toIso(clock.now()),
      link: `${issuer}/login`,
    }
    for (const owner of owners) {
      const variables = { name: nameInMail(owner), ...told }
      await emails.queue(tx, { template: 'operator_changed', to: owner.email, locale, variables })
    }
  }

  /** Another account at another service signs the person in from now on. */
  async accountLinked(tx: Tx, user: User, provider: string, { locale }: Actor): Promise<void> {
    const { clock, emails, issuer } = this.#deps
    const link = `${issuer}/account/connections`
    const variables = { name: nameInMail(user), provider, time: toIso(clock.now()), link }
    await emails.queue(tx, { template: 'account_linked', to: user.email, locale, variables })
  }

  /** Goes to the address that is left: who still reads it may be the one who did not want that. */
  async emailChanged(tx: Tx, user: User, oldEmail: string, { locale }: Actor): Promise<void> {
    const { clock, emails, issuer } = this.#deps
    const variables = {
      name: nameInMail(user, oldEmail),
      new_email: user.email,
      time: toIso(clock.now()),
      link: `${issuer}/login`,
    }
    await emails.queue(tx, { template: 'email_changed', to: oldEmail, locale, variables })
  }
}
