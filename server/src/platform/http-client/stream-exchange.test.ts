import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from '#test/support/listen.ts'
import { until } from '#test/support/until.ts'
import { Outbound } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'
import type { IncomingMessage } from 'node:http'
import type { OutboundFailure } from './outbound-error.ts'

const outbound = (insideAllowed = true) =>
  new Outbound({
    baseUrl: 'https://id.example',
    rules: async () => ({ insideAllowed, allowedHosts: [] }),
    resolver: async () => ['93.184.215.14'],
  })

const failsWith = (work: Promise<unknown>, reason: OutboundFailure) =>
  assert.rejects(work, (error) => error instanceof OutboundError && error.reason === reason)

async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

const textOf = async (body: AsyncIterable<Uint8Array>): Promise<string> => (await bytesOf(body)).toString()

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'x')

async function* mebibytes(count: number, made = { count: 0 }): AsyncGenerator<Uint8Array> {
  for (; made.count < count; made.count++) yield MEBIBYTE
}

test('a stream passes both ways, with the status and every header of the answer', async (t) => {
  const { url } = await listen(t, (request, response) => {
    response.writeHead(418, [
      ...['content-type', 'text/x-tea', 'link', '<a>', 'link', '<b>', 'x-sent', String(request.headers['x-sent'])],
      ...[
        'x-length',
        String(request.headers['content-length']),
        'x-encoding',
        String(request.headers['accept-encoding']),
      ],
    ])
    request.pipe(response)
  })
  const body = (async function* () {
    yield Buffer.from('two ')
    yield Buffer.from('pieces')
  })()
  const answer = await outbound().stream(`${url}/pot?a=1`, { method: 'PUT', headers: { 'x-sent': 'yes' }, body })
  assert.equal(answer.status, 418)
  const { link, 'content-type': type, 'x-sent': sent, 'x-length': length, 'x-encoding': encoding } = answer.headers
  assert.deepEqual([link, type, sent, length, encoding], [['<a>', '<b>'], 'text/x-tea', 'yes', 'undefined', 'identity'])
  assert.equal(await textOf(answer.body), 'two pieces')
})

test('a body whose length is known is sent with it, and a redirect is handed back', async (t) => {
  const { url, hits } = await listen(t, (request, response) => {
    request.resume().on('end', () => response.writeHead(307, { location: 'http://169.254.169.254/' }).end())
  })
  const answer = await outbound().stream(url, { method: 'POST', headers: {}, body: Buffer.from('known') })
  assert.deepEqual([answer.status, answer.headers['location']], [307, 'http://169.254.169.254/'])
  assert.deepEqual([await textOf(answer.body), hits.length, hits[0]?.headers['content-length']], ['', 1, '5'])
})

test('a stream goes nowhere that a request may not go', async (t) => {
  const { url, hits } = await listen(t, (_request, response) => response.end())
  await failsWith(outbound(false).stream(url, { method: 'GET', headers: {} }), 'refused')
  await failsWith(outbound().stream('https://id.example/', { method: 'GET', headers: {} }), 'refused')
  assert.equal(hits.length, 0)
})

test('a server that reads slowly holds back whoever sends', async (t) => {
  let request: IncomingMessage | undefined
  const { url } = await listen(t, (incoming, response) => {
    request = incoming
    incoming.on('end', () => response.end('read'))
  })
  const made = { count: 0 }
  const answering = outbound().stream(url, { method: 'POST', headers: {}, body: mebibytes(64, made) })
  await until(() => made.count > 0)
  await sleep(100)
  assert.ok(made.count < 32, `${made.count} MiB were taken that nobody reads`)
  request?.resume()
  assert.equal(await textOf((await answering).body), 'read')
  assert.equal(made.count, 64)
})

test('a reader that reads slowly holds back the server', async (t) => {
  const made = { count: 0 }
  const { url } = await listen(t, (_request, response) => {
    void (async () => {
      for await (const piece of mebibytes(64, made)) if (!response.write(piece)) await once(response, 'drain')
      response.end()
    })()
  })
  const { body } = await outbound().stream(url, { method: 'GET', headers: {} })
  await sleep(100)
  assert.ok(made.count < 32, `${made.count} MiB were sent that nobody reads`)
  assert.equal((await bytesOf(body)).length, 64 * MEBIBYTE.length)
})

