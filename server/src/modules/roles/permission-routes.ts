import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import {
  CreatePermissionSchema,
  HolderSchema,
  IdParams,
  PermissionQuery,
  PermissionSchema,
  RoleSchema,
  UsageQuery,
  UsageSchema,
} from './schemas.ts'
import { holderView, permissionView, roleView, usageView } from './views.ts'

const read = { kind: 'admin', scope: 'permissions:read' } as const
const write = { kind: 'admin', scope: 'permissions:write' } as const

const createPermission = apiRoute({
  name: 'permissions.create',
  method: 'POST',
  url: '/permissions',
  auth: write,
  summary: 'Create a permission',
  description: 'As permission, or as resource and action. Roles hold permissions that are listed here.',
  schema: { body: CreatePermissionSchema, response: { 201: PermissionSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { permissions }) => {
    const permission = await permissions.create(body, principal.actor)
    return created(`/api/v1/permissions/${permission.id}`, permissionView(permission))
  },
})

const listPermissions = apiRoute({
  name: 'permissions.list',
  method: 'GET',
  url: '/permissions',
  auth: read,
  summary: 'List permissions',
  description: 'Newest first; resource and action narrow the list.',
  schema: { query: PermissionQuery, response: { 200: listOf(PermissionSchema) } },
  handler: async ({ query }, { permissions }) => {
    const { permission, resource, action } = query
    return pageView(await permissions.list({ permission, resource, action }, pageRequest(query)), permissionView)
  },
})

const getPermission = apiRoute({
  name: 'permissions.get',
  method: 'GET',
  url: '/permissions/:id',
  auth: read,
  summary: 'Get a permission',
  description: 'Who holds it has lists of its own.',
  schema: { params: IdParams, response: { 200: PermissionSchema, 404: ErrorSchema } },
  handler: async ({ params }, { permissions }) => permissionView(await permissions.get(params.id)),
})

const deletePermission = apiRoute({
  name: 'permissions.delete',
  method: 'DELETE',
  url: '/permissions/:id',
  auth: write,
  summary: 'Delete a permission',
  description:
    'Takes it from every role that holds it; the event says how many that were. Wildcards over it stay. With dry_run it only answers how many.',
  schema: { params: IdParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema } },
  handler: async ({ params, query, principal }, { permissions }) => {
    if (query.dry_run === true) return dryRunView(await permissions.countEnding(params.id))
    await permissions.delete(params.id, principal.actor)
    return noContent()
  },
})

const listRolesHolding = apiRoute({
  name: 'permissions.roles.list',
  method: 'GET',
  url: '/permissions/:id/roles',
  auth: read,
  summary: 'List the roles that hold a permission',
  description: 'By when they got it, newest first. Roles that hold a wildcard over it are listed under the wildcard.',
  schema: { params: IdParams, query: ListQuery, response: { 200: listOf(RoleSchema), 404: ErrorSchema } },
  handler: async ({ params, query }, { permissions }) => {
    return pageView(await permissions.rolesHolding(params.id, pageRequest(query)), roleView)
  },
})

const listHolders = apiRoute({
  name: 'permissions.users.list',
  method: 'GET',
  url: '/permissions/:id/users',
  auth: { kind: 'admin', scope: 'users:read' },
  summary: 'List the users who hold a permission',
  description: 'Through the roles of GET /permissions/{id}/roles. Holders of a wildcard are listed under the wildcard.',
  schema: { params: IdParams, query: ListQuery, response: { 200: listOf(HolderSchema), 404: ErrorSchema } },
  handler: async ({ params, query }, { permissions }) => {
    return pageView(await permissions.holders(params.id, pageRequest(query)), holderView)
  },
})

const usage = apiRoute({
  name: 'permissions.usage.list',
  method: 'GET',
  url: '/admin/permissions/batch-usage',
  auth: read,
  summary: 'Count the roles and users of permissions',
  description: 'Newest first; ids that are unknown are left out.',
  schema: { query: UsageQuery, response: { 200: listOf(UsageSchema) } },
  handler: async ({ query }, { permissions }) =>
    pageView(await permissions.usage(query.ids.split(','), pageRequest(query)), usageView),
})

/** Permissions as operators work with them. */
export const permissionRoutes = [
  createPermission,
  listPermissions,
  getPermission,
  deletePermission,
  listRolesHolding,
  listHolders,
  usage,
]
