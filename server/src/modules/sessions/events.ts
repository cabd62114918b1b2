import { Type } from 'typebox'
import { CountsSchema, EndedAccess } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

export const sessionCreated = eventType(
  'session.created',
  'A person signed in, with everything their sign-in asks for.',
  Type.Object({ user_id: Type.String(), methods: Type.Array(Type.String()) }),
  { webhook: true },
)

export const sessionChallenged = eventType(
  'session.challenged',
  'A sign-in was right so far and waits for the second factor. Without one it ends by itself.',
  Type.Object({ user_id: Type.String(), methods: Type.Array(Type.String()) }),
)

export const sessionConfirmed = eventType(
  'session.confirmed',
  'A person who is signed in proved again who they are.',
  Type.Object({ user_id: Type.String(), methods: Type.Array(Type.String(), { description: 'Of this proof' }) }),
)

export const sessionRevoked = eventType(
  'session.revoked',
  'A session ended before its time.',
  Type.Object({
    user_id: Type.String(),
    reason: Type.String(),
    revoked_tokens: Type.Integer({ description: 'How many tokens ended with it' }),
    counts: CountsSchema,
  }),
  { webhook: true },
)

export const userSessionsRevoked = eventType(
  'user.sessions_revoked',
  'Every session of a user, or every one but that at hand, ended at once, with the tokens that came from them.',
  Type.Object({
    user_id: Type.String(),
    reason: Type.String(),
    ...EndedAccess,
  }),
  { webhook: true },
)

export const everySessionRevoked = eventType(
  'session.all_revoked',
  'The sessions of everybody ended at once, with the tokens that came from them.',
  Type.Object({
    reason: Type.String(),
    kept_session_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The one of whoever asked, when it went on',
    }),
    operators_too: Type.Boolean({ description: 'Whether sessions of people who run the server ended too' }),
    ...EndedAccess,
  }),
  { webhook: true },
)

/** What this module tells. */
export const sessionEvents = [
  sessionCreated,
  sessionChallenged,
  sessionConfirmed,
  sessionRevoked,
  userSessionsRevoked,
  everySessionRevoked,
]
