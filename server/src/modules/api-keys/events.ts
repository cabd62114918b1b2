import { Type } from 'typebox'
import { eventKind } from '#/platform/events/event.ts'

export const apiKeyCreated = eventKind(
  'api_key.created',
  'An admin API key was made.',
  Type.Object({ id: Type.String(), name: Type.String(), scopes: Type.Array(Type.String()) }),
)

/** What this module tells. */
export const apiKeyEvents = [apiKeyCreated]
