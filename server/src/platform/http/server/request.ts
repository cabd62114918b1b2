import type { IncomingMessage } from 'node:http'
import type { BodyStream } from '#/platform/http/input/body-stream.ts'
import { isFromLoopback } from '#/platform/http/input/client-ip.ts'
import { Form, MalformedForm } from '#/platform/http/input/form.ts'
import type { Part } from '#/platform/http/input/multipart.ts'
import type { Policy, RouteRequest, RouteSchema } from '#/platform/http/routing/route.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { ContextInFlight } from './context-in-flight.ts'
import type { ContextDeps } from './context-in-flight.ts'

type AnyRouteRequest = Omit<RouteRequest<RouteSchema, Policy>, 'params' | 'query' | 'body' | 'principal'>

const NO_PARTS: readonly Part[] = []
const NOTHING = Object.freeze(Object.create(null) as Record<string, never>)

/** One request on its way through a route. What costs something is worked out when somebody asks for it. */
export class RequestInFlight implements AnyRouteRequest {
  readonly id: string
  readonly params: Readonly<Record<string, string>>
  query: unknown = NOTHING
  body: unknown = undefined
  form: Form = Form.empty
  parts: readonly Part[] = NO_PARTS
  principal: unknown = undefined
  readonly #raw: IncomingMessage
  readonly #contextDeps: ContextDeps
  readonly #queryText: string
  #queryForm: Form | undefined
  #bodyStream: BodyStream | undefined
  #context: RequestContext | undefined

  constructor(
    id: string,
    raw: IncomingMessage,
    params: Readonly<Record<string, string>>,
    queryText: string,
    contextDeps: ContextDeps,
  ) {
    this.id = id
    this.params = params
    this.#raw = raw
    this.#queryText = queryText
    this.#contextDeps = contextDeps
  }

  get method(): string {
    return this.#raw.method ?? 'GET'
  }

  get url(): string {
    return this.#raw.url ?? '/'
  }

  get headers(): Readonly<Record<string, string | undefined>> {
    // `set-cookie` is the only header node keeps as a list, and it has no meaning in a request.
    return this.#raw.headers as Readonly<Record<string, string | undefined>>
  }

  headerValues(name: string): string[] {
    const values: string[] = []
    const raw = this.#raw.rawHeaders
    const wanted = name.toLowerCase()
    for (let i = 0; i < raw.length; i += 2) {
      if ((raw[i] as string).toLowerCase() === wanted) values.push(raw[i + 1] as string)
    }
    return values
  }

  get bodyStream(): BodyStream {
    if (!this.#bodyStream) throw new TypeError('only a route that relays reads its body as a stream')
    return this.#bodyStream
  }

  set bodyStream(stream: BodyStream) {
    this.#bodyStream = stream
  }

  get queryForm(): Form {
    return (this.#queryForm ??= parseQuery(this.#queryText))
  }

  get context(): RequestContext {
    return (this.#context ??= new ContextInFlight(this.id, this.#raw, () => this.queryForm, this.#contextDeps))
  }

  get fromTrustedProxy(): boolean {
    return this.#contextDeps.clientIps.isListed(this.#raw)
  }

  get fromLoopback(): boolean {
    return isFromLoopback(this.#raw)
  }
}

// RFC 3986 §2: what is not ASCII travels percent-encoded; node would hand us its bytes as Latin-1.
function parseQuery(text: string): Form {
  if (/[^\x21-\x7e]/.test(text)) throw new MalformedForm('The query contains characters that must be percent-encoded.')
  return Form.parse(text)
}
