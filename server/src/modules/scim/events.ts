import { Type } from 'typebox'
import { eventType } from '#/platform/audit/event.ts'

const token = { id: Type.String(), connection_id: Type.String(), name: Type.String() }
const person = { id: Type.String(), connection_id: Type.String(), user_id: Type.String() }
const group = { id: Type.String(), connection_id: Type.String(), display_name: Type.String() }
const webhook = { webhook: true }

export const scimTokenCreated = eventType(
  'scim.token.created',
  'A connection got a token for provisioning.',
  Type.Object(token),
  webhook,
)
export const scimTokenRevoked = eventType(
  'scim.token.revoked',
  'A token for provisioning was revoked.',
  Type.Object(token),
  webhook,
)
export const scimUserProvisioned = eventType(
  'scim.user.provisioned',
  'The identity provider of a connection keeps a person in step from now on.',
  Type.Object(person),
  webhook,
)
export const scimUserUpdated = eventType(
  'scim.user.updated',
  'The identity provider of a connection said something else of a person.',
  Type.Object({ ...person, changed: Type.Array(Type.String(), { description: 'Names of the attributes' }) }),
)
export const scimUserRemoved = eventType(
  'scim.user.removed',
  'The identity provider of a connection removed a person. The account stays, turned off.',
  Type.Object(person),
  webhook,
)
export const scimGroupCreated = eventType('scim.group.created', 'A group of a connection was made.', Type.Object(group))
export const scimGroupUpdated = eventType(
  'scim.group.updated',
  'A group of a connection, or who is in it, changed.',
  Type.Object({ ...group, added: Type.Integer(), removed: Type.Integer() }),
)
export const scimGroupDeleted = eventType(
  'scim.group.deleted',
  'A group of a connection was deleted.',
  Type.Object(group),
)

/** What this module tells. */
export const scimEvents = [
  scimTokenCreated,
  scimTokenRevoked,
  scimUserProvisioned,
  scimUserUpdated,
  scimUserRemoved,
  scimGroupCreated,
  scimGroupUpdated,
  scimGroupDeleted,
]
