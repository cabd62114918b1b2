import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { adminAudience, callerOf } from './route-audience.ts'
import {
  MemberSchema,
  MembershipSchema,
  NewMemberBody,
  NewOrganizationBody,
  OrganizationParams,
  OrganizationPatchBody,
  OrganizationQuery,
  OrganizationSchema,
} from './schemas.ts'
import { membershipView, memberView, organizationView } from './views.ts'

const read = { kind: 'admin', scope: 'organizations:read' } as const
const write = { kind: 'admin', scope: 'organizations:write' } as const
const { url } = adminAudience

const createOrganization = apiRoute({
  name: 'organizations.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'Create an organization',
  description:
    'With the roles owner, admin and member. The first owner comes with owner_id, or is added or invited later.',
  schema: {
    body: NewOrganizationBody,
    response: { 201: OrganizationSchema, 400: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ body, principal }, { organizations }) => {
    const { name, slug, metadata, owner_id: ownerId } = body
    const organization = await organizations.create({ name, slug, metadata, ownerId }, callerOf(principal))
    return created(`/api/v1${url}/${organization.id}`, organizationView(organization))
  },
})

const listOrganizations = apiRoute({
  name: 'organizations.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List organizations',
  description: 'Newest first.',
  schema: { query: OrganizationQuery, response: { 200: listOf(OrganizationSchema) } },
  handler: async ({ query }, { organizations }) => {
    return pageView(await organizations.list(query.search, pageRequest(query)), organizationView)
  },
})

const getOrganization = apiRoute({
  name: 'organizations.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: read,
  summary: 'Get an organization',
  description: 'With its metadata; members, roles and invitations have lists of their own.',
  schema: { params: OrganizationParams, response: { 200: OrganizationSchema, 404: ErrorSchema } },
  handler: async ({ params }, { organizations }) => organizationView(await organizations.get(params.id)),
})

const updateOrganization = apiRoute({
  name: 'organizations.update',
  method: 'PATCH',
  url: `${url}/:id`,
  auth: write,
  summary: 'Update an organization',
  description: 'A JSON merge patch (RFC 7396).',
  schema: {
    params: OrganizationParams,
    body: OrganizationPatchBody,
    response: { 200: OrganizationSchema, 400: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { organizations }) =>
    organizationView(await organizations.update(params.id, body, callerOf(principal))),
})

const deleteOrganization = apiRoute({
  name: 'organizations.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: write,
  summary: 'Delete an organization',
  description:
    'With its memberships, roles and invitations, in one transaction. Its people stay. With dry_run it only answers what would end with it.',
  schema: {
    params: OrganizationParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { organizations }) => {
    if (query.dry_run === true) return dryRunView(await organizations.countEnding(params.id, callerOf(principal)))
    await organizations.delete(params.id, callerOf(principal))
    return noContent()
  },
})

const addMember = apiRoute({
  name: 'organizations.members.add',
  method: 'POST',
  url: `${url}/:id/members`,
  auth: write,
  summary: 'Make a user a member of an organization',
  description: 'Without asking them; to ask, invite. As member when no role is named.',
  schema: {
    params: OrganizationParams,
    body: NewMemberBody,
    response: { 201: MemberSchema, 400: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { organizationMembers }) => {
    const { user_id: userId, role = 'member' } = body
    const member = await organizationMembers.add(params.id, { userId, role }, callerOf(principal))
    return created(`/api/v1${url}/${params.id}/members/${userId}`, memberView(member))
  },
})

const listOfUser = apiRoute({
  name: 'users.organizations.list',
  method: 'GET',
  url: '/users/:id/organizations',
  auth: read,
  summary: 'List the organizations of a user',
  description: 'With what the user is there.',
  schema: {
    params: OrganizationParams,
    query: ListQuery,
    response: { 200: listOf(MembershipSchema), 404: ErrorSchema },
  },
  handler: async ({ params, query }, { userDirectory, ownOrganizations }) => {
    const user = await userDirectory.get(params.id)
    return pageView(await ownOrganizations.list(user, pageRequest(query)), membershipView)
  },
})

/** What only operators do with organizations. */
export const adminRoutes = [
  createOrganization,
  listOrganizations,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  addMember,
  listOfUser,
]
