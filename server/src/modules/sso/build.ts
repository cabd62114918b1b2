import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { LookUpTxt } from '#/platform/http-client/dns-txt.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import { SsoConnections } from './connections.ts'
import type { NamedByConnections } from './connections.ts'
import { SsoDomains } from './domains.ts'

interface SsoParts {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly outbound: Outbound
  readonly lookUpTxt: LookUpTxt
  readonly named: NamedByConnections
}

/** Builds the services of this module. */
export function buildSso({ db, clock, keyring, events, lifecycle, outbound, lookUpTxt, named }: SsoParts) {
  const ssoConnections = new SsoConnections({ db, clock, keyring, events, lifecycle, outbound, named })
  const ssoDomains = new SsoDomains({ db, clock, events, connections: ssoConnections, lookUpTxt })
  return { services: { ssoConnections, ssoDomains } }
}
