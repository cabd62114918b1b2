import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestRequest } from '#test/support/app.ts'
import { createWebApp, redemption, requestToken, obtainCode, TestPerson } from '#test/support/oauth.ts'

const BASE = 'https://example.com/id'

test('below a path every address of ours carries it, and people get through', async (t) => {
  const app = await createTestApp(t, { baseUrl: BASE })
  const client = await createWebApp(app)
  const started = await app.send({
    url: `/id/oauth/authorize?response_type=code&client_id=${client.clientId}&redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback&scope=read&state=x&code_challenge=${'a'.repeat(43)}&code_challenge_method=S256`,
  })
  assert.match(String(started.headers['location']), /^\/id\/login\?request=arq_/)
  const page = await app.send({ url: '/id/login' })
  assert.equal(page.status, 200, page.text)
  for (const [, address] of page.text.matchAll(/ (?:href|action|src)="(\/[^"]*)"/g)) {
    assert.ok(address?.startsWith('/id/'), `${address} leads out of the base path`)
  }
  const person = await TestPerson.signUp(app)
  const redeem = redemption(await obtainCode(person, client))
  assert.equal((await requestToken(app, client, redeem)).status, 200)
})

test('both forms of discovery answer the same document, and unknown paths stay unknown', async (t) => {
  const app = await createTestApp(t, { baseUrl: BASE })
  const get = async (url: string, more: Partial<TestRequest> = {}) => app.send({ url, ...more })
  const inserted = await get('/.well-known/oauth-authorization-server/id')
  const appended = await get('/id/.well-known/openid-configuration')
  assert.equal(inserted.json['issuer'], BASE)
  assert.deepEqual(appended.json, inserted.json)
  assert.equal((await get('/idle/healthz')).status, 404)
  assert.equal((await get('/id/healthz')).status, 200)
})
