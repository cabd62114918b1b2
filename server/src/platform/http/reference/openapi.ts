import type { TSchema } from 'typebox'
import type { MountedRoute } from '#/platform/http/area.ts'
import { takesIdempotencyKey } from '#/platform/http/idempotency.ts'
import { Components } from './components.ts'
import type { Json } from './components.ts'
import { responsesOf, sharedResponses } from './responses.ts'
import { policyInWords, securityOf, securitySchemes } from './security.ts'

/** What the document says about the server itself. */
export interface ServerInfo {
  readonly title: string
  readonly version: string
  readonly baseUrl: string
}

/** One operation with where it stands, as the reference page lists it. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly value: Json
}

/** The OpenAPI 3.1 document of every mounted route. */
export function openApiDocument(routes: readonly MountedRoute[], info: ServerInfo): Json {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const mounted of routes) {
    const path = (paths[templateOf(mounted.path)] ??= {})
    path[mounted.route.method.toLowerCase()] = operation(mounted, components)
  }
  const tags = [...new Set(routes.map(({ route }) => route.tag))].toSorted()
  return {
    openapi: '3.1.0',
    info: { title: info.title, version: info.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: info.baseUrl }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: { responses: sharedResponses(components), schemas: components.schemas, securitySchemes },
  }
}

/** Every operation of a document in the order of its routes. */
export function operationsOf(document: Json): Operation[] {
  return Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, value]) => ({ method: method.toUpperCase(), path, value })),
  )
}

function operation(mounted: MountedRoute, components: Components): Json {
  const { route, path } = mounted
  return {
    operationId: operationId(route.method, path),
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, `${policyInWords(route.auth)}.`].filter(Boolean).join(' '),
    security: securityOf(route.auth, route.method),
    ...('scope' in route.auth ? { 'x-required-scope': route.auth.scope } : {}),
    parameters: parameters(mounted, components),
    ...requestBody(mounted, components),
    responses: responsesOf(mounted, components),
  }
}

/** `GET /api/v1/agents/:id` becomes `getApiV1AgentsId`: from method and url, so it changes only when they do. */
export function operationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}

/** `:id` in our paths is `{id}` in OpenAPI. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

function parameters(mounted: MountedRoute, components: Components): Json[] {
  const { schema } = mounted.route
  const list = [
    ...parametersIn('path', schema.params, components),
    ...parametersIn('query', schema.query, components),
    ...parametersIn('header', schema.headers, components),
  ]
  return takesIdempotencyKey(mounted) ? [...list, idempotencyKey] : list
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes repeating the request safe for 24 hours: the same body gets the first answer again.',
  schema: { type: 'string', maxLength: 255 },
}

function parametersIn(place: string, schema: TSchema | undefined, components: Components): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema & { default?: unknown; description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && property.default === undefined),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: components.write(property),
  }))
}

function requestBody({ route }: MountedRoute, components: Components): Json {
  const { body } = route.schema
  if (!body && !route.form) return {}
  const type = route.multipart
    ? 'multipart/form-data'
    : route.form
      ? 'application/x-www-form-urlencoded'
      : 'application/json'
  const schema = body ? components.write(body) : { type: 'object' }
  const { required = [] } = (body ?? {}) as { required?: string[] }
  return { requestBody: { required: required.length > 0, content: { [type]: { schema } } } }
}
