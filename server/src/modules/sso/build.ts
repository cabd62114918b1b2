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
import { SamlKeys } from './saml-keys.ts'
import { SamlMetadata } from './saml-metadata.ts'

interface SsoParts {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly outbound: Outbound
  readonly lookUpTxt: LookUpTxt
  readonly issuer: string
  readonly named: NamedByConnections
}

/** Builds the services of this module. */
export function buildSso({ db, clock, keyring, events, lifecycle, outbound, lookUpTxt, issuer, named }: SsoParts) {
  const samlKeys = new SamlKeys({ db, clock, keyring, events, issuer })
  const ssoConnections = new SsoConnections({ db, clock, keyring, events, lifecycle, outbound, samlKeys, named })
  const ssoDomains = new SsoDomains({ db, clock, events, connections: ssoConnections, lookUpTxt })
  const samlMetadata = new SamlMetadata({ connections: ssoConnections, keys: samlKeys, issuer })
  return { services: { ssoConnections, ssoDomains, samlKeys, samlMetadata } }
}
