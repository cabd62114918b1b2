import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { listOf, ListQuery, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { RotationBody } from '#/platform/validation/rotation-body.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { ApiKeyParams, ApiKeySchema, CreateApiKeySchema, NewApiKeySchema, UpdateApiKeySchema } from './schemas.ts'
import { apiKeyView } from './views.ts'

const read = { kind: 'admin', scope: 'api-keys:read' } as const
const write = { kind: 'admin', scope: 'api-keys:write' } as const
// A key outlives the session it was made in, so a person proves anew who they are before they get or widen one.
const writeFresh = { ...write, fresh: true } as const

const createApiKey = apiRoute({
  name: 'apiKeys.create',
  method: 'POST',
  url: '/api-keys',
  auth: writeFresh,
  summary: 'Create an API key',
  description:
    'No other response carries the key. It allows no more than the credential that makes it, and a key that expires makes none ' +
    'that lives longer.',
  schema: { body: CreateApiKeySchema, response: { 201: NewApiKeySchema, 403: ErrorSchema } },
  handler: async ({ body, principal }, { apiKeyDirectory, clock }) => {
    const { key, secret } = await apiKeyDirectory.create(body, principal)
    return created(`/api/v1/api-keys/${key.id}`, { ...apiKeyView(key, clock.now()), key: secret })
  },
})

const listApiKeys = apiRoute({
  name: 'apiKeys.list',
  method: 'GET',
  url: '/api-keys',
  auth: read,
  summary: 'List API keys',
  description: 'Newest first. Of the key itself only its last letters are known.',
  schema: {
    query: Type.Object({
      ...ListQuery.properties,
      active: Type.Optional(
        Type.Boolean({ description: 'Only those that work, or only those turned off or expired.' }),
      ),
    }),
    response: { 200: listOf(ApiKeySchema) },
  },
  handler: async ({ query }, { apiKeyDirectory, clock }) => {
    return pageView(await apiKeyDirectory.list({ active: query.active }, pageRequest(query)), (key) =>
      apiKeyView(key, clock.now()),
    )
  },
})

const getApiKey = apiRoute({
  name: 'apiKeys.get',
  method: 'GET',
  url: '/api-keys/:id',
  auth: read,
  summary: 'Get an API key',
  description: 'With when and from where it was last used.',
  schema: { params: ApiKeyParams, response: { 200: ApiKeySchema } },
  handler: async ({ params }, { apiKeyDirectory, clock }) =>
    apiKeyView(await apiKeyDirectory.get(params.id), clock.now()),
})

const updateApiKey = apiRoute({
  name: 'apiKeys.update',
  method: 'PATCH',
  url: '/api-keys/:id',
  auth: writeFresh,
  summary: 'Update an API key',
  description:
    'A JSON merge patch (RFC 7396). Neither the key nor what it becomes may be wider than you; an expired key stays ' +
    'expired.',
  schema: {
    params: ApiKeyParams,
    body: UpdateApiKeySchema,
    response: { 200: ApiKeySchema, 403: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { apiKeyDirectory, clock }) => {
    return apiKeyView(await apiKeyDirectory.update(params.id, body, principal), clock.now())
  },
})

const deleteApiKey = apiRoute({
  name: 'apiKeys.delete',
  method: 'DELETE',
  url: '/api-keys/:id',
  auth: write,
  summary: 'Delete an API key',
  description:
    'It stops working at once, on every node. A key may delete itself. The last key that opens everything stays while nobody ' +
    'owns the server. The views it saved end with it; with dry_run it only answers how many, or why it can not be deleted.',
  schema: {
    params: ApiKeyParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Undefined(), 403: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { apiKeyDirectory }) => {
    if (query.dry_run === true) return dryRunView(await apiKeyDirectory.countEnding(params.id, principal))
    await apiKeyDirectory.delete(params.id, principal)
    return noContent()
  },
})

const rotateApiKey = apiRoute({
  name: 'apiKeys.rotate',
  method: 'POST',
  url: '/api-keys/:id/rotate',
  auth: writeFresh,
  summary: 'Give an API key a new secret',
  description:
    'The old secret stops working at once, or after overlap_seconds; an older one stops in either case. A key that expires ' +
    'rotates none that lives longer.',
  schema: {
    params: ApiKeyParams,
    body: RotationBody,
    response: { 200: NewApiKeySchema, 403: ErrorSchema, 409: ErrorSchema },
  },
  handler: async ({ params, body, principal }, { apiKeyDirectory, clock }) => {
    const { key, secret } = await apiKeyDirectory.rotate(params.id, body.overlap_seconds ?? 0, principal)
    return { ...apiKeyView(key, clock.now()), key: secret }
  },
})

/** The admin routes of API keys. */
export const apiKeyRoutes = [createApiKey, listApiKeys, getApiKey, updateApiKey, deleteApiKey, rotateApiKey]
