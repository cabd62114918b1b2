import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent, Reply } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { askedPermission } from './permission-input.ts'
import {
  AssignedRoleSchema,
  AssignRoleSchema,
  CheckSchema,
  EffectivePermissionSchema,
  IdParams,
  UserRoleParams,
  VerdictSchema,
} from './schemas.ts'
import { assignedRoleView, effectiveView, verdictView } from './views.ts'

// Narrow enough for the key of an application that only asks.
const ask = { kind: 'admin', scope: 'permissions:read' } as const
const read = { kind: 'admin', scope: 'roles:read' } as const
const write = { kind: 'admin', scope: 'roles:write' } as const

const assignRole = apiRoute({
  name: 'users.roles.assign',
  method: 'POST',
  url: '/users/:id/roles',
  auth: write,
  summary: 'Give a user a role',
  description:
    'The user has it until expires_at, or until it is taken away. 200 when they had the role already: it then ends when ' +
    'this request says. Roles of people who run the server are changed only by an owner, or with the scope *.',
  schema: {
    params: IdParams,
    body: AssignRoleSchema,
    response: { 201: AssignedRoleSchema, 200: AssignedRoleSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { assignments }) => {
    const assigned = await assignments.assign(params.id, body, principal)
    const view = assignedRoleView(assigned)
    return assigned.isNew ? created(`/api/v1/users/${params.id}/roles/${view.id}`, view) : new Reply(200, view)
  },
})

const listRolesOfUser = apiRoute({
  name: 'users.roles.list',
  method: 'GET',
  url: '/users/:id/roles',
  auth: read,
  summary: 'List the roles of a user',
  description: 'By when the user got them, newest first.',
  schema: { params: IdParams, query: ListQuery, response: { 200: listOf(AssignedRoleSchema), 404: ErrorSchema } },
  handler: async ({ params, query }, { userDirectory, assignments }) => {
    const user = await userDirectory.get(params.id)
    return pageView(await assignments.list(user.id, pageRequest(query)), assignedRoleView)
  },
})

const getRoleOfUser = apiRoute({
  name: 'users.roles.get',
  method: 'GET',
  url: '/users/:id/roles/:rid',
  auth: read,
  summary: 'Get a role of a user',
  description: 'With when the user got it, from whom, and until when they have it.',
  schema: { params: UserRoleParams, response: { 200: AssignedRoleSchema, 404: ErrorSchema } },
  handler: async ({ params }, { userDirectory, assignments }) => {
    const user = await userDirectory.get(params.id)
    return assignedRoleView(await assignments.get(user.id, params.rid))
  },
})

const unassignRole = apiRoute({
  name: 'users.roles.unassign',
  method: 'DELETE',
  url: '/users/:id/roles/:rid',
  auth: write,
  summary: 'Take a role from a user',
  description:
    'Roles of people who run the server are changed only by an owner, or with the scope *. With dry_run it only answers what would end with it, which is nothing.',
  schema: {
    params: UserRoleParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { assignments }) => {
    if (query.dry_run === true) return dryRunView(await assignments.countEnding(params.id, params.rid, principal))
    await assignments.unassign(params.id, params.rid, principal)
    return noContent()
  },
})

const listPermissionsOfUser = apiRoute({
  name: 'users.permissions.list',
  method: 'GET',
  url: '/users/:id/permissions',
  auth: ask,
  summary: 'List what a user may do',
  description:
    'Every listed permission the user has through a global role, wildcards spelled out, each with the roles that grant ' +
    'it. What organizations grant counts only there: POST /auth/check with organization_id.',
  schema: {
    params: IdParams,
    query: ListQuery,
    response: { 200: listOf(EffectivePermissionSchema), 404: ErrorSchema },
  },
  handler: async ({ params, query }, { userDirectory, access }) => {
    const user = await userDirectory.get(params.id)
    return pageView(await access.effective(user.id, pageRequest(query)), effectiveView)
  },
})

const check = apiRoute({
  name: 'permissions.check',
  method: 'POST',
  url: '/auth/check',
  auth: ask,
  summary: 'Ask whether a user may do something',
  description:
    'Name the permission as one text, or as resource and action. The status is 200 either way; the body says which role grants ' +
    'it, or why not; a user who is unknown or disabled may do nothing. It holds for the moment it is given.',
  schema: { body: CheckSchema, response: { 200: VerdictSchema } },
  handler: async ({ body }, { access }) => {
    const question = {
      userId: body.user_id,
      permission: askedPermission(body),
      organizationId: body.organization_id,
    }
    return verdictView(question, await access.check(question))
  },
})

/** What users have and may do. */
export const accessRoutes = [assignRole, listRolesOfUser, getRoleOfUser, unassignRole, listPermissionsOfUser, check]
