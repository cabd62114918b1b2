import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { onEachEngine } from '#test/support/engines.ts'
import type { EngineFixture } from '#test/support/engines.ts'
import { httpFixture } from '#test/support/http.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Authenticators } from '#/platform/http/routing/authenticator.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { Idempotency } from './idempotency.ts'
import type { AnswerSeal } from './idempotency.ts'
import { created, Reply } from '#/platform/http/routing/reply.ts'
import { route } from '#/platform/http/routing/route.ts'

const HOUR = 60 * 60 * 1000

/** Binds a text to its place like the keyring does, without its keys. */
const seal: AnswerSeal = {
  seal: (plaintext, place) => Buffer.from(JSON.stringify([place, plaintext])).toString('base64'),
  open: (sealed, place) => {
    const [sealedFor, plaintext] = JSON.parse(Buffer.from(sealed, 'base64').toString()) as [typeof place, string]
    assert.deepEqual(sealedFor, place)
    return plaintext
  },
}

/** A server that counts what it creates; the body may ask it to wait or to fail. */
function serverOn({ db, clock }: EngineFixture) {
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const state = { made: 0, started: started.promise, release: released.resolve }
  const make = route({
    name: 'things.create',
    method: 'POST',
    url: '/things/:kind',
    auth: { kind: 'admin', scope: 'things:write' },
    summary: 'Make',
    tag: 'tests',
    schema: {
      params: Type.Object({ kind: Type.String() }),
      body: Type.Object({ name: Type.String() }),
      response: { 201: Type.Object({ number: Type.Integer(), secret: Type.String() }), 409: Type.Object({}) },
    },
    handler: async ({ body }) => {
      if (body.name === 'wait') {
        started.resolve()
        await released.promise
      }
      if (body.name === 'throw') throw new AppError(commonErrors.forbidden)
      if (body.name === 'refuse') return new Reply(409, {})
      state.made++
      return created(`/api/v1/things/${state.made}`, { number: state.made, secret: `s${state.made}` })
    },
  })
  const authenticators: Authenticators = {
    admin: ({ headers }) => {
      const principal = { actor: { type: 'admin', id: headers.authorization ?? 'key_1' } }
      return Promise.resolve({ principal, cookie: undefined })
    },
  }
  const warnings: object[] = []
  const logger = { error: () => {}, warn: (fields: object) => void warnings.push(fields) }
  const { send } = httpFixture({
    areas: [{ area: 'api', routes: [make] }],
    authenticators,
    idempotency: new Idempotency({ db, clock, seal, logger }),
  })
  const post = (key: string | undefined, name = 'x', more: { url?: string; authorization?: string } = {}) =>
    send({
      method: 'POST',
      url: more.url ?? '/api/v1/things/a',
      payload: { name },
      headers: {
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(more.authorization === undefined ? {} : { authorization: more.authorization }),
      },
    })
  return { state, post, warnings }
}

onEachEngine('a repeated request gets the first answer again and creates nothing', async (_t, fixture) => {
  const { state, post } = serverOn(fixture)
  const first = await post('key-1')
  assert.deepEqual([first.status, first.json], [201, { number: 1, secret: 's1' }])
  assert.equal(first.headers['idempotency-replayed'], undefined)
  const second = await post('key-1')
  assert.deepEqual([second.status, second.text], [201, first.text])
  assert.equal(second.headers['location'], '/api/v1/things/1')
  assert.equal(second.headers['idempotency-replayed'], 'true')
  assert.notEqual(second.headers['x-request-id'], first.headers['x-request-id'])
  assert.equal(state.made, 1)
  const row = await fixture.db.get(sql`SELECT * FROM idempotency_records`)
  assert.doesNotMatch(JSON.stringify(row), /s1|key-1/)
})

onEachEngine('another body under the same key is a conflict', async (_t, fixture) => {
  const { state, post } = serverOn(fixture)
  await post('key-1')
  const answer = await post('key-1', 'y')
  assert.deepEqual([answer.status, answer.json['code']], [409, 'idempotency_key_reused'])
  assert.equal(state.made, 1)
})

onEachEngine('the key belongs to one principal and one address', async (_t, fixture) => {
  const { state, post } = serverOn(fixture)
  await post('key-1')
  await post('key-1', 'x', { authorization: 'key_2' })
  await post('key-1', 'x', { url: '/api/v1/things/b' })
  await post(undefined)
  assert.equal(state.made, 4)
})

onEachEngine('a failed attempt releases the key, thrown or answered', async (_t, fixture) => {
  const { post } = serverOn(fixture)
  assert.equal((await post('key-1', 'throw')).status, 403)
  assert.equal((await post('key-1', 'refuse')).status, 409)
  assert.equal((await post('key-1', 'x')).status, 201)
})

onEachEngine('while the first is at work the second is told to wait', async (_t, fixture) => {
  const { state, post } = serverOn(fixture)
  const first = post('key-1', 'wait')
  await state.started
  const second = await post('key-1', 'wait')
  assert.deepEqual([second.status, second.json['code']], [409, 'idempotency_in_progress'])
  assert.equal(second.headers['retry-after'], '1')
  state.release()
  assert.equal((await first).status, 201)
})

onEachEngine('of 50 requests at once exactly one creates', async (_t, fixture) => {
  const { state, post } = serverOn(fixture)
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('key-1')))
  assert.equal(state.made, 1)
  for (const answer of answers) assert.ok(answer.status === 201 || answer.json['code'] === 'idempotency_in_progress')
})

onEachEngine('after 24 hours the key is new again', async (_t, fixture) => {
  const { state, post } = serverOn(fixture)
  await post('key-1')
  fixture.clock.advance(24 * HOUR - 1)
  await post('key-1')
  assert.equal(state.made, 1)
  fixture.clock.advance(1)
  assert.equal((await post('key-1', 'other')).status, 201)
  assert.equal(state.made, 2)
})

onEachEngine('a process that died at work holds the key for a minute only', async (_t, fixture) => {
  const { state, post } = serverOn(fixture)
  const dead = post('key-1', 'wait')
  await state.started
  fixture.clock.advance(60_000)
  assert.equal((await post('key-1')).status, 201)
  state.release()
  await dead
  assert.equal((await post('key-1')).json['number'], 1)
})

onEachEngine('a key that is no key is a 400', async (_t, fixture) => {
  const { post } = serverOn(fixture)
  for (const key of ['', ' ', 'a b', 'x'.repeat(256), 'schlüssel']) {
    assert.equal((await post(key)).status, 400, JSON.stringify(key))
  }
})

test('an answer that could not be kept is still answered', async () => {
  const db = { run: () => Promise.resolve(1), get: () => Promise.resolve(undefined) }
  const broken = { seal: () => assert.fail('no key'), open: () => '' }
  const warnings: string[] = []
  const idempotency = new Idempotency({
    db: db as never,
    clock: { now: () => 0 },
    seal: broken,
    logger: { error: () => {}, warn: (_fields, message) => void warnings.push(message) },
  })
  const request = {
    method: 'POST',
    url: '/x',
    principal: { actor: { type: 'admin', id: 'key_1' } },
    headerValues: () => ['key-1'],
  }
  assert.equal(await idempotency.once(request as never, undefined, 201, () => 'made'), 'made')
  assert.deepEqual(warnings, ['an Idempotency-Key could not be settled'])
})
