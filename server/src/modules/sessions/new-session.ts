import { newId } from '#/platform/ids.ts'
import { ABSOLUTE_LIFE, PENDING_LIFE } from './session.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { User } from '#/modules/users/index.ts'
import type { Session } from './session.ts'

const MAX_USER_AGENT_LENGTH = 400

/** A sign-in that succeeded. */
interface SignedIn {
  readonly user: User
  /** How they proved who they are (RFC 8176 §2). */
  readonly methods: readonly string[]
  /** Whether something has yet to be presented. */
  readonly pending: boolean
  readonly context: RequestContext
  /** Of the secret that the browser gets. */
  readonly hash: string
  readonly now: number
}

/** The session of a sign-in. */
export function newSession({ user, methods, pending, context, hash, now }: SignedIn): Session {
  return {
    id: newId('sess', now),
    userId: user.id,
    hash,
    methods: [...methods],
    pending,
    authenticatedAt: now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + (pending ? PENDING_LIFE : ABSOLUTE_LIFE),
    revokedAt: null,
    ip: context.ip,
    userAgent: context.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
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
