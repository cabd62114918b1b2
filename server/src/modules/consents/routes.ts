import { Type } from 'typebox'
import { AppError } from '#/platform/errors/app-error.ts'
import { ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { isId } from '#/platform/ids.ts'
import { consentErrors } from './errors.ts'
import { ConsentList, ConsentParams, DryRunQuery, DryRunSchema } from './schemas.ts'
import { consentView } from './views.ts'

/** `GET /api/v1/auth/consents`: what I allowed, and whom. */
export const listMyConsents = apiRoute({
  name: 'auth.consents.list',
  method: 'GET',
  url: '/auth/consents',
  auth: { kind: 'session' },
  summary: 'List the consents I gave',
  description: 'Those that live, newest first: which client may do what for me.',
  tag: 'auth',
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
  description: 'Ends every code and token that came from it, in one transaction.',
  tag: 'auth',
  schema: { params: ConsentParams, query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Null() } },
  handler: async ({ params, query, principal }, { consents }) => {
    if (!isId('con', params.id)) throw new AppError(consentErrors.consent_not_found)
    const dryRun = query.dry_run ?? false
    const { counts } = await consents.revoke(params.id, principal.actor, { userId: principal.user.id, dryRun })
    return dryRun ? { revoked_count: 0, audit_event_id: null, dry_run: true, tokens: counts } : noContent()
  },
})

export const consentRoutes = [listMyConsents, revokeMyConsent]
