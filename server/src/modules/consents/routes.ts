import { Type } from 'typebox'
import { AppError } from '#/platform/errors/app-error.ts'
import { ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { isId } from '#/platform/ids.ts'
import { DryRunQuery, TokenDryRunSchema, tokenDryRunView } from '#/modules/lifecycle/index.ts'
import { consentErrors } from './errors.ts'
import { ConsentList, ConsentParams } from './schemas.ts'
import { consentView } from './views.ts'

/** `GET /api/v1/auth/consents`: what I allowed, and whom. */
export const listMyConsents = apiRoute({
  name: 'auth.consents.list',
  method: 'GET',
  url: '/auth/consents',
  auth: { kind: 'session' },
  summary: 'List the consents I gave',
  description: 'Those that live, newest first: which client may do what for me.',
  schema: { query: ListQuery, response: { 200: ConsentList } },
  handler: async ({ query, principal }, { consents }) => {
    return pageView(await consents.listOfUser(principal.user.id, pageRequest(query)), consentView)
  },
})

/** `DELETE /api/v1/auth/consents/{id}`: I take one back, and every token that came from it dies. */
export const revokeMyConsent = apiRoute({
  name: 'auth.consents.revoke',
  method: 'DELETE',
  url: '/auth/consents/:id',
  auth: { kind: 'session' },
  summary: 'Take back a consent I gave',
  description:
    'Ends every code and token that came from it, in one transaction. With dry_run it only answers what would end.',
  schema: { params: ConsentParams, query: DryRunQuery, response: { 200: TokenDryRunSchema, 204: Type.Null() } },
  handler: async ({ params, query, principal }, { consents }) => {
    if (!isId('con', params.id)) throw new AppError(consentErrors.consent_not_found)
    if (query.dry_run === true) return tokenDryRunView(await consents.countEnding(params.id, principal.user.id))
    await consents.revoke(params.id, principal.actor, principal.user.id)
    return noContent()
  },
})

export const consentRoutes = [listMyConsents, revokeMyConsent]
