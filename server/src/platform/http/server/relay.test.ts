import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Type from 'typebox'
import { httpFixture, listening, openSocket, readText } from '#test/support/http.ts'
import { listen } from '#test/support/listen.ts'
import { until } from '#test/support/until.ts'
import { Outbound } from '#/platform/http-client/outbound.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { relayedReply } from '#/platform/http/output/stream.ts'
import { everyMethod, route } from '#/platform/http/routing/route.ts'
import { openApiDocument } from '#/platform/openapi/openapi.ts'
import { mountedRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { TestContext } from 'node:test'
import type { AreaRoutes } from '#/platform/http/routing/mounted-routes.ts'

const LIMIT = 4 * 1024 * 1024
const rules = async () => ({ insideAllowed: true, allowedHosts: [] })
const outbound = new Outbound({ baseUrl: 'https://id.example', rules })

/** A route that passes everything on to one server, but for what it refuses. */
const areasTo = (upstream: string): AreaRoutes[] => [
  {
    area: 'api',
    routes: everyMethod.map((method) =>
      route({
        name: `tests.relay.${method.toLowerCase()}`,
        method,
        url: '/relay/:name/*',
        auth: { kind: 'public', origin: 'any', why: 'a test' },
        summary: 'Relay',
        relay: true,
        bodyLimitBytes: LIMIT,
        schema: { params: Type.Object({ name: Type.String(), '*': Type.String() }), response: { 403: ErrorSchema } },
        handler: async ({ method: asked, params, bodyStream, headers }) => {
          if (params.name === 'refused') throw new AppError(commonErrors.forbidden)
          const { length } = bodyStream
          const answer = await outbound.stream(`${upstream}/${params['*']}`, {
            method: asked,
            headers: {
              'x-type': String(headers['content-type']),
              ...(length ? { 'content-length': `${length}` } : {}),
            },
            body: length === 0 ? undefined : bodyStream,
            signal: bodyStream.gone,
          })
          return relayedReply(answer.status, answer.headers, answer.body)
        },
      }),
    ),
  },
]

async function relaying(t: TestContext, upstream: RequestListener) {
  const server = await listen(t, upstream)
  const fixture = httpFixture({ areas: areasTo(server.url) })
  return { ...fixture, ...server, port: await listening(t, fixture.app) }
}

const echo: RequestListener = (incoming, response) => {
  const { method, url, headers } = incoming
  response.writeHead(207, { 'x-seen': `${method} ${url} ${headers['content-length']} ${headers['x-type']}` })
  incoming.pipe(response)
}

/** Begins a request, and answers what came back, before its body was read. */
function ask(port: number, path: string, { method = 'GET', body = '' } = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = request({ port, path: `/api/v1${path}`, method, agent: false }, resolve).on('error', reject)
    asking.end(body)
  })
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}

test('a relay passes method, path, body and type on as they come, and status, headers and body back', async (t) => {
  const { send } = await relaying(t, echo)
  for (const method of everyMethod.slice(1)) {
    const { status, headers, text } = await send({
      method,
      url: '/api/v1/relay/it/a/b?x=1&unknown',
      headers: { 'content-type': 'text/strange' },
      payload: '{"a":',
    })
    assert.deepEqual([status, text], [207, '{"a":'])
    assert.equal(headers['x-seen'], `${method} /a/b 5 text/strange`)
    assert.equal(headers['proxy-status'], 'Mandate; received-status=207')
    assert.equal(headers['x-content-type-options'], 'nosniff')
  }
  assert.equal((await send({ url: '/api/v1/relay/it/' })).headers['x-seen'], 'GET / undefined undefined')
  const head = await send({ method: 'HEAD', url: '/api/v1/relay/it/h' })
  assert.deepEqual([head.status, head.headers['x-seen'], head.text], [207, 'HEAD /h undefined undefined', ''])
})

test('what a relay does not take is a 405 that names what it takes', async (t) => {
  const { send, hits } = await relaying(t, echo)
  for (const method of ['OPTIONS', 'PROPFIND', 'TRACE'] as const) {
    const { status, headers } = await send({ method, url: '/api/v1/relay/it/a/b' })
    assert.deepEqual([status, headers['allow']], [405, 'GET, HEAD, POST, PUT, PATCH, DELETE'], method)
  }
  assert.equal(hits.length, 0)
})

test('a relay answers at once what the other server said before its body', async (t) => {
  const { port } = await relaying(t, (_incoming, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    setTimeout(() => response.end('data: late\n\n'), 100)
  })
  const answer = await ask(port, '/relay/it/events')
  assert.equal(answer.headers['content-type'], 'text/event-stream')
  assert.equal(await textOf(answer), 'data: late\n\n')
})

