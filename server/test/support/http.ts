import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { TestContext } from 'node:test'
import { buildHttpServer } from '#/platform/http/server/server.ts'
import type { HttpServerOptions } from '#/platform/http/server/server.ts'
import type { Services } from '#/platform/http/routing/services.ts'

type ServerUnderTest = Partial<HttpServerOptions> & Pick<HttpServerOptions, 'areas'>

/** One line of the log. */
export interface LogLine {
  readonly level: string
  readonly fields: Record<string, unknown>
  readonly message: string
}

/** An HTTP server of routes that a test makes itself, with what it logged. */
export interface HttpFixture {
  readonly app: FastifyInstance
  readonly log: LogLine[]
  /** Sends one request in memory. */
  send(options: InjectOptions): Promise<HttpAnswer>
}

/** An answer, with its body parsed when it is JSON. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string
  readonly json: Record<string, unknown>
}

/** Builds a server that checks each answer against its declaration. */
export function httpFixture(options: ServerUnderTest): HttpFixture {
  const log: LogLine[] = []
  const writing =
    (level: string) =>
    (fields: object, message: string): void =>
      void log.push({ level, fields: { ...fields }, message })
  const app = buildHttpServer({
    services: {} as Services,
    authenticators: {},
    config: { baseUrl: 'http://localhost:8080', trustedProxies: [] },
    logger: { error: writing('error'), warn: writing('warn') },
    strictResponses: true,
    ...options,
  })
  return { app, log, send: async (request) => answerOf(await app.inject(request)) }
}

function answerOf(response: { statusCode: number; headers: object; body: string }): HttpAnswer {
  const headers = response.headers as Record<string, string>
  const isJson = headers['content-type']?.startsWith('application/json') && response.body !== ''
  return {
    status: response.statusCode,
    headers,
    text: response.body,
    json: isJson ? (JSON.parse(response.body) as Record<string, unknown>) : {},
  }
}

/** Listens on a free port of this machine until the test ends; answers the port. */
export async function listening(t: TestContext, app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  t.after(async () => {
    app.server.closeAllConnections()
    await app.close()
  })
  return (app.server.address() as AddressInfo).port
}

/** Opens a socket that is closed when the test ends. */
export async function openSocket(t: TestContext, port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Everything a socket receives until the server closes it. */
export async function readText(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  if (!socket.destroyed) await once(socket, 'close')
  return Buffer.concat(chunks).toString()
}

/** The one answer a socket receives before the server closes it. */
export async function readToEnd(socket: Socket): Promise<HttpAnswer> {
  const [head = '', ...body] = (await readText(socket)).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const text = body.join('\r\n\r\n')
  return answerOf({
    statusCode: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: text,
  })
}
