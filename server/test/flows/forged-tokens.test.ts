import assert from 'node:assert/strict'
import { createPublicKey } from 'node:crypto'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { canary } from '#test/support/canary.ts'
import { forgedTokens } from '#test/support/forged-tokens.ts'
import {
  allow,
  assertOAuthError,
  createAgent,
  createWebApp,
  credentialsOf,
  exchange,
  isActive,
  ownToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { cpuTimeOf } from '#test/support/timing.ts'

const MAX_CPU_MS = 50

/** The answer to a request, which must cost next to nothing: the best of a few tries, as the first ones compile. */
async function atOnce(name: string, send: () => Promise<TestAnswer>): Promise<TestAnswer> {
  let best = Infinity
  for (let attempt = 0; ; attempt++) {
    let answer: TestAnswer | undefined
    best = Math.min(best, await cpuTimeOf(async () => (answer = await send())))
    if (answer && best < MAX_CPU_MS) return answer
    assert.ok(attempt < 4, `${name} took ${best} ms`)
  }
}

const present = (app: TestApp, token: string): Promise<TestAnswer> =>
  app.send({ url: '/oauth/userinfo', headers: { authorization: `Bearer ${token}` } })

test('JW1 a forged token is refused at once wherever tokens are taken, and fetches nothing', async (t) => {
  const app = await createTestApp(t)
  const { url, hits } = await canary(t)
  const client = await createWebApp(app)
  const actor = await createAgent(app)
  await allow(app, actor, { subject: '*' })
  const tokens = await signIn(app, await TestPerson.signUp(app), client, { scope: 'openid read' })
  const jwks = await app.send({ url: '/.well-known/jwks.json' })
  const [jwk] = jwks.json['keys'] as Record<string, string>[]
  const { privateKey } = await app.services.signingKeys.active()
  const token = tokens['access_token'] ?? ''
  const forged = forgedTokens({
    token,
    idToken: tokens['id_token'] ?? '',
    refreshToken: tokens['refresh_token'] ?? '',
    publicKey: createPublicKey({ key: jwk ?? {}, format: 'jwk' }),
    privateKey,
    canary: url,
  })
  assert.ok(Object.keys(forged).length >= 40)
  for (const [name, text] of Object.entries(forged)) {
    const atUserInfo = await atOnce(name, () => present(app, text))
    assert.equal(`${atUserInfo.status} ${String(atUserInfo.json['error'])}`, '401 invalid_token', name)
    const form = { ...credentialsOf(actor), token: text }
    const seen = await atOnce(name, () => app.send({ url: '/oauth/introspect', form }))
    assert.equal(seen.text, '{"active":false}', name)
    const exchanged = await atOnce(name, () => exchange(app, actor, text))
    assert.equal(`${exchanged.status} ${String(exchanged.json['error'])}`, '400 invalid_request', name)
  }
  assert.equal((await present(app, token)).status, 200)
  assert.equal((await exchange(app, actor, token, { scope: 'read' })).status, 200)
  assert.equal(hits(), 0)
})

test('JW2 a token dies in the second its exp names, and a slow clock does not save it', async (t) => {
  const app = await createTestApp(t)
  app.clock.advance(789) // issued in the middle of a second
  const agent = await createAgent(app, { access_token_ttl_seconds: 600 })
  const token = await ownToken(app, agent)
  const end = Math.floor(app.clock.now() / 1000) * 1000 + 600_000
  const alive: Record<number, boolean> = {
    [-61_000]: true,
    [-1]: true,
    0: false,
    1: false,
    59_000: false,
    61_000: false,
  }
  for (const [offset, expected] of Object.entries(alive)) {
    app.clock.set(end + Number(offset))
    assert.equal(await isActive(app, agent, token), expected, `${offset} ms`)
  }
})

test('JW2 a token from the future is taken from a clock up to a minute ahead, and no more', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const tokens = await signIn(app, await TestPerson.signUp(app), client, { scope: 'openid' })
  const token = tokens['access_token'] ?? ''
  app.clock.advance(-59_000)
  assert.equal((await present(app, token)).status, 200)
  app.clock.advance(-2_000)
  assertOAuthError(await present(app, token), 401, 'invalid_token')
  assert.equal(await isActive(app, client, token), false)
})

test('F12 a clock that goes back a day brings no expired token to life', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  app.clock.advance(3_700_000)
  assert.equal(await isActive(app, agent, token), false)
  app.clock.advance(-86_400_000)
  assert.equal(await isActive(app, agent, token), false)
})
