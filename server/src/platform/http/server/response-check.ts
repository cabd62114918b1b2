import { gunzipSync } from 'node:zlib'
import type { MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import { envelopeOf } from '#/platform/http/output/error-response.ts'
import { toProblem } from '#/platform/http/output/error-classification.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { sharedErrors } from '#/platform/http/routing/shared-errors.ts'
import type { StreamReply } from '#/platform/http/output/stream.ts'
import { LazyValidator } from '#/platform/validation/validator.ts'

/** A handler broke its own declaration; only tests look for that. */
export class UndeclaredResponse extends Error {
  override readonly name = 'UndeclaredResponse'
}

/** Holds the answers of one route against the statuses and shapes it declares. */
export class ResponseCheck {
  readonly #name: string
  readonly #validators: ReadonlyMap<number, LazyValidator>
  readonly #shared: ReadonlySet<number>
  readonly #speaksOAuth: boolean
  readonly #relays: boolean

  constructor(mounted: MountedRoute) {
    const { route } = mounted
    this.#shared = new Set(sharedErrors(mounted))
    this.#speaksOAuth = envelopeOf(mounted) === 'oauth'
    this.#relays = route.relay === true
    this.#name = `${route.method} ${route.url}`
    this.#validators = new Map(
      Object.entries(route.schema.response).map(([status, schema]) => [
        Number(status),
        new LazyValidator(schema, true),
      ]),
    )
  }

  reply(reply: Reply): void {
    const { status, body } = reply
    const isJson = /^application\/(.+\+)?json/.test(headerOf(reply, 'content-type'))
    if (typeof body === 'string') this.value(status, isJson ? JSON.parse(body) : body)
    // Other bytes are a text to JSON Schema, of the media type it names.
    else if (body instanceof Uint8Array) this.value(status, isJson ? JSON.parse(unpacked(reply, body)) : '')
    else this.value(status, body)
  }

  /** A stream is held against its status alone: nobody has its body whole. What another server said may have any. */
  stream({ status }: StreamReply): void {
    if (!this.#relays) this.#validatorOf(status)
  }

  value(status: number, body: unknown): void {
    const validator = this.#validatorOf(status)
    if (body === undefined && (status === 204 || status >= 300)) return
    const wire: unknown = body === undefined ? undefined : JSON.parse(JSON.stringify(body))
    if (validator.check(wire)) return
    const errors = validator.errors(wire).map(({ pointer, message }) => `${pointer} ${message}`)
    throw new UndeclaredResponse(`${this.#name} answered ${status} in another shape: ${errors.join('; ')}`)
  }

  #validatorOf(status: number): LazyValidator {
    const validator = this.#validators.get(status)
    if (!validator) throw new UndeclaredResponse(`${this.#name} answered ${status}, which it does not declare`)
    return validator
  }

  /** The error to answer instead, when the route throws one that the document does not show. */
  thrown(error: unknown): UndeclaredResponse | undefined {
    if (error instanceof UndeclaredResponse) return error
    const problem = toProblem(error)
    const status = this.#speaksOAuth ? problem.oauthStatus : problem.status
    // Any request may be one that no server can read, such as one without a Host (RFC 9112 §3.2).
    if (status === 400 || this.#shared.has(status) || this.#validators.has(status)) return undefined
    return new UndeclaredResponse(`${this.#name} threw a ${status}, which it does not declare`, { cause: error })
  }
}

const headerOf = ({ headers }: Reply, wanted: string): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''

const unpacked = (reply: Reply, body: Uint8Array): string =>
  (headerOf(reply, 'content-encoding') === 'gzip' ? gunzipSync(body) : Buffer.from(body)).toString()
