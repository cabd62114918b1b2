import { toIso, toIsoOrNull } from '#/platform/clock.ts'
import { formatPermission } from './permission.ts'
import type { Static } from 'typebox'
import type { EffectivePermission, Question, Refusal, Source, Verdict } from './permission-check.ts'
import type { Holder } from './holder-store.ts'
import type { Usage } from './permission-store.ts'
import type { AssignedRole, ListedPermission, Role, RoleHolder, RoleName, RoleWithPermissions } from './role.ts'
import type {
  AssignedRoleSchema,
  EffectivePermissionSchema,
  HolderSchema,
  PermissionSchema,
  RoleHolderSchema,
  RoleSchema,
  RoleWithPermissionsSchema,
  UsageSchema,
  VerdictSchema,
} from './schemas.ts'

/** A permission that roles can hold. */
export const permissionView = (permission: ListedPermission): Static<typeof PermissionSchema> => ({
  id: permission.id,
  permission: permission.name,
  resource: permission.resource,
  action: permission.action,
  description: permission.description,
  created_at: toIso(permission.createdAt),
})

/** A role. */
export const roleView = (role: Role): Static<typeof RoleSchema> => ({
  id: role.id,
  name: role.name,
  description: role.description,
  created_at: toIso(role.createdAt),
  updated_at: toIso(role.updatedAt),
})

/** A role with what it holds. */
export const fullRoleView = (role: RoleWithPermissions): Static<typeof RoleWithPermissionsSchema> => ({
  ...roleView(role),
  permissions: role.permissions.map(permissionView),
})

/** A role as one user has it. */
export const assignedRoleView = ({ role, assignment }: AssignedRole): Static<typeof AssignedRoleSchema> => ({
  ...roleView(role),
  assigned_at: toIso(assignment.createdAt),
  assigned_by: assignment.assignedBy,
  expires_at: toIsoOrNull(assignment.expiresAt),
})

const roleNameView = ({ id, name }: RoleName) => ({ id, name })

/** Somebody who holds a permission. */
export const holderView = (holder: Holder): Static<typeof HolderSchema> => ({
  id: holder.id,
  email: holder.email,
  name: holder.name,
  roles: holder.roles.map(roleNameView),
})

/** Somebody who has a role. */
export const roleHolderView = (holder: RoleHolder): Static<typeof RoleHolderSchema> => ({
  id: holder.id,
  email: holder.email,
  name: holder.name,
  disabled: holder.disabled,
  assigned_by: holder.assignedBy,
  assigned_at: toIso(holder.assignedAt),
  expires_at: toIsoOrNull(holder.expiresAt),
})

/** A permission somebody has, and why. */
export const effectiveView = ({
  permission,
  sources,
}: EffectivePermission): Static<typeof EffectivePermissionSchema> => ({
  ...permissionView(permission),
  sources: sources.map((source) => ({
    type: source.permission === permission.name ? ('role' as const) : ('wildcard' as const),
    role: roleNameView(source.role),
    permission: source.permission,
  })),
})

/** How much permissions are used. */
export const usageView = ({ permission, roles, users }: Usage): Static<typeof UsageSchema> => ({
  permission_id: permission.id,
  permission: permission.name,
  roles,
  users,
})

/** Whether somebody may do something, and why. */
export function verdictView(question: Question, verdict: Verdict): Static<typeof VerdictSchema> {
  const asked = formatPermission(question.permission)
  return {
    allowed: 'source' in verdict,
    user_id: question.userId,
    permission: asked,
    organization_id: question.organizationId ?? null,
    reason:
      'source' in verdict
        ? { code: 'granted', message: grantedBy(verdict.source), source: sourceView(verdict.source) }
        : { code: verdict.refusal, message: refusals[verdict.refusal](asked), source: null },
  }
}

const sourceView = ({ role, permission, organizationId }: Source) => ({
  type: organizationId === null ? ('role' as const) : ('organization_role' as const),
  role: roleNameView(role),
  permission,
})

const grantedBy = ({ role, permission, organizationId }: Source): string =>
  `The ${organizationId === null ? 'role' : 'organization role'} ${role.name} holds ${permission}.`

const refusals: Readonly<Record<Refusal, (asked: string) => string>> = {
  not_granted: (asked) => `No role of the user holds ${asked} or a wildcard over it.`,
  user_not_found: () => 'There is no user with this id.',
  user_disabled: () => 'The user is disabled.',
}
