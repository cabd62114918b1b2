import { Assurance } from './assurance.ts'
import { SessionEndings } from './endings.ts'
import { SessionCookie } from './session-cookie.ts'
import { SessionDirectory } from './session-directory.ts'
import { Sessions } from './sessions.ts'
import { SignIn } from './sign-in.ts'
import { SignInNotices } from './sign-in-notices.ts'
import { SessionStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { SessionSettings } from './settings.ts'
import type { SignInGate } from './sign-in-gate.ts'
import type { SignInRequirement } from './sign-in-requirement.ts'

interface BuildDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly users: Users
  readonly emails: Pick<Emails, 'queue'>
  readonly settings: SessionSettings
  readonly lifecycle: Lifecycle
  readonly baseUrl: string
  /** The flows, which are built later: they act on people, roles and organizations. */
  readonly gate: () => SignInGate
  /** Whoever has people sign in where they work; built later for the same reason. */
  readonly requirement: () => SignInRequirement
}

/** Builds the services of this module, which share one store, one cookie and one way for sessions to end. */
export function buildSessions(deps: BuildDeps) {
  const { db, clock, keyring, events, users, emails, settings, lifecycle, baseUrl, gate, requirement } = deps
  const store = new SessionStore(db)
  const cookie = new SessionCookie(baseUrl)
  const assurance = new Assurance(settings, gate)
  const endings = new SessionEndings({ store, clock, events, lifecycle })
  const notices = new SignInNotices({ store, emails, baseUrl })
  return {
    sessions: new Sessions({ db, clock, keyring, users, settings, assurance, store, cookie, endings, baseUrl }),
    signIn: new SignIn({
      db,
      clock,
      events,
      users,
      settings,
      assurance,
      store,
      cookie,
      endings,
      notices,
      gate,
      requirement,
    }),
    sessionDirectory: new SessionDirectory({ db, clock, events, lifecycle }),
  }
}
