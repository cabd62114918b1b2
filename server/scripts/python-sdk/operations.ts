import { operationsOf } from '#/platform/openapi/openapi.ts'
import type { Json } from '#/platform/openapi/components.ts'

/** A parameter of a route, as the document says it. */
export interface Parameter {
  readonly name: string
  readonly required: boolean
  readonly schema: Json
  readonly description: string
}

/** How a response is read. */
export type ResultKind = 'json' | 'pages' | 'text' | 'stream' | 'raw'

/** One operation as the client offers it. */
export interface ClientOperation {
  /** The operation id, in its parts. */
  readonly id: readonly string[]
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly inPath: readonly Parameter[]
  readonly inQuery: readonly Parameter[]
  readonly inHeader: readonly Parameter[]
  /** Whether repeating it with the same key is safe. */
  readonly takesKey: boolean
  readonly body:
    | { readonly kind: 'json' | 'raw' | 'files'; readonly schema: Json; readonly required: boolean }
    | undefined
  readonly result: { readonly kind: ResultKind; readonly schemas: readonly Json[]; readonly mayBeEmpty: boolean }
}

// What programs with a key or a token have no business with: pages, what a browser does, and the protocol itself, which
// `mandate.oauth` speaks.
const OTHERS = new Set(['pages', 'scim', 'oauth', 'discovery', 'registration', 'reference', 'auth'])
const CREDENTIALS = ['adminKey', 'accessToken', 'boundAccessToken']

/** The operations that an API key or an access token opens, and the public ones of the server itself. */
export const clientOperations = (document: Json): ClientOperation[] =>
  operationsOf(document)
    .filter(({ value }) => isForClients(value))
    .map(({ method, path, value }) => clientOperation(method, path, value))
    .toSorted((a, b) => compare(a.id.join('.'), b.id.join('.')))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function isForClients(value: Json): boolean {
  const [tag = ''] = value['tags'] as string[]
  const security = value['security'] as Json[]
  // The same webhooks stand at two paths.
  if ((value['operationId'] as string).startsWith('admin.')) return false
  if (security.some((scheme) => CREDENTIALS.some((name) => name in scheme))) return tag !== 'oauth'
  return !OTHERS.has(tag) && security.length === 0 && tag === 'system'
}

function clientOperation(method: string, path: string, value: Json): ClientOperation {
  const parameters = (value['parameters'] ?? []) as (Parameter & { in: string })[]
  const inside = (place: string): Parameter[] => parameters.filter((parameter) => parameter.in === place)
  const inHeader = inside('header')
  const isKey = ({ name }: Parameter): boolean => name === 'Idempotency-Key'
  return {
    id: (value['operationId'] as string).split('.'),
    method: method.toUpperCase(),
    path,
    summary: value['summary'] as string,
    description: value['description'] as string,
    inPath: inside('path'),
    inQuery: inside('query'),
    inHeader: inHeader.filter((parameter) => !isKey(parameter)),
    takesKey: inHeader.some(isKey),
    body: bodyOf(value['requestBody'] as Json | undefined),
    result: resultOf(value['responses'] as Record<string, Json>, inside('query')),
  }
}

type Content = Record<string, { schema?: Json }>

function bodyOf(request: Json | undefined): ClientOperation['body'] {
  if (request === undefined) return undefined
  const content = request['content'] as Content
  const required = request['required'] === true
  const json = content['application/json']
  if (json) return { kind: 'json', schema: json.schema ?? {}, required }
  const files = content['multipart/form-data']
  if (files) return { kind: 'files', schema: files.schema ?? {}, required }
  return { kind: 'raw', schema: {}, required }
}

function resultOf(responses: Record<string, Json>, inQuery: readonly Parameter[]): ClientOperation['result'] {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const contents = successes.map(([, response]) => (response['content'] ?? {}) as Content)
  const media = contents.flatMap((content) => Object.keys(content))
  const schemas = contents
    .map((content) => content['application/json']?.schema)
    .filter((schema) => schema !== undefined)
  const mayBeEmpty = contents.some((content) => Object.keys(content).length === 0)
  return { kind: kindOf(media, schemas, inQuery), schemas, mayBeEmpty }
}

const STREAMS = ['text/event-stream', 'text/csv', 'application/x-ndjson']

function kindOf(media: readonly string[], schemas: readonly Json[], inQuery: readonly Parameter[]): ResultKind {
  if (media.includes('*/*')) return 'raw'
  if (media.some((type) => STREAMS.includes(type))) return 'stream'
  if (media.length > 0 && schemas.length === 0) return 'text'
  const isPage = inQuery.some(({ name }) => name === 'cursor') && schemas.every(itemOf)
  return isPage ? 'pages' : 'json'
}

/** What a page of a list holds. */
export function itemOf(schema: Json): Json | undefined {
  const { data, next_cursor: next } = (schema['properties'] ?? {}) as Record<string, Json | undefined>
  return data !== undefined && next !== undefined ? (data['items'] as Json) : undefined
}
