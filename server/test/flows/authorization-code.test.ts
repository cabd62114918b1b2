import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeChallengeOf } from '#/oauth/shared/pkce.ts'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { ProofKey } from '#test/support/dpop.ts'
import {
  assertOAuthError,
  createWebApp,
  introspect,
  isActive,
  obtainCode,
  redemption,
  refresh,
  REDIRECT,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'

test('a person signs in to an app, which gets an access, a refresh and an ID token', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, client, { scope: 'openid email read', nonce: 'n-1' })
  assert.equal(tokens['token_type'], 'Bearer')
  assert.equal(tokens['scope'], 'openid email read')
  const seen = await introspect(app, client, tokens['access_token'] ?? '')
  assert.equal(seen['sub'], person.id)
  const idToken = JSON.parse(Buffer.from((tokens['id_token'] ?? '').split('.')[1] ?? '', 'base64url').toString())
  assert.equal(idToken.sub, person.id)
  assert.equal(idToken.aud, client.clientId)
  assert.equal(idToken.nonce, 'n-1')
  const info = await app.send({
    url: '/oauth/userinfo',
    headers: { authorization: `Bearer ${tokens['access_token']}` },
  })
  assert.deepEqual(info.json, { sub: person.id, email: person.email, email_verified: false })
})

test('a client that registered authorization_code alone gets a refresh token, and without openid no ID token', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app, { grant_types: ['authorization_code'] })
  const tokens = await signIn(app, await TestPerson.signUp(app), client)
  assert.equal('refresh_token' in tokens, true)
  assert.equal('id_token' in tokens, false)
})

test('AC1 a code that comes twice ends every token of its first use', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const redeem = redemption(await obtainCode(person, client))
  const first = await requestToken(app, client, redeem)
  assert.equal(first.status, 200, first.text)
  assertOAuthError(await requestToken(app, client, redeem), 400, 'invalid_grant')
  assert.equal(await isActive(app, client, first.json['access_token'] as string), false)
  assertOAuthError(await refresh(app, client, first.json['refresh_token'] as string), 400, 'invalid_grant')
  const audit = await app.admin('GET', '/audit-logs?action=token.reuse_detected')
  assert.equal((audit.json['data'] as unknown[]).length, 1)
})

test('AC1 a replay after the code expired still ends the tokens', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const redeem = redemption(await obtainCode(await TestPerson.signUp(app), client))
  const first = await requestToken(app, client, redeem)
  app.clock.advance(120_000)
  assertOAuthError(await requestToken(app, client, redeem), 400, 'invalid_grant')
  assert.equal(await isActive(app, client, first.json['access_token'] as string), false)
})

test('AC2 of fifty requests with one code at most one gets tokens, on two nodes', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const redeem = redemption(await obtainCode(person, client))
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => requestToken(i % 2 === 0 ? app : node, client, redeem)),
  )
  const statuses = answers.map(({ status }) => status)
  assert.equal(statuses.filter((status) => status === 200).length, 1, statuses.join(' '))
  for (const answer of answers.filter(({ status }) => status !== 200)) assertOAuthError(answer, 400, 'invalid_grant')
  const listed = await app.admin('GET', `/agents/${client.id}/tokens?include_total=true`)
  assert.equal(listed.json['total'], 2, 'one access and one refresh token were ever written')
})

test('AC3 another client’s attempt fails and leaves the code to its owner', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const other = await createWebApp(app)
  const redeem = redemption(await obtainCode(await TestPerson.signUp(app), client))
  assertOAuthError(await requestToken(app, other, redeem), 400, 'invalid_grant')
  assert.equal((await requestToken(app, client, redeem)).status, 200)
})

test('AC4 refuses wrong verifiers and redirect URIs, and gives up after a few', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const redeem = redemption(await obtainCode(person, client))
  for (const change of [{ redirect_uri: `${REDIRECT}/` }, { redirect_uri: 'https://evil.example.com' }]) {
    assertOAuthError(await requestToken(app, client, { ...redeem, ...change }), 400, 'invalid_grant', /redirect_uri/)
  }
  assertOAuthError(await requestToken(app, client, { ...redeem, redirect_uri: '' }), 400, 'invalid_request')
  const verifiers = ['x'.repeat(43), 'short', 'x'.repeat(129), `${redeem['code_verifier']} `, 'ü'.repeat(43)]
  for (const code_verifier of verifiers) {
    assertOAuthError(
      await requestToken(app, client, { ...redeem, code_verifier }),
      400,
      'invalid_grant',
      /code_verifier/,
    )
  }
  assertOAuthError(await requestToken(app, client, redeem), 400, 'invalid_grant', /too often/)
})

