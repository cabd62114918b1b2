import Type from 'typebox'
import { mountedRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { AreaRoutes } from '#/platform/http/routing/mounted-routes.ts'
import { commonErrors } from '#/platform/errors/app-error.ts'
import { basePathOf, pageWithBasePath } from '#/platform/http/routing/base-path.ts'
import { PackedText } from '#/platform/http/routing/file-reply.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { route } from '#/platform/http/routing/route.ts'
import type { Route } from '#/platform/http/routing/route.ts'
import type { Json } from './components.ts'
import { errorsPage } from './errors-page.ts'
import { openApiDocumentInTurns } from './openapi.ts'
import type { ServerInfo } from './openapi.ts'
import { operationsPage } from './page.ts'
import { STYLE_URL } from './shell.ts'
import type { ReferencePage } from './shell.ts'
import { referenceStyle } from './style.ts'

/** The areas of a server with its reference beside them, which lists itself too. */
export function withReference(areas: readonly AreaRoutes[], options: ServerInfo): AreaRoutes[] {
  const all: AreaRoutes[] = [...areas]
  all.push({ area: 'system', routes: referenceRoutes(new Reference(all, options)) })
  return all
}

/** Documents change with the version of the server alone: kept for a while, then asked for again by their hash. */
const CACHED = { 'cache-control': 'public, max-age=300' } as const

/** The documents, built when somebody first asks for them: a server that starts has better things to do. */
class Reference {
  readonly #areas: readonly AreaRoutes[]
  readonly #options: ServerInfo
  #whole: Promise<Json> | undefined
  #document: Promise<PackedText> | undefined
  #operations: Promise<PackedText> | undefined
  #errors: Promise<PackedText> | undefined

  constructor(areas: readonly AreaRoutes[], options: ServerInfo) {
    this.#areas = areas
    this.#options = options
  }

  document(): Promise<PackedText> {
    return (this.#document ??= this.#json())
  }

  operations(): Promise<PackedText> {
    return (this.#operations ??= this.#written().then((document) => this.#page(operationsPage(document))))
  }

  errors(): Promise<PackedText> {
    const codes = [...Object.values(commonErrors), ...(this.#options.errorCodes ?? [])]
    return (this.#errors ??= this.#page(errorsPage(this.#options.title, codes)))
  }

  #written(): Promise<Json> {
    return (this.#whole ??= openApiDocumentInTurns(mountedRoutes(this.#areas), this.#options))
  }

  async #json(): Promise<PackedText> {
    // Scripts of other origins read it.
    const vary = 'Accept-Encoding, Origin'
    const headers = { ...CACHED, 'content-type': 'application/json; charset=utf-8', vary }
    return PackedText.of(JSON.stringify(await this.#written()), headers)
  }

  /** Bytes pass the edge as they are, so that what leads to us already leads there. */
  #page({ text, headers }: ReferencePage): Promise<PackedText> {
    return PackedText.of(pageWithBasePath(text, basePathOf(this.#options.baseUrl)), { ...CACHED, ...headers })
  }
}

const shared = { method: 'GET', auth: { kind: 'public' } } as const
const pageSchema = { response: { 200: Type.String(), 304: Type.Null() } }

const getDocument = (reference: Reference): Route =>
  route({
    name: 'reference.getDocument',
    ...shared,
    url: '/openapi.json',
    cors: true,
    summary: 'Read the OpenAPI document',
    description: 'Made from the routes of this server at the first request.',
    schema: {
      response: { 200: Type.Object({ openapi: Type.String() }, { additionalProperties: true }), 304: Type.Null() },
    },
    handler: async ({ headers }) => (await reference.document()).reply(headers),
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
    handler: async ({ headers }) => (await reference.operations()).reply(headers),
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
    handler: async ({ headers }) => (await reference.errors()).reply(headers),
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
