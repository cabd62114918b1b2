import { buildAuthorizationEndpoint } from '#/oauth/authorize/index.ts'
import { ClientAssertions } from '#/oauth/client-auth/client-assertion.ts'
import { ClientAuthentication } from '#/oauth/client-auth/client-auth.ts'
import { DeviceAuthorization, DeviceVerification } from '#/oauth/device/index.ts'
import type { DeviceCodes } from '#/oauth/device/index.ts'
import { Dpop } from '#/oauth/dpop/dpop.ts'
import { buildGrants } from '#/oauth/token/grants/index.ts'
import { IdTokenHints } from '#/oauth/shared/id-token-hint.ts'
import { Introspection } from '#/oauth/introspection.ts'
import { TokenIssuer } from '#/oauth/token/issuer.ts'
import { LogoutEndpoint } from '#/oauth/logout/index.ts'
import { ServerMetadata } from '#/oauth/discovery/metadata.ts'
import { PushedAuthorization } from '#/oauth/par.ts'
import { Registration } from '#/oauth/registration/index.ts'
import { Revocation } from '#/oauth/revocation.ts'
import { TokenEndpoint } from '#/oauth/token/endpoint.ts'
import type { Delegation } from './delegation.ts'
import type { Foundation } from './foundation.ts'
import type { People } from './people.ts'

/** The endpoints below `/oauth`, which lead clients to what the other rooms hold. */
export function buildProtocol(
  foundation: Foundation,
  delegation: Delegation,
  people: People,
  deviceCodes: DeviceCodes,
) {
  const { issuer } = foundation
  const known = {
    ...foundation,
    ...delegation.services,
    users: people.services.users,
    sessions: people.services.sessions,
    requests: delegation.services.authorizationRequests,
    codes: delegation.services.authorizationCodes,
    deviceCodes,
  }
  const assertions = new ClientAssertions({ ...known, remoteKeys: delegation.remoteKeys })
  const clientAuthentication = new ClientAuthentication({ ...known, assertions })
  const dpop = new Dpop(known)
  const idTokenHints = new IdTokenHints(known)
  const { endpoint, validation } = buildAuthorizationEndpoint({ ...known, idTokenHints })
  const tokenIssuer = new TokenIssuer({ ...known, logoutNotices: people.logoutNotices })
  const services = {
    authorizationEndpoint: endpoint,
    deviceCodes,
    deviceAuthorization: new DeviceAuthorization({ ...known, clientAuthentication }),
    deviceVerification: new DeviceVerification(known),
    registration: new Registration(known),
    pushedAuthorization: new PushedAuthorization({
      ...known,
      clientAuthentication,
      validation,
      dpop,
      url: `${issuer}/oauth/par`,
    }),
    tokenEndpoint: new TokenEndpoint({
      ...known,
      clientAuthentication,
      dpop,
      grants: buildGrants(known),
      issuer: tokenIssuer,
      url: `${issuer}/oauth/token`,
    }),
    revocation: new Revocation({ ...known, clientAuthentication }),
    introspection: new Introspection({ ...known, clientAuthentication }),
    logoutEndpoint: new LogoutEndpoint({ ...known, idTokenHints }),
    serverMetadata: new ServerMetadata(known),
  }
  return { services, dpop }
}
