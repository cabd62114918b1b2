import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

const view = { id: Type.String(), list: Type.String(), name: Type.String(), shared: Type.Boolean() }

export const savedViewCreated = eventType(
  'saved_view.created',
  'An operator keeps a list with its filters.',
  Type.Object(view),
)
export const savedViewDeleted = eventType('saved_view.deleted', 'A saved view was deleted.', Type.Object(view))

/** What this module tells. */
export const savedViewEvents = [savedViewCreated, savedViewDeleted]
