import Type from 'typebox'
import { mountedRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { AreaRoutes } from '#/platform/http/routing/mounted-routes.ts'
import { commonErrors } from '#/platform/errors/app-error.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { route } from '#/platform/http/routing/route.ts'
import type { Route } from '#/platform/http/routing/route.ts'
import type { Json } from './components.ts'
import { errorsPage } from './errors-page.ts'
import { openApiDocument } from './openapi.ts'
import type { ServerInfo } from './openapi.ts'
import { operationsPage } from './page.ts'
import { STYLE_URL } from './shell.ts'
import { referenceStyle } from './style.ts'

/** The areas of a server with its reference beside them, which lists itself too. */
export function withReference(areas: readonly AreaRoutes[], options: ServerInfo): AreaRoutes[] {
  const all: AreaRoutes[] = [...areas]
  all.push({ area: 'system', routes: referenceRoutes(new Reference(all, options)) })
  return all
}

/** The documents, built when somebody first asks for them: a server that starts has better things to do. */
class Reference {
  readonly #areas: readonly AreaRoutes[]
  readonly #options: ServerInfo
  #document: Json | undefined
  #operations: Reply | undefined
  #errors: Reply | undefined

  constructor(areas: readonly AreaRoutes[], options: ServerInfo) {
    this.#areas = areas
    this.#options = options
  }

  document(): Json {
    return (this.#document ??= openApiDocument(mountedRoutes(this.#areas), this.#options))
  }

  operations(): Reply {
    return (this.#operations ??= operationsPage(this.document()))
  }

  errors(): Reply {
    const codes = [...Object.values(commonErrors), ...(this.#options.errorCodes ?? [])]
    return (this.#errors ??= errorsPage(this.#options.title, codes))
  }
}

const shared = { method: 'GET', auth: { kind: 'public' } } as const
const pageSchema = { response: { 200: Type.String() } }

const getDocument = (reference: Reference): Route =>
  route({
    name: 'reference.getDocument',
    ...shared,
    url: '/openapi.json',
    cors: true,
    summary: 'Read the OpenAPI document',
    description: 'Made from the routes of this server at the first request.',
    schema: { response: { 200: Type.Object({ openapi: Type.String() }, { additionalProperties: true }) } },
    handler: () => reference.document(),
  })

const showOperations = (reference: Reference): Route =>
  route({
    name: 'reference.showOperations',
    ...shared,
    url: '/docs',
    page: true,
    summary: 'Read the API reference',
    description: 'This document as a page to read. It runs no script.',
    schema: pageSchema,
    handler: () => reference.operations(),
  })

const showErrors = (reference: Reference): Route =>
  route({
    name: 'reference.showErrors',
    ...shared,
    url: '/docs/errors',
    page: true,
    summary: 'Read what each error code means',
    description: 'docs_url and error_uri of errors lead here.',
    schema: pageSchema,
    handler: () => reference.errors(),
  })

const getStyle = route({
  name: 'reference.getStyle',
  ...shared,
  url: STYLE_URL,
  summary: 'Read the style of the reference pages',
  description: 'The one file those pages load.',
  schema: { response: { 200: Type.String({ 'x-media-types': ['text/css'] }) } },
  handler: () => style,
})

const referenceRoutes = (reference: Reference): Route[] => [
  getDocument(reference),
  showOperations(reference),
  showErrors(reference),
  getStyle,
]

const style = new Reply(200, referenceStyle, {
  'content-type': 'text/css; charset=utf-8',
  'cache-control': 'public, max-age=300',
})
