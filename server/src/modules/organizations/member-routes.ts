import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import type { ApiRoute } from '#/platform/http/routing/route.ts'
import { callerOf } from './route-audience.ts'
import type { RouteAudience } from './route-audience.ts'
import { MemberParams, MemberPatchBody, MemberSchema, OrganizationParams } from './schemas.ts'
import { memberView } from './views.ts'

const listMembers = ({ noun, url, read, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.members.list`,
    method: 'GET',
    url: `${url}/:id/members`,
    auth: read,
    summary: 'List the members of an organization',
    description: 'By when they joined, newest first, each with their role.',
    tag,
    schema: {
      params: OrganizationParams,
      query: ListQuery,
      response: { 200: listOf(MemberSchema), 404: ErrorSchema },
    },
    handler: async ({ params, query, principal }, { organizationMembers }) => {
      return pageView(await organizationMembers.list(params.id, callerOf(principal), pageRequest(query)), memberView)
    },
  })

const getMember = ({ noun, url, read, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.members.get`,
    method: 'GET',
    url: `${url}/:id/members/:uid`,
    auth: read,
    summary: 'Get a member of an organization',
    description: 'By the id of the user, with their role there.',
    tag,
    schema: { params: MemberParams, response: { 200: MemberSchema, 404: ErrorSchema } },
    handler: async ({ params, principal }, { organizationMembers }) =>
      memberView(await organizationMembers.get(params.id, params.uid, callerOf(principal))),
  })

const updateMember = ({ noun, url, write, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.members.update`,
    method: 'PATCH',
    url: `${url}/:id/members/:uid`,
    auth: write,
    summary: 'Give a member another role',
    description:
      'A member needs the permission organization:manage-members and a role that permits all the old and the new one do. The last owner stays an owner. Open invitations that the member could no longer extend end with the change.',
    tag,
    schema: {
      params: MemberParams,
      body: MemberPatchBody,
      response: { 200: MemberSchema, 400: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
    },
    handler: async ({ params, body, principal }, { organizationMembers }) =>
      memberView(await organizationMembers.setRole(params.id, params.uid, body.role, callerOf(principal))),
  })

const removeMember = ({ noun, url, write, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.members.remove`,
    method: 'DELETE',
    url: `${url}/:id/members/:uid`,
    auth: write,
    summary: 'Remove a member from an organization',
    description:
      'Role, permissions and open invitations end at once. A member needs the permission organization:manage-members and a role that permits all the other’s does. The last owner stays. With dry_run it only answers what would end with the membership.',
    tag,
    schema: {
      params: MemberParams,
      query: DryRunQuery,
      response: { 200: DryRunSchema, 204: Type.Null(), 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
    },
    handler: async ({ params, query, principal }, { organizationMembers }) => {
      const caller = callerOf(principal)
      if (query.dry_run === true)
        return dryRunView(await organizationMembers.countRemoval(params.id, params.uid, caller))
      await organizationMembers.remove(params.id, params.uid, caller)
      return noContent()
    },
  })

/** The members of an organization, from either side. */
export const memberRoutes = [listMembers, getMember, updateMember, removeMember]
