import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { createTestApp } from './app.ts'
import { cookiesOf } from './people.ts'
import { listen } from './listen.ts'
import { signUp } from './recovery.ts'
import type { TestApp } from './app.ts'
import type { TestServer } from './listen.ts'
import type { Visitor } from './visitor.ts'

/** A host that tests put behind the gateway. */
export const HOST = 'reports.localhost:8081'
export const ORIGIN = `http://${HOST}`

/** Puts a host behind the gateway; answers its id. */
export async function newUpstream(app: TestApp, more: Record<string, unknown> = {}): Promise<string> {
  const upstream = { host: HOST, upstream: 'http://127.0.0.1:3000', ...more }
  const made = await app.admin('POST', '/admin/proxy/upstreams', upstream)
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}

/** Creates a rule; answers its id. */
export async function newRule(app: TestApp, rule: Record<string, unknown>): Promise<string> {
  const whole = { name: 'A rule', pattern: '/*', require: 'anonymous', ...rule }
  const made = await app.admin('POST', '/admin/proxy/rules/db', whole)
  assert.equal(made.status, 201, made.text)
  return String(made.json['id'])
}

/** What the gateway would decide about a request. */
export async function simulate(app: TestApp, asked: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await app.admin('POST', '/admin/proxy/simulate', { host: HOST, path: '/', ...asked })
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

/** A request through the gateway. */
export interface ThroughGateway {
  readonly method?: string
  readonly path?: string
  readonly host?: string
  readonly headers?: Readonly<Record<string, string | string[]>> | readonly string[]
  readonly body?: string | Buffer
}

/** What came back through it. */
export interface GatewayAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** A request as an upstream saw it. */
export interface Seen {
  readonly method: string
  readonly url: string
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** An upstream that answers with the request it got. */
export const echo: RequestListener = (message, response) => {
  const chunks: Buffer[] = []
  message.on('data', (chunk: Buffer) => chunks.push(chunk))
  message.on('end', () => {
    const { method, url, rawHeaders } = message
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ method, url, rawHeaders, body: Buffer.concat(chunks).toString() }))
  })
}

/** A server whose gateway listens, with one upstream behind it. */
export class TestGateway {
  readonly app: TestApp
  readonly upstream: TestServer
  readonly upstreamId: string
  readonly port: number

  private constructor(app: TestApp, upstream: TestServer, upstreamId: string, port: number) {
    this.app = app
    this.upstream = upstream
    this.upstreamId = upstreamId
    this.port = port
  }

  static async start(
    t: TestContext,
    { handler = echo, ...options }: Parameters<typeof createTestApp>[1] & { readonly handler?: RequestListener } = {},
  ): Promise<TestGateway> {
    const upstream = await listen(t, handler)
    const app = await createTestApp(t, options)
    const [address = ''] = await app.services.gatewayControl.begin()
    const upstreamId = await newUpstream(app, { upstream: upstream.url })
    return new TestGateway(app, upstream, upstreamId, Number(new URL(address).port))
  }

  /** A rule of its upstream. */
  rule(rule: Record<string, unknown>): Promise<string> {
    return newRule(this.app, { upstream_id: this.upstreamId, ...rule })
  }

  /** Sends a request on a connection of its own; the path goes out as it stands. */
  async send({
    method = 'GET',
    path = '/',
    host = HOST,
    headers = {},
    body,
  }: ThroughGateway = {}): Promise<GatewayAnswer> {
    const own = Array.isArray(headers) ? ['host', host, ...(headers as string[])] : { host, ...headers }
    const outgoing = request({ port: this.port, host: '127.0.0.1', method, path, headers: own as never, agent: false })
    outgoing.end(body)
    const [message] = (await once(outgoing, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk as Buffer)
    return { status: message.statusCode ?? 0, headers: message.headers, text: Buffer.concat(chunks).toString() }
  }

  /** The request as the upstream got it; fails when it got none. */
  async seen(sent: ThroughGateway = {}): Promise<Seen> {
    const answer = await this.send(sent)
    assert.equal(answer.status, 200, answer.text)
    return JSON.parse(answer.text) as Seen
  }

  /** Writes bytes to the gateway, and answers what it says until it closes. */
  async raw(bytes: string): Promise<string> {
    const socket = connect(this.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(bytes, 'latin1')
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    return text
  }

  /** Opens a page in a browser that is signed in at the server: there and back again. */
  async signIn(visitor: Visitor, path = '/'): Promise<Record<string, string>> {
    const away = await this.send({ path, headers: { accept: 'text/html' } })
    assert.equal(away.status, 303, away.text)
    const atHost = cookiesOf(...(away.headers['set-cookie'] ?? []))
    const back = await visitor.open(String(away.headers.location).replace(this.app.baseUrl, ''))
    assert.equal(back.status, 303, back.text)
    const url = new URL(String(back.headers['location']))
    assert.equal(url.origin, ORIGIN)
    const opened = await this.send({ path: url.pathname + url.search, headers: { cookie: cookieOf(atHost) } })
    assert.equal(opened.status, 303, opened.text)
    assert.equal(opened.headers.location, path)
    return { ...atHost, ...cookiesOf(...(opened.headers['set-cookie'] ?? [])) }
  }
}

/** Somebody who is signed in at a host with one rule for all of it. */
export async function signedIn(t: TestContext, require = 'authenticated') {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ require })
  const person = await signUp(gateway.app, 'maya@example.com')
  return { gateway, person, cookies: await gateway.signIn(person.visitor) }
}

/** Cookies as a browser sends them. */
export const cookieOf = (cookies: Readonly<Record<string, string>>): string =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** The values of a header that an upstream got. */
export const valuesOf = ({ rawHeaders }: Pick<Seen, 'rawHeaders'>, name: string): string[] =>
  rawHeaders.flatMap((it, i) => (i % 2 === 0 && it.toLowerCase() === name ? [rawHeaders[i + 1] as string] : []))
