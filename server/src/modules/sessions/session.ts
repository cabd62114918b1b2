import {
  flag,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  named,
  table,
  text,
  textOrNull,
  wordOrNull,
} from '#/platform/db/table.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { User } from '#/modules/users/index.ts'
import type { FlowTrigger } from './flow-trigger.ts'

/**
 * What is to end with a session: what nobody has redeemed yet; also the tokens that were not granted offline access;
 * everything.
 */
export type SessionCause = 'sessionClosed' | 'sessionSignedOut' | 'sessionRevoked'

/**
 * The session that a sign-in found in its browser, and how far it ends with it. Kept while the sign-in waits: until it
 * opens, nobody proved enough to end anything.
 */
interface EarlierSession {
  readonly id: string
  readonly cause: SessionCause
}

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
  flowTrigger: wordOrNull<FlowTrigger>(),
  factorOwed: flag,
  earlier: jsonOrNull<EarlierSession>(),
})

/**
 * What a sign-in opened in one browser. `methods` says how the person proved who they are (RFC 8176 §2); a `pending` one
 * still waits: for their second factor if `factorOwed`, then for the auth flow that `flowTrigger` set off.
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
  /** What the session has yet to present; other than null only where a route lets such sessions in. */
  readonly owes: Owed | null
}

/**
 * What keeps a session from opening things: the person's second factor, that they have to set one up, or a step of their
 * auth flow that is neither.
 */
export type Owed = 'second_factor' | 'enrollment' | 'flow'

const DAY = 24 * 60 * 60 * 1000

export const ABSOLUTE_LIFE = 30 * DAY
/** How long a sign-in may wait for the second factor. */
export const PENDING_LIFE = 10 * 60 * 1000
/** How long a sign-in may wait that has an auth flow to pass, with the second factor before it. */
export const FLOW_LIFE = 15 * 60 * 1000
/** How long a session may go unused. */
export const IDLE_LIFE = 7 * DAY
/** How exact `lastSeenAt` is: a busy session is written once in this time. */
export const SEEN_STEP = 5 * 60 * 1000

/** Whether a session still opens anything: both limits are read off the row, whatever a cleanup job has done. */
export const isLiving = (session: Session, now: number): boolean =>
  session.revokedAt === null && now < session.expiresAt && now < session.lastSeenAt + IDLE_LIFE
