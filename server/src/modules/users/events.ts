import { Type } from 'typebox'
import { CountsSchema, EndedAccess } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

export const userCreated = eventType(
  'user.created',
  'A user was created: by signing up, by an operator, or when the server was set up.',
  Type.Object({ id: Type.String(), email: Type.String(), created_at: Type.String() }),
  { webhook: true },
)

export const userUpdated = eventType(
  'user.updated',
  'Fields of a user changed.',
  Type.Object({
    id: Type.String(),
    changed: Type.Array(Type.String(), { description: 'Names of the fields' }),
    counts: Type.Optional(CountsSchema),
  }),
  { webhook: true },
)

export const userDisabled = eventType(
  'user.disabled',
  'A user may not sign in any more; sessions and tokens ended.',
  Type.Object({
    id: Type.String(),
    reason: Type.String(),
    ...EndedAccess,
  }),
  { webhook: true },
)

export const userEnabled = eventType(
  'user.enabled',
  'A disabled user may sign in again.',
  Type.Object({ id: Type.String() }),
  { webhook: true },
)

export const userDeleted = eventType(
  'user.deleted',
  'A user was deleted; sessions, tokens, consents and everything else that hung on them ended.',
  Type.Object({
    id: Type.String(),
    ...EndedAccess,
  }),
  { webhook: true },
)

/** What this module tells. */
export const userEvents = [userCreated, userUpdated, userDisabled, userEnabled, userDeleted]
