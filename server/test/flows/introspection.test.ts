import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { claimsOf } from '#test/support/jwt.ts'
import {
  assertOAuthError,
  createAgent,
  createWebApp,
  credentialsOf,
  introspect,
  isActive,
  ownToken,
  refresh,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { listResource } from '#test/support/resources.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { registerClient } from '#test/support/registration.ts'

const ask = (app: TestApp, client: TestClient, fields: Record<string, string>): Promise<TestAnswer> =>
  app.send({ url: '/oauth/introspect', form: { ...credentialsOf(client), ...fields } })

const WEB = { grant_types: ['authorization_code', 'refresh_token', 'client_credentials'] }
const system = { type: 'system', id: 'test', requestId: null, ip: null } as const

test('tells the holder of a living token everything it says, and nothing about the person', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, client, { scope: 'openid email read' })
  const iat = Math.floor(app.clock.now() / 1000)
  const answer = await ask(app, client, { token: tokens['access_token'] ?? '' })
  assert.deepEqual(answer.json, {
    active: true,
    sub: person.id,
    client_id: client.clientId,
    scope: 'openid email read',
    exp: iat + 3600,
    iat,
    token_type: 'Bearer',
    token_use: 'access_token',
    iss: app.baseUrl,
    aud: app.baseUrl,
    jti: claimsOf(tokens['access_token'] ?? '')['jti'],
    auth_time: iat,
  })
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.text.includes(person.email), false)
})

test('tells a client about its own refresh token, as long as it is the current one', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const tokens = await signIn(app, await TestPerson.signUp(app), client, { scope: 'read' })
  const first = tokens['refresh_token'] ?? ''
  const seen = await introspect(app, client, first)
  assert.deepEqual([seen['active'], seen['token_use'], seen['scope']], [true, 'refresh_token', 'read'])
  const renewed = await refresh(app, client, first)
  assert.deepEqual(await introspect(app, client, first), { active: false })
  assert.equal(await isActive(app, client, renewed.json['refresh_token'] as string), true)
  assert.equal(await isActive(app, await createAgent(app), renewed.json['refresh_token'] as string), false)
})

test('the hint changes nothing', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  const plain = await ask(app, agent, { token })
  for (const hint of ['access_token', 'refresh_token', 'nonsense']) {
    assert.equal((await ask(app, agent, { token, token_type_hint: hint })).text, plain.text)
  }
})

test('IN1 every dead, unknown or foreign token has one and the same answer, byte for byte', async (t) => {
  const app = await createTestApp(t)
  const asker = await createAgent(app)
  const people = async (client: TestClient, scope = 'openid read') => {
    const person = await TestPerson.signUp(app)
    return { person, client, tokens: await signIn(app, person, client, { scope }) }
  }
  const dead: Record<string, string> = {}

  const expired = await createAgent(app, { access_token_ttl_seconds: 60 })
  dead['expired'] = await ownToken(app, expired)
  app.clock.advance(61_000)

  const revoked = await ownToken(app, asker)
  await app.send({ url: '/oauth/revoke', form: { ...credentialsOf(asker), token: revoked } })
  dead['revoked'] = revoked

  const elsewhere = await createTestApp(t)
  dead['of another server'] = await ownToken(elsewhere, await createAgent(elsewhere))
  dead['garbage'] = 'garbage'
  dead['an admin key'] = app.adminKey

  const disabled = await people(await createWebApp(app))
  await app.services.users.disable(disabled.person.id, 'test', system)
  dead['of a disabled person'] = disabled.tokens['access_token'] ?? ''

  const deactivated = await createAgent(app)
  dead['of a deactivated agent'] = await ownToken(app, deactivated)
  await app.admin('DELETE', `/agents/${deactivated.id}`)

  const withdrawn = await people(await createWebApp(app))
  const consent = await app.services.consents.findLiving(withdrawn.person.id, withdrawn.client.clientId)
  await app.services.consents.revoke(consent?.id ?? '', system)
  dead['of a withdrawn consent'] = withdrawn.tokens['access_token'] ?? ''

  const living = await people(await createWebApp(app))
  dead['an ID token'] = living.tokens['id_token'] ?? ''
  dead['somebody else’s refresh token'] = living.tokens['refresh_token'] ?? ''
  const rotated = await people(await createWebApp(app))
  await refresh(app, rotated.client, rotated.tokens['refresh_token'] ?? '')
  dead['a rotated refresh token'] = rotated.tokens['refresh_token'] ?? ''

  assert.ok(Object.keys(dead).length >= 9)
  for (const [name, token] of Object.entries(dead)) {
    assert.ok(token.length > 0, name)
    const answer = await ask(app, asker, { token })
    assert.equal(answer.text, '{"active":false}', name)
    assert.equal(answer.status, 200)
    const { 'x-request-id': _id, date: _date, ...headers } = answer.headers
    assert.deepEqual(headers, await headersOfGarbage(app, asker), name)
  }
})

async function headersOfGarbage(app: TestApp, asker: TestClient): Promise<Record<string, unknown>> {
  const { 'x-request-id': _id, date: _date, ...headers } = (await ask(app, asker, { token: 'x' })).headers
  return headers
}

test('IN1 needs a client that proves who it is', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  const open = await createWebApp(app, { token_endpoint_auth_method: 'none' })
  const refused = [
    await ask(app, { ...agent, secret: 'wrong' }, { token }),
    await ask(app, { ...agent, secret: undefined }, { token }),
    await ask(app, open, { token }),
    await app.send({ url: '/oauth/introspect', form: { token } }),
  ]
  for (const answer of refused) assertOAuthError(answer, 401, 'invalid_client')
  const bearer = { authorization: `Bearer ${token}` }
  const byToken = await app.send({ url: '/oauth/introspect', form: { token }, headers: bearer })
  assertOAuthError(byToken, 401, 'invalid_client')
  assertOAuthError(await ask(app, agent, {}), 400, 'invalid_request')
  assertOAuthError(await ask(app, agent, { token: '' }), 400, 'invalid_request')
  const twice = [...Object.entries(credentialsOf(agent)), ['token', token], ['token', 'x']] as [string, string][]
  assertOAuthError(await app.send({ url: '/oauth/introspect', form: twice }), 400, 'invalid_request')
  assert.equal((await app.send({ url: `/oauth/introspect?token=${token}` })).status, 405)
})

test('IN1 a client that registered itself learns of its own tokens, and of those meant for what it serves', async (t) => {
  const app = await createTestApp(t)
  const resource = 'https://mcp.example.com'
  await listResource(app, resource)
  const agent = await createAgent(app)
  const registered = await registerClient(app, { token_endpoint_auth_method: 'client_secret_post' })
  const [plain, meant] = [await ownToken(app, agent), await ownToken(app, agent, { resource })]
  assert.equal(await isActive(app, registered, await ownToken(app, registered)), true)
  for (const token of [plain, meant]) assert.deepEqual(await introspect(app, registered, token), { active: false })

  // Operators say which resources a client stands for; no registration can.
  const client = await app.services.clients.findByClientId(registered.clientId)
  assert.ok(client)
  await app.database.db.tx((tx) => app.services.clients.change(tx, client, { audiences: [resource] }))
  assert.equal(await isActive(app, registered, meant), true)
  assert.equal(await isActive(app, registered, plain), false)
})

test('IN1 a client that an operator made may ask about any access token', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app, WEB)
  const tokens = await signIn(app, await TestPerson.signUp(app), client)
  assert.equal(await isActive(app, await createAgent(app), tokens['access_token'] ?? ''), true)
})