test('both bodies have a limit', async (t) => {
  const { url } = await listen(t, (request, response) => request.pipe(response))
  const send = (limits: object) =>
    outbound().stream(url, { method: 'POST', headers: {}, body: mebibytes(3), ...limits })
  await failsWith(
    send({ maxRequestBytes: 2 * MEBIBYTE.length }).then(({ body }) => bytesOf(body)),
    'too_large',
  )
  const { body } = await send({ maxBytes: 2 * MEBIBYTE.length })
  await failsWith(bytesOf(body), 'too_large')
  assert.equal((await bytesOf((await send({})).body)).length, 3 * MEBIBYTE.length)
})

test('a server that stands still is left, before its answer and within it', async (t) => {
  const { url, server } = await listen(t, (request, response) => {
    if (request.url === '/within') response.write('a piece')
  })
  const open = () => new Promise<number>((resolve) => void server.getConnections((_error, count) => resolve(count)))
  const ask = (path: string) => outbound().stream(url + path, { method: 'GET', headers: {}, idleMs: 400 })
  await failsWith(ask('/before'), 'timeout')
  const { body } = await ask('/within')
  await failsWith(bytesOf(body), 'timeout')
  await until(async () => (await open()) === 0)
})

test('a reader that takes its time is not taken for a server that stands still', async (t) => {
  const { url } = await listen(t, (_request, response) => {
    response.write('a')
    setTimeout(() => response.end('b'), 20)
  })
  const { body } = await outbound().stream(url, { method: 'GET', headers: {}, idleMs: 400 })
  await body.next()
  await sleep(800)
  assert.equal(await textOf(body), 'b')
})

test('what goes on for too long is ended, though it moves', async (t) => {
  const { url } = await listen(t, (_request, response) => {
    const timer = setInterval(() => response.write('x'), 10)
    response.on('close', () => clearInterval(timer))
  })
  const { body } = await outbound().stream(url, { method: 'GET', headers: {}, timeoutMs: 100 })
  await failsWith(bytesOf(body), 'timeout')
})

test('nobody who left is served: the request ends with the signal, before the answer and within it', async (t) => {
  let closed = 0
  const { url } = await listen(t, (request, response) => {
    if (request.url === '/within') response.write('a piece')
    response.on('close', () => closed++)
  })
  for (const path of ['/before', '/within']) {
    const leaving = new AbortController()
    const reason = new Error('the caller left')
    const asked = outbound().stream(url + path, { method: 'GET', headers: {}, signal: leaving.signal })
    const read = asked.then(({ body }) => bytesOf(body))
    const rejected = assert.rejects(read, (error) => error === reason)
    await sleep(50)
    leaving.abort(reason)
    await rejected
  }
  await until(() => closed === 2)
})

test('an answer that is left before its end closes its connection', async (t) => {
  let closed = 0
  const { url } = await listen(t, (_request, response) => {
    response.write('a piece')
    response.on('close', () => closed++)
  })
  const { body } = await outbound().stream(url, { method: 'GET', headers: {} })
  await body.return?.()
  const read = await outbound().stream(url, { method: 'GET', headers: {} })
  for await (const _piece of read.body) break
  await until(() => closed === 2)
})

test('an answer that ends early is an error and not a short answer', async (t) => {
  const { url } = await listen(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('a piece')
    setTimeout(() => response.destroy(), 20)
  })
  const { body } = await outbound().stream(url, { method: 'GET', headers: {} })
  await failsWith(bytesOf(body), 'unreachable')
})

test('what the sender of a body throws is thrown as it is', async (t) => {
  const { url } = await listen(t, (request) => void request.resume())
  const failure = Object.assign(new Error('reset'), { code: 'ECONNRESET' })
  const body = (async function* () {
    yield Buffer.from('a piece')
    throw failure
  })()
  await assert.rejects(outbound().stream(url, { method: 'POST', headers: {}, body }), (error) => error === failure)
})

test('a server that answers before it read everything is heard, and the rest is not sent', async (t) => {
  const { url } = await listen(t, (_request, response) => response.writeHead(413).end('too much'))
  const made = { count: 0 }
  const { status, body } = await outbound().stream(url, { method: 'POST', headers: {}, body: mebibytes(256, made) })
  assert.deepEqual([status, await textOf(body)], [413, 'too much'])
  await sleep(20)
  assert.ok(made.count < 256, 'all was sent')
})
