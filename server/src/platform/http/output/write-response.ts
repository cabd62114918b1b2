import type { IncomingMessage, ServerResponse } from 'node:http'
import { pageWithBasePath, withBasePath } from '#/platform/http/routing/base-path.ts'
import { corsHeaders } from './cors.ts'
import type { FailedRequest } from './error-response.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { endOverUnreadBody } from './unread-body.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'

/** What is known of whoever sent a request. */
export type Sender = Pick<RequestContext, 'ip' | 'notes'>

/** What decides on the headers of an answer besides the answer itself. */
export interface AnswerContext {
  readonly requestId: string
  /** Header names and values in turn: what every answer of this place carries. */
  readonly base: readonly string[]
  readonly close: boolean
  /** Where the server stands below its origin; see `base-path.ts`. */
  readonly basePath: string
  /** The `Origin` of the request, when other origins may read the answer. */
  readonly corsOrigin?: string | undefined
  /** Who the request came from, for the log. */
  readonly sender?: Sender
  /** The request, when it was not read to its end: the connection closes after it. */
  readonly unread?: IncomingMessage
  /** The request, for pages that say what went wrong in the language of its reader. */
  readonly request?: FailedRequest
}

/** Headers by name; one that is sent several times is a list. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

const NO_HEADERS: Readonly<Record<string, string>> = {}
const JSON_TYPE = 'application/json; charset=utf-8'

/** Writes an answer with one call each for head and body, so that both leave in one packet. */
export function writeReply(response: ServerResponse, reply: Reply, context: AnswerContext): void {
  const { body, headers } = reply
  if (typeof body === 'string' || body instanceof Uint8Array || body === undefined) {
    write(response, reply.status, headers, reply.cookies, body, context)
  } else {
    writeJson(response, reply.status, body, context, headers, reply.cookies)
  }
}

/** The same for a value that becomes JSON. */
export function writeJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  context: AnswerContext,
  headers = NO_HEADERS,
  cookies: readonly string[] = [],
): void {
  write(response, status, headers, cookies, JSON.stringify(body), context, JSON_TYPE)
}

function write(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  cookies: readonly string[],
  body: string | Uint8Array | undefined,
  context: AnswerContext,
  type?: string,
): void {
  if (response.headersSent || response.destroyed) return
  const head = headOf(headers, context, type)
  if (context.basePath !== '') body = translate(head, body, context.basePath)
  for (const cookie of cookies) head.push('set-cookie', cookie)
  if (status !== 204 && status !== 304) head.push('content-length', String(lengthOf(body)))
  response.writeHead(status, head)
  if (context.unread !== undefined && body !== undefined) endOverUnreadBody(response, body, context.unread)
  else response.end(status === 204 || status === 304 ? undefined : body)
}

/** Writes the head of an answer whose body follows piece by piece; see `stream.ts`. */
export function writeHead(response: ServerResponse, status: number, headers: Headers, context: AnswerContext): void {
  if (!response.headersSent && !response.destroyed) response.writeHead(status, headOf(headers, context))
}

function headOf(headers: Headers, context: AnswerContext, type?: string): string[] {
  const head = context.base.slice()
  head.push('x-request-id', context.requestId)
  if (context.corsOrigin !== undefined) head.push(...corsHeaders(context.corsOrigin))
  if (context.close) head.push('connection', 'close')
  if (type !== undefined) head.push('content-type', type)
  for (const name in headers) putAll(head, name.toLowerCase(), headers[name] as string | readonly string[])
  return head
}

/** Redirects and pages as the outside knows them. */
function translate(head: string[], body: string | Uint8Array | undefined, basePath: string) {
  const location = valueOf(head, 'location')
  if (location !== undefined) put(head, 'location', withBasePath(location, basePath))
  const isPage = typeof body === 'string' && valueOf(head, 'content-type')?.startsWith('text/html')
  return isPage ? pageWithBasePath(body, basePath) : body
}

function valueOf(head: readonly string[], name: string): string | undefined {
  for (let i = 0; i < head.length; i += 2) if (head[i] === name) return head[i + 1]
  return undefined
}

const lengthOf = (body: string | Uint8Array | undefined): number => (body === undefined ? 0 : Buffer.byteLength(body))

function putAll(head: string[], name: string, value: string | readonly string[]): void {
  if (typeof value === 'string') return put(head, name, value)
  const [first, ...more] = value
  if (first !== undefined) put(head, name, first)
  for (const one of more) head.push(name, one)
}

/** Replaces a header that is there already; lists of names and values are what writeHead takes fastest. */
function put(head: string[], name: string, value: string): void {
  for (let i = 0; i < head.length; i += 2) {
    if (head[i] === name) {
      head[i + 1] = value
      return
    }
  }
  head.push(name, value)
}
