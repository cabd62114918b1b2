import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { callerOf, memberAudience } from './route-audience.ts'
import {
  AcceptedSchema,
  DeclinedSchema,
  MembershipSchema,
  NewOwnOrganizationBody,
  OrganizationParams,
  OwnOrganizationPatchBody,
  StandingSchema,
  TokenBody,
} from './schemas.ts'
import { membershipView, nameView, standingView } from './views.ts'

const auth = { kind: 'session' } as const
const { url, tag } = memberAudience

const listOwn = apiRoute({
  name: 'myOrganizations.list',
  method: 'GET',
  url,
  auth,
  summary: 'List the organizations one is a member of',
  description: 'With the role one has there and what it permits.',
  tag,
  schema: { query: ListQuery, response: { 200: listOf(MembershipSchema) } },
  handler: async ({ query, principal }, { ownOrganizations }) => {
    return pageView(await ownOrganizations.list(principal.user, pageRequest(query)), membershipView)
  },
})

const createOwn = apiRoute({
  name: 'myOrganizations.create',
  method: 'POST',
  url,
  auth,
  summary: 'Create an organization of one’s own',
  description: 'Where the setting organizations.self_creation allows it. Needs a confirmed address.',
  tag,
  schema: {
    body: NewOwnOrganizationBody,
    response: { 201: StandingSchema, 400: ErrorSchema, 403: ErrorSchema, 409: ErrorSchema, 429: ErrorSchema },
  },
  handler: async ({ body, principal }, { ownOrganizations }) => {
    const { user } = principal
    const { id } = await ownOrganizations.create(body, user, callerOf(principal))
    return created(`/api/v1${url}/${id}`, standingView(await ownOrganizations.get(id, user)))
  },
})

const getOwn = apiRoute({
  name: 'myOrganizations.get',
  method: 'GET',
  url: `${url}/:id`,
  auth,
  summary: 'Get an organization one is a member of',
  description: 'With the role one has there and what it permits. Others are not found.',
  tag,
  schema: { params: OrganizationParams, response: { 200: StandingSchema, 404: ErrorSchema } },
  handler: async ({ params, principal }, { ownOrganizations }) =>
    standingView(await ownOrganizations.get(params.id, principal.user)),
})

const updateOwn = apiRoute({
  name: 'myOrganizations.update',
  method: 'PATCH',
  url: `${url}/:id`,
  auth,
  summary: 'Rename an organization',
  description: 'A JSON merge patch (RFC 7396). Needs the permission organization:update.',
  tag,
  schema: {
    params: OrganizationParams,
    body: OwnOrganizationPatchBody,
    response: { 200: StandingSchema, 400: ErrorSchema, 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { organizations, ownOrganizations }) => {
    await organizations.update(params.id, body, callerOf(principal))
    return standingView(await ownOrganizations.get(params.id, principal.user))
  },
})

const deleteOwn = apiRoute({
  name: 'myOrganizations.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: { ...auth, fresh: true },
  summary: 'Delete an organization',
  description:
    'Needs the permission organization:delete. Memberships, roles and invitations end. With dry_run it only answers how many.',
  tag,
  schema: {
    params: OrganizationParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Null(), 403: ErrorSchema, 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { organizations }) => {
    if (query.dry_run === true) return dryRunView(await organizations.countEnding(params.id, callerOf(principal)))
    await organizations.delete(params.id, callerOf(principal))
    return noContent()
  },
})

const leave = apiRoute({
  name: 'myOrganizations.leave',
  method: 'POST',
  url: `${url}/:id/leave`,
  auth,
  summary: 'Leave an organization',
  description: 'The last owner can not. Invitations that one vouched for end; with dry_run it only answers how many.',
  tag,
  schema: {
    params: OrganizationParams,
    body: Type.Optional(DryRunQuery),
    response: { 200: DryRunSchema, 204: Type.Null(), 404: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { organizationMembers }) => {
    const [userId, caller] = [principal.user.id, callerOf(principal)]
    if (body?.dry_run === true) return dryRunView(await organizationMembers.countLeaving(params.id, userId, caller))
    await organizationMembers.leave(params.id, userId, caller)
    return noContent()
  },
})

const accept = apiRoute({
  name: 'myOrganizations.acceptInvitation',
  method: 'POST',
  url: `${url}/invitations/accept`,
  auth,
  summary: 'Accept an invitation',
  description: 'For the signed-in person whose confirmed address the mail went to. Works once.',
  tag,
  schema: {
    body: TokenBody,
    response: { 200: AcceptedSchema, 403: ErrorSchema, 404: ErrorSchema, 409: ErrorSchema, 410: ErrorSchema },
  },
  handler: async ({ body, principal }, { admissions }) => {
    const { organization, role } = await admissions.accept(body.token, principal.user.id, principal.actor)
    return { organization: nameView(organization), role }
  },
})

const decline = apiRoute({
  name: 'myOrganizations.declineInvitation',
  method: 'POST',
  url: `${url}/invitations/decline`,
  auth,
  summary: 'Decline an invitation',
  description: 'For the signed-in person whose confirmed address the mail went to. The link is void then.',
  tag,
  schema: {
    body: TokenBody,
    response: { 200: DeclinedSchema, 403: ErrorSchema, 404: ErrorSchema, 410: ErrorSchema },
  },
  handler: async ({ body, principal }, { admissions }) => ({
    organization: nameView(await admissions.decline(body.token, principal.user.id, principal.actor)),
  }),
})

/** What people do about organizations of theirs, besides what members do within one. */
export const ownRoutes = [listOwn, createOwn, getOwn, updateOwn, deleteOwn, leave, accept, decline]
