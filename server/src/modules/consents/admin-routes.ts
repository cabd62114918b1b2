import { Type } from 'typebox'
import { scopesOf, isSubset, parseScope } from '#/modules/clients/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { ListQuery, listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { includesTarget, isOpenTo } from '#/modules/resources/index.ts'
import { isId } from '#/platform/ids.ts'
import { requireEnabled } from '#/modules/users/index.ts'
import { actingRoutes } from './acting-routes.ts'
import { DryRunQuery, TokenDryRunSchema, tokenDryRunView } from '#/modules/lifecycle/index.ts'
import { consentErrors } from './errors.ts'
import { AdminConsentSchema, ConsentParams, NewConsentBody } from './schemas.ts'
import { adminConsentView } from './views.ts'

const read = { kind: 'admin', scope: 'consents:read' } as const
const write = { kind: 'admin', scope: 'consents:write' } as const

const listConsents = apiRoute({
  name: 'consents.list',
  method: 'GET',
  url: '/admin/oauth/consents',
  auth: read,
  summary: 'List living consents',
  description: 'Of all users, newest first: which client may do what for whom.',
  schema: {
    query: Type.Object({
      ...ListQuery.properties,
      user_id: Type.Optional(Type.String({ maxLength: 80 })),
      client_id: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: { 200: listOf(AdminConsentSchema) },
  },
  handler: async ({ query }, { consents }) => {
    const filter = { userId: query.user_id, clientId: query.client_id }
    return pageView(await consents.list(filter, pageRequest(query)), adminConsentView)
  },
})

const getConsent = apiRoute({
  name: 'consents.get',
  method: 'GET',
  url: '/admin/oauth/consents/:id',
  auth: read,
  summary: 'Get a living consent',
  description: 'One that was taken back is not found.',
  schema: { params: ConsentParams, response: { 200: AdminConsentSchema, 404: ErrorSchema } },
  handler: async ({ params }, { consents }) => adminConsentView(await consents.get(params.id)),
})

const revokeConsent = apiRoute({
  name: 'consents.revoke',
  method: 'DELETE',
  url: '/admin/oauth/consents/:id',
  auth: write,
  summary: 'Take a consent back for a user',
  description:
    'Ends every code and token that came from it, in one transaction. With dry_run it only answers what would end.',
  schema: {
    params: ConsentParams,
    query: DryRunQuery,
    response: { 200: TokenDryRunSchema, 204: Type.Null(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { consents, userDirectory }) => {
    const consent = isId('con', params.id) ? await consents.find(params.id) : undefined
    if (!consent) throw new AppError(consentErrors.consent_not_found)
    // Of who is gone everything has ended already, and `revoke` says so.
    if (consent.revokedAt === null) await userDirectory.getToChange(consent.userId, principal)
    if (query.dry_run === true) return tokenDryRunView(await consents.countEnding(params.id))
    await consents.revoke(params.id, principal.actor)
    return noContent()
  },
})

const grantConsent = apiRoute({
  name: 'consents.create',
  method: 'POST',
  url: '/admin/consents',
  auth: write,
  summary: 'Give a consent for a user',
  description: 'The person is not asked again about what is allowed here. Widens a consent that exists already.',
  schema: { body: NewConsentBody, response: { 201: AdminConsentSchema, 404: ErrorSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { consents, clients, userDirectory, resources, issuer }) => {
    const user = await userDirectory.getToChange(body.user_id, principal)
    requireEnabled(user)
    const client = await clients.findByClientId(body.client_id)
    if (!client?.active) throw invalid('/client_id', 'must be the client_id of an active client')
    const scopes = parseScope(body.scope)
    if (!scopes || !isSubset(scopes, scopesOf(client.scope))) {
      throw invalid('/scope', 'must be scopes that the client registered, separated by spaces')
    }
    const resource = body.resource ?? [issuer]
    const listed = (await resources.at(resource)).filter((it) => isOpenTo(it, client)).map(({ uri }) => uri)
    const open = [issuer, ...listed, ...client.audiences]
    if (!resource.every((target) => includesTarget(open, target)))
      throw invalid('/resource', 'must be resource servers that the client may name')
    const permission = { userId: user.id, clientId: client.clientId, scope: scopes.join(' '), resource }
    const consent = await consents.grantAlone(permission, principal.actor)
    const view = adminConsentView({ consent, clientName: client.clientName })
    return created(`/api/v1/admin/oauth/consents/${consent.id}`, view)
  },
})

/** Consents as operators see them. */
export const consentAdminRoutes = [listConsents, getConsent, revokeConsent, grantConsent, ...actingRoutes]
