import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewayRequest } from '#/modules/proxy/identity/authorization.ts'
import type { Reason } from './figures.ts'

/** What is answered in place of the upstream. */
export interface Refused {
  readonly status: number
  readonly reason: Reason
  readonly message: string
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
}

const SAFETY = ['cache-control', 'no-store', 'x-content-type-options', 'nosniff', 'referrer-policy', 'no-referrer']

/** Writes a refusal: a sentence for people, the members of every error of this server for programs. */
export function writeRefusal(
  message: IncomingMessage,
  response: ServerResponse,
  refused: Refused,
  request: GatewayRequest | undefined,
): void {
  if (response.destroyed) return
  const { type, body } = bodyOf(refused, request)
  const head = headOf(refused, request, type, body)
  // The rest of a body nobody reads would be taken for the next request.
  if (!message.complete) head.push('connection', 'close')
  response.writeHead(refused.status, head)
  response.end(message.method === 'HEAD' ? undefined : body)
  if (!message.complete) message.resume()
}

/** The same in the bytes of HTTP/1.1, for a socket that wanted to be more than a request. */
export function refusalHead(refused: Refused, request: GatewayRequest | undefined): string {
  const { type, body } = bodyOf(refused, request)
  const head = [...headOf(refused, request, type, body), 'connection', 'close']
  let text = `HTTP/1.1 ${refused.status} Refused\r\n`
  for (let i = 0; i < head.length; i += 2) text += `${head[i]}: ${head[i + 1]}\r\n`
  return `${text}\r\n${body}`
}

function headOf(
  { headers, cookies, reason }: Refused,
  request: GatewayRequest | undefined,
  type: string,
  body: string,
): string[] {
  const head = [...SAFETY, 'x-mandate-reason', reason, 'content-type', type]
  head.push('content-length', String(Buffer.byteLength(body)))
  if (request) head.push('x-request-id', request.context.requestId)
  for (const [name, value] of Object.entries(headers)) head.push(name, value)
  for (const cookie of cookies) head.push('set-cookie', cookie)
  return head
}

function bodyOf({ reason, message }: Refused, request: GatewayRequest | undefined): { type: string; body: string } {
  const requestId = request?.context.requestId
  if (request?.opensPage) {
    return { type: 'text/plain; charset=utf-8', body: `${message}\n\nRequest ${requestId}\n` }
  }
  const body = JSON.stringify({ error: reason, message, ...(requestId === undefined ? {} : { request_id: requestId }) })
  return { type: 'application/json; charset=utf-8', body }
}
