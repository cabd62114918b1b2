import { adminAuthenticator } from '#/modules/api-keys/index.ts'
import { sessionAuthenticator, cookieCredential } from '#/modules/sessions/index.ts'
import { Bearer } from '#/oauth/shared/bearer.ts'
import type { Dpop } from '#/oauth/dpop/dpop.ts'
import { RegistrationAuthentication } from '#/oauth/registration/index.ts'
import type { Authenticators, Caller } from '#/platform/http/routing/authenticator.ts'
import type { Services } from '#/platform/http/routing/services.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'

/** Who comes into admin routes: keys, and the sessions of people with a system role. */
export const buildAdminAuthenticator = ({ apiKeys, sessions }: Pick<Services, 'apiKeys' | 'sessions'>) =>
  adminAuthenticator({
    apiKeys,
    sessionOf: async (context) => {
      const found = await sessions.authenticate(context)
      if (!found) return undefined
      const { user, session } = found
      return {
        userId: user.id,
        systemRole: user.systemRole,
        cookie: cookieCredential(sessions, session),
      }
    },
  })

interface Authentication {
  readonly services: Services
  readonly limits: Limits
  readonly dpop: Dpop
}

/** How each kind of credential is checked. */
export function buildAuthenticators({ services, limits, dpop }: Authentication): Required<Authenticators> {
  const { sessions, clients, tokens, issuer } = services
  const bearer = new Bearer({ tokens, dpop, issuer })
  const registration = new RegistrationAuthentication({ clients, limits })
  return {
    admin: buildAdminAuthenticator(services),
    session: sessionAuthenticator(sessions),
    registration: async (request) => byHeader(await registration.authenticate(request)),
    bearer: async (request, policy) => byHeader(await bearer.authenticate(request, policy.scope)),
  }
}

/** A caller whose credential no browser adds by itself. */
const byHeader = (principal: unknown): Caller => ({ principal, cookie: undefined })
