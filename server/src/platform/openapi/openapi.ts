import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TSchema } from 'typebox'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import type { ErrorCode } from '#/platform/errors/app-error.ts'
import { isRead } from '#/platform/http/routing/route.ts'
import { takesIdempotencyKey } from '#/platform/http/routing/idempotency-key.ts'
import { Components } from './components.ts'
import type { Json } from './components.ts'
import { ErrorExamples } from './error-examples.ts'
import { Examples } from './examples.ts'
import type { Samples } from './examples.ts'
import { parameterMeaning } from './parameters.ts'
import { responsesOf, sharedResponses } from './responses.ts'
import type { Writing } from './generator-context.ts'
import { webhooksObject } from './webhooks.ts'
import type { SentMessage } from './webhooks.ts'
import { policyInWords, securityOf, securitySchemes } from './security.ts'

/** What the document says about the server itself. */
export interface ServerInfo {
  readonly title: string
  readonly version: string
  readonly baseUrl: string
  /** What the routes are about, by tag. */
  readonly tags?: Readonly<Record<string, string>>
  /** What parameters mean that say nothing themselves, by name. */
  readonly parameters?: Readonly<Record<string, string>>
  /** What stands in the examples. */
  readonly samples?: Samples
  /** The codes of all modules; the common ones and those of OAuth are added here. */
  readonly errorCodes?: readonly ErrorCode[]
  /** What the server sends to those who subscribed. */
  readonly messages?: readonly SentMessage[]
}

/** One operation with where it stands, as the reference page lists it. */
export interface Operation {
  readonly method: string
  readonly path: string
  readonly value: Json
}

/** The OpenAPI 3.1 document of every mounted route. */
export function openApiDocument(routes: readonly MountedRoute[], info: ServerInfo): Json {
  const writing = describe(routes, info)
  for (;;) {
    const { done, value } = writing.next()
    if (done) return value
  }
}

/** The same for a server that has others to serve: between two routes they have their turn. */
export async function openApiDocumentInTurns(routes: readonly MountedRoute[], info: ServerInfo): Promise<Json> {
  const writing = describe(routes, info)
  for (;;) {
    const { done, value } = writing.next()
    if (done) return value
    await nextTurn()
  }
}

function* describe(routes: readonly MountedRoute[], info: ServerInfo): Generator<void, Json> {
  const components = new Components()
  const writing: Writing = {
    components,
    examples: new Examples(info.samples ?? {}),
    errors: new ErrorExamples(info.baseUrl, info.errorCodes ?? []),
    parameters: info.parameters ?? {},
  }
  const paths: Record<string, Json> = {}
  for (const mounted of routes) {
    const path = (paths[templateOf(mounted.path)] ??= {})
    path[mounted.route.method.toLowerCase()] = operation(mounted, writing)
    yield
  }
  const tags = [...new Set(routes.map(({ route }) => route.tag))].toSorted()
  const shared = sharedResponses(writing)
  return {
    openapi: '3.1.0',
    info: aboutServer(info),
    servers: [{ url: info.baseUrl }],
    tags: tags.map((name) => ({ name, ...(info.tags?.[name] ? { description: info.tags[name] } : {}) })),
    paths,
    ...(info.messages === undefined ? {} : { webhooks: webhooksObject(info.messages, writing) }),
    components: { responses: used(shared, paths), schemas: components.schemas, securitySchemes },
  }
}

const aboutServer = ({ title, version, baseUrl }: ServerInfo): Json => ({
  title,
  version,
  description:
    'Identity and access for people and for the agents that act for them. Below /oauth the server speaks OAuth 2.1 ' +
    'and OpenID Connect; below /api/v1 it is administered. Lists come in pages, newest first; errors name what ' +
    `is wrong and the page that explains it, ${baseUrl}/docs/errors.`,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
})

