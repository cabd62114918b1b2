import type { Static, TSchema } from 'typebox'
import type { BodyStream } from '#/platform/http/input/body-stream.ts'
import type { Form } from '#/platform/http/input/form.ts'
import type { Part } from '#/platform/http/input/multipart.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Policy } from './policy.ts'
import type { Reply } from './reply.ts'
import type { ApiServices, OAuthServices, PageServices, Principals } from './services.ts'

type PrincipalOfKind<K> = K extends keyof Principals ? Principals[K] : undefined

/** Who the handler of a route meets. A page that asks nobody, or gets the form of another site, meets nobody. */
export type PrincipalOf<P extends Policy> = P extends { readonly kind: 'browser' }
  ? | (P extends { readonly csrf: string } ? PrincipalOfKind<'browser'> : undefined)
    | (P extends { readonly foreignForms: object } ? undefined : never)
  : PrincipalOfKind<P['kind']>

export interface RouteSchema {
  readonly params?: TSchema
  readonly query?: TSchema
  /** A JSON body, or with `form: true` the fields of a form: described and typed, unknown ones ignored. */
  readonly body?: TSchema
  readonly headers?: TSchema
  /** Every status the route itself decides on; the errors that all routes share are added by the OpenAPI builder. */
  readonly response: Readonly<Record<number, TSchema>>
}

/** What one request carries, already parsed. */
export interface RouteRequest<S extends RouteSchema, P extends Policy> {
  /** Where it comes from; what services are told of it. */
  readonly context: RequestContext
  readonly method: string
  /** Path and query as received. */
  readonly url: string
  readonly params: S['params'] extends TSchema ? Static<S['params']> : Record<string, never>
  readonly query: S['query'] extends TSchema ? Static<S['query']> : Record<string, never>
  readonly body: S['body'] extends TSchema ? Static<S['body']> : undefined
  /** The form body on routes with `form: true`, else empty. Knows which parameters came twice. */
  readonly form: Form
  /** The fields of the body on routes with `multipart: true`, else empty. */
  readonly parts: readonly Part[]
  /** The body as it arrives, on routes with `relay: true` alone. */
  readonly bodyStream: BodyStream
  /** The raw query string, for routes that must see duplicates. */
  readonly queryForm: Form
  /** Header values; a header sent more than once is joined except where `headerValues` is asked. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Every value of a header, in order, for headers that must come once (DPoP, Authorization). */
  headerValues(name: string): string[]
  /** True only when the socket's peer is loopback and no forwarding header came along. */
  readonly fromLoopback: boolean
  /** True only when the socket's peer is a proxy that the configuration lists. */
  readonly fromTrustedProxy: boolean
  readonly principal: PrincipalOf<P>
}

/** Nouns and a verb: `agents.rotateSecret`, `users.roles.assign`, `pages.signIn.show`. */
export type RouteName = `${string}.${string}`

/** A route as a value: it can be listed, documented, mounted at two prefixes, and held against the specification. */
interface RouteDefinition<S extends RouteSchema, P extends Policy, Given> {
  /** Unique among all routes and there to stay: the operation id, and so the method of an SDK (`client.agents.rotateSecret`). */
  readonly name: RouteName
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the area's prefix: `/agents/:id` in the `api` area is `/api/v1/agents/:id`. */
  readonly url: string
  readonly auth: P
  /** One line for the reference, in the imperative: "List agents". */
  readonly summary: string
  readonly description?: string
  /** The group in the reference, where it isn't the first noun of the name. */
  readonly tag?: string
  readonly schema: S
  /** The body is `application/x-www-form-urlencoded`. */
  readonly form?: true
  /** The body is `multipart/form-data`; the handler reads its `parts`, and `body` describes them. */
  readonly multipart?: true
  /**
   * Passes requests on to another server: takes the query and the body as they come, and may answer with any status and
   * body, which the document says. The responses it declares are its own refusals.
   */
  readonly relay?: true
  /** Answers a page for a browser, not JSON. */
  readonly page?: true
  /** On the way of a sign-in that an application opened in a popup, which reports back to its opener. */
  readonly popup?: true
  /** A GET that uses something up: a HEAD, which asks without wanting the answer, is not served. */
  readonly noHead?: true
  /** Browser clients of other origins may call it, without credentials. */
  readonly cors?: true
  /** Largest body in bytes; 64 KiB when not given. */
  readonly bodyLimitBytes?: number
  readonly handler: (request: RouteRequest<S, P>, services: Given) => Promise<unknown> | unknown
}

/** A route with all that is known of it. */
export interface Route<
  S extends RouteSchema = RouteSchema,
  P extends Policy = Policy,
  Given = never,
> extends RouteDefinition<S, P, Given> {
  readonly tag: string
}

export type ApiRoute = Route<RouteSchema, Policy, ApiServices>
export type OAuthRoute = Route<RouteSchema, Policy, OAuthServices>
export type PagesRoute = Route<RouteSchema, Policy, PageServices>

const routeGiven =
  <Given>() =>
  <const S extends RouteSchema, const P extends Policy>(definition: RouteDefinition<S, P, Given>) =>
    ({ tag: tagOf(definition.name), ...definition }) as unknown as Route<RouteSchema, Policy, Given>

/** The first noun of a name in words: that of `apiKeys.rotate` is `api keys`. */
const tagOf = (name: RouteName): string =>
  name.slice(0, name.indexOf('.')).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Declares a route of the server itself. The handler answers the body for the first 2xx of `response`, or a `Reply`. */
export const route = routeGiven<unknown>()
/** The same in the area `api`, whose services the handler receives. */
export const apiRoute = routeGiven<ApiServices>()
/** The same in the area `oauth`. */
export const oauthRoute = routeGiven<OAuthServices>()
/** The same for what people's browsers open, in whatever area it stands. */
export const pagesRoute = routeGiven<PageServices>()

/** The methods of a route that is there whatever is done with it; HEAD comes with GET. */
export const everyMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The status of an answer that names none: the first 2xx the route declares. */
export function successStatus({ schema }: Route): number {
  const statuses = Object.keys(schema.response).map(Number)
  return statuses.find((status) => status >= 200 && status < 300) ?? 200
}

/** Whether a route only reads: browsers may be led to it from anywhere. */
export const isRead = ({ method }: Route): boolean => method === 'GET'

export type { Form, Policy, Reply }
