import { Type } from 'typebox'
import { CountsSchema, EndedAccess } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

export const userCreated = eventType(
  'user.created',
  'A user was created: by signing up, by an operator, by an import, or when the server was set up.',
  Type.Object({
    id: Type.String(),
    email: Type.String(),
    created_at: Type.String(),
    disabled: Type.Optional(Type.Literal(true, { description: 'For somebody who may not sign in from the start' })),
  }),
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

export const usersImported = eventType(
  'users.imported',
  'People of another system became users: what one request did. Each of them has an event of their own.',
  Type.Object({
    created: Type.Integer(),
    existing: Type.Integer({ description: 'Who were users before, and stayed as they were' }),
    refused: Type.Integer(),
  }),
)

/** What this module tells. */
export const userEvents = [userCreated, userUpdated, userDisabled, userEnabled, userDeleted, usersImported]
