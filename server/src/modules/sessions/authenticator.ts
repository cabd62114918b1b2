import { Redirect } from '#/platform/http/routing/reply.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { sessionErrors } from './errors.ts'
import type { Authenticator, CookieCredential } from '#/platform/http/routing/authenticator.ts'
import type { ReturnRequest } from '#/platform/http/routing/policy.ts'
import type { Owed, Session, SessionPrincipal } from './session.ts'
import type { Sessions } from './sessions.ts'

/** The page that somebody whose sign-in has a step of a flow left is led to. */
export const FLOW_PAGE = '/continue'

/** The page that somebody who has to set up a second factor is led to. */
export const ENROLLMENT_PAGE = '/account/second-step'

/** Which sessions that owe something a route lets in. */
interface LetIn {
  readonly pending?: true
  readonly enrolling?: true
  readonly inFlow?: true
}

const isLetIn = (owes: Owed, { pending, enrolling, inFlow }: LetIn): boolean =>
  pending === true || (enrolling === true && owes === 'enrollment') || (inFlow === true && owes === 'flow')

/** Throws what a session has to be given first that owes something. */
export function refuseOwing(owes: Owed): never {
  const { mfa_enrollment_required: enrollment, mfa_required: second_factor, sign_in_unfinished: flow } = sessionErrors
  throw new AppError({ enrollment, second_factor, flow }[owes])
}

/** Lets signed-in people in; those who still owe something only where the policy says so. */
export function sessionAuthenticator(sessions: Sessions): Authenticator<'session'> {
  return async (request, policy) => {
    const principal = await sessions.authenticateAny(request.context)
    if (!principal) throw new AppError(sessionErrors.not_signed_in)
    const { session, owes } = principal
    if (owes !== null && !isLetIn(owes, policy)) refuseOwing(owes)
    const cookie = cookieCredential(sessions, session)
    // Whoever owes something proves afresh who they are by signing in again: no other proof is open to them.
    const requireFresh = (): void => {
      if (!sessions.isFresh(session)) throw new AppError(sessionErrors.not_signed_in)
    }
    return { principal, cookie: owes === null ? cookie : { ...cookie, requireFresh } }
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

/**
 * Lets signed-in people open their pages, and leads everybody else to sign in, to set up the factor they need or to prove
 * who they are, and back.
 */
export function personAuthenticator(sessions: Sessions): Authenticator<'person'> {
  return async (request, policy) => {
    const { returnQuery = toItself } = policy
    const principal = await sessions.authenticateAny(request.context)
    const { session, owes } = principal ?? { owes: 'second_factor' }
    if (!session || (owes !== null && !isLetIn(owes, policy))) {
      throw new Redirect(`${pageFor[owes ?? 'second_factor']}${returnQuery(request)}`)
    }
    const requireFresh = (): void => {
      if (!sessions.isFresh(session))
        throw new Redirect(`${owes === null ? '/confirm' : '/login'}${returnQuery(request)}`)
    }
    return { principal, cookie: { ...cookieCredential(sessions, session), requireFresh } }
  }
}

const pageFor: Readonly<Record<Owed, string>> = {
  enrollment: ENROLLMENT_PAGE,
  flow: FLOW_PAGE,
  // Whoever comes by another page has left the sign-in that asked for the factor.
  second_factor: '/login',
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
