import { AppError } from '#/platform/http/errors.ts'
import { sessionErrors } from './errors.ts'
import type { Authenticator } from '#/platform/http/authenticator.ts'
import type { Sessions } from './sessions.ts'

/** Lets signed-in people in. What changes something needs the X-CSRF-Token header too, which only our own page knows. */
export function sessionAuthenticator(sessions: Sessions): Authenticator<'session'> {
  return async (request) => {
    const principal = await sessions.authenticate(request.cookies, request)
    if (!principal) throw new AppError(sessionErrors.not_signed_in)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (!reads) sessions.verifyCsrf(request, principal.session, request.headers['x-csrf-token'])
    return principal
  }
}
