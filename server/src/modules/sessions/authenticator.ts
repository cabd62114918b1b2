import { Redirect } from '#/platform/http/routing/reply.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { sessionErrors } from './errors.ts'
import type { Authenticator, CookieCredential } from '#/platform/http/routing/authenticator.ts'
import type { ReturnRequest } from '#/platform/http/routing/policy.ts'
import type { Session, SessionPrincipal } from './session.ts'
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

/** Whose form a page got: that of the person whose session it was shown in, or of a browser where nobody is signed in. */
export interface BrowserPrincipal {
  readonly person: SessionPrincipal | undefined
}

/** Finds the holder of the token that a form of a page carries. */
export function browserAuthenticator(sessions: Sessions): Authenticator<'browser'> {
  return async ({ context }, { csrf }) => {
    if (csrf === 'browser')
      return { principal: { person: undefined }, cookie: browserCredential(sessions, context.cookies) }
    const person = csrf === 'pending' ? sessions.authenticatePending(context) : sessions.authenticate(context)
    const principal: BrowserPrincipal = { person: await person }
    return { principal, cookie: principal.person && cookieCredential(sessions, principal.person.session) }
  }
}

/** Lets signed-in people open their pages, and leads everybody else to sign in or to prove who they are, and back. */
export function personAuthenticator(sessions: Sessions): Authenticator<'person'> {
  return async (request, { returnQuery = toItself }) => {
    const principal = await sessions.authenticate(request.context)
    if (!principal) throw new Redirect(`/login${returnQuery(request)}`)
    const { session } = principal
    const requireFresh = (): void => {
      if (!sessions.isFresh(session)) throw new Redirect(`/confirm${returnQuery(request)}`)
    }
    return { principal, cookie: { ...cookieCredential(sessions, session), requireFresh } }
  }
}

const toItself = ({ url }: ReturnRequest): string => `?${new URLSearchParams({ next: url })}`

/** What the cookie of a browser can prove before anybody signed in there. */
const browserCredential = (sessions: Sessions, cookies: Readonly<Record<string, string>>): CookieCredential => ({
  isCsrfToken: (token) => sessions.isCsrfToken(sessions.browserOf(cookies), token),
  requireFresh: () => {
    throw new AppError(sessionErrors.not_signed_in)
  },
})

/** What the cookie of a session can prove. */
export const cookieCredential = (sessions: Sessions, session: Session): CookieCredential => ({
  isCsrfToken: (token) => sessions.isCsrfToken(session, token),
  requireFresh: () => sessions.requireFresh(session),
})
