import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { listOf, pageRequest, pageView } from '#/platform/paging/paging.ts'
import { CreateUpstreamSchema, UpdateUpstreamSchema, UpstreamParams, UpstreamQuery, UpstreamSchema } from './schemas.ts'
import { upstreamView } from './views.ts'

const read = { kind: 'admin', scope: 'proxy:read' } as const
const write = { kind: 'admin', scope: 'proxy:write', fresh: true } as const
const url = '/admin/proxy/upstreams'

const createUpstream = apiRoute({
  name: 'proxy.upstreams.create',
  method: 'POST',
  url,
  auth: write,
  summary: 'Put a host behind the gateway',
  description: 'Until it has a rule nobody comes through.',
  schema: { body: CreateUpstreamSchema, response: { 201: UpstreamSchema, 409: ErrorSchema } },
  handler: async ({ body, principal }, { proxyUpstreams, issuer }) => {
    const upstream = await proxyUpstreams.create(body, principal.actor)
    return created(`/api/v1${url}/${upstream.id}`, upstreamView(upstream, issuer))
  },
})

const listUpstreams = apiRoute({
  name: 'proxy.upstreams.list',
  method: 'GET',
  url,
  auth: read,
  summary: 'List the hosts behind the gateway',
  description: 'Newest first; host and app_id narrow the list.',
  schema: { query: UpstreamQuery, response: { 200: listOf(UpstreamSchema) } },
  handler: async ({ query }, { proxyUpstreams, issuer }) => {
    const page = await proxyUpstreams.list({ host: query.host, appId: query.app_id }, pageRequest(query))
    return pageView(page, (upstream) => upstreamView(upstream, issuer))
  },
})

const getUpstream = apiRoute({
  name: 'proxy.upstreams.get',
  method: 'GET',
  url: `${url}/:id`,
  auth: read,
  summary: 'Get a host behind the gateway',
  description: 'With the resource that tokens for it name.',
  schema: { params: UpstreamParams, response: { 200: UpstreamSchema } },
  handler: async ({ params }, { proxyUpstreams, issuer }) => upstreamView(await proxyUpstreams.get(params.id), issuer),
})

const updateUpstream = apiRoute({
  name: 'proxy.upstreams.update',
  method: 'PATCH',
  url: `${url}/:id`,
  auth: write,
  summary: 'Update a host behind the gateway',
  description:
    'A JSON merge patch (RFC 7396). Every node follows within a second; requests in flight end where they began. The host stays: delete it to change it.',
  schema: { params: UpstreamParams, body: UpdateUpstreamSchema, response: { 200: UpstreamSchema } },
  handler: async ({ params, body, principal }, { proxyUpstreams, issuer }) =>
    upstreamView(await proxyUpstreams.update(params.id, body, principal.actor), issuer),
})

const deleteUpstream = apiRoute({
  name: 'proxy.upstreams.delete',
  method: 'DELETE',
  url: `${url}/:id`,
  auth: write,
  summary: 'Take a host from the gateway',
  description: 'With its rules. With dry_run it only answers what would end.',
  schema: {
    params: UpstreamParams,
    query: DryRunQuery,
    response: { 200: DryRunSchema, 204: Type.Undefined(), 404: ErrorSchema },
  },
  handler: async ({ params, query, principal }, { proxyUpstreams }) => {
    if (query.dry_run === true) return dryRunView(await proxyUpstreams.countEnding(params.id))
    await proxyUpstreams.delete(params.id, principal.actor)
    return noContent()
  },
})

/** The admin routes of the hosts behind the gateway. */
export const upstreamRoutes = [createUpstream, listUpstreams, getUpstream, updateUpstream, deleteUpstream]
