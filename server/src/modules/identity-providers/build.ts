import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { SignUpRules, Users } from '#/modules/users/index.ts'
import { OAuthAccounts } from './accounts.ts'
import type { OAuthAccountsDeps } from './accounts.ts'
import { Matching } from './matching.ts'
import type { LinkNotices } from './matching.ts'
import { Providers } from './providers.ts'
import { RelyingParty } from './relying-party.ts'
import { AuthorizationAttempts } from './authorization-attempts.ts'
import { ProviderSignIns } from './sign-ins.ts'
import type { ProviderSignInsDeps } from './sign-ins.ts'

interface ProvidersParts {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly limits: Limits
  readonly users: Users
  readonly signUpRules: Pick<SignUpRules, 'allow'>
  readonly lifecycle: Lifecycle
  readonly outbound: Outbound
  /** The base URL: providers send people back below it. */
  readonly issuer: string
  readonly log: ProviderSignInsDeps['log']
  readonly notices: LinkNotices
  readonly hasOtherWay: OAuthAccountsDeps['hasOtherWay']
}

/** Builds the services of this module. */
export function buildProviders(parts: ProvidersParts) {
  const { db, clock, keyring, events, limits, lifecycle, users, outbound, issuer, log, hasOtherWay } = parts
  const providers = new Providers({ db, clock, keyring, events, lifecycle, outbound })
  const oauthAccounts = new OAuthAccounts({ db, clock, events, users, hasOtherWay })
  const authorizationAttempts = new AuthorizationAttempts({ db, clock, keyring })
  const relyingParty = new RelyingParty({ outbound, clock })
  const providerSignIns = new ProviderSignIns({
    db,
    keyring,
    events,
    limits,
    issuer,
    log,
    providers,
    matching: new Matching({
      db,
      users,
      accounts: oauthAccounts,
      signUpRules: parts.signUpRules,
      notices: parts.notices,
    }),
    relyingParty,
    authorizationAttempts,
  })
  return { services: { providers, oauthAccounts, providerSignIns } }
}
