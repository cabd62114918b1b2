import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TestContext } from 'node:test'
import { testCertificate } from '#test/support/certificate.ts'
import type { TestCertificate } from '#test/support/certificate.ts'
import { listen } from '#test/support/listen.ts'
import { until } from '#test/support/until.ts'
import { OutboundError } from './outbound-error.ts'
import { Outbound } from './outbound.ts'
import type { OutboundDeps } from './outbound.ts'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** A server that tells how many connections it was asked for, and an outbound client that may reach it. */
async function setUp(
  t: TestContext,
  handler: RequestListener = (_request, response) => response.end('here'),
  { certificate, ...deps }: Partial<OutboundDeps> & { certificate?: TestCertificate } = {},
) {
  const server = await listen(t, handler, certificate)
  const opened: Socket[] = []
  server.server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => opened.push(socket))
  const rules = async () => ({ insideAllowed: true, allowedHosts: [] })
  const outbound = new Outbound({ baseUrl: 'https://id.example', rules, ...deps })
  t.after(() => outbound.close())
  return { server, opened, outbound }
}

const textOf = async (response: Response): Promise<string> => response.text()

const isUnreachable = (error: unknown): boolean => error instanceof OutboundError && error.reason === 'unreachable'
const isRefused = (error: unknown): boolean => error instanceof OutboundError && error.reason === 'refused'

test('requests to one origin follow each other over one connection', async (t) => {
  const { server, opened, outbound } = await setUp(t)
  for (const method of ['GET', 'POST', 'POST', 'GET']) {
    const body = method === 'POST' ? 'a body' : null
    assert.equal(await textOf(await outbound.fetch(`${server.url}/${method}`, { method, body })), 'here')
  }
  assert.equal(opened.length, 1)
})

test('requests at the same time have a connection each', async (t) => {
  const { server, opened, outbound } = await setUp(t, ({ url }, response) => setTimeout(() => response.end(url), 50))
  const paths = ['/1', '/2', '/3', '/4']
  for (let round = 0; round < 2; round++) {
    const answers = await Promise.all(paths.map(async (path) => textOf(await outbound.fetch(server.url + path))))
    assert.deepEqual(answers, paths)
  }
  assert.equal(opened.length, 4)
})

test('WH1: a name that leads elsewhere by now is not reached over a connection from before', async (t) => {
  let addresses = ['127.0.0.1']
  const { server, opened, outbound } = await setUp(t, undefined, { resolver: async () => addresses })
  const url = `http://moving.example:${server.port}/`
  await outbound.fetch(url)
  addresses = ['127.0.0.2']
  await assert.rejects(outbound.fetch(url), isUnreachable)
  addresses = ['127.0.0.1', '169.254.169.254']
  await assert.rejects(outbound.fetch(url), isRefused)
  assert.equal(server.hits.length, 1)
  addresses = ['127.0.0.2', '127.0.0.1']
  await outbound.fetch(url)
  assert.deepEqual([server.hits.length, opened.length], [2, 1])
})

test('WH1: a host that is allowed no longer is not reached over a connection from before', async (t) => {
  let allowedHosts = ['hooks.corp']
  const rules = async () => ({ insideAllowed: false, allowedHosts })
  const { server, outbound } = await setUp(t, undefined, { rules, resolver: async () => ['127.0.0.1'] })
  await outbound.fetch(`http://hooks.corp:${server.port}/`)
  allowedHosts = []
  await assert.rejects(outbound.fetch(`http://hooks.corp:${server.port}/`), isRefused)
  assert.equal(server.hits.length, 1)
})

test('a connection serves the one origin that its certificate was checked for', async (t) => {
  const certificate = testCertificate('a.example')
  const deps = { certificate, ca: certificate.cert, resolver: async () => ['127.0.0.1'] }
  const { server, opened, outbound } = await setUp(t, undefined, deps)
  await outbound.fetch(`https://a.example:${server.port}/`)
  await outbound.fetch(`https://a.example:${server.port}/`)
  assert.equal(opened.length, 1)
  await assert.rejects(outbound.fetch(`https://b.example:${server.port}/`), isUnreachable)
  await assert.rejects(outbound.fetch(`http://a.example:${server.port}/`), isUnreachable)
  assert.equal(server.hits.length, 2)
})

