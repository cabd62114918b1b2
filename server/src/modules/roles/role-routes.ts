import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { ListQuery, listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent, Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  AddPermissionSchema,
  IdParams,
  PermissionSchema,
  RoleBody,
  RoleHolderSchema,
  RolePermissionParams,
  RoleQuery,
  RoleSchema,
  RoleWithPermissionsSchema,
} from './schemas.ts'
import { fullRoleView, permissionView, roleHolderView, roleView } from './views.ts'

const read = { kind: 'admin', scope: 'roles:read' } as const
const write = { kind: 'admin', scope: 'roles:write' } as const

const createRole = apiRoute({
  name: 'roles.create',
  method: 'POST',
  url: '/roles',
  auth: write,
  summary: 'Create a role',
  description:
    'For people in the applications that ask. It opens nothing of this server: that is system_role of a user.',
  schema: { body: RoleBody, response: { 201: RoleWithPermissionsSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { roles }) => {
    const role = await roles.create(body, principal.actor)
    return created(`/api/v1/roles/${role.id}`, fullRoleView(role))
  },
})

const listRoles = apiRoute({
  name: 'roles.list',
  method: 'GET',
  url: '/roles',
  auth: read,
  summary: 'List roles',
  description: 'Without what they hold.',
  schema: { query: RoleQuery, response: { 200: listOf(RoleSchema) } },
  handler: async ({ query }, { roles }) => {
    return pageView(await roles.list(query.name, pageRequest(query)), roleView)
  },
})

const getRole = apiRoute({
  name: 'roles.get',
  method: 'GET',
  url: '/roles/:id',
  auth: read,
  summary: 'Get a role',
  description: 'With the permissions it holds.',
  schema: { params: IdParams, response: { 200: RoleWithPermissionsSchema, 404: ErrorSchema } },
  handler: async ({ params }, { roles }) => fullRoleView(await roles.get(params.id)),
})

const listHolders = apiRoute({
  name: 'roles.users.list',
  method: 'GET',
  url: '/roles/:id/users',
  auth: { kind: 'admin', scope: 'users:read', alsoScope: 'roles:read' },
  summary: 'List the users who have a role',
  description: 'By when they got it, newest first; whose role has expired is left out.',
  schema: { params: IdParams, query: ListQuery, response: { 200: listOf(RoleHolderSchema), 404: ErrorSchema } },
  handler: async ({ params, query }, { roles }) =>
    pageView(await roles.holders(params.id, pageRequest(query)), roleHolderView),
})

const replaceRole = apiRoute({
  name: 'roles.replace',
  method: 'PUT',
  url: '/roles/:id',
  auth: write,
  summary: 'Replace a role',
  description:
    'The role becomes what the body says: a description or permissions that are left out are cleared. Single permissions are ' +
    'added and removed by routes of their own.',
  schema: {
    params: IdParams,
    body: RoleBody,
    response: { 200: RoleWithPermissionsSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { roles }) =>
    fullRoleView(await roles.replace(params.id, body, principal.actor)),
})

const deleteRole = apiRoute({
  name: 'roles.delete',
  method: 'DELETE',
  url: '/roles/:id',
  auth: write,
  summary: 'Delete a role',
  description:
    'Takes it from everybody who has it; the event says how many that were. With dry_run it only answers that.',
  schema: { params: IdParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema } },
  handler: async ({ params, query, principal }, { roles }) => {
    if (query.dry_run === true) return dryRunView(await roles.countEnding(params.id))
    await roles.delete(params.id, principal.actor)
    return noContent()
  },
})

const addPermission = apiRoute({
  name: 'roles.permissions.add',
  method: 'POST',
  url: '/roles/:id/permissions',
  auth: write,
  summary: 'Let a role hold a permission',
  description: 'Answers the permission. 200 when the role held it already.',
  schema: {
    params: IdParams,
    body: AddPermissionSchema,
    response: { 201: PermissionSchema, 200: PermissionSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { rolePermissions }) => {
    const { permission, isNew } = await rolePermissions.add(params.id, body.permission_id, principal.actor)
    const view = permissionView(permission)
    return isNew ? created(`/api/v1/roles/${params.id}/permissions/${permission.id}`, view) : new Reply(200, view)
  },
})

const getPermission = apiRoute({
  name: 'roles.permissions.get',
  method: 'GET',
  url: '/roles/:id/permissions/:pid',
  auth: read,
  summary: 'Get a permission that a role holds',
  description: 'Found only while the role holds it.',
  schema: { params: RolePermissionParams, response: { 200: PermissionSchema, 404: ErrorSchema } },
  handler: async ({ params }, { rolePermissions }) => permissionView(await rolePermissions.get(params.id, params.pid)),
})

const removePermission = apiRoute({
  name: 'roles.permissions.remove',
  method: 'DELETE',
  url: '/roles/:id/permissions/:pid',
  auth: write,
  summary: 'Take a permission from a role',
  description:
    'Everybody who has the role loses it at once. With dry_run it only answers what would end with it, which is nothing.',
  schema: {
    params: RolePermissionParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { rolePermissions }) => {
    if (query.dry_run === true) return dryRunView(await rolePermissions.countEnding(params.id, params.pid))
    await rolePermissions.remove(params.id, params.pid, principal.actor)
    return noContent()
  },
})

/** Roles as operators work with them. */
export const roleCatalogueRoutes = [
  createRole,
  listRoles,
  getRole,
  listHolders,
  replaceRole,
  deleteRole,
  addPermission,
  getPermission,
  removePermission,
]
