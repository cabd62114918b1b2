import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import type { ApiRoute } from '#/platform/http/routing/route.ts'
import { callerOf } from './route-audience.ts'
import type { RouteAudience } from './route-audience.ts'
import { NewRoleBody, OrganizationParams, RoleBody, RoleParams, RoleSchema } from './schemas.ts'
import { roleView } from './views.ts'

const refusals = { 400: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema }

const listRoles = ({ noun, url, read, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.roles.list`,
    method: 'GET',
    url: `${url}/:id/roles`,
    auth: read,
    summary: 'List the roles of an organization',
    description: 'The three that every organization has, and its own.',
    tag,
    schema: { params: OrganizationParams, query: ListQuery, response: { 200: listOf(RoleSchema), 404: ErrorSchema } },
    handler: async ({ params, query, principal }, { organizationRoles }) => {
      return pageView(await organizationRoles.list(params.id, callerOf(principal), pageRequest(query)), roleView)
    },
  })

const createRole = ({ noun, url, write, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.roles.create`,
    method: 'POST',
    url: `${url}/:id/roles`,
    auth: write,
    summary: 'Create a role of an organization',
    description:
      'A member needs the permission organization:manage-roles, and can put into a role only what their own permits.',
    tag,
    schema: { params: OrganizationParams, body: NewRoleBody, response: { 201: RoleSchema, ...refusals } },
    handler: async ({ params, body, principal }, { organizationRoles }) => {
      const role = await organizationRoles.create(params.id, body, callerOf(principal))
      return created(`/api/v1${url}/${params.id}/roles/${role.id}`, roleView(role))
    },
  })

const getRole = ({ noun, url, read, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.roles.get`,
    method: 'GET',
    url: `${url}/:id/roles/:roleId`,
    auth: read,
    summary: 'Get a role of an organization',
    description: 'With what it permits.',
    tag,
    schema: { params: RoleParams, response: { 200: RoleSchema, 404: ErrorSchema } },
    handler: async ({ params, principal }, { organizationRoles }) =>
      roleView(await organizationRoles.get(params.id, params.roleId, callerOf(principal))),
  })

const replaceRole = ({ noun, url, write, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.roles.replace`,
    method: 'PUT',
    url: `${url}/:id/roles/:roleId`,
    auth: write,
    summary: 'Replace a role of an organization',
    description: 'Description and permissions; the name stays. Whoever has the role may do so from then on.',
    tag,
    schema: { params: RoleParams, body: RoleBody, response: { 200: RoleSchema, ...refusals } },
    handler: async ({ params, body, principal }, { organizationRoles }) =>
      roleView(await organizationRoles.replace(params.id, params.roleId, body, callerOf(principal))),
  })

const deleteRole = ({ noun, url, write, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.roles.delete`,
    method: 'DELETE',
    url: `${url}/:id/roles/:roleId`,
    auth: write,
    summary: 'Delete a role of an organization',
    description:
      'One that no member has and no open invitation names. So nothing else ends with it; with dry_run it only answers whether it could be deleted.',
    tag,
    schema: {
      params: RoleParams,
      query: DryRunQuery,
      response: { 200: DryRunSchema, 204: Type.Null(), 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
    },
    handler: async ({ params, query, principal }, { organizationRoles }) => {
      const caller = callerOf(principal)
      if (query.dry_run === true)
        return dryRunView(await organizationRoles.countEnding(params.id, params.roleId, caller))
      await organizationRoles.delete(params.id, params.roleId, caller)
      return noContent()
    },
  })

/** The roles of an organization, from either side. */
export const roleRoutes = [listRoles, createRole, getRole, replaceRole, deleteRole]