test('AC4 refuses a malformed verifier although its own challenge was asked for', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  for (const code_verifier of ['short', 'x'.repeat(42), 'x'.repeat(129), `${'x'.repeat(43)} `, 'ü'.repeat(43)]) {
    const redeem = redemption(await obtainCode(person, client, { code_challenge: codeChallengeOf(code_verifier) }))
    const answer = await requestToken(app, client, { ...redeem, code_verifier })
    assertOAuthError(answer, 400, 'invalid_grant', /code_verifier/)
  }
})

test('AC4 a code lives for sixty seconds', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const late = redemption(await obtainCode(person, client))
  app.clock.advance(60_000)
  assertOAuthError(await requestToken(app, client, late), 400, 'invalid_grant', /expired/)
  const intime = redemption(await obtainCode(person, client))
  app.clock.advance(59_000)
  assert.equal((await requestToken(app, client, intime)).status, 200)
})

test('AZ5 refuses a redemption without or with an empty verifier', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const { code_verifier: _, ...redeem } = redemption(await obtainCode(await TestPerson.signUp(app), client))
  assertOAuthError(await requestToken(app, client, redeem), 400, 'invalid_grant')
  assertOAuthError(await requestToken(app, client, { ...redeem, code_verifier: '' }), 400, 'invalid_grant')
})

test('AZ16 a code asked for with a key is redeemed with that key only', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const [key, other] = [new ProofKey(), new ProofKey()]
  const redeem = redemption(await obtainCode(person, client, { dpop_jkt: key.jkt }))
  assertOAuthError(await requestToken(app, client, redeem), 400, 'invalid_grant', /dpop_jkt/)
  assertOAuthError(await requestToken(app, client, redeem, other), 400, 'invalid_grant', /dpop_jkt/)
  assert.equal((await requestToken(app, client, redeem, key)).json['token_type'], 'DPoP')
})

test('a scope that was taken from the client while the code was on its way is not granted', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const redeem = redemption(await obtainCode(person, client, { scope: 'openid read write' }))
  assert.equal((await app.admin('PATCH', `/agents/${client.id}`, { scope: 'read email' })).status, 200)
  const answer = await requestToken(app, client, redeem)
  assert.equal(answer.json['scope'], 'read', answer.text)
  assert.equal(answer.json['id_token'], undefined, 'openid was taken too')
  assert.equal((await introspect(app, client, answer.json['access_token'] as string))['scope'], 'read')
  assert.equal((await app.admin('PATCH', `/agents/${client.id}`, { scope: 'openid read write' })).status, 200)
  const renewed = await refresh(app, client, answer.json['refresh_token'] as string)
  assert.equal(renewed.json['scope'], 'read', 'nor is it when the client gets it back')
})

test('a person who is disabled before redemption gives no tokens', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const redeem = redemption(await obtainCode(person, client))
  const system = { type: 'system', id: 'test', requestId: null, ip: null } as const
  await app.services.users.disable(person.id, 'test', system)
  assertOAuthError(await requestToken(app, client, redeem), 400, 'invalid_grant')
})

test('AZ17 a code is worth nothing for a person who is disabled, also when it was not ended with them', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const redeem = redemption(await obtainCode(person, client))
  await app.database.db.run(sql`UPDATE users SET disabled_at = 1 WHERE id = ${person.id}`)
  assertOAuthError(await requestToken(app, client, redeem), 400, 'invalid_grant', /the person was deactivated/)
})

test('HT1 a parameter of 16 KB is judged, and a longer one is refused unread', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const redeem = redemption({ code: 'x'.repeat(16 * 1024), verifier: 'x'.repeat(43) })
  assertOAuthError(await requestToken(app, client, redeem), 400, 'invalid_grant')
  const longer = { ...redeem, code: `${redeem['code']}x` }
  assertOAuthError(await requestToken(app, client, longer), 400, 'invalid_request', /code is too long/)
})

test('a resource that was taken from the client while the code was on its way is not granted', async (t) => {
  const app = await createTestApp(t)
  const resource = 'https://mail.example'
  const client = await createWebApp(app, { audiences: [resource] })
  const fields = redemption(await obtainCode(await TestPerson.signUp(app), client, { resource }))
  const open = async (...audiences: string[]) =>
    assert.equal((await app.admin('PATCH', `/agents/${client.id}`, { audiences })).status, 200)
  await open()
  assertOAuthError(await requestToken(app, client, fields), 400, 'invalid_target', /mail\.example/)
  await open(resource)
  assert.equal((await requestToken(app, client, fields)).status, 200, 'the refusal used nothing up')
})
