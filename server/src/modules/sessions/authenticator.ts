import { AppError } from '#/platform/errors/app-error.ts'
import { sessionErrors } from './errors.ts'
import type { Authenticator } from '#/platform/http/routing/authenticator.ts'
import type { Sessions } from './sessions.ts'

/**
 * Lets signed-in people in; those who still owe the second factor only where the policy says so. What changes something
 * needs the X-CSRF-Token header too, which only our own page knows.
 */
export function sessionAuthenticator(sessions: Sessions): Authenticator<'session'> {
  return async (request, policy) => {
    const principal = await sessions.authenticateAny(request.context)
    if (!principal) throw new AppError(sessionErrors.not_signed_in)
    if (!principal.satisfied && policy.pending !== true) throw new AppError(sessionErrors.mfa_required)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads) sessions.verifyCsrf(request, principal.session, request.headers['x-csrf-token'])
    return principal
  }
}
