import { toIso } from '#/platform/clock.ts'
import { deviceOf } from './device.ts'
import { placeOf } from './network-label.ts'
import type { Static } from 'typebox'
import type { OwnSessionSchema, SessionSchema } from './admin-schemas.ts'
import type { Session } from './session.ts'
import type { SessionOfUser } from './store.ts'

const described = (session: Session) => ({
  id: session.id,
  device: deviceOf(session.userAgent),
  place: placeOf(session.ip),
  address: session.ip,
  methods: [...session.methods],
  authenticated_at: toIso(session.authenticatedAt),
  created_at: toIso(session.createdAt),
  last_seen_at: toIso(session.lastSeenAt),
  expires_at: toIso(session.expiresAt),
})

/** A session as its person sees it. */
export const ownSessionView = (session: Session, current: Session): Static<typeof OwnSessionSchema> => ({
  ...described(session),
  current: session.id === current.id,
})

/** A session as operators see it. */
export const sessionView = ({ session, email }: SessionOfUser): Static<typeof SessionSchema> => ({
  ...described(session),
  user_id: session.userId,
  user_email: email,
  user_agent: session.userAgent,
  pending: session.pending,
})
