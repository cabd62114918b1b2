import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import type { Socket } from 'node:net'
import Type from 'typebox'
import { httpFixture, listening, openSocket, readText, readToEnd } from '#test/support/http.ts'
import { route } from '#/platform/http/routing/route.ts'

const shared = { auth: { kind: 'public', why: 'a test writes' }, summary: 'Try', tag: 'tests' } as const
const schema = { response: { 200: Type.Object({ ok: Type.Boolean() }) } }
const read = route({
  name: 'things.list',
  ...shared,
  method: 'GET',
  url: '/things',
  schema,
  handler: () => ({ ok: true }),
})
/** A route that says when a request has come, and answers when it may. */
const slowRoute = (begun: () => void, maySay: Promise<void>) =>
  route({
    ...read,
    name: 'things.wait',
    url: '/slow',
    handler: async () => {
      begun()
      await maySay
      return { ok: true }
    },
  })
const token = route({ ...read, name: 'oauth.token', method: 'POST', url: '/oauth/token', form: true })

const impatient = { headersMs: 300, requestMs: 400, keepAliveMs: 5000, checkEveryMs: 50 }
const build = (timeouts = {}, more: ReturnType<typeof slowRoute>[] = []) =>
  httpFixture({
    areas: [
      { area: 'api', routes: [read, ...more] },
      { area: 'oauth', routes: [token] },
    ],
    timeouts,
  }).app

