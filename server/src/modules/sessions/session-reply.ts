import { Reply } from '#/platform/http/routing/reply.ts'
import { scopesOfRole } from '#/modules/api-keys/index.ts'
import { userView } from '#/modules/users/index.ts'
import { FLOW_PAGE } from './authenticator.ts'
import type { Static } from 'typebox'
import type { ApiServices } from '#/platform/http/routing/services.ts'
import type { User } from '#/modules/users/index.ts'
import type { MeSchema } from './schemas.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { FlowWait } from './sign-in-gate.ts'
import type { StartedSession } from './sign-in.ts'

type RedirectWait = Extract<FlowWait, { type: 'redirect' }>

/** The person who is signed in, as they see themselves. */
export const meView = (sessions: Sessions, session: Session, user: User): Static<typeof MeSchema> => ({
  ...userView(user),
  scopes: [...scopesOfRole(user.systemRole)],
  csrf_token: sessions.csrfToken(session),
})

type ReplyServices = Pick<ApiServices, 'sessions' | 'secondFactorChallenge' | 'issuer'>

/**
 * What every JSON route answers that signs somebody in: the person, or while their session owes something how they can
 * present it and nothing about them. The cookie comes along either way.
 */
export async function signInReply(started: StartedSession, services: ReplyServices): Promise<Reply> {
  const { session, user, owes, cookie } = started
  if (session.revokedAt !== null) return new Reply(204, null, {}, [cookie])
  if (owes === null) return new Reply(200, meView(services.sessions, session, user), {}, [cookie])
  const csrf = { csrf_token: services.sessions.csrfToken(session) }
  return new Reply(200, { ...(await owedView(started, services)), ...csrf }, {}, [cookie])
}

async function owedView({ user, owes, wait }: StartedSession, services: ReplyServices) {
  const methods = await services.secondFactorChallenge.waysOf(user)
  if (wait) return { next: stepView(wait, methods, services.issuer) }
  if (owes === 'flow') return { next: { type: 'continue' } }
  // Whoever has a passkey has a second factor: the password alone must not set up another one.
  return methods.length > 0 ? { mfa_required: true, methods } : { mfa_enrollment_required: true }
}

function stepView(wait: FlowWait, methods: readonly string[], issuer: string) {
  switch (wait.type) {
    case 'mfa_challenge':
      return { type: wait.type, methods }
    case 'redirect':
      return { type: wait.type, url: departureOf(wait, issuer) }
    case 'password_change':
      return { type: wait.type, min_length: wait.minLength, reason: wait.reason }
    default:
      return { type: wait.type }
  }
}

/** Where a redirect of a flow leads, with the way back to a page of ours whose query says where the person was going. */
export function departureOf({ url, state }: RedirectWait, issuer: string, query = ''): string {
  const back = new URLSearchParams(query)
  back.set('state', state)
  const departure = new URL(url)
  departure.searchParams.set('return_to', `${issuer}${FLOW_PAGE}/back?${back}`)
  return departure.href
}

// What a browser keeps of pages it showed. Not `cookies`, which would reach every host below the domain, nor `storage`,
// which belongs to whatever else stands on this origin; our own pages keep nothing there.
const CLEARED = '"cache"'

/** An answer that signs somebody out: the browser forgets the session, and the pages that it showed. */
export const signingOut = (reply: Reply, sessions: Pick<Sessions, 'forgettingCookie'>): Reply =>
  reply.withCookie(sessions.forgettingCookie()).withHeader('clear-site-data', CLEARED)
