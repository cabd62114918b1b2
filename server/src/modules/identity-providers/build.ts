import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Users } from '#/modules/users/index.ts'
import { OAuthAccounts } from './accounts.ts'
import type { OAuthAccountsDeps } from './accounts.ts'
import { Matching } from './matching.ts'
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
  readonly lifecycle: Lifecycle
  readonly outbound: Outbound
  /** The base URL: providers send people back below it. */
  readonly issuer: string
  readonly log: ProviderSignInsDeps['log']
  readonly hasOtherWay: OAuthAccountsDeps['hasOtherWay']
}

/** Builds the services of this module. */
export function buildProviders(parts: ProvidersParts) {
  const providers = new Providers(parts)
  const oauthAccounts = new OAuthAccounts(parts)
  const authorizationAttempts = new AuthorizationAttempts(parts)
  const relyingParty = new RelyingParty(parts)
  const providerSignIns = new ProviderSignIns({
    ...parts,
    providers,
    matching: new Matching({ ...parts, accounts: oauthAccounts }),
    relyingParty,
    authorizationAttempts,
  })
  return { services: { providers, oauthAccounts, providerSignIns } }
}