const ask = (path: string, head = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${head}\r\n`

describe('HT9 what node refuses before there is a request', () => {
  const cases: [name: string, path: string, request: string, status: number][] = [
    ['headers of 20 KB', '/oauth/token', ask('/oauth/token', `X-Large: ${'x'.repeat(20_000)}\r\n`), 431],
    ['headers of 20 KB', '/api/v1/things', ask('/api/v1/things', `X-Large: ${'x'.repeat(20_000)}\r\n`), 431],
    ['a header line without colon', '/oauth/token', ask('/oauth/token', 'broken\r\n'), 400],
    ['a header line without colon', '/api/v1/things', ask('/api/v1/things', 'broken\r\n'), 400],
    [
      'two lengths',
      '/oauth/token',
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
      400,
    ],
    [
      'a length and chunks',
      '/api/v1/things',
      'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na',
      400,
    ],
    ['no Host', '/oauth/token', 'POST /oauth/token HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['no Host', '/api/v1/things', 'GET /api/v1/things HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['another protocol', '/', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
    ['a method that is none', '/', 'G(T /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ]
  for (const [name, path, request, status] of cases) {
    test(`is answered in the words of the area: ${name} at ${path}`, async (t) => {
      const socket = await openSocket(t, await listening(t, build()))
      socket.write(request, 'latin1')
      const answer = await readToEnd(socket)
      assert.equal(answer.status, status)
      assert.equal(answer.json['error'], 'invalid_request')
      assert.equal('error_uri' in answer.json, path.startsWith('/oauth'))
      assert.equal('docs_url' in answer.json, !path.startsWith('/oauth'))
      assert.match(answer.headers['x-request-id'] ?? '', /^req_/)
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.equal(answer.headers['connection'], 'close')
    })
  }

  test('names the code of what was wrong', async (t) => {
    const port = await listening(t, build())
    const socket = await openSocket(t, port)
    socket.write(ask('/api/v1/things', `X-Large: ${'x'.repeat(20_000)}\r\n`))
    assert.equal((await readToEnd(socket)).json['code'], 'headers_too_large')
  })
})

describe('HT5 a client that takes its time', () => {
  test('with its headers gets a 408', async (t) => {
    const socket = await openSocket(t, await listening(t, build(impatient)))
    socket.write('GET /api/v1/things HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    const answer = await readToEnd(socket)
    assert.deepEqual([answer.status, answer.json['code']], [408, 'request_timeout'])
  })

  test('with its body gets a 408 in the words of the area', async (t) => {
    const socket = await openSocket(t, await listening(t, build(impatient)))
    const head =
      'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\n'
    socket.write(`${head}grant_type=`)
    const answer = await readToEnd(socket)
    assert.deepEqual([answer.status, answer.json['error']], [408, 'invalid_request'])
    assert.ok('error_uri' in answer.json)
  })

  test('dripping byte by byte does not live longer', async (t) => {
    const socket = await openSocket(t, await listening(t, build(impatient)))
    socket.write('GET /api/v1/things HTTP/1.1\r\nHost: localhost\r\n')
    let isAnswered = false
    socket.once('data', () => (isAnswered = true))
    // Once what came is read: to write to a server that has closed fails, and what it said is lost with that.
    const drip = setInterval(() => setImmediate(() => isAnswered || socket.write('x')), 20)
    t.after(() => clearInterval(drip))
    assert.equal((await readToEnd(socket)).status, 408)
  })

  test('in 500 copies keeps nobody else waiting, and each is let go', async (t) => {
    const port = await listening(t, build({ ...impatient, headersMs: 1500, requestMs: 1600 }))
    const held = await Promise.all(Array.from({ length: 500 }, () => openSocket(t, port)))
    for (const [i, socket] of held.entries()) if (i % 2 === 0) socket.write('GET /api/v1/things HTTP/1.1\r\nX-Slow: ')
    const startedAt = performance.now()
    for (let i = 0; i < 20; i++) {
      const socket = await openSocket(t, port)
      socket.write(ask('/api/v1/things'))
      assert.equal((await readToEnd(socket)).status, 200)
    }
    assert.ok(performance.now() - startedAt < 30_000)
    for (const socket of held) {
      socket.resume()
      if (!socket.destroyed) await once(socket, 'close')
    }
  })
})

describe('a server that closes', () => {
  test('finishes the request in flight and then the connection', async (t) => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const app = build({}, [slowRoute(begun.resolve, end.promise)])
    const port = await listening(t, app)
    const socket = await openSocket(t, port)
    socket.write('GET /api/v1/slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await begun.promise
    const closed = app.close()
    end.resolve()
    const answer = await readToEnd(socket)
    assert.deepEqual([answer.status, answer.json], [200, { ok: true }])
    await closed
  })

  test('lets go of idle connections at once', async (t) => {
    const app = build()
    const socket = await openSocket(t, await listening(t, app))
    socket.write('GET /api/v1/things HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await once(socket, 'data')
    const startedAt = performance.now()
    await app.close()
    // Long before the 65 seconds for which a connection may be idle.
    assert.ok(performance.now() - startedAt < 30_000)
  })
})

test('two requests on one connection are answered one after the other', async (t) => {
  const socket = await openSocket(t, await listening(t, build()))
  socket.write(`GET /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n${ask('/api/v1/nowhere')}`)
  const text = await readText(socket)
  assert.match(text, /^HTTP\/1\.1 200 OK[^]+\{"ok":true\}HTTP\/1\.1 404 Not Found/)
})

test('an address in absolute form is served like its path', async (t) => {
  const socket = await openSocket(t, await listening(t, build()))
  socket.write(ask('http://evil.tld/api/v1/things'))
  assert.equal((await readToEnd(socket)).status, 200)
})

test('HT2 a header named like a prototype is only a header', async (t) => {
  const port = await listening(t, build())
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty', 'toString']) {
    const socket = await openSocket(t, port)
    socket.write(ask('/api/v1/things', `${name}: x\r\nX-Forwarded-For: 1.2.3.4\r\n`))
    assert.equal((await readToEnd(socket)).status, 200)
  }
  assert.equal(({} as { x?: string }).x, undefined)
})

describe('a body larger than the limit', () => {
  const head = 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  const piece = Buffer.alloc(64 * 1024, 'x')

  /** Sends pieces, waiting for the socket to take each, as a client does that reads only when it has sent all. */
  async function sendAll(socket: Socket, bytes: number): Promise<void> {
    for (let sent = 0; sent < bytes && socket.writable; sent += piece.length) {
      if (socket.write(piece)) continue
      const { promise, resolve } = Promise.withResolvers<void>()
      socket.once('drain', resolve).once('close', resolve)
      await promise
      socket.off('drain', resolve).off('close', resolve)
    }
  }

  test('is a 413 that also a client gets which sends all of it before it reads', async (t) => {
    const socket = await openSocket(t, await listening(t, build()))
    const size = 6 * 1024 * 1024
    socket.write(`${head}Content-Length: ${size}\r\n\r\n`)
    // The server says no to the head alone; what it says waits until everything was sent.
    await sendAll(socket, size)
    const answer = await readToEnd(socket)
    assert.deepEqual([answer.status, answer.json['error']], [413, 'payload_too_large'])
    assert.equal(answer.headers['connection'], 'close')
  })

  test('but no larger than a megabyte leaves the connection to the next request', async (t) => {
    const socket = await openSocket(t, await listening(t, build()))
    const size = 2 * piece.length
    socket.write(`${head}Content-Length: ${size}\r\n\r\n`)
    await sendAll(socket, size)
    socket.write(ask('/api/v1/things'))
    const text = await readText(socket)
    assert.match(text, /^HTTP\/1\.1 413 [^]+"payload_too_large"[^]+HTTP\/1\.1 200 OK[^]+\{"ok":true\}/)
  })

  test('that never ends is cut', async (t) => {
    const socket = await openSocket(t, await listening(t, build()))
    socket.write(`${head}Content-Length: ${2 ** 40}\r\n\r\n`)
    const received: Buffer[] = []
    socket.on('data', (chunk: Buffer) => received.push(chunk))
    await sendAll(socket, 2 ** 40)
    assert.match(Buffer.concat(received).toString(), /^HTTP\/1\.1 413 /)
  })
})

test('a body larger than the limit is a 413 even when it comes in chunks', async (t) => {
  const socket = await openSocket(t, await listening(t, build()))
  socket.write(
    'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n',
  )
  const chunk = 'x'.repeat(8192)
  for (let i = 0; i < 9; i++) socket.write(`2000\r\n${chunk}\r\n`)
  const answer = await readToEnd(socket)
  assert.deepEqual([answer.status, answer.json['error']], [413, 'payload_too_large'])
  assert.equal(answer.headers['connection'], 'close')
})