test('a caller that leaves ends the request to the other server, and nothing is logged', async (t) => {
  let [arrived, closed] = [0, 0]
  const { port, log } = await relaying(t, (incoming, response) => {
    arrived++
    response.on('close', () => closed++)
    if (incoming.url === '/within') response.write('a piece')
  })
  const within = await ask(port, '/relay/it/within')
  within.destroy()
  await until(() => closed === 1)
  const before = request({ port, path: '/api/v1/relay/it/before' }).on('error', () => {})
  before.end()
  await until(() => arrived === 2)
  before.destroy()
  const sending = request({ port, path: '/api/v1/relay/it/body', method: 'POST' }).on('error', () => {})
  sending.write('a part of a body')
  await until(() => arrived === 3)
  sending.destroy()
  await until(() => closed === 3)
  assert.deepEqual(log, [])
})

test('an answer that ends early cuts the connection, so that nobody takes a part for the whole', async (t) => {
  const { port } = await relaying(t, (_incoming, response) => {
    response.write('a piece')
    setTimeout(() => response.destroy(), 20)
  })
  const answer = await ask(port, '/relay/it/short')
  await assert.rejects(textOf(answer), /aborted|hang up/)
})

test('both sides hold each other back', async (t) => {
  let made = 0
  const { port } = await relaying(t, (_incoming, response) => {
    void (async () => {
      for (; made < 64; made++) if (!response.write(Buffer.alloc(1024 * 1024))) await once(response, 'drain')
      response.end()
    })()
  })
  const answer = await ask(port, '/relay/it/large')
  await sleep(150)
  assert.ok(made < 48, `${made} MiB were sent that nobody reads`)
  assert.equal((await textOf(answer)).length, 64 * 1024 * 1024)
})

test('a body that is too large is refused before anything is sent where its length is known, and cut where not', async (t) => {
  let received = 0
  const { send, port, hits } = await relaying(t, (incoming) => {
    incoming.on('data', (piece: Buffer) => (received += piece.length))
  })
  const known = await send({ method: 'POST', url: '/api/v1/relay/it/x', payload: 'x'.repeat(LIMIT + 1) })
  assert.deepEqual([known.status, known.json['code'], hits.length], [413, 'payload_too_large', 0])
  const socket = await openSocket(t, port)
  socket.write('POST /api/v1/relay/it/x HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n')
  const chunk = `${(1024 * 1024).toString(16)}\r\n${'x'.repeat(1024 * 1024)}\r\n`
  for (let sent = 0; sent < 6; sent++) socket.write(chunk)
  socket.write('0\r\n\r\n')
  const text = await readText(socket)
  assert.match(text, /^HTTP\/1\.1 413 /)
  assert.match(text, /connection: close/)
  assert.ok(received <= LIMIT)
})

test('a refusal does not wait for a body that nobody wants', async (t) => {
  const { port, hits } = await relaying(t, echo)
  const socket = await openSocket(t, port)
  socket.write('POST /api/v1/relay/refused/x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\na part')
  const text = await readText(socket)
  assert.match(text, /^HTTP\/1\.1 403 /)
  assert.match(text, /connection: close/)
  assert.equal(hits.length, 0)
})

test('an answer that comes before the body was read to its end arrives whole', async (t) => {
  const { port } = await relaying(t, (incoming, response) => {
    incoming.resume()
    response.writeHead(422).end('not so')
  })
  const answer = await ask(port, '/relay/it/x', { method: 'POST', body: 'x'.repeat(3 * 1024 * 1024) })
  assert.deepEqual([answer.statusCode, await textOf(answer)], [422, 'not so'])
})

test('the document says that a relay takes and answers anything', () => {
  const routes = mountedRoutes(areasTo('http://localhost'))
  const document = openApiDocument(routes, { title: 'a test', version: '1', baseUrl: 'http://localhost' })
  const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>
  assert.deepEqual(Object.keys(paths), ['/api/v1/relay/{name}/{path}'])
  const path = paths['/api/v1/relay/{name}/{path}'] ?? {}
  assert.deepEqual(Object.keys(path), ['get', 'post', 'put', 'patch', 'delete'])
  const { requestBody, responses, parameters } = path['put'] ?? {}
  assert.deepEqual(requestBody, { required: false, content: { '*/*': { schema: {} } } })
  assert.equal(path['get']?.['requestBody'], undefined)
  assert.deepEqual(Object.keys(responses as object).includes('default'), true)
  assert.deepEqual(
    (parameters as { name: string; required: boolean }[]).map(({ name, required }) => [name, required]),
    [
      ['name', true],
      ['path', true],
    ],
  )
})

test('a relay that declares a body, and a wildcard within a path, do not register', () => {
  const [shared] = areasTo('http://localhost')[0]?.routes ?? []
  assert.ok(shared)
  const register = (changes: Partial<typeof shared>) => () =>
    httpFixture({ areas: [{ area: 'api', routes: [{ ...shared, ...changes }] }] })
  assert.throws(
    register({ schema: { ...shared.schema, body: Type.Object({}) } }),
    /passes its body on and declares one/,
  )
  assert.throws(register({ url: '/a/*/b' }), /a wildcard stands for the whole end of a path/)
})
