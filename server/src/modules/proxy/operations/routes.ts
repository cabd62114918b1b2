import { Type } from 'typebox'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { LifecycleSchema, StatusSchema } from './schemas.ts'
import { lifecycleView, statusView } from './views.ts'

const read = { kind: 'admin', scope: 'proxy:read' } as const
const write = { kind: 'admin', scope: 'proxy:write', fresh: true } as const

const getStatus = apiRoute({
  name: 'proxy.status',
  method: 'GET',
  url: '/admin/proxy/status',
  auth: read,
  summary: 'Show how the gateway does',
  description:
    'On the node that responds, all of its processes together: each upstream with its circuit breaker, and the figures of the last minute.',
  schema: { response: { 200: StatusSchema } },
  handler: async (_request, { gatewayStatuses }) => statusView(await gatewayStatuses.read()),
})

const streamStatus = apiRoute({
  name: 'proxy.streamStatus',
  method: 'GET',
  url: '/admin/proxy/status/stream',
  auth: read,
  summary: 'Follow how the gateway does',
  description:
    'Server-sent events: `status` carries what GET /api/v1/admin/proxy/status responds, every second. The stream is of the one ' +
    'node that responds, and ends within a second when the key or session that opened it does.',
  noHead: true,
  schema: {
    response: { 200: Type.String({ 'x-media-types': ['text/event-stream'], description: 'A stream of events' }) },
  },
  handler: (request, { statusStreams }) => statusStreams.open(request),
})

const getLifecycle = apiRoute({
  name: 'proxy.lifecycle',
  method: 'GET',
  url: '/admin/proxy/lifecycle',
  auth: read,
  summary: 'Show whether the gateway runs',
  description: 'What is wanted of every node, and how the one that responds stands.',
  schema: { response: { 200: LifecycleSchema } },
  handler: async (_request, { gatewayControl }) => lifecycleView(await gatewayControl.state()),
})

const startGateway = apiRoute({
  name: 'proxy.start',
  method: 'POST',
  url: '/admin/proxy/start',
  auth: write,
  summary: 'Start the gateway',
  description: 'On every node, within a second. One that can not listen says why in last_error, and tries on.',
  schema: { response: { 200: LifecycleSchema, 409: ErrorSchema } },
  handler: async ({ principal }, { gatewayControl }) => lifecycleView(await gatewayControl.start(principal.actor)),
})

const stopGateway = apiRoute({
  name: 'proxy.stop',
  method: 'POST',
  url: '/admin/proxy/stop',
  auth: write,
  summary: 'Stop the gateway',
  description:
    'On every node, within a second, until it is started again: also after a restart. Requests in flight finish; WebSockets end.',
  schema: { response: { 200: LifecycleSchema } },
  handler: async ({ principal }, { gatewayControl }) => lifecycleView(await gatewayControl.stop(principal.actor)),
})

const reloadGateway = apiRoute({
  name: 'proxy.reload',
  method: 'POST',
  url: '/admin/proxy/reload',
  auth: write,
  summary: 'Compile the rules and connect to the upstreams anew',
  description:
    'On every node, within a second, without dropping a request. Changes of rules need none of it; it closes circuit breakers and finds upstreams whose names lead elsewhere now.',
  schema: { response: { 200: LifecycleSchema } },
  handler: async ({ principal }, { gatewayControl }) => lifecycleView(await gatewayControl.reload(principal.actor)),
})

/** The admin routes of the gateway as it runs. */
export const operationRoutes = [getStatus, streamStatus, getLifecycle, startGateway, stopGateway, reloadGateway]
