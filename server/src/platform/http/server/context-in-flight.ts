import type { IncomingMessage } from 'node:http'
import { parseCookies } from '#/platform/encoding/cookies.ts'
import type { ClientIps } from '#/platform/http/input/client-ip.ts'
import type { Form } from '#/platform/http/input/form.ts'
import { MalformedForm } from '#/platform/http/input/form.ts'
import type { NegotiateLocale, RequestContext, RequestNotes } from '#/platform/request-context.ts'
import type { Locale } from '#/protocol/locales.ts'

/** What a server knows that turns a message into a context. */
export interface ContextDeps {
  readonly clientIps: ClientIps
  readonly negotiateLocale: NegotiateLocale
}

/** The context of one request. Cookies and language are worked out when somebody asks for them. */
export class ContextInFlight implements RequestContext {
  readonly requestId: string
  /** Read at once, because the socket of a caller that hung up has none. */
  readonly ip: string
  readonly notes: RequestNotes = {}
  readonly #raw: IncomingMessage
  readonly #queryForm: () => Form
  readonly #negotiateLocale: NegotiateLocale
  #cookies: Readonly<Record<string, string>> | undefined
  #locale: Locale | undefined

  constructor(requestId: string, raw: IncomingMessage, queryForm: () => Form, deps: ContextDeps) {
    this.requestId = requestId
    this.ip = deps.clientIps.of(raw)
    this.#raw = raw
    this.#queryForm = queryForm
    this.#negotiateLocale = deps.negotiateLocale
  }

  get clientRequestId(): string | undefined {
    return inboundRequestId(this.#raw)
  }

  get userAgent(): string | undefined {
    return this.#raw.headers['user-agent']
  }

  get cookies(): Readonly<Record<string, string>> {
    return (this.#cookies ??= parseCookies(this.#raw.headers.cookie))
  }

  get locale(): Locale {
    return (this.#locale ??= this.#negotiateLocale({
      headers: this.#raw.headers,
      cookies: this.cookies,
      queryForm: this.#readableQuery(),
    }))
  }

  /** A query that nobody can read says nothing about a language; whoever needs it refuses it. */
  #readableQuery(): Form | undefined {
    try {
      return this.#queryForm()
    } catch (error) {
      if (error instanceof MalformedForm) return undefined
      throw error
    }
  }
}

const SANE_ID = /^[A-Za-z0-9_-]{8,64}$/

/** The id a caller gave its request, when it is one we can repeat in logs. */
export function inboundRequestId({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id']
  return typeof id === 'string' && SANE_ID.test(id) ? id : undefined
}
