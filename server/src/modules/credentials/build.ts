import { Challenges } from './passkeys/challenges.ts'
import { PasskeyProofs } from './passkeys/passkey-proofs.ts'
import { Passkeys } from './passkeys/passkeys.ts'
import { Reauthentication } from './reauthentication.ts'
import { SecondFactorChallenge } from './second-factor/challenge.ts'
import { FactorNotices } from './shared/factor-notices.ts'
import { RecoveryCodes } from './second-factor/recovery-codes.ts'
import { SecondFactors } from './second-factor/second-factors.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Replays } from '#/platform/replays/replays.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { Sessions, SignIn } from '#/modules/sessions/index.ts'
import type { Users } from '#/modules/users/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Passwords } from './passwords/passwords.ts'

interface FactorsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly limits: Limits
  readonly replays: Replays
  readonly users: Users
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly passwords: Passwords
  readonly lifecycle: Lifecycle
  readonly emails: Emails
  /** The base URL: passkeys are bound to its host. */
  readonly issuer: string
}

/** Second factors, passkeys and fresh proofs, built on the people there are. */
export function buildFactors(deps: FactorsDeps) {
  const { db, clock, keyring, events, limits, lifecycle, replays } = deps
  const { users, sessions, signIn, passwords, emails, issuer } = deps
  const { hostname, origin } = new URL(issuer)
  const relyingParty = { origin, rpId: hostname }
  const challenges = new Challenges({ clock, keyring, replays })
  const notices = new FactorNotices({ clock, emails, issuer })
  const passkeys = new Passkeys({ db, clock, events, challenges, notices, relyingParty })
  const passkeyProofs = new PasskeyProofs({ db, clock, events, limits, users, challenges, relyingParty })
  const recoveryCodes = new RecoveryCodes({ db, clock, keyring })
  const secondFactors = new SecondFactors({
    db,
    clock,
    keyring,
    events,
    lifecycle,
    users,
    sessions,
    signIn,
    issuer,
    recoveryCodes,
    notices,
    passkeys,
  })
  const secondFactorChallenge = new SecondFactorChallenge({
    db,
    events,
    limits,
    sessions,
    signIn,
    secondFactors,
    recoveryCodes,
    notices,
    passkeys,
  })
  const reauthentication = new Reauthentication({
    db,
    signIn,
    passwords,
    challenge: secondFactorChallenge,
    passkeyProofs,
  })
  return { passkeys, passkeyProofs, recoveryCodes, secondFactors, secondFactorChallenge, reauthentication }
}