for (const certificate of [undefined, testCertificate('stale.example')]) {
  const scheme = certificate ? 'https' : 'http'
  const deps = certificate ? { certificate, ca: certificate.cert } : {}
  const setUpStale = async (t: TestContext, handler?: RequestListener) => {
    const parts = await setUp(t, handler, { ...deps, resolver: async () => ['127.0.0.1'] })
    return { ...parts, url: `${scheme}://stale.example:${parts.server.port}/` }
  }

  test(`over ${scheme} what may arrive twice is sent again when a kept connection ends without an answer`, async (t) => {
    const perConnection = new WeakMap<Socket, number>()
    // Answers one request of a connection, and closes it when the second one came.
    const { server, opened, outbound, url } = await setUpStale(t, ({ socket }, response) => {
      const nth = (perConnection.get(socket) ?? 0) + 1
      perConnection.set(socket, nth)
      if (nth === 1) response.end('here')
      else socket.destroy()
    })
    await outbound.fetch(url)
    assert.equal(await textOf(await outbound.fetch(url)), 'here')
    assert.deepEqual([server.hits.length, opened.length], [3, 2])
    await outbound.fetch(url, { method: 'POST', body: 'known by its id', repeatable: true })
    assert.deepEqual([server.hits.length, opened.length], [5, 3])
    await assert.rejects(outbound.fetch(url, { method: 'POST', body: 'once' }), isUnreachable)
    assert.deepEqual([server.hits.length, opened.length], [6, 3])
  })

  test(`over ${scheme} nothing is sent again when an answer had begun`, async (t) => {
    const { server, outbound, url } = await setUpStale(t, ({ url: path, socket }, response) => {
      if (path === '/') return void response.end()
      response.writeHead(200).write('half', () => socket.destroy())
    })
    await outbound.fetch(url)
    await assert.rejects(outbound.fetch(`${url}half`), isUnreachable)
    assert.equal(server.hits.length, 2)
  })

  test(`over ${scheme} a request whose kept connection was closed before it left is sent over another one`, async (t) => {
    const { server, opened, outbound, url } = await setUpStale(t)
    const post = () => outbound.fetch(url, { method: 'POST', body: 'once' })
    for (let i = 1; i <= 10; i++) {
      await post()
      // The end of the connection is on its way to us while the next request begins.
      server.server.closeIdleConnections()
      await nextTurn()
    }
    assert.deepEqual([server.hits.length, opened.length], [10, 10])
  })
}

test('a connection is not used again when its answer was cut, or when the server says so', async (t) => {
  const { server, opened, outbound } = await setUp(t, ({ url }, response) => {
    if (url === '/close') response.setHeader('connection', 'close')
    response.end('x'.repeat(100_000))
  })
  await outbound.fetch(`${server.url}/cut`, { maxBytes: 10, cut: true })
  await assert.rejects(outbound.fetch(`${server.url}/long`, { maxBytes: 10 }))
  await outbound.fetch(`${server.url}/close`)
  await outbound.fetch(`${server.url}/end`)
  assert.equal(opened.length, 4)
})

test('a stream follows others over one connection, unless somebody left it before its end', async (t) => {
  const { server, opened, outbound } = await setUp(t, (request, response) => request.pipe(response))
  const stream = async (size: number) => {
    const { body } = await outbound.stream(server.url, {
      method: 'POST',
      headers: {},
      body: Readable.from([Buffer.alloc(size)]),
    })
    return body
  }
  for (let i = 0; i < 3; i++) {
    const body = await stream(1000)
    for await (const _ of body);
    await body.return?.()
    await body.next()
  }
  await outbound.fetch(server.url)
  assert.equal(opened.length, 1)
  await (await stream(10_000_000)).return?.()
  await outbound.fetch(server.url)
  assert.equal(opened.length, 2)
})

test('a body that passes is sent once, and one that had not begun when its connection closed goes over another', async (t) => {
  const { server, opened, outbound } = await setUp(t, async (request, response) => {
    for await (const _ of request);
    if (request.url === '/break') request.socket.destroy()
    else response.end('here')
  })
  const stream = (path: string) =>
    outbound.stream(server.url + path, { method: 'PUT', headers: {}, body: Readable.from([Buffer.from('once')]) })
  for await (const _ of (await stream('/')).body);
  await assert.rejects(stream('/break'), isUnreachable)
  assert.equal(server.hits.length, 2)
  for (let i = 1; i <= 5; i++) {
    for await (const _ of (await stream('/')).body);
    server.server.closeIdleConnections()
    await nextTurn()
  }
  assert.deepEqual([server.hits.length, opened.length], [7, 6])
})

test('bytes that a server sends unasked reach no later request', async (t) => {
  const { server, outbound } = await setUp(t, ({ socket, url }, response) => {
    if (url !== '/forged') return void response.end('true')
    response.end('true', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nforged'))
  })
  await outbound.fetch(`${server.url}/forged`)
  for (let i = 0; i < 5; i++) assert.equal(await textOf(await outbound.fetch(`${server.url}/${i}`)), 'true')
})

test('few connections stay open, none for long, and none when the server stops', async (t) => {
  const { server, opened, outbound } = await setUp(t, (_request, response) => setTimeout(() => response.end(), 100))
  const stillOpen = (): number => opened.filter((socket) => !socket.destroyed).length
  await Promise.all(Array.from({ length: 80 }, () => outbound.fetch(server.url)))
  assert.equal(opened.length, 80)
  await until(() => stillOpen() <= 64)
  assert.ok(stillOpen() > 0)
  await until(() => stillOpen() === 0)

  const waiting = outbound.fetch(server.url)
  await once(server.server, 'request')
  outbound.close()
  assert.equal((await waiting).status, 200)
  await until(() => stillOpen() === 0)
  await outbound.fetch(server.url)
  await until(() => stillOpen() === 0)
})

test('of many origins those used last stay connected', async (t) => {
  const { server, opened, outbound } = await setUp(t, undefined, { resolver: async () => ['127.0.0.1'] })
  const ask = (i: number) => outbound.fetch(`http://host-${i}.example:${server.port}/`)
  for (let i = 0; i < 130; i++) await ask(i)
  await ask(129)
  assert.equal(opened.length, 130)
  await ask(0)
  assert.equal(opened.length, 131)
})
