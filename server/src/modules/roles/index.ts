/**
 * Roles: what people may do in the applications that ask. Owns permissions (`permissions`), the roles that hold them
 * (`roles`, `role_permissions`), and who has which role, for good or for a time (`user_roles`). `permission.ts` is the one
 * form of a permission and what it permits; `permission-check.ts` answers whether somebody may do something, and why. These roles
 * open nothing of this server: people who run it have a system role, which belongs to `users`. Roles inside an
 * organization belong to `organizations`, which uses the same form and hands in what it grants.
 */
import type { Access } from './permission-check.ts'
import { accessRoutes } from './access-routes.ts'
import type { Assignments } from './assignments.ts'
import { permissionRoutes } from './permission-routes.ts'
import type { Permissions } from './permissions.ts'
import type { RolePermissions } from './role-permissions.ts'
import { roleCatalogueRoutes } from './role-routes.ts'
import type { Roles } from './roles.ts'

export { searchablePermissions, searchableRoles } from './searchable.ts'
export { assignmentsOfUser } from './assignment-store.ts'
export type { Assignments } from './assignments.ts'
export { buildRoles } from './build.ts'
export { roleErrors } from './errors.ts'
export { roleEvents } from './events.ts'
export type { OrganizationGrants } from './permission-check.ts'
export { RoleAssignments } from './role-assignments.ts'
export { heldPermissions } from './role-store.ts'
export type { PermissionSource, RoleName } from './role.ts'
export { parseRoleName } from './role-name.ts'
export { formatPermission, MAX_PERMISSION_LENGTH, parsePermission, PERMISSION_FORM, permits } from './permission.ts'
export type { Permission } from './permission.ts'

/** Everything below `/api/v1` about roles and permissions. */
export const roleRoutes = [...roleCatalogueRoutes, ...permissionRoutes, ...accessRoutes]

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    roles: Roles
    rolePermissions: RolePermissions
    permissions: Permissions
    assignments: Assignments
    access: Access
  }
}
export { roleSamples } from './samples.ts'
