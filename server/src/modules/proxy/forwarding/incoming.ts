import type { IncomingMessage } from 'node:http'
import { parseCookies } from '#/platform/encoding/cookies.ts'
import type { RequestContext, RequestNotes } from '#/platform/request-context.ts'
import type { GatewayRequest } from '#/modules/proxy/identity/authorization.ts'

/** What the listener knows that turns a message into a request. */
export interface IncomingDeps {
  readonly issuer: string
  /** The IP of a client, from the socket or a listed proxy (rule G6). */
  readonly ipOf: (message: IncomingMessage) => string
  readonly newRequestId: () => string
}

/** The request that a message is; undefined when it does not name one host, or names two. */
export function readRequest(message: IncomingMessage, deps: IncomingDeps): GatewayRequest | undefined {
  const hosts = headerValues(message, 'host')
  const host = hosts.length === 1 ? hostOf(hosts[0] as string, deps.issuer) : undefined
  if (host === undefined) return undefined
  const target = originForm(message.url ?? '', host, deps.issuer)
  if (target === undefined) return undefined
  const method = message.method ?? 'GET'
  return {
    host,
    method,
    target,
    opensPage: opensPage(method, message.headers),
    context: new GatewayContext(message, deps),
    headerValues: (name) => headerValues(message, name),
  }
}

/** Where a message comes from. What is refused is told in English but on pages, which choose their language themselves. */
class GatewayContext implements RequestContext {
  readonly requestId: string
  readonly ip: string
  readonly userAgent: string | undefined
  readonly locale = 'en'
  readonly notes: RequestNotes = {}
  readonly #header: string | undefined
  #cookies: Readonly<Record<string, string>> | undefined

  constructor(message: IncomingMessage, { ipOf, newRequestId }: IncomingDeps) {
    this.requestId = newRequestId()
    this.ip = ipOf(message)
    this.userAgent = message.headers['user-agent']
    this.#header = message.headers.cookie
  }

  get cookies(): Readonly<Record<string, string>> {
    return (this.#cookies ??= parseCookies(this.#header))
  }
}

function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = []
  for (let i = 0; i < rawHeaders.length; i += 2)
    if ((rawHeaders[i] as string).toLowerCase() === name) values.push(rawHeaders[i + 1] as string)
  return values
}

const HOST = /^[a-z0-9.\-_]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/

/** A host as upstreams are known by it: in lower case, without the usual port. */
export function hostOf(text: string, issuer: string): string | undefined {
  const host = text.toLowerCase()
  if (!HOST.test(host)) return undefined
  const usual = issuer.startsWith('https:') ? ':443' : ':80'
  return host.endsWith(usual) ? host.slice(0, -usual.length) : host
}

const ABSOLUTE = /^https?:\/\/([^/?#]+)(\/.*)?$/i

/** RFC 9112 §3.2.2: an absolute target is that of its host, and of no other than the message names. */
function originForm(target: string, host: string, issuer: string): string | undefined {
  const match = ABSOLUTE.exec(target)
  if (!match) return target
  return hostOf(match[1] as string, issuer) === host ? (match[2] ?? '/') : undefined
}

/** Whether a person's browser opens a page: programs and scripts are told what they lack instead. */
export function opensPage(method: string, headers: IncomingMessage['headers']): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate'
}
