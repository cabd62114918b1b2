import { flag, integer, integerOrNull, json, named, table, text, textOrNull } from '#/platform/db/table.ts'
import { MULTI_FACTOR } from './methods.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { User } from '#/modules/users/index.ts'

export const sessions = table('sessions', {
  id: text,
  userId: text,
  hash: text,
  methods: json<string[]>(),
  pending: flag,
  authenticatedAt: integer,
  createdAt: integer,
  lastSeenAt: integer,
  expiresAt: integer,
  revokedAt: integerOrNull,
  ip: named('address', textOrNull),
  userAgent: textOrNull,
})

/**
 * What a sign-in opened in one browser. `methods` says how the person proved who they are (RFC 8176 §2); a `pending` one
 * still waits for their second factor.
 */
export type Session = EntityOf<typeof sessions>

/** The sessions of everybody, but those that go on. */
export interface Everybody {
  /** The one that goes on whoever has it. */
  readonly kept: string | null
  /** Whether it reaches people who run the server. */
  readonly operatorsToo: boolean
}

/** The person behind a request that came with a living session. */
export interface SessionPrincipal {
  readonly session: Session
  readonly user: User
  readonly actor: Actor
  /** False only where a route lets sessions in that wait for the second factor. */
  readonly satisfied: boolean
}

const DAY = 24 * 60 * 60 * 1000

export const ABSOLUTE_LIFE = 30 * DAY
/** How long a sign-in may wait for the second factor. */
export const PENDING_LIFE = 10 * 60 * 1000
/** How long a session may go unused. */
export const IDLE_LIFE = 7 * DAY
/** How exact `lastSeenAt` is: a busy session is written once in this time. */
export const SEEN_STEP = 5 * 60 * 1000

/** Whether a session still opens anything: both limits are read off the row, whatever a cleanup job has done. */
export const isLiving = (session: Session, now: number): boolean =>
  session.revokedAt === null && now < session.expiresAt && now < session.lastSeenAt + IDLE_LIFE

/**
 * The one rule on assurance: a session opens things when its person has no second factor, or has presented it in this
 * session. The user is read with every request, so a factor that was set up later binds the sessions from before.
 */
export const isSatisfied = ({ pending, methods }: Pick<Session, 'pending' | 'methods'>, user: User): boolean =>
  !pending && !lacksSecondFactor(methods, user)

/** Whether this person has a second factor that a sign-in by these methods did not present. */
export const lacksSecondFactor = (methods: readonly string[], { mfaEnabled }: User): boolean =>
  mfaEnabled && !methods.includes(MULTI_FACTOR)