/** The shared responses that some route refers to. */
function used(responses: Json, paths: Readonly<Record<string, Json>>): Json {
  const text = JSON.stringify(paths)
  return Object.fromEntries(
    Object.entries(responses).filter(([name]) => text.includes(`"#/components/responses/${name}"`)),
  )
}

/** Every operation of a document in the order of its routes. */
export function operationsOf(document: Json): Operation[] {
  return Object.entries(document['paths'] as Record<string, Record<string, Json>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, value]) => ({ method: method.toUpperCase(), path, value })),
  )
}

function operation(mounted: MountedRoute, writing: Writing): Json {
  const { route, operationId } = mounted
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    description: [route.description, `${policyInWords(route.auth)}.`].filter(Boolean).join(' '),
    security: securityOf(route.auth, route.method),
    ...('scope' in route.auth ? { 'x-required-scope': route.auth.scope } : {}),
    ...('fresh' in route.auth ? { 'x-fresh-proof': true } : {}),
    ...('fullAccess' in route.auth ? { 'x-full-access': true } : {}),
    parameters: parameters(mounted, writing),
    ...requestBody(mounted, writing),
    responses: responsesOf(mounted, writing),
  }
}

/** `:id` in our paths is `{id}` in OpenAPI, which has no word for the rest of a path: that is `{path}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, `{${REST}}`)

const REST = 'path'

function parameters(mounted: MountedRoute, writing: Writing): Json[] {
  const places = ['params', 'query', 'headers'] as const
  const list = places.flatMap((place) => parametersIn(place, mounted, writing))
  return takesIdempotencyKey(mounted) ? [...list, idempotencyKey] : list
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes repeating the request safe for 24 hours: the same body gets the first response again.',
  schema: { type: 'string', maxLength: 255 },
}

const placeNames = { params: 'path', query: 'query', headers: 'header' } as const

function parametersIn(
  place: keyof typeof placeNames,
  { route, path }: MountedRoute,
  { components, parameters: meanings }: Writing,
): Json[] {
  const { properties = {}, required = [] } = (route.schema[place] ?? {}) as {
    properties?: Record<string, TSchema & { default?: unknown; description?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name: name === '*' ? REST : name,
    in: placeNames[place],
    required: place === 'params' || (required.includes(name) && property.default === undefined),
    description: property.description ?? parameterMeaning(name, path, meanings),
    schema: components.write(property),
  }))
}

/** The body of a route that passes it on. */
const ANYTHING: Json = { '*/*': { schema: {} } }

function requestBody({ route, path }: MountedRoute, { components, examples }: Writing): Json {
  const { body } = route.schema
  if (route.relay && !isRead(route)) return { requestBody: { required: false, content: ANYTHING } }
  if (!body && !route.form) return {}
  const type = route.multipart
    ? 'multipart/form-data'
    : route.form
      ? 'application/x-www-form-urlencoded'
      : 'application/json'
  const schema = body ? components.write(body) : { type: 'object' }
  const example = body && type === 'application/json' && examples.request(body, route.tag, `${route.method} ${path}`)
  const shapes = shapesOf(body)
  const entry = { schema, ...(example ? { example } : {}), ...examplesOf(shapes) }
  // RFC 7396 §4: a merge patch may say what it is.
  const content = { [type]: entry, ...(route.method === 'PATCH' ? { 'application/merge-patch+json': { schema } } : {}) }
  return { requestBody: { required: shapes.every(({ required = [] }) => required.length > 0), content } }
}

/** One shape of a body; where there are several, each has a name and an example. */
type Shape = Readonly<{ $id?: string; required?: readonly string[]; examples?: readonly unknown[] }>

const shapesOf = (body: TSchema = {}): readonly Shape[] => (body as { oneOf?: readonly Shape[] }).oneOf ?? [body]

const examplesOf = (shapes: readonly Shape[]): Json =>
  shapes.length === 1
    ? {}
    : { examples: Object.fromEntries(shapes.map(({ $id = '', examples = [] }) => [$id, { value: examples[0] }])) }
