import { adminAuthenticator } from '#/modules/api-keys/index.ts'
import { sessionAuthenticator } from '#/modules/sessions/index.ts'
import { Bearer } from '#/oauth/bearer.ts'
import { RegistrationAuthentication } from '#/oauth/registration/index.ts'
import type { Authenticators } from '#/platform/http/authenticator.ts'
import type { Services } from '#/platform/http/services.ts'
import type { Parts } from './services.ts'

/** Who comes into admin routes: keys, and the sessions of people with a system role. */
export const buildAdminAuthenticator = ({ apiKeys, sessions }: Pick<Services, 'apiKeys' | 'sessions'>) =>
  adminAuthenticator({
    apiKeys,
    sessionOf: async (cookies) => {
      const found = await sessions.authenticate(cookies)
      if (!found) return undefined
      const { user, session } = found
      return {
        userId: user.id,
        systemRole: user.systemRole,
        authenticatedAt: session.authenticatedAt,
        verifyCsrf: (token) => sessions.isCsrfToken(session, token),
      }
    },
  })

/** How each kind of credential is checked. */
export function buildAuthenticators({ services, foundation, protocol }: Parts): Required<Authenticators> {
  const { sessions, clients, tokens } = services
  const bearer = new Bearer({ tokens, dpop: protocol.dpop, issuer: foundation.issuer })
  const registration = new RegistrationAuthentication({ clients, limits: foundation.limits })
  return {
    admin: buildAdminAuthenticator(services),
    session: sessionAuthenticator(sessions),
    registration: (request) => registration.authenticate(request),
    bearer: (request, policy) => bearer.authenticate(request, policy.scope),
  }
}
