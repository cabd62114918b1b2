import { newId } from '#/platform/ids.ts'
import { ABSOLUTE_LIFE, lacksSecondFactor, PENDING_LIFE } from './session.ts'
import type { User } from '#/modules/users/index.ts'
import type { Session } from './session.ts'
import type { SignIn } from './sign-in.ts'

const MAX_USER_AGENT_LENGTH = 400

/** The session of a sign-in; pending when the person has a second factor that it did not present. */
export function newSession(user: User, signIn: SignIn, hash: string, now: number): Session {
  const { methods, address, userAgent } = signIn
  const pending = lacksSecondFactor(methods, user)
  return {
    id: newId('sess', now),
    userId: user.id,
    hash,
    methods,
    pending,
    authenticatedAt: now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + (pending ? PENDING_LIFE : ABSOLUTE_LIFE),
    revokedAt: null,
    address,
    userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  }
}

/** The same session after a further proof. A life that begins only now has its whole length; another is not prolonged. */
export function provenSession(session: Session, methods: readonly string[], hash: string, now: number): Session {
  return {
    ...session,
    hash,
    methods: [...new Set([...session.methods, ...methods])],
    pending: false,
    authenticatedAt: now,
    lastSeenAt: now,
    expiresAt: session.pending ? now + ABSOLUTE_LIFE : session.expiresAt,
  }
}
