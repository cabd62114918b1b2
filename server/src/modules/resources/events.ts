import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const resource = { id: Type.String(), uri: Type.String(), name: Type.String() }
const change = Type.Object({ before: Type.Unknown(), after: Type.Unknown() })
const webhook = { webhook: true }

export const resourceCreated = eventType(
  'resource.created',
  'There is a resource that clients can ask tokens for.',
  Type.Object({ ...resource, scopes: Type.Array(Type.String()), open_to: Type.String() }),
  webhook,
)
export const resourceUpdated = eventType(
  'resource.updated',
  'A resource got another name, other scopes or other clients; each change with what was before and after.',
  Type.Object({ ...resource, changes: Type.Record(Type.String(), change) }),
  webhook,
)
export const resourceDeleted = eventType(
  'resource.deleted',
  'A resource was deleted: nobody gets tokens for it any more, and none is renewed.',
  Type.Object({ ...resource, counts: CountsSchema }),
  webhook,
)

/** What this module tells. */
export const resourceEvents = [resourceCreated, resourceUpdated, resourceDeleted]
