import { integer, integerOrNull, table, text, textOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `permissions`. */
export const permissions = table('permissions', {
  id: text,
  name: text,
  resource: text,
  action: text,
  description: textOrNull,
  createdAt: integer,
})

/** A permission that roles can hold; `name` is its one spelling, `resource:action`. */
export type ListedPermission = EntityOf<typeof permissions>

/** Permissions in the order of their names, the same on every database. */
export const byName = (one: ListedPermission, two: ListedPermission): number => (one.name < two.name ? -1 : 1)

/** The codec of `roles`. */
export const roles = table('roles', {
  id: text,
  name: text,
  nameCanonical: text,
  description: textOrNull,
  createdAt: integer,
  updatedAt: integer,
})

/** A role that people can have. */
export type Role = EntityOf<typeof roles>

/** The codec of `user_roles`. */
export const userRoles = table('user_roles', {
  userId: text,
  roleId: text,
  assignedBy: text,
  createdAt: integer,
  expiresAt: integerOrNull,
})

/** That a user has a role, for good or until `expiresAt`. */
export type Assignment = EntityOf<typeof userRoles>

/** A role with the permissions it holds. */
export interface RoleWithPermissions extends Role {
  readonly permissions: readonly ListedPermission[]
}

/** A role as one user has it. */
export interface AssignedRole {
  readonly role: Role
  readonly assignment: Assignment
}

/** Somebody who has a role. */
export interface RoleHolder {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly disabled: boolean
  readonly assignedBy: string
  readonly assignedAt: number
  readonly expiresAt: number | null
}

/** How events and answers name a role. */
export type RoleName = Pick<Role, 'id' | 'name'>

/** What somebody holds and through which role. */
export interface PermissionSource {
  readonly role: RoleName
  readonly permission: string
}
