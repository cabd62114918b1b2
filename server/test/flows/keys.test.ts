import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { headerOf } from '#test/support/jwt.ts'
import { configure, createAgent, isActive, ownToken } from '#test/support/oauth.ts'

const jwksOf = async (app: TestApp): Promise<JSONWebKeySet> =>
  (await app.send({ url: '/.well-known/jwks.json' })).json as unknown as JSONWebKeySet

const kidsOf = async (app: TestApp): Promise<unknown[]> => (await jwksOf(app)).keys.map(({ kid }) => kid)

/** The key set but for the key that is published ahead, the second. */
const kidsInUse = async (app: TestApp): Promise<unknown[]> => (await kidsOf(app)).toSpliced(1, 1)

/** Rotates a second later, since the set is in the order the keys were made. */
async function rotate(app: TestApp): Promise<string> {
  app.clock.advance(1000)
  const answer = await app.admin('POST', '/admin/auth/rotate-signing-key')
  assert.equal(answer.status, 200, answer.text)
  return answer.json['kid'] as string
}

/** Verifies as a resource server does that never asks us (RFC 9068 §4). */
async function verifyElsewhere(app: TestApp, token: string, jwks: JSONWebKeySet): Promise<void> {
  await jwtVerify(token, createLocalJWKSet(jwks), {
    issuer: app.baseUrl,
    audience: app.baseUrl,
    typ: 'at+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(app.clock.now()),
  })
}

test('KY1 the key set is public, may be kept five minutes, and has no private member', async (t) => {
  const app = await createTestApp(t)
  const answer = await app.send({ url: '/.well-known/jwks.json', headers: { origin: 'https://spa.example.com' } })
  assert.equal(answer.status, 200)
  assert.equal(answer.headers['cache-control'], 'public, max-age=300')
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  assert.match(String(answer.headers['content-type']), /^application\/json/)
  const { keys } = answer.json as unknown as JSONWebKeySet
  for (const key of keys) {
    assert.deepEqual(Object.keys(key).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    assert.deepEqual([key.kty, key.use, key.alg, key['crv']], ['EC', 'sig', 'ES256', 'P-256'])
    assert.match(String(key.kid), /^\d{8}T\d{6}Z-[0-9a-z]{4}$/)
  }
})

test('KY1 rotation under load: every token verifies here, on the other node and elsewhere', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const agent = await createAgent(app)
  const tokens: string[] = []
  const load = async (on: TestApp): Promise<void> => {
    for (let i = 0; i < 25; i++) tokens.push(await ownToken(on, agent))
  }
  const rotations = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await rotate(i % 2 === 0 ? app : node)
  }
  await Promise.all([load(app), load(node), load(app), load(node), rotations()])
  await pause(1000)
  const sets = [await jwksOf(app), await jwksOf(node)]
  assert.equal(sets[0]?.keys.length, 7, 'five are retired, one signs, one follows')
  assert.deepEqual(sets[0], sets[1])
  assert.ok(new Set(tokens.map((token) => headerOf(token)['kid'])).size > 1)
  for (const [i, token] of tokens.entries()) {
    assert.equal(await isActive(i % 2 === 0 ? node : app, agent, token), true)
    await verifyElsewhere(app, token, sets[i % 2] as JSONWebKeySet)
  }
})

test('KY1 another node knows the new key at once and signs with it within a second', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const agent = await createAgent(app)
  const before = await ownToken(node, agent)
  const kid = await rotate(app)
  const fresh = await ownToken(app, agent)
  assert.equal(headerOf(fresh)['kid'], kid)
  assert.equal(await isActive(node, agent, fresh), true)
  await pause(1000)
  const theirs = await ownToken(node, agent)
  assert.equal(headerOf(theirs)['kid'], kid)
  assert.deepEqual(await kidsOf(node), await kidsOf(app))
  for (const on of [app, node]) assert.equal(await isActive(on, agent, before), true)
})

test('KY1 a retired key stays in the key set for twice the life of a token', async (t) => {
  const app = await createTestApp(t)
  const old = headerOf(await ownToken(app, await createAgent(app)))['kid']
  const kid = await rotate(app)
  app.clock.advance(7_199_999)
  assert.deepEqual(await kidsInUse(app), [kid, old])
  app.clock.advance(1)
  assert.deepEqual(await kidsInUse(app), [kid])
})

test('KY1 a key whose tokens live longer stays as long as they do', async (t) => {
  const app = await createTestApp(t)
  await configure(app, { 'oauth.access_token_ttl_seconds': 86_400 })
  const agent = await createAgent(app)
  const long = await ownToken(app, agent)
  await configure(app, { 'oauth.access_token_ttl_seconds': 300 })
  const kid = await rotate(app)
  app.clock.advance(86_398_999)
  assert.deepEqual(await kidsInUse(app), [kid, headerOf(long)['kid']])
  assert.equal(await isActive(app, agent, long), true)
  app.clock.advance(1)
  assert.deepEqual(await kidsInUse(app), [kid])
  assert.equal(await isActive(app, agent, long), false)
})

test('KY1 the tokens of a key that was withdrawn from the key set are refused', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  const kid = await rotate(app)
  assert.equal(await isActive(app, agent, token), true)
  await app.admin('DELETE', `/admin/signing-keys/${String(headerOf(token)['kid'])}`)
  assert.deepEqual(await kidsInUse(app), [kid])
  assert.equal(await isActive(app, agent, token), false)
  const answer = await app.send({ url: '/oauth/userinfo', headers: { authorization: `Bearer ${token}` } })
  assert.equal(answer.status, 401)
})
