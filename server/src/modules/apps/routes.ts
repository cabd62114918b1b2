import { Type } from 'typebox'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { RotationBody } from '#/platform/validation/rotation-body.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { DryRunQuery, TokenDryRunSchema, tokenDryRunView } from '#/modules/lifecycle/index.ts'
import {
  AppParams,
  AppQuery,
  AppSchema,
  CreateAppSchema,
  NewAppSchema,
  RotatedAppSecretSchema,
  UpdateAppSchema,
} from './schemas.ts'
import { snippetRoutes } from './snippet-route.ts'
import { appView } from './views.ts'

const read = { kind: 'admin', scope: 'apps:read' } as const
// An application is power that lasts: whose codes go where, with which secret, and whether anybody is asked.
const write = { kind: 'admin', scope: 'apps:write', fresh: true } as const

const createApp = apiRoute({
  name: 'apps.create',
  method: 'POST',
  url: '/admin/apps',
  auth: write,
  summary: 'Create an application',
  description:
    'The type decides the defaults, and what the application may not have. The answer is the only one that ' +
    'carries client_secret.',
  schema: { body: CreateAppSchema, response: { 201: NewAppSchema } },
  handler: async ({ body, principal }, { apps, clock }) => {
    const { client, secret } = await apps.create(body, principal)
    const view = appView(client, clock.now())
    return created(`/api/v1/admin/apps/${client.id}`, secret === null ? view : { ...view, client_secret: secret })
  },
})

const listApps = apiRoute({
  name: 'apps.list',
  method: 'GET',
  url: '/admin/apps',
  auth: read,
  summary: 'List applications',
  description: 'Newest first. Secrets are not shown.',
  schema: { query: AppQuery, response: { 200: listOf(AppSchema) } },
  handler: async ({ query }, { apps, clock }) => {
    const { type, active, search } = query
    return pageView(await apps.list({ appType: type, active, search }, pageRequest(query)), (app) =>
      appView(app, clock.now()),
    )
  },
})

const getApp = apiRoute({
  name: 'apps.get',
  method: 'GET',
  url: '/admin/apps/:id',
  auth: read,
  summary: 'Get an application',
  description: 'Without its secret, which was shown when it was made.',
  schema: { params: AppParams, response: { 200: AppSchema } },
  handler: async ({ params }, { apps, clock }) => appView(await apps.get(params.id), clock.now()),
})

const updateApp = apiRoute({
  name: 'apps.update',
  method: 'PATCH',
  url: '/admin/apps/:id',
  auth: write,
  summary: 'Update an application',
  description:
    'A JSON merge patch (RFC 7396). active: false ends its tokens, codes and consents; a redirect URI that is left out ' +
    'ends the codes that nobody has redeemed yet, an added one ends nothing.',
  schema: { params: AppParams, body: UpdateAppSchema, response: { 200: AppSchema } },
  handler: async ({ params, body, principal }, { apps, clock }) =>
    appView(await apps.update(params.id, body, principal), clock.now()),
})

const deleteApp = apiRoute({
  name: 'apps.delete',
  method: 'DELETE',
  url: '/admin/apps/:id',
  auth: write,
  summary: 'Delete an application',
  description: 'Ends its tokens, codes and consents with it. With dry_run it only answers what would end.',
  schema: { params: AppParams, query: DryRunQuery, response: { 200: TokenDryRunSchema, 204: Type.Undefined() } },
  handler: async ({ params, query, principal }, { apps }) => {
    if (query.dry_run) return tokenDryRunView(await apps.countEnding(params.id))
    await apps.delete(params.id, principal)
    return noContent()
  },
})

const rotateSecret = apiRoute({
  name: 'apps.rotateSecret',
  method: 'POST',
  url: '/admin/apps/:id/rotate-secret',
  auth: write,
  summary: 'Give an application a new secret',
  description: 'The old secret stops working at once, or after overlap_seconds; an older one stops in either case.',
  schema: {
    params: AppParams,
    body: RotationBody,
    response: { 200: RotatedAppSecretSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { apps }) => {
    const { app, secret, oldUntil } = await apps.rotateSecret(params.id, body.overlap_seconds ?? 0, principal)
    return { client_id: app.clientId, client_secret: secret, old_secret_until: oldUntil }
  },
})

/** The admin routes of applications. */
export const appRoutes = [createApp, listApps, getApp, updateApp, deleteApp, rotateSecret, ...snippetRoutes]
