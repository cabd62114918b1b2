import { Type } from 'typebox'
import { eventKind } from '#/platform/events/event.ts'

export const sessionCreated = eventKind(
  'session.created',
  'A person signed in.',
  Type.Object({ user_id: Type.String(), methods: Type.Array(Type.String()) }),
  { webhook: true },
)

export const sessionRevoked = eventKind(
  'session.revoked',
  'A session ended before its time.',
  Type.Object({
    user_id: Type.String(),
    reason: Type.String(),
    revoked_tokens: Type.Integer({ description: 'How many tokens ended with it' }),
  }),
  { webhook: true },
)

/** What this module tells. */
export const sessionEvents = [sessionCreated, sessionRevoked]
