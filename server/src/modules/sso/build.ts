import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { LookUpTxt } from '#/platform/http-client/dns-txt.ts'
import type { Outbound } from '#/platform/http-client/outbound.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { Replays } from '#/platform/replays/replays.ts'
import { RelyingParty } from '#/modules/identity-providers/index.ts'
import type { Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Members } from '#/modules/organizations/index.ts'
import type { Assignments } from '#/modules/roles/index.ts'
import type { Sessions } from '#/modules/sessions/index.ts'
import type { Users } from '#/modules/users/index.ts'
import { SsoAttempts } from './attempts.ts'
import { SsoConnections } from './connections.ts'
import type { NamedByConnections } from './connections.ts'
import { SsoDomainStore } from './domain-store.ts'
import { domainOfEmail } from './domain.ts'
import { SsoDomains } from './domains.ts'
import { SamlKeys } from './saml-keys.ts'
import { SamlLogouts } from './saml-logouts.ts'
import { SamlMetadata } from './saml-metadata.ts'
import { GroupGrants } from './group-grants.ts'
import { SsoIdentities } from './identities.ts'
import { SsoIdentityStore } from './identity-store.ts'
import { SsoJoining } from './joining.ts'
import type { JoinNotices } from './joining.ts'
import { SsoJoins } from './joins.ts'
import { MetadataRefresh } from './metadata-refresh.ts'
import { SsoMatching } from './matching.ts'
import type { ProvisionedGroups } from './matching.ts'
import { SamlResponses } from './saml-responses.ts'
import { SamlSignIns } from './saml-sign-ins.ts'
import { SsoRequirement } from './requirement.ts'
import { SsoRouting } from './routing.ts'
import { SsoSignIns } from './sign-ins.ts'
import { SsoSessionEndings } from './session-endings.ts'
import { SsoTesting } from './testing.ts'
import type { SsoSignInsDeps } from './sign-ins.ts'

interface SsoParts {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly limits: Limits
  readonly replays: Replays
  readonly lifecycle: Lifecycle
  readonly outbound: Outbound
  readonly lookUpTxt: LookUpTxt
  readonly users: Users
  readonly assignments: Assignments
  readonly members: Members
  readonly named: NamedByConnections
  readonly notices: JoinNotices
  readonly provisionedGroups: ProvisionedGroups
  readonly sessions: Pick<Sessions, 'find' | 'end'>
  readonly endSession: (id: string, reason: string, actor: Actor) => Promise<void>
  readonly browserIdOf: (context: RequestContext) => string
  /** The base URL: identity providers send people back below it. */
  readonly issuer: string
  readonly log: SsoSignInsDeps['log']
}

/** Builds the services of this module. */
export function buildSso(parts: SsoParts) {
  const { db, clock, keyring, events, limits, lifecycle, outbound, lookUpTxt, users, named, issuer, log } = parts
  const samlKeys = new SamlKeys({ db, clock, keyring, events, issuer })
  const ssoRouting = new SsoRouting({ db, limits, issuer })
  const sessionEndings = new SsoSessionEndings({ db, clock, endSession: parts.endSession })
  const connections = new SsoConnections({
    db,
    clock,
    keyring,
    events,
    lifecycle,
    outbound,
    samlKeys,
    named,
    routing: ssoRouting,
    sessionEndings,
  })
  const attempts = new SsoAttempts({ db, clock, keyring })
  const joins = new SsoJoins({ db, clock, keyring })
  const grants = new GroupGrants({ users, assignments: parts.assignments, members: parts.members })
  const matching = new SsoMatching({ db, clock, events, users, grants, provisionedGroups: parts.provisionedGroups })
  const relyingParty = new RelyingParty({ outbound, clock })
  const ssoSignIns = new SsoSignIns({
    db,
    clock,
    keyring,
    events,
    limits,
    connections,
    attempts,
    joins,
    matching,
    relyingParty,
    issuer,
    log,
  })
  const samlSignIns = new SamlSignIns({
    db,
    clock,
    limits,
    replays: parts.replays,
    connections,
    keys: samlKeys,
    attempts,
    responses: new SamlResponses({ db, clock, keyring }),
    signIns: ssoSignIns,
    issuer,
    log,
  })
  return {
    services: {
      ssoConnections: connections,
      ssoDomains: new SsoDomains({ db, clock, events, connections, lookUpTxt, routing: ssoRouting, sessionEndings }),
      samlKeys,
      samlMetadata: new SamlMetadata({ connections, keys: samlKeys, issuer }),
      ssoSignIns,
      samlSignIns,
      samlLogouts: new SamlLogouts({
        db,
        clock,
        keyring,
        attempts,
        limits,
        replays: parts.replays,
        sessions: parts.sessions,
        connections,
        keys: samlKeys,
        issuer,
        log,
      }),
      ssoRouting,
      ssoIdentities: new SsoIdentities({ db, clock, events, users, grants, endSession: parts.endSession }),
      ssoTesting: new SsoTesting({ db, clock, keyring, connections, issuer }),
      ssoJoining: new SsoJoining({ db, joins, matching, notices: parts.notices }),
    },
    requirement: new SsoRequirement({ routing: ssoRouting, joins, browserIdOf: parts.browserIdOf }),
    grants,
    sessionEndings,
    metadataRefresh: new MetadataRefresh({ db, clock, events, outbound }),
    people: {
      speaksFor: async (connectionId: string, email: string, tx: Tx) => {
        const domain = domainOfEmail(email)
        return domain !== undefined && new SsoDomainStore(db).isVerified(connectionId, domain, tx)
      },
      knows: (connectionId: string, userId: string, tx: Tx) => new SsoIdentityStore(db).knows(connectionId, userId, tx),
    },
    opensFor: (userId: string, tx: Parameters<SsoIdentityStore['opensFor']>[1]) =>
      new SsoIdentityStore(db).opensFor(userId, tx),
  }
}
