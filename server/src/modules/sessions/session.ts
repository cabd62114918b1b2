import { integer, integerOrNull, json, table, text, textOrNull } from '#/platform/db/table.ts'
import type { Actor } from '#/platform/events/event.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { User } from '#/modules/users/index.ts'

export const sessions = table('sessions', {
  id: text,
  userId: text,
  hash: text,
  methods: json<string[]>(),
  authenticatedAt: integer,
  createdAt: integer,
  lastSeenAt: integer,
  expiresAt: integer,
  revokedAt: integerOrNull,
  address: textOrNull,
  userAgent: textOrNull,
})

/** What a sign-in opened in one browser. `methods` says how the person proved who they are (RFC 8176 §2). */
export type Session = EntityOf<typeof sessions>

/** The person behind a request that came with a living session. */
export interface SessionPrincipal {
  readonly session: Session
  readonly user: User
  readonly actor: Actor
}

const DAY = 24 * 60 * 60 * 1000

export const ABSOLUTE_LIFE = 30 * DAY
const IDLE_LIFE = 7 * DAY
/** How exact `lastSeenAt` is: a busy session is written once in this time. */
export const SEEN_STEP = 5 * 60 * 1000

/** Whether a session still opens anything: both limits are read off the row, whatever a cleanup job has done. */
export const isLiving = (session: Session, now: number): boolean =>
  session.revokedAt === null && now < session.expiresAt && now < session.lastSeenAt + IDLE_LIFE
