import { ApiDocument } from './document.ts'
import type { TestApp, TestRequest } from './app.ts'
import type { Piece } from './document.ts'

/** One route, as the server's own OpenAPI document tells it. */
export interface Operation {
  /** The name of its route. */
  readonly operationId: string
  readonly method: NonNullable<TestRequest['method']>
  /** With `{name}` where a parameter stands. */
  readonly path: string
  readonly scope: string | undefined
  readonly parameters: readonly string[]
  /** Those of the query. */
  readonly queryParameters: readonly string[]
  /** A JSON body; uploads and forms are read in other ways. */
  readonly hasBody: boolean
  /** A body of any kind. */
  readonly takesBody: boolean
  /** The members that body may have. */
  readonly bodyMembers: readonly string[]
  /** An answer that goes on until somebody hangs up; in memory nobody does. */
  readonly isStream: boolean
  /** Words its refusals for people. */
  readonly isPage: boolean
  readonly security: readonly Record<string, unknown>[]
}

interface Described {
  readonly operationId: string
  readonly 'x-required-scope'?: string
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Piece }>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
  readonly security: Operation['security']
}

/** The whole route table. Tests that go over it cover every route that will ever be added. */
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { json } = await app.send({ url: '/openapi.json' })
  const document = new ApiDocument(json)
  return Object.entries(json['paths'] as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, value]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      operationId: value.operationId,
      scope: value['x-required-scope'],
      parameters: (value.parameters ?? []).map(({ name }) => name),
      queryParameters: (value.parameters ?? []).flatMap((it) => (it.in === 'query' ? [it.name] : [])),
      hasBody: value.requestBody?.content['application/json'] !== undefined,
      takesBody: value.requestBody !== undefined,
      bodyMembers: membersOf(document, value.requestBody?.content['application/json']?.schema),
      isStream: Object.values(value.responses).some(({ content }) => content?.['text/event-stream'] !== undefined),
      isPage: JSON.stringify(value.responses).includes('#/components/responses/page_'),
      security: value.security,
    })),
  )
}

const membersOf = (document: ApiDocument, schema: Piece | undefined): string[] =>
  (schema ? document.alternatives(schema) : []).flatMap((shape) => Object.keys((shape['properties'] ?? {}) as Piece))

/** Whether a route asks for an admin. */
export const isAdmin = ({ security }: Operation): boolean => security.some((scheme) => 'adminKey' in scheme)

/** A path with an id for each of its parameters; the group in the path decides which kind of thing is meant, with what stands before it where two have one name. */
export function pathWith(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/(\/[a-z-]+)?\/([a-z-]+)\/\{[^}]+\}/g, (_whole, room: string | undefined, group: string) => {
    const id = ids[`${room ?? ''}/${group}`] ?? ids[group] ?? 'x'
    return `${room ?? ''}/${group}/${id}`
  })
}
