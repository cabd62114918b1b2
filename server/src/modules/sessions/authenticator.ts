import { AppError } from '#/platform/errors/app-error.ts'
import { sessionErrors } from './errors.ts'
import type { Authenticator, CookieCredential } from '#/platform/http/routing/authenticator.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'

/** Lets signed-in people in; those who still owe the second factor only where the policy says so. */
export function sessionAuthenticator(sessions: Sessions): Authenticator<'session'> {
  return async (request, policy) => {
    const principal = await sessions.authenticateAny(request.context)
    if (!principal) throw new AppError(sessionErrors.not_signed_in)
    if (!principal.satisfied && policy.pending !== true) throw new AppError(sessionErrors.mfa_required)
    return { principal, cookie: cookieCredential(sessions, principal.session) }
  }
}

/** What the cookie of a session can prove. */
export const cookieCredential = (sessions: Sessions, session: Session): CookieCredential => ({
  isCsrfToken: (token) => sessions.isCsrfToken(session, token),
  requireFresh: () => sessions.requireFresh(session),
})
