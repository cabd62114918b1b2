import { AddressProofs } from './address-proofs.ts'
import { EmailTokens } from './email-tokens.ts'
import { FreshProofs } from './fresh-proofs.ts'
import { LinkRequests } from './link-requests.ts'
import { MagicLinks } from './magic-links.ts'
import { MailboxProofs } from './mailbox-proofs.ts'
import { PasswordChanges } from './password-changes.ts'
import { PasswordRecovery } from './password-recovery.ts'
import type { SecurityNotices } from './security-notices.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Passwords } from '#/modules/credentials/index.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { Sessions, SignIn } from '#/modules/sessions/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { ErrandLog } from './deferred-tasks.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'

interface RecoveryDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly limits: Limits
  readonly users: Users
  readonly passwords: Passwords
  readonly sessions: Pick<Sessions, 'requireFresh'>
  readonly signIn: Pick<SignIn, 'judge'>
  readonly emails: Emails
  readonly lifecycle: Lifecycle
  readonly notices: SecurityNotices
  readonly issuer: string
  readonly log: ErrandLog
}

/** Builds the services of this module, which share links and notices. */
export function buildRecovery(deps: RecoveryDeps) {
  const { db, clock, events, limits, users, passwords, sessions, signIn } = deps
  const { emails, lifecycle, notices, issuer, log } = deps
  const emailTokens = new EmailTokens({ db, clock, events, emails, issuer })
  const mailboxProofs = new MailboxProofs({ events, emails, users, lifecycle, issuer })
  return {
    freshProofs: new FreshProofs({ passwords, sessions }),
    linkRequests: new LinkRequests({ db, limits, users, emailTokens, log }),
    magicLinks: new MagicLinks({ db, users, emailTokens, mailboxProofs }),
    addressProofs: new AddressProofs({
      db,
      events,
      limits,
      users,
      passwords,
      emailTokens,
      mailboxProofs,
      lifecycle,
      notices,
    }),
    passwordRecovery: new PasswordRecovery({
      db,
      events,
      users,
      passwords,
      signIn,
      emailTokens,
      mailboxProofs,
      lifecycle,
      notices,
    }),
    passwordChanges: new PasswordChanges({ db, events, users, passwords, lifecycle, notices }),
  }
}
