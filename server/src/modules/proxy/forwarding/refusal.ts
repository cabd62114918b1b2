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
  /** Where somebody who is signed in and refused can sign in as somebody else. */
  readonly signInAnew?: string
}

/** What a page about a refusal is made from. */
export interface RefusalToShow extends Pick<Refused, 'status' | 'message' | 'signInAnew'> {
  readonly reason: Reason | 'sign_in_over' | 'nothing_here'
}

/** A page for a person, with the headers that it needs. */
export interface RefusalPage {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Draws the page about a refusal in the look and the languages of the hosted pages. */
export type RenderRefusal = (
  refusal: RefusalToShow,
  requestId: string,
  message: Pick<IncomingMessage, 'headers'>,
) => Promise<RefusalPage>

/** Headers and body of what is answered. */
interface Content {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const SAFETY = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

/** Writes refusals: a page for people, the members of every error of this server for programs. */
export class Refusals {
  readonly #render: RenderRefusal
  constructor(render: RenderRefusal) {
    this.#render = render
  }

  async write(
    message: IncomingMessage,
    response: ServerResponse,
    refused: Refused,
    request: GatewayRequest | undefined,
  ): Promise<void> {
    // What leads on has nobody who reads it.
    const shows = request?.opensPage === true && refused.status >= 400
    const content = shows ? await this.page(refused, request, message) : contentOf(refused, request)
    if (response.destroyed) return
    const head = headOf(refused, request, content)
    // The rest of a body nobody reads would be taken for the next request.
    if (!message.complete) head.push('connection', 'close')
    response.writeHead(refused.status, head)
    response.end(message.method === 'HEAD' ? undefined : content.body)
    if (!message.complete) message.resume()
  }

  /** A refusal as a page; a sentence when no page can be drawn. */
  async page(refusal: RefusalToShow, { context }: GatewayRequest, message: IncomingMessage): Promise<Content> {
    try {
      const { headers, body } = await this.#render(refusal, context.requestId, message)
      return { headers, body: String(body) }
    } catch {
      return sentence(refusal, context.requestId)
    }
  }
}

/** The same in the bytes of HTTP/1.1, for a socket that wanted to be more than a request. */
export function refusalHead(refused: Refused, request: GatewayRequest | undefined): string {
  const content = contentOf(refused, request)
  const head = [...headOf(refused, request, content), 'connection', 'close']
  let text = `HTTP/1.1 ${refused.status} Refused\r\n`
  for (let i = 0; i < head.length; i += 2) text += `${head[i]}: ${head[i + 1]}\r\n`
  return `${text}\r\n${content.body}`
}

function headOf(refused: Refused, request: GatewayRequest | undefined, content: Content): string[] {
  const own = { ...SAFETY, ...content.headers, 'x-mandate-reason': refused.reason, ...refused.headers }
  const head = ['content-length', String(Buffer.byteLength(content.body))]
  if (request) head.push('x-request-id', request.context.requestId)
  for (const [name, value] of Object.entries(own)) head.push(name, value)
  for (const cookie of refused.cookies) head.push('set-cookie', cookie)
  return head
}

function contentOf(refused: Refused, request: GatewayRequest | undefined): Content {
  const requestId = request?.context.requestId
  if (request?.opensPage) return sentence(refused, requestId)
  const { reason, message } = refused
  const body = JSON.stringify({ error: reason, message, ...(requestId === undefined ? {} : { request_id: requestId }) })
  return { headers: { 'content-type': 'application/json; charset=utf-8' }, body }
}

const sentence = ({ message }: { readonly message: string }, requestId: string | undefined): Content => ({
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: `${message}\n\nRequest ${requestId}\n`,
})
