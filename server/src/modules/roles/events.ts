import { Type } from 'typebox'
import { CountsSchema } from '#/modules/lifecycle/index.ts'
import { eventType } from '#/platform/audit/event.ts'

const role = { id: Type.String(), name: Type.String() }
const textOrNull = Type.Union([Type.String(), Type.Null()])
const names = Type.Array(Type.String())
const change = Type.Object({ before: Type.Unknown(), after: Type.Unknown() })
const webhook = { webhook: true }

export const roleCreated = eventType(
  'role.created',
  'A role was made.',
  Type.Object({ ...role, description: textOrNull, permissions: names }),
  webhook,
)
export const roleUpdated = eventType(
  'role.updated',
  'A role got another name, description or set of permissions; each change with what was before and after.',
  Type.Object({ ...role, changes: Type.Record(Type.String(), change) }),
  webhook,
)
export const roleDeleted = eventType(
  'role.deleted',
  'A role was deleted, and taken from everybody who had it.',
  Type.Object({ ...role, permissions: names, removed_assignments: Type.Integer(), counts: CountsSchema }),
  webhook,
)

const held = { ...role, permission_id: Type.String(), permission: Type.String() }

export const rolePermissionAdded = eventType(
  'role.permission_added',
  'A role holds one more permission.',
  Type.Object(held),
  webhook,
)
export const rolePermissionRemoved = eventType(
  'role.permission_removed',
  'A role does not hold a permission any more.',
  Type.Object(held),
  webhook,
)

const assigned = { ...role, user_id: Type.String() }

export const roleAssigned = eventType(
  'role.assigned',
  'A user got a role, or has it for another time from now on.',
  Type.Object({
    ...assigned,
    expires_at: textOrNull,
    before: Type.Union([Type.Object({ expires_at: textOrNull }), Type.Null()], {
      description: 'Until when the user had the role before; null when they did not',
    }),
  }),
  webhook,
)
export const roleUnassigned = eventType(
  'role.unassigned',
  'A role was taken from a user.',
  Type.Object(assigned),
  webhook,
)

const permission = { id: Type.String(), permission: Type.String(), description: textOrNull }

export const permissionCreated = eventType(
  'permission.created',
  'There is a permission that roles can hold.',
  Type.Object(permission),
  webhook,
)
export const permissionDeleted = eventType(
  'permission.deleted',
  'A permission was deleted, and taken from every role that held it.',
  Type.Object({ ...permission, removed_from_roles: Type.Integer(), counts: CountsSchema }),
  webhook,
)

/** What this module tells. */
export const roleEvents = [
  roleCreated,
  roleUpdated,
  roleDeleted,
  rolePermissionAdded,
  rolePermissionRemoved,
  roleAssigned,
  roleUnassigned,
  permissionCreated,
  permissionDeleted,
]
