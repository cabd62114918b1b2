import { newId } from '#/platform/ids.ts'
import { ABSOLUTE_LIFE, FLOW_LIFE, PENDING_LIFE } from './session.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { User } from '#/modules/users/index.ts'
import type { Session } from './session.ts'
import type { FlowTrigger } from './flow-trigger.ts'

const MAX_USER_AGENT_LENGTH = 400

/** A sign-in that succeeded. */
interface SignedIn {
  readonly user: User
  /** How they proved who they are (RFC 8176 §2). */
  readonly methods: readonly string[]
  /** Whether a factor has yet to be presented, or set up. */
  readonly factorOwed: boolean
  /** What set off the flow that has yet to be passed. */
  readonly flowTrigger: FlowTrigger | null
  /** The session the browser had, if it ends when this one opens. */
  readonly earlier: Session['earlier']
  readonly context: RequestContext
  /** Of the secret that the browser gets. */
  readonly hash: string
  readonly now: number
}

/** The session of a sign-in. */
export function newSession(signedIn: SignedIn): Session {
  const { user, methods, factorOwed, flowTrigger, earlier, context, hash, now } = signedIn
  const waiting = factorOwed ? PENDING_LIFE : ABSOLUTE_LIFE
  return {
    id: newId('sess', now),
    userId: user.id,
    hash,
    methods: [...methods],
    pending: factorOwed || flowTrigger !== null,
    authenticatedAt: now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: now + (flowTrigger === null ? waiting : FLOW_LIFE),
    revokedAt: null,
    ip: context.ip,
    userAgent: context.userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
    flowTrigger,
    factorOwed,
    earlier,
  }
}

/** The same session after a further proof. One with a flow to pass waits on. */
export function provenSession(session: Session, methods: readonly string[], hash: string, now: number): Session {
  const proven = {
    ...session,
    methods: [...new Set([...session.methods, ...methods])],
    factorOwed: false,
    authenticatedAt: now,
  }
  return session.flowTrigger === null ? openedSession(proven, hash, now) : { ...proven, hash, lastSeenAt: now }
}

/** A session that waits for nothing more. A life that begins only now has its whole length; another is not prolonged. */
export function openedSession(session: Session, hash: string, now: number): Session {
  return {
    ...session,
    hash,
    pending: false,
    flowTrigger: null,
    lastSeenAt: now,
    expiresAt: session.pending ? now + ABSOLUTE_LIFE : session.expiresAt,
  }
}
