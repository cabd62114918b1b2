import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { areaOfPath, pathOf } from '#/platform/http/routing/mounted-routes.ts'
import type { Envelopes } from '#/platform/http/output/error-response.ts'
import { METHODS, STATUS_CODES } from '#/platform/node-http.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import type { HeaderList } from '#/platform/http/output/headers.ts'
import { toProblem } from '#/platform/http/output/error-classification.ts'
import type { Problem } from '#/platform/http/output/error-classification.ts'
import { belowBasePath } from '#/platform/http/routing/base-path.ts'
import { refusal } from './no-route.ts'
import type { PathTable } from './path-table.ts'

/** How much of a packet is looked at for its request line. */
const LINE_BYTES = 2048

/** What node:http emits as `clientError` carries these, when they apply. */
interface ParserError extends Error {
  readonly code?: string | undefined
  readonly rawPacket?: Buffer | undefined
}
/** Node keeps the answer in progress on its socket; its own handler of these errors looks there too. */
type HttpSocket = Socket & { _httpMessage?: ServerResponse & { req?: IncomingMessage } }

interface SocketErrorsDeps {
  readonly envelopes: Envelopes
  readonly headers: HeaderList
  readonly paths: PathTable
  readonly basePath: string
  newRequestId(): string
}

/** Answers what node:http refuses before there is a request: broken syntax, too many headers, too slow. */
export class SocketErrors {
  readonly #deps: SocketErrorsDeps

  constructor(deps: SocketErrorsDeps) {
    this.#deps = deps
  }

  respond(error: ParserError, socket: HttpSocket): void {
    const inProgress = socket._httpMessage
    if (error.code === 'ECONNRESET' || !socket.writable || inProgress?.headersSent) {
      socket.destroy()
      return
    }
    const target = inProgress?.req?.url ?? targetOf(error.rawPacket)
    const problem = isForeignMethod(error) ? this.#foreignMethod(target) : problemOf(error)
    socket.end(this.#response(problem, target), () => socket.destroy())
  }

  /** Node knows some thirty methods and takes all others for broken syntax; to us they are methods no route has. */
  #foreignMethod(target: string): Problem {
    const { paths, basePath } = this.#deps
    return toProblem(refusal(paths.at(pathOf(basePath === '' ? target : belowBasePath(target, basePath)))))
  }

  #response(problem: Problem, target: string): string {
    const id = this.#deps.newRequestId()
    const { envelopes, headers } = this.#deps
    const area = areaOfPath(pathOf(target))
    const reply = area === 'oauth' || area === 'scim' ? envelopes[area](problem) : envelopes.extended(problem, id)
    const body = JSON.stringify(reply.body)
    const lines = [`HTTP/1.1 ${reply.status} ${STATUS_CODES[reply.status] ?? 'Error'}`]
    for (let i = 0; i < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
    const replyHeaders = { 'content-type': 'application/json; charset=utf-8', ...reply.headers }
    for (const [name, value] of Object.entries(replyHeaders)) lines.push(`${name}: ${value}`)
    lines.push(`x-request-id: ${id}`, 'connection: close')
    lines.push(`content-length: ${Buffer.byteLength(body)}`, '', body)
    return lines.join('\r\n')
  }
}

function problemOf({ code }: ParserError): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return withStatus(toProblem(new AppError(commonErrors.headers_too_large)), 431)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return withStatus(toProblem(new AppError(commonErrors.request_timeout)), 408)
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return toProblem(new AppError(commonErrors.payload_too_large))
  return toProblem(new AppError(commonErrors.invalid_request, { message: 'This is not HTTP/1.1 as we understand it.' }))
}

const withStatus = (problem: Problem, status: number): Problem => ({ ...problem, status, oauthStatus: status })

/** The request target of a packet that begins with a request line; anything else tells us nothing. */
function targetOf(packet: Buffer | undefined): string {
  const start = packet?.subarray(0, LINE_BYTES).toString('latin1') ?? ''
  return /^[^ \r\n]+ (\/[^ \r\n]*)/.exec(start)?.[1] ?? '/'
}

// RFC 9110 §9.1: a method is any token.
const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) \/[^ \r\n]* HTTP\/1\.[01]\r\n/

function isForeignMethod({ code, rawPacket }: ParserError): boolean {
  const method = REQUEST_LINE.exec(rawPacket?.subarray(0, LINE_BYTES).toString('latin1') ?? '')?.[1]
  return code === 'HPE_INVALID_METHOD' && method !== undefined && !METHODS.includes(method)
}
