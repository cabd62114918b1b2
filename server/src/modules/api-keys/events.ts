import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

const nameFields = { id: Type.String(), name: Type.String() }
const Scopes = Type.Array(Type.String())

export const apiKeyCreated = eventType(
  'api_key.created',
  'An admin API key was made.',
  Type.Object({ ...nameFields, scopes: Scopes }),
)
export const apiKeyUpdated = eventType(
  'api_key.updated',
  'An admin API key was changed, turned off or on; each changed field with its value before and after.',
  Type.Object({
    ...nameFields,
    changes: Type.Record(Type.String(), Type.Object({ before: Type.Unknown(), after: Type.Unknown() })),
  }),
)
export const apiKeyRotated = eventType(
  'api_key.rotated',
  'An admin API key got a new secret.',
  Type.Object({
    ...nameFields,
    old_secret_until: Type.Union([Type.String(), Type.Null()], { description: 'Null: it stopped at once.' }),
  }),
)
export const apiKeyDeleted = eventType(
  'api_key.deleted',
  'An admin API key was deleted and opens nothing any more.',
  Type.Object({ ...nameFields, scopes: Scopes }),
)

export const adminAccessRefused = eventType(
  'admin_access.refused',
  'Somebody who is known was refused a route of administration. The first of an actor stands alone; what follows within a minute is one entry.',
  Type.Object({
    routes: Type.Array(Type.String(), { description: 'The names of the routes, ten at most' }),
    codes: Type.Array(Type.String(), { description: 'The codes of the errors' }),
    count: Type.Integer({ description: 'How many requests it stands for' }),
  }),
  { webhook: true },
)

/** What this module tells. */
export const apiKeyEvents = [apiKeyCreated, apiKeyUpdated, apiKeyRotated, apiKeyDeleted, adminAccessRefused]
