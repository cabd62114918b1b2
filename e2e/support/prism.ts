import { createServer } from 'node:http'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer as createPrism } from '@stoplight/prism-http-server'
import { send } from './http.ts'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Incoming } from './http.ts'
import type { TestAnswer, TestApp, TestRequest } from '@mandate/server/test/support/app.ts'

/** Headers that belong to the connection with Prism, not to the request. */
const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'accept-encoding'])

/** Prism goes where a redirect leads before it answers; it is not told where that is. */
const TOLD_OTHERWISE: Readonly<Record<string, string>> = { location: 'x-location' }

/** Prism complains to its log; what it finds also stands in its answers, where tests look. */
const silent = { info() {}, debug() {}, trace() {}, warn() {}, error() {}, success() {}, child: () => silent }

/** What came of a request through Prism. */
export interface Proxied extends Incoming {
  /** What Prism says differs from the document, in the request or in the answer. */
  readonly violations: string | undefined
}

/** Prism as a validating proxy that knows only the OpenAPI document, in front of servers in memory. */
export class Prism {
  #app: TestApp | undefined
  readonly #door: Server
  readonly #prism: ReturnType<typeof createPrism>
  readonly #url: string

  private constructor(door: Server, prism: ReturnType<typeof createPrism>, url: string) {
    this.#door = door
    this.#prism = prism
    this.#url = url
    door.on('request', (request, response) => void this.#answer(request, response))
  }

  static async start(document: object): Promise<Prism> {
    // A document that Prism can't read must not keep the process of the test.
    const door = createServer().listen(0, '127.0.0.1').unref()
    await new Promise((resolve) => door.once('listening', resolve))
    const prism = createPrism(await getHttpOperationsFromSpec(document), {
      config: {
        isProxy: true,
        upstream: new URL(`http://127.0.0.1:${(door.address() as AddressInfo).port}`),
        validateRequest: true,
        validateResponse: true,
        // Which credential opens which route is asked elsewhere, with all of them.
        checkSecurity: false,
        errors: true,
        mock: { dynamic: false },
        upstreamProxy: undefined,
      },
      components: { logger: silent as never },
      cors: false,
    })
    return new Prism(door, prism, await prism.listen(0, '127.0.0.1'))
  }

  async stop(): Promise<void> {
    await this.#prism.close()
    this.#door.close()
  }

  /** Sends one request to a server by way of Prism. */
  async send(app: TestApp, request: TestRequest): Promise<Proxied> {
    this.#app = app
    const { method, headers, body } = outgoing(request)
    const answer = await send(`${this.#url}${request.url}`, { method, headers, body })
    const isOwn = String(answer.headers['content-type']).startsWith('application/problem+json')
    return { ...answer, violations: isOwn ? answer.text : (answer.headers['sl-violations'] as string | undefined) }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const answer = await (this.#app as TestApp).send({
      method: (request.method ?? 'GET') as NonNullable<TestRequest['method']>,
      url: request.url ?? '/',
      headers: headersOf(request),
      body: Buffer.concat(chunks),
    })
    response.writeHead(answer.status, responseHeaders(answer)).end(answer.text)
  }
}

function outgoing({ method, headers = {}, json, form, body }: TestRequest) {
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json'
  const text =
    json === undefined ? form && new URLSearchParams(form as Record<string, string>).toString() : JSON.stringify(json)
  return {
    method: method ?? (text === undefined && body === undefined ? 'GET' : 'POST'),
    headers: { ...(text === undefined ? {} : { 'content-type': type }), ...(headers as Record<string, string>) },
    body: text ?? (body as string | undefined),
  }
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OF_THE_CONNECTION.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )

const responseHeaders = ({ headers }: TestAnswer): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OF_THE_CONNECTION.has(name) || value === undefined ? [] : [[TOLD_OTHERWISE[name] ?? name, value]],
    ),
  )
