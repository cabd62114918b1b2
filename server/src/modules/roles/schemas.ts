import { Type } from 'typebox'
import { ListQuery } from '#/platform/paging/paging.ts'
import { MAX_PERMISSION_LENGTH, PERMISSION_FORM } from './permission.ts'
import { MAX_ROLE_NAME_LENGTH } from './role-name.ts'
import { MAX_IDS } from './permissions.ts'
import { MAX_PERMISSIONS } from './role-permissions.ts'

const Time = Type.String({ format: 'date-time' })
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const PermissionText = Type.String({
  minLength: 1,
  maxLength: MAX_PERMISSION_LENGTH,
  description: `${PERMISSION_FORM}.`,
  examples: ['documents:read'],
})
const Word = Type.String({ minLength: 1, maxLength: 64, description: 'One word in lower case, or *.' })
const Description = Type.String({ maxLength: 2000 })

/** One permission, as text or as two words. */
const asked = {
  permission: Type.Optional(PermissionText),
  resource: Type.Optional(Word),
  action: Type.Optional(Word),
}

/** A permission that roles can hold. */
export const PermissionSchema = Type.Object(
  {
    id: Type.String(),
    permission: PermissionText,
    resource: Type.String(),
    action: Type.String(),
    description: orNull(Type.String()),
    created_at: Time,
  },
  { $id: 'Permission' },
)

export const CreatePermissionSchema = Type.Object({
  ...asked,
  description: Type.Optional(orNull(Description)),
})

export const PermissionQuery = Type.Object({
  ...ListQuery.properties,
  permission: Type.Optional(Type.String({ maxLength: MAX_PERMISSION_LENGTH, description: 'The one of this name.' })),
  resource: Type.Optional(Type.String({ maxLength: 64 })),
  action: Type.Optional(Type.String({ maxLength: 64 })),
})

const role = {
  id: Type.String(),
  name: Type.String(),
  description: orNull(Type.String()),
  created_at: Time,
  updated_at: Time,
}

/** A role. */
export const RoleSchema = Type.Object(role, { $id: 'Role' })

/** A role with what it holds. */
export const RoleWithPermissionsSchema = Type.Object(
  { ...role, permissions: Type.Array(PermissionSchema, { description: 'By name.' }) },
  { $id: 'RoleWithPermissions' },
)

/** What a role is to be, when it is made and when it is replaced. */
export const RoleBody = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 4 * MAX_ROLE_NAME_LENGTH,
    description: `At most ${MAX_ROLE_NAME_LENGTH} characters, no commas. Two roles can't have names that look the same.`,
  }),
  description: Type.Optional(orNull(Description)),
  permissions: Type.Optional(
    Type.Array(PermissionText, {
      maxItems: MAX_PERMISSIONS,
      description: 'All it is to hold, from the list of permissions; none when left out.',
    }),
  ),
})

export const RoleQuery = Type.Object({
  ...ListQuery.properties,
  name: Type.Optional(Type.String({ maxLength: 4 * MAX_ROLE_NAME_LENGTH, description: 'The one of this name.' })),
})

export const IdParams = Type.Object({ id: Type.String() })
export const RolePermissionParams = Type.Object({ id: Type.String(), pid: Type.String() })
export const UserRoleParams = Type.Object({ id: Type.String(), rid: Type.String() })

export const AddPermissionSchema = Type.Object({ permission_id: Type.String() })

export const AssignRoleSchema = Type.Object({
  role_id: Type.String(),
  expires_at: Type.Optional(
    orNull(Type.String({ format: 'date-time', description: 'The role is gone from then on.' })),
  ),
})

/** A role as one user has it. */
export const AssignedRoleSchema = Type.Object(
  {
    ...role,
    assigned_at: Time,
    assigned_by: Type.String({ description: 'The key or person that gave it, or last changed until when.' }),
    expires_at: orNull(Time),
  },
  { $id: 'AssignedRole' },
)

const RoleName = Type.Object({ id: Type.String(), name: Type.String() })

/** Somebody who holds a permission. */
export const HolderSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    roles: Type.Array(RoleName, { description: 'Those that hold the permission.' }),
  },
  { $id: 'PermissionHolder' },
)

/** Somebody who has a role. */
export const RoleHolderSchema = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    disabled: Type.Boolean(),
    assigned_by: Type.String({ description: 'Who gave it: a user or an API key.' }),
    assigned_at: Type.String({ format: 'date-time' }),
    expires_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description: 'Null: for good.' }),
  },
  { $id: 'RoleHolder' },
)

/** A permission somebody has, and why. */
export const EffectivePermissionSchema = Type.Object(
  {
    ...PermissionSchema.properties,
    sources: Type.Array(
      Type.Object({
        type: Type.Enum(['role', 'wildcard'], { description: 'Whether the role holds it, or a wildcard over it.' }),
        role: RoleName,
        permission: Type.String({ description: 'What the role holds.' }),
      }),
    ),
  },
  { $id: 'EffectivePermission' },
)

export const UsageQuery = Type.Object({
  ...ListQuery.properties,
  ids: Type.String({
    minLength: 1,
    maxLength: 41 * MAX_IDS,
    description: `Ids of permissions with commas between them, at most ${MAX_IDS}.`,
  }),
})

export const UsageSchema = Type.Object(
  {
    permission_id: Type.String(),
    permission: Type.String(),
    roles: Type.Integer({ description: 'How many roles hold it.' }),
    users: Type.Integer({ description: 'How many people have one of them.' }),
  },
  { $id: 'PermissionUsage' },
)

export const CheckSchema = Type.Object({
  user_id: Type.String(),
  ...asked,
  organization_id: Type.Optional(
    Type.String({ description: 'Counts what the user may do as a member of this organization too.' }),
  ),
})

/** Whether somebody may do something, and why. */
export const VerdictSchema = Type.Object(
  {
    allowed: Type.Boolean(),
    user_id: Type.String(),
    permission: Type.String({ description: 'What was asked about.' }),
    organization_id: orNull(Type.String()),
    reason: Type.Object({
      code: Type.Enum(['granted', 'not_granted', 'user_not_found', 'user_disabled']),
      message: Type.String({ description: 'The same for people.' }),
      source: orNull(
        Type.Object({
          type: Type.Enum(['role', 'organization_role']),
          role: RoleName,
          permission: Type.String({ description: 'What the role holds: what was asked about, or a wildcard over it.' }),
        }),
      ),
    }),
  },
  { $id: 'AccessVerdict' },
)
