import { STATUS_CODES } from 'node:http'
import type { MountedRoute } from '#/platform/http/area.ts'
import { isOpen } from '#/platform/http/authenticator.ts'
import type { Envelope } from '#/platform/http/envelopes.ts'
import { envelopeOf, ErrorSchema, OAuthErrorSchema } from '#/platform/http/envelopes.ts'
import type { Components, Json } from './components.ts'

/** The errors a route can answer only because of what it is: its area, its policy, and what it takes. */
export function sharedErrors(mounted: MountedRoute): number[] {
  const { route, area } = mounted
  const { schema, auth } = route
  const takesBody = schema.body !== undefined || route.form === true
  const guarded = !isOpen(auth)
  const statuses: [number, boolean][] = [
    [400, takesBody || schema.query !== undefined],
    [401, guarded || auth.kind === 'client'],
    [403, 'scope' in auth],
    [404, schema.params !== undefined],
    [413, takesBody],
    [415, takesBody && area !== 'oauth'],
    [429, takesBody || guarded],
    [500, true],
    [503, true],
  ]
  return statuses.filter(([, applies]) => applies).map(([status]) => status)
}

/** Every response of a route: its own by schema, the shared ones by reference. */
export function responsesOf(mounted: MountedRoute, components: Components): Json {
  const { route } = mounted
  const responses: Json = {}
  for (const [status, schema] of Object.entries(route.schema.response)) {
    responses[status] = {
      description: reason(Number(status)),
      ...contentOf(mounted, Number(status), components.write(schema)),
    }
  }
  for (const status of sharedErrors(mounted)) {
    responses[status] ??= { $ref: `#/components/responses/${sharedName(envelopeOf(mounted), status)}` }
  }
  return responses
}

function contentOf({ route }: MountedRoute, status: number, schema: Json): Json {
  const isEmpty = status === 204 || (status >= 300 && status < 400) || schema['type'] === 'undefined'
  if (isEmpty) return {}
  const types = route.page ? ['text/html'] : mediaTypesOf(schema)
  return { content: Object.fromEntries(types.map((type) => [type, { schema }])) }
}

/** A text is plain unless its schema says which media types it may have. */
function mediaTypesOf(schema: Json): string[] {
  if (schema['type'] !== 'string') return ['application/json']
  return (schema['x-media-types'] as string[] | undefined) ?? ['text/plain']
}

const SHARED_STATUSES = [400, 401, 403, 404, 413, 415, 429, 500, 503]

/** The shared error responses of every envelope, for `components.responses`. */
export function sharedResponses(components: Components): Json {
  const responses: Json = {}
  for (const envelope of ['extended', 'oauth', 'page'] as const) {
    for (const status of SHARED_STATUSES) {
      responses[sharedName(envelope, status)] = {
        description: reason(status),
        ...headersFor(status),
        content: errorContent(envelope, components),
      }
    }
  }
  return responses
}

function errorContent(envelope: Envelope, components: Components): Json {
  if (envelope === 'page') return { 'text/html': { schema: { type: 'string' } } }
  return { 'application/json': { schema: components.write(envelope === 'oauth' ? OAuthErrorSchema : ErrorSchema) } }
}

function headersFor(status: number): Json {
  const text = (description: string): Json => ({ description, schema: { type: 'string' } })
  if (status === 401) return { headers: { 'WWW-Authenticate': text('How to authenticate.') } }
  if (status !== 429 && status !== 503) return {}
  return { headers: { 'Retry-After': text('Seconds to wait before another attempt.') } }
}

const sharedName = (envelope: Envelope, status: number): string => `${envelope}_${status}`

const reason = (status: number): string => STATUS_CODES[status] ?? `Status ${status}`
