import { newId } from '#/platform/ids.ts'
import { flag, integer, json, table, text } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** The codec of `organization_roles`. */
export const roles = table('organization_roles', {
  id: text,
  organizationId: text,
  name: text,
  description: text,
  permissions: json<readonly string[]>(),
  builtIn: flag,
  createdAt: integer,
  updatedAt: integer,
})

/** What members of one organization may do in it. */
export type Role = EntityOf<typeof roles>

/** The role that no organization goes without. */
export const OWNER = 'owner'

/** What this server itself asks for. Everything else that a role permits is asked for by applications. */
export const orgPermissions = {
  update: 'organization:update',
  delete: 'organization:delete',
  invite: 'organization:invite',
  manageMembers: 'organization:manage-members',
  manageRoles: 'organization:manage-roles',
} as const

type BuiltIn = Pick<Role, 'name' | 'description' | 'permissions'>

const { delete: _kept, ...ofAdmins } = orgPermissions

/** The roles every organization has, as they are written with it. */
const builtIns: readonly BuiltIn[] = [
  { name: OWNER, description: 'May do everything, and give the organization away.', permissions: ['*'] },
  {
    name: 'admin',
    description: 'Runs the organization: its people, roles and invitations.',
    permissions: ['organization:read', ...Object.values(ofAdmins)],
  },
  { name: 'member', description: 'Belongs to it.', permissions: ['organization:read'] },
]

/** The rows of the built-in roles for a new organization. */
export const builtInRoles = (organizationId: string, now: number): Role[] =>
  builtIns.map((role) => ({
    ...role,
    id: newId('role', now),
    organizationId,
    builtIn: true,
    createdAt: now,
    updatedAt: now,
  }))
