import type { TSchema } from 'typebox'
import { Check } from 'typebox/schema'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import type { Envelope } from '#/platform/http/output/error-response.ts'
import {
  envelopeOf,
  ErrorSchema,
  OAuthErrorSchema,
  SCIM_TYPE,
  ScimErrorSchema,
} from '#/platform/http/output/error-response.ts'
import { sharedErrors } from '#/platform/http/routing/shared-errors.ts'
import { STATUS_CODES } from '#/platform/node-http.ts'
import type { Json } from './components.ts'
import type { Writing } from './generator-context.ts'

/** Every response of a route: its own by schema, the shared ones by reference. */
export function responsesOf(mounted: MountedRoute, writing: Writing): Json {
  const { route } = mounted
  const responses: Json = {}
  for (const [status, schema] of Object.entries(route.schema.response)) {
    responses[status] = { description: reason(Number(status)), ...contentOf(mounted, Number(status), schema, writing) }
  }
  if (route.relay) Object.assign(responses, { '2XX': relayed, default: relayed })
  for (const status of sharedErrors(mounted)) {
    responses[status] ??= { $ref: `#/components/responses/${sharedName(envelopeOf(mounted), status)}` }
  }
  return responses
}

const relayed: Json = {
  description:
    'What the other server responded: its status, its headers and its body. Proxy-Status tells it from ours.',
  headers: { 'Proxy-Status': { description: 'The status as it was received (RFC 9209).', schema: { type: 'string' } } },
  content: { '*/*': { schema: {} } },
}

function contentOf(mounted: MountedRoute, status: number, declared: TSchema, writing: Writing): Json {
  const schema = writing.components.write(declared)
  const isEmpty = status === 204 || (status >= 300 && status < 400) || schema['type'] === 'undefined'
  if (isEmpty) return {}
  const types = mediaTypesOf(schema, envelopeOf(mounted))
  const example = types[0]?.endsWith('json') && exampleOf(mounted, status, declared, writing)
  const content = { schema, ...(example ? { example } : {}) }
  return { content: Object.fromEntries(types.map((type) => [type, content])) }
}

function exampleOf(mounted: MountedRoute, status: number, schema: TSchema, writing: Writing): unknown {
  const envelope = envelopeOf(mounted)
  const error = status >= 400 && envelope !== 'page' ? writing.errors.example(envelope, status) : undefined
  // A route may word a refusal in its own way, as the health checks do.
  return error !== undefined && Check(schema, error) ? error : writing.examples.answer(schema, mounted.route.tag)
}

/** A text is a page for people, or plain, unless its schema says which media types it may have. */
function mediaTypesOf(schema: Json, envelope: Envelope): string[] {
  const own = schema['x-media-types'] as string[] | undefined
  if (own) return own
  if (envelope === 'page') return ['text/html']
  if (envelope === 'scim') return [SCIM_TYPE]
  return schema['type'] === 'string' ? ['text/plain'] : ['application/json']
}

const SHARED_STATUSES = [400, 401, 403, 404, 413, 415, 429, 500, 503]

/** The shared error responses of every envelope, for `components.responses`. */
export function sharedResponses(writing: Writing): Json {
  const responses: Json = {}
  for (const envelope of ['extended', 'oauth', 'scim', 'page'] as const) {
    for (const status of SHARED_STATUSES) {
      responses[sharedName(envelope, status)] = {
        description: reason(status),
        ...headersFor(status),
        content: errorContent(envelope, status, writing),
      }
    }
  }
  return responses
}

function errorContent(envelope: Envelope, status: number, { components, errors }: Writing): Json {
  if (envelope === 'page') return { 'text/html': { schema: { type: 'string' } } }
  const schema = components.write(errorSchemas[envelope])
  return {
    [envelope === 'scim' ? SCIM_TYPE : 'application/json']: { schema, example: errors.example(envelope, status) },
  }
}

const errorSchemas = { extended: ErrorSchema, oauth: OAuthErrorSchema, scim: ScimErrorSchema } as const

function headersFor(status: number): Json {
  const text = (description: string): Json => ({ description, schema: { type: 'string' } })
  if (status === 401) return { headers: { 'WWW-Authenticate': text('How to authenticate.') } }
  if (status !== 429 && status !== 503) return {}
  return { headers: { 'Retry-After': text('Seconds to wait before another attempt.') } }
}

const sharedName = (envelope: Envelope, status: number): string => `${envelope}_${status}`

const reason = (status: number): string => STATUS_CODES[status] ?? `Status ${status}`
