import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Type from 'typebox'
import { httpFixture, listening } from '#test/support/http.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { route } from '#/platform/http/routing/route.ts'
import { StreamReply } from '#/platform/http/output/stream.ts'
import type { IncomingMessage } from 'node:http'
import type { TestContext } from 'node:test'
import type { Chunks } from '#/platform/http/output/stream.ts'
import { until } from '#test/support/until.ts'

function streaming(chunks: Chunks, method: 'GET' | 'POST' = 'GET', before: () => Promise<void> = async () => {}) {
  return httpFixture({
    areas: [
      {
        area: 'api',
        routes: [
          route({
            name: 'numbers.stream',
            method,
            url: '/numbers',
            auth: { kind: 'public' },
            summary: 'Stream numbers',
            tag: 'tests',
            schema: { response: { 200: Type.String(), 404: Type.Unknown() } },
            handler: async () => {
              await before()
              return new StreamReply(200, { 'content-type': 'text/plain' }, chunks)
            },
          }),
        ],
      },
    ],
  })
}

/** Begins a request and answers what came back, before its body was read. */
async function ask(t: TestContext, fixture: ReturnType<typeof streaming>): Promise<IncomingMessage> {
  const port = await listening(t, fixture.app)
  return new Promise((resolve, reject) => {
    request({ port, path: '/api/v1/numbers' }, resolve).on('error', reject).end()
  })
}

test('a stream arrives piece by piece, with the headers of every answer', async () => {
  const { send } = streaming(async function* () {
    for (const n of [1, 2, 3]) yield `${n}\n`
  })
  const { status, text, headers } = await send({ url: '/api/v1/numbers' })
  assert.deepEqual([status, text, headers['content-length']], [200, '1\n2\n3\n', undefined])
  assert.ok(headers['x-request-id'])
  assert.equal(headers['x-content-type-options'], 'nosniff')
})

test('HEAD answers the head alone', async () => {
  const { send } = streaming(async function* () {
    yield 'a body'
  })
  const { status, text } = await send({ method: 'HEAD', url: '/api/v1/numbers' })
  assert.deepEqual([status, text], [200, ''])
})

test('what fails before the first piece is answered as an error', async () => {
  const { send } = streaming(async function* () {
    yield await Promise.reject<string>(new AppError(commonErrors.not_found))
  })
  const { status, json } = await send({ url: '/api/v1/numbers' })
  assert.deepEqual([status, json['error']], [404, 'not_found'])
})

test('what fails later cuts the connection, so that nobody takes a part for the whole', async (t) => {
  const fixture = streaming(async function* () {
    yield 'the first piece'
    throw new Error('the database is gone')
  })
  await assert.rejects(async () => {
    for await (const _piece of await ask(t, fixture));
  }, /aborted|hang up/)
  assert.equal(fixture.log.length, 1)
})

test('a slow reader holds the making back', async (t) => {
  let made = 0
  const fixture = streaming(async function* () {
    for (; made < 400; made++) yield 'x'.repeat(64 * 1024)
  })
  const answer = await ask(t, fixture)
  await sleep(200)
  const before = made
  assert.ok(before < 200, `${before} pieces of 64 KiB were made for nobody`)
  let bytes = 0
  for await (const piece of answer) bytes += (piece as Buffer).length
  assert.equal(bytes, 400 * 64 * 1024)
})

test('the making stops when the reader leaves, and nothing is logged as an error', async (t) => {
  let made = 0
  let ended = false
  const fixture = streaming(async function* (signal) {
    try {
      while (!signal.aborted) {
        made++
        yield 'x'.repeat(1024)
        await sleep(1)
      }
    } finally {
      ended = true
    }
  })
  const answer = await ask(t, fixture)
  await until(() => made > 3)
  answer.destroy()
  await until(() => ended)
  assert.deepEqual(fixture.log, [])
})

test('a reader that left before the answer began leaves nothing open', async (t) => {
  const begun = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  let ended = false
  const endless: Chunks = async function* (signal) {
    try {
      for (;;) {
        if (signal.aborted) return
        yield 'x'
      }
    } finally {
      ended = true
    }
  }
  const fixture = streaming(endless, 'GET', async () => {
    begun.resolve()
    await left.promise
  })
  const port = await listening(t, fixture.app)
  const asking = request({ port, path: '/api/v1/numbers' }).on('error', () => {})
  asking.end()
  await begun.promise
  asking.destroy()
  await sleep(50)
  left.resolve()
  await until(() => ended)
})
