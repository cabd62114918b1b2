import { Reply } from '#/platform/http/routing/reply.ts'
import { userView } from '#/modules/users/index.ts'
import type { Static } from 'typebox'
import type { ApiServices } from '#/platform/http/routing/services.ts'
import type { User } from '#/modules/users/index.ts'
import type { MeSchema } from './schemas.ts'
import type { Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import type { StartedSession } from './sign-in.ts'

/** The person who is signed in, as they see themselves. */
export const meView = (sessions: Sessions, session: Session, user: User): Static<typeof MeSchema> => ({
  ...userView(user),
  csrf_token: sessions.csrfToken(session),
})

/**
 * What every JSON route answers that signs somebody in: the person, or while their session owes something how they can
 * present it and nothing about them. The cookie comes along either way.
 */
export async function signInReply(
  user: User,
  { session, owes, cookie }: StartedSession,
  { sessions, secondFactorChallenge }: Pick<ApiServices, 'sessions' | 'secondFactorChallenge'>,
): Promise<Reply> {
  if (owes === null) return new Reply(200, meView(sessions, session, user), {}, [cookie])
  const methods = await secondFactorChallenge.waysOf(user)
  const csrf = { csrf_token: sessions.csrfToken(session) }
  // Whoever has a passkey has a second factor: the password alone must not set up another one.
  const asked = methods.length > 0 ? { mfa_required: true, methods } : { mfa_enrollment_required: true }
  return new Reply(200, { ...asked, ...csrf }, {}, [cookie])
}

// What a browser keeps of pages it showed. Not `cookies`, which would reach every host below the domain, nor `storage`,
// which belongs to whatever else stands on this origin; our own pages keep nothing there.
const CLEARED = '"cache"'

/** An answer that signs somebody out: the browser forgets the session, and the pages that it showed. */
export const signingOut = (reply: Reply, sessions: Pick<Sessions, 'forgettingCookie'>): Reply =>
  reply.withCookie(sessions.forgettingCookie()).withHeader('clear-site-data', CLEARED)
