import { buildAuthorizationEndpoint } from '#/oauth/authorize/index.ts'
import { CommandLineClient, OperatorTokens } from '#/oauth/command-line/index.ts'
import { Bearer } from '#/oauth/shared/bearer.ts'
import { ClientDocuments } from '#/oauth/client-documents/index.ts'
import { ClientAssertions } from '#/oauth/client-auth/client-assertion.ts'
import { ClientAuthentication } from '#/oauth/client-auth/client-auth.ts'
import { DeviceAuthorization, DeviceCodes, DeviceVerification } from '#/oauth/device/index.ts'
import { Dpop } from '#/oauth/dpop/dpop.ts'
import { buildGrants } from '#/oauth/token/grants/index.ts'
import { IdTokenHints } from '#/oauth/shared/id-token-hint.ts'
import { Introspection } from '#/oauth/introspection.ts'
import { Targets } from '#/oauth/shared/targets.ts'
import { TokenIssuer } from '#/oauth/token/issuer.ts'
import { LogoutEndpoint } from '#/oauth/logout/index.ts'
import { ServerMetadata } from '#/oauth/discovery/metadata.ts'
import { PushedAuthorization } from '#/oauth/par.ts'
import { Registration } from '#/oauth/registration/index.ts'
import { buildRevocationFeed } from '#/oauth/revocation-feed/index.ts'
import { Revocation } from '#/oauth/revocation.ts'
import { TokenEndpoint } from '#/oauth/token/endpoint.ts'
import type { Delegation } from './delegation.ts'
import type { Foundation } from './foundation.ts'
import type { People } from './people.ts'

/** The endpoints below `/oauth`, which lead clients to what the other rooms hold. */
export function buildProtocol(foundation: Foundation, delegation: Delegation, people: People) {
  const { db, clock, keyring, issuer, log, events, limits, settings, replays, signingKeys } = foundation
  const { clients, consents, policies, resources, tokens, pushedRequests } = delegation.services
  const { authorizationRequests: requests, authorizationCodes: codes } = delegation.services
  const { users, sessions, passkeys, vaultGrants, vaultOffers } = people.services
  const deviceCodes = new DeviceCodes({ db, clock, events, consents, vaultGrants, sessions })
  const clientDocuments = new ClientDocuments({
    db,
    clock,
    log,
    clients,
    events,
    settings,
    limits,
    fetch: foundation.outbound.fetch,
  })
  const assertions = new ClientAssertions({ replays, clock, issuer, remoteKeys: delegation.remoteKeys })
  const clientAuthentication = new ClientAuthentication({ clientDocuments, limits, clock, assertions })
  const dpop = new Dpop({ clock, keyring, replays, settings })
  const commandLine = new CommandLineClient({ db, clients, settings })
  const bearer = new Bearer({ tokens, dpop, issuer })
  const operatorTokens = new OperatorTokens({ bearer, tokens, clients, users, commandLine, clock, issuer })
  const targets = new Targets({ issuer, settings, resources })
  const idTokenHints = new IdTokenHints({ signingKeys, issuer })
  const { endpoint, validation } = buildAuthorizationEndpoint({
    db,
    sessions,
    passkeys,
    consents,
    vaultGrants,
    requests,
    codes,
    limits,
    users,
    clients,
    pushedRequests,
    settings,
    issuer,
    idTokenHints,
    targets,
    clientDocuments,
  })
  const tokenIssuer = new TokenIssuer({
    db,
    tokens,
    signingKeys,
    settings,
    issuer,
    users,
    sessions,
    logoutNotices: people.logoutNotices,
  })
  const services = {
    authorizationEndpoint: endpoint,
    deviceCodes,
    deviceAuthorization: new DeviceAuthorization({
      deviceCodes,
      targets,
      limits,
      issuer,
      clientAuthentication,
      commandLine,
    }),
    deviceVerification: new DeviceVerification({
      deviceCodes,
      clients,
      sessions,
      settings,
      resources,
      vaultOffers,
      issuer,
      limits,
      keyring,
      clock,
    }),
    registration: new Registration({ db, clients, events, settings, limits, issuer }),
    pushedAuthorization: new PushedAuthorization({
      pushedRequests,
      limits,
      clientAuthentication,
      validation,
      dpop,
      url: `${issuer}/oauth/par`,
    }),
    tokenEndpoint: new TokenEndpoint({
      clients,
      limits,
      settings,
      log,
      clientAuthentication,
      dpop,
      grants: buildGrants({
        codes,
        tokens,
        users,
        sessions,
        clock,
        deviceCodes,
        db,
        events,
        policies,
        clients,
        settings,
        targets,
        log,
      }),
      issuer: tokenIssuer,
      url: `${issuer}/oauth/token`,
    }),
    revocation: new Revocation({ tokens, clientAuthentication }),
    ...buildRevocationFeed({ clock, log, issuer, signingKeys, tokens, feed: foundation.revocationFeed }),
    introspection: new Introspection({ tokens, issuer, clientAuthentication }),
    logoutEndpoint: new LogoutEndpoint({
      clients,
      sessions,
      samlLogouts: people.services.samlLogouts,
      idTokenHints,
      keyring,
      clock,
    }),
    serverMetadata: new ServerMetadata({ issuer, settings, resources }),
  }
  return { services, dpop, operatorTokens }
}

export type Protocol = ReturnType<typeof buildProtocol>
