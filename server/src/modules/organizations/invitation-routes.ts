import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import type { ApiRoute } from '#/platform/http/routing/route.ts'
import { callerOf } from './route-audience.ts'
import type { RouteAudience } from './route-audience.ts'
import {
  InvitationParams,
  InvitationQuery,
  InvitationSchema,
  NewInvitationBody,
  OrganizationParams,
} from './schemas.ts'
import { invitationView } from './views.ts'

const NEEDED = 'A member needs the permission organization:invite, and a role that permits all the invited one’s does.'

const listInvitations = ({ noun, url, read, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.invitations.list`,
    method: 'GET',
    url: `${url}/:id/invitations`,
    auth: read,
    summary: 'List the invitations of an organization',
    description: 'They are kept for 30 days after their time.',
    tag,
    schema: {
      params: OrganizationParams,
      query: InvitationQuery,
      response: { 200: listOf(InvitationSchema), 403: ErrorSchema, 404: ErrorSchema },
    },
    handler: async ({ params, query, principal }, { invitations, clock }) => {
      const caller = callerOf(principal)
      return pageView(await invitations.list(params.id, query.state, caller, pageRequest(query)), (row) =>
        invitationView(row, clock.now()),
      )
    },
  })

const createInvitation = ({ noun, url, write, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.invitations.create`,
    method: 'POST',
    url: `${url}/:id/invitations`,
    auth: write,
    summary: 'Invite somebody to an organization',
    description: `Mails a link that is good for seven days; a newer invitation takes the place of an earlier one. As member when no role is named. ${NEEDED}`,
    tag,
    schema: {
      params: OrganizationParams,
      body: NewInvitationBody,
      response: {
        201: InvitationSchema,
        400: ErrorSchema,
        403: ErrorSchema,
        404: ErrorSchema,
        409: ErrorSchema,
        429: ErrorSchema,
      },
    },
    handler: async ({ params, body, principal }, { invitations, clock }) => {
      const input = { ...body, role: body.role ?? 'member' }
      const invitation = await invitations.create(params.id, input, callerOf(principal))
      const location = `/api/v1${url}/${params.id}/invitations/${invitation.id}`
      return created(location, invitationView(invitation, clock.now()))
    },
  })

const getInvitation = ({ noun, url, read, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.invitations.get`,
    method: 'GET',
    url: `${url}/:id/invitations/:invitationId`,
    auth: read,
    summary: 'Get an invitation of an organization',
    description: 'Also one that is over, for 30 days. A member needs the permission organization:invite.',
    tag,
    schema: { params: InvitationParams, response: { 200: InvitationSchema, 403: ErrorSchema, 404: ErrorSchema } },
    handler: async ({ params, principal }, { invitations, clock }) =>
      invitationView(await invitations.get(params.id, params.invitationId, callerOf(principal)), clock.now()),
  })

const revokeInvitation = ({ noun, url, write, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.invitations.revoke`,
    method: 'DELETE',
    url: `${url}/:id/invitations/:invitationId`,
    auth: write,
    summary: 'Take an invitation back',
    description:
      'The link that was mailed is void at once. With dry_run it only answers whether it could be taken back.',
    tag,
    schema: {
      params: InvitationParams,
      query: DryRunQuery,
      response: { 200: DryRunSchema, 204: Type.Null(), 403: ErrorSchema, 404: ErrorSchema, 410: ErrorSchema },
    },
    handler: async ({ params, query, principal }, { invitations }) => {
      const caller = callerOf(principal)
      if (query.dry_run === true)
        return dryRunView(await invitations.countEnding(params.id, params.invitationId, caller))
      await invitations.revoke(params.id, params.invitationId, caller)
      return noContent()
    },
  })

const resendInvitation = ({ noun, url, write, tag }: RouteAudience): ApiRoute =>
  apiRoute({
    name: `${noun}.invitations.resend`,
    method: 'POST',
    url: `${url}/:id/invitations/:invitationId/resend`,
    auth: write,
    summary: 'Send an invitation again',
    description: `With a new link for another seven days, also when the time of the first was over. The earlier link is void. ${NEEDED}`,
    tag,
    schema: {
      params: InvitationParams,
      response: {
        200: InvitationSchema,
        400: ErrorSchema,
        403: ErrorSchema,
        404: ErrorSchema,
        409: ErrorSchema,
        410: ErrorSchema,
        429: ErrorSchema,
      },
    },
    handler: async ({ params, principal }, { invitations, clock }) => {
      const invitation = await invitations.resend(params.id, params.invitationId, callerOf(principal))
      return invitationView(invitation, clock.now())
    },
  })

/** The invitations of an organization, from either side. */
export const invitationRoutes = [listInvitations, createInvitation, getInvitation, revokeInvitation, resendInvitation]
