import { adminAuthenticator } from '#/modules/api-keys/index.ts'
import type { ApiKeys } from '#/modules/api-keys/index.ts'
import type { Clients } from '#/modules/clients/index.ts'
import {
  browserAuthenticator,
  personAuthenticator,
  refuseOwing,
  sessionAuthenticator,
  cookieCredential,
} from '#/modules/sessions/index.ts'
import type { Sessions } from '#/modules/sessions/index.ts'
import { provisioningAuthenticator } from '#/modules/scim/index.ts'
import type { ScimTokens } from '#/modules/scim/index.ts'
import type { Tokens } from '#/modules/tokens/index.ts'
import type { OperatorTokens } from '#/oauth/command-line/index.ts'
import { Bearer } from '#/oauth/shared/bearer.ts'
import type { Dpop } from '#/oauth/dpop/dpop.ts'
import { RegistrationAuthentication } from '#/oauth/registration/index.ts'
import type { Authenticators, Caller } from '#/platform/http/routing/authenticator.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'

interface AdminAuthentication {
  readonly apiKeys: ApiKeys
  readonly sessions: Sessions
  readonly operatorTokens: OperatorTokens
}

/** Who comes into admin routes: keys, and people with a system role by their sessions or from the command line. */
export const buildAdminAuthenticator = ({ apiKeys, sessions, operatorTokens }: AdminAuthentication) =>
  adminAuthenticator({
    apiKeys,
    tokenOf: (request) => operatorTokens.authenticate(request),
    sessionOf: async (context) => {
      const found = await sessions.authenticateAny(context)
      if (!found) return undefined
      if (found.owes !== null) refuseOwing(found.owes)
      const { user, session } = found
      return {
        userId: user.id,
        systemRole: user.systemRole,
        cookie: cookieCredential(sessions, session),
      }
    },
  })

interface Authentication extends AdminAuthentication {
  readonly clients: Clients
  readonly tokens: Tokens
  readonly issuer: string
  readonly limits: Limits
  readonly dpop: Dpop
  readonly scimTokens: ScimTokens
}

/** How each kind of credential is checked. */
export function buildAuthenticators(given: Authentication): Required<Authenticators> {
  const { apiKeys, sessions, operatorTokens, clients, tokens, issuer, limits, dpop, scimTokens } = given
  const bearer = new Bearer({ tokens, dpop, issuer })
  const registration = new RegistrationAuthentication({ clients, limits })
  return {
    admin: buildAdminAuthenticator({ apiKeys, sessions, operatorTokens }),
    session: sessionAuthenticator(sessions),
    person: personAuthenticator(sessions),
    browser: browserAuthenticator(sessions),
    provisioning: provisioningAuthenticator({ scimTokens, limits }),
    registration: async (request) => byHeader(await registration.authenticate(request)),
    bearer: async (request, policy) => byHeader(await bearer.authenticate(request, policy.scope)),
  }
}

/** A caller whose credential no browser adds by itself. */
const byHeader = (principal: unknown): Caller => ({ principal, cookie: undefined })
