import type { TestApp, TestRequest } from './app.ts'

/** One route, as the server's own OpenAPI document tells it. */
export interface Operation {
  readonly method: NonNullable<TestRequest['method']>
  /** With `{name}` where a parameter stands. */
  readonly path: string
  readonly scope: string | undefined
  readonly parameters: readonly string[]
  /** A JSON body; uploads and forms are read in other ways. */
  readonly hasBody: boolean
  /** An answer that goes on until somebody hangs up; in memory nobody does. */
  readonly isStream: boolean
  readonly security: readonly Record<string, unknown>[]
}

interface Described {
  readonly 'x-required-scope'?: string
  readonly parameters?: readonly { readonly name: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
  readonly security: Operation['security']
}

/** The whole route table. Tests that go over it cover every route that will ever be added. */
export async function operationsOf(app: TestApp): Promise<Operation[]> {
  const { json } = await app.send({ url: '/openapi.json' })
  return Object.entries(json['paths'] as Record<string, Record<string, Described>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, value]) => ({
      method: method.toUpperCase() as Operation['method'],
      path,
      scope: value['x-required-scope'],
      parameters: (value.parameters ?? []).map(({ name }) => name),
      hasBody: value.requestBody?.content['application/json'] !== undefined,
      isStream: Object.values(value.responses).some(({ content }) => content?.['text/event-stream'] !== undefined),
      security: value.security,
    })),
  )
}

/** Whether a route asks for an admin. */
export const isAdmin = ({ security }: Operation): boolean => security.some((scheme) => 'adminKey' in scheme)

/** A path with an id for each of its parameters; the group in the path decides which kind of thing is meant. */
export function pathWith(path: string, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\/([a-z-]+)\/\{[^}]+\}/g, (_whole, group: string) => `/${group}/${ids[group] ?? 'x'}`)
}
