import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { send, Silence } from '#/support/http.ts'
import type { Incoming } from '#/support/http.ts'
import { within } from '#/support/within.ts'
import { MainProcess } from './main-process.ts'

const GO_ON = 'HTTP/1.1 100 Continue\r\n\r\n'

/** Begins a request and holds back the last byte of its body; resolves when the server has read the rest. */
async function beginRequest(port: number, host = '127.0.0.1'): Promise<{ answer: Promise<string>; finish(): void }> {
  const socket = connect(port, host)
  let text = ''
  const begun = Promise.withResolvers<void>()
  socket.on('data', (chunk) => {
    text += chunk.toString()
    if (text !== GO_ON) return
    text = ''
    begun.resolve()
  })
  const answer = new Promise<string>((resolve, reject) => {
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
  const body = 'grant_type=client_credentials'
  socket.write(
    `POST /oauth/token HTTP/1.1\r\nHost: localhost:${port}\r\n` +
      `Expect: 100-continue\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  )
  await begun.promise
  return { answer, finish: () => void socket.write(body.slice(-1)) }
}

/** Only a process that hangs takes as long as this. */
const HUNG_MS = 60_000

const isRefused = (url: string): Promise<boolean> =>
  send(url, { method: 'GET' }).then(
    () => false,
    (error: unknown) => error instanceof Silence,
  )

for (const host of ['127.0.0.1', '::1']) {
  test(`F15: SIGTERM finishes the request in flight from ${host}, says it is not ready, and exits 0`, async (t) => {
    const server = await MainProcess.start(t)
    await server.untilReady()
    const request = await beginRequest(server.port, host)
    server.child.kill('SIGTERM')
    let ready: Incoming | undefined
    await within(HUNG_MS, async () => {
      ready = await send(server.url('/readyz'), { method: 'GET' })
      return ready.status === 503
    })
    assert.equal(ready?.headers.connection, 'close')
    await within(HUNG_MS, () => isRefused(server.url('/readyz')))
    assert.equal(server.child.exitCode, null, 'but the request is waited for')
    request.finish()
    const answer = await request.answer
    assert.match(answer, /^HTTP\/1\.1 401 /)
    assert.match(answer, /\r\nconnection: close\r\n/i)
    assert.match(answer, /"error":"invalid_client"/)
    assert.equal(await server.end(), 0)
  })
}

test('F15: no request that was accepted fails while the server stops at 200 requests a second', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  const counts = { answered: 0, refused: 0, cut: 0 }
  const stop = new AbortController()
  const load = Array.from({ length: 8 }, async () => {
    while (!stop.signal.aborted) {
      await sleep(40)
      try {
        const { status } = await send(server.url('/.well-known/jwks.json'), { method: 'GET' })
        counts[status === 200 ? 'answered' : 'cut']++
      } catch (error) {
        // A connection that was never made is no promise; one that was made and then broken is.
        const refused = ((error as Error).cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'
        counts[refused ? 'refused' : 'cut']++
      }
    }
  })
  await within(HUNG_MS, async () => counts.answered > 100)
  server.child.kill('SIGTERM')
  assert.equal(await server.end(), 0)
  await within(HUNG_MS, async () => counts.refused > 0)
  stop.abort()
  await Promise.all(load)
  assert.equal(counts.cut, 0, JSON.stringify(counts))
})

test('F15: a request that never ends is cut off after ten seconds', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  const request = await beginRequest(server.port)
  request.answer.catch(() => undefined)
  const startedAt = performance.now()
  server.child.kill('SIGTERM')
  assert.equal(await server.end(), 0)
  const took = performance.now() - startedAt
  assert.ok(took > 9000 && took < HUNG_MS, `it took ${took} ms`)
  assert.match(server.stdout, /requests that took too long were cut off/)
})

test('a server with nothing to finish waits for nobody when it stops, on Ctrl-C too', async (t) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const server = await MainProcess.start(t)
    await server.untilReady()
    const startedAt = performance.now()
    server.child.kill(signal)
    assert.equal(await server.end(), 0)
    t.diagnostic(`${signal}: ${Math.round(performance.now() - startedAt)} ms`)
    assert.doesNotMatch(server.stdout, /were cut off/)
  }
})

test('a second signal ends the process without waiting', async (t) => {
  const server = await MainProcess.start(t)
  await server.untilReady()
  const request = await beginRequest(server.port)
  request.answer.catch(() => undefined)
  server.child.kill('SIGINT')
  // What npm and the terminal both pass on is one wish.
  server.child.kill('SIGINT')
  await within(HUNG_MS, async () => server.stdout.includes('stopping: requests in flight finish first'))
  await sleep(500)
  assert.equal(server.child.exitCode, null)
  server.child.kill('SIGINT')
  assert.equal(await server.end(), 1)
})
