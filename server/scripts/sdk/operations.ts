import { operationsOf } from '#/platform/openapi/openapi.ts'
import type { Json } from '#/platform/openapi/components.ts'

/** What an operation responds, as far as a caller reads it differently. */
export type ResultKind = 'page' | 'json' | 'text' | 'stream' | 'events' | 'nothing'

/** One operation of the document, as a method of the SDK. */
export interface SdkOperation {
  /** `organizations.members.list` → noun `organizations`, groups [`members`], method `list`. */
  readonly noun: string
  readonly groups: readonly string[]
  readonly method: string
  readonly tag: string
  readonly http: string
  readonly path: string
  readonly pathParameters: readonly string[]
  readonly query: readonly Json[]
  readonly body: { readonly schema: Json; readonly required: boolean } | undefined
  readonly result: ResultKind
  /** What it responds with content, each schema once; for a page the schema of its items. */
  readonly resultSchemas: readonly Json[]
  /** Whether there may be no content. */
  readonly mayBeEmpty: boolean
  readonly takesIdempotencyKey: boolean
  readonly summary: string
  readonly description: string
}

/** What no program calls by this client: pages for people, and protocols that have a client of their own. */
const OTHER_TAGS = new Set(['pages', 'scim', 'reference', 'discovery', 'oauth', 'registration'])

/** The operations that the SDK has a method for, in the order of their ids. */
export function sdkOperations(document: Json): SdkOperation[] {
  return operationsOf(document)
    .filter(({ value }) => isCalledByPrograms(value))
    .map(({ method, path, value }) => describe(method, path, value))
    .toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
}

const idOf = ({ noun, groups, method }: SdkOperation): string => [noun, ...groups, method].join('.')

function isCalledByPrograms(operation: Json): boolean {
  const [tag = ''] = operation['tags'] as string[]
  const id = operation['operationId'] as string
  const responses = operation['responses'] as Json
  // The same webhooks stand at two paths; a redirect is for browsers; what is relayed has no shape.
  const isRelay = '2XX' in responses
  return !OTHER_TAGS.has(tag) && !id.startsWith('admin.') && !('303' in responses) && !isRelay
}

function describe(http: string, path: string, operation: Json): SdkOperation {
  const [noun = '', ...rest] = (operation['operationId'] as string).split('.')
  const parameters = (operation['parameters'] ?? []) as Json[]
  const query = parameters.filter((parameter) => parameter['in'] === 'query')
  return {
    noun,
    groups: rest.slice(0, -1),
    method: rest.at(-1) ?? '',
    tag: (operation['tags'] as string[])[0] ?? '',
    http,
    path,
    pathParameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name),
    query,
    body: bodyOf(http, operation),
    ...resultOf(operation['responses'] as Record<string, Json>),
    takesIdempotencyKey: parameters.some((parameter) => parameter['name'] === 'Idempotency-Key'),
    summary: operation['summary'] as string,
    description: operation['description'] as string,
  }
}

function bodyOf(http: string, operation: Json): SdkOperation['body'] {
  const body = operation['requestBody'] as { required?: boolean; content: Record<string, { schema: Json }> } | undefined
  const [content] = Object.values(body?.content ?? {})
  if (body === undefined || content === undefined) return undefined
  // An empty change is allowed and never meant.
  return { schema: content.schema, required: body.required === true || http === 'PATCH' }
}

function resultOf(responses: Record<string, Json>): Pick<SdkOperation, 'result' | 'resultSchemas' | 'mayBeEmpty'> {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const contents = successes.map(([, { content }]) =>
    Object.entries((content ?? {}) as Record<string, { schema: Json }>),
  )
  const mayBeEmpty = contents.some((content) => content.length === 0)
  const byMedia = contents.flat()
  const schemas = [...new Map(byMedia.map(([, { schema }]) => [JSON.stringify(schema), schema])).values()]
  const has = (media: string): boolean => byMedia.some(([name]) => name === media)
  if (byMedia.length === 0) return { result: 'nothing', resultSchemas: [], mayBeEmpty }
  if (has('text/event-stream')) return { result: 'events', resultSchemas: [], mayBeEmpty }
  if (has('text/csv')) return { result: 'stream', resultSchemas: [], mayBeEmpty }
  if (!has('application/json')) return { result: 'text', resultSchemas: [], mayBeEmpty }
  const [schema = {}] = schemas
  const items = itemsOfPage(schema)
  if (items) return { result: 'page', resultSchemas: [items], mayBeEmpty }
  return { result: 'json', resultSchemas: schemas, mayBeEmpty }
}

function itemsOfPage(schema: Json): Json | undefined {
  const properties = schema['properties'] as Record<string, Json> | undefined
  const isPage = properties !== undefined && 'data' in properties && 'next_cursor' in properties
  return isPage ? (properties['data']?.['items'] as Json) : undefined
}
