import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { httpFixture } from '#test/support/http.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'

const asking = { kind: 'public', origin: 'any', why: 'a test' } as const
const full = oauthRoute({
  name: 'tests.full',
  method: 'POST',
  url: '/oauth/full',
  auth: asking,
  summary: 'Find the queue full',
  schema: { response: { 200: Type.Object({}) } },
  handler: () => {
    throw new DatabaseUnavailable('too many writes are waiting')
  },
})
const guess = oauthRoute({
  name: 'tests.guess',
  method: 'POST',
  url: '/oauth/guess',
  auth: asking,
  summary: 'Guess a secret',
  schema: { response: { 200: Type.Object({}) } },
  handler: ({ context }) => {
    context.notes.namedClient = 'planner'
    throw new OAuthError('invalid_client', 'No.', { detail: 'the secret is wrong' })
  },
})
const limited = oauthRoute({
  name: 'tests.limited',
  method: 'POST',
  url: '/oauth/limited',
  auth: asking,
  summary: 'Ask too often',
  schema: { response: { 200: Type.Object({}) } },
  handler: () => {
    throw new OAuthError('rate_limited', 'Later.', { status: 429 })
  },
})

const fixture = () =>
  httpFixture({ areas: [{ area: 'oauth', routes: [full, guess, limited] }], strictResponses: false })

test('requests that find the queue of the database full are one line and a count, not one line each', async () => {
  const { send, log, app } = fixture()
  for (let n = 0; n < 50; n++) assert.equal((await send({ method: 'POST', url: '/oauth/full' })).status, 503)
  assert.deepEqual(
    log.map(({ level, message, fields }) => [level, message, fields['repeated']]),
    [['error', 'request failed', undefined]],
  )
  await app.close()
  assert.equal(log.at(-1)?.fields['repeated'], 49)
})

test('a failure of client authentication is one line with client and IP address, without a stack', async () => {
  const { send, log } = fixture()
  for (let n = 0; n < 5; n++) await send({ method: 'POST', url: '/oauth/guess' })
  const [line, ...others] = log
  assert.deepEqual(others, [])
  const { request_id: requestId, ...fields } = line?.fields ?? {}
  assert.match(String(requestId), /^req_/)
  const expected = { code: 'invalid_client', ip: '127.0.0.1', client_id: 'planner', detail: 'the secret is wrong' }
  assert.deepEqual([line?.level, line?.message, fields], ['warn', 'request refused', expected])
})

test('a request that was limited is a line, too', async () => {
  const { send, log } = fixture()
  await send({ method: 'POST', url: '/oauth/limited' })
  assert.deepEqual([log.at(0)?.level, log.at(0)?.fields['code']], ['warn', 'rate_limited'])
})
