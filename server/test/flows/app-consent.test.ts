import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { createApplication, leastInput, outcomeOf } from '#test/support/apps.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { pkce, REDIRECT, signIn, TestPerson } from '#test/support/oauth.ts'
import { livingTokens } from '#test/support/token-store.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

/** Where the authorization endpoint sends somebody who is signed in. */
async function firstStep(person: TestPerson, client: TestClient, more: Record<string, string> = {}): Promise<string> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: REDIRECT,
    scope: 'openid read',
    state: 'xyz',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  return String((await person.send(`/oauth/authorize?${query}`)).headers['location'])
}

const asks = (location: string): boolean => location.startsWith('/consent')
const answers = (location: string): boolean => location.includes('code=')

const scope = 'openid read'

test('an application of the server’s own people gets its code without asking, and the consent is on record', async (t) => {
  const app = await createTestApp(t)
  const own = await createApplication(app, 'web', { scope, first_party: true })
  const person = await TestPerson.signUp(app)
  assert.ok(answers(await firstStep(person, own, { prompt: 'none' })))
  assert.ok(answers(await firstStep(person, own)))
  const { data } = (await app.admin('GET', `/admin/oauth/consents?user_id=${person.id}`)).json as { data: object[] }
  assert.equal(data.length, 1)
  const events = await app.admin('GET', '/audit-logs?action=consent.granted')
  const told = (events.json['data'] as { actor_type: string; actor_id: string }[]).map((event) => [
    event.actor_type,
    event.actor_id,
  ])
  assert.deepEqual(told, [['system', 'first-party']], 'once, and the log says that nobody was asked')
  const tokens = await signIn(app, person, own)
  assert.ok(tokens['access_token'])
})

test('AZ14: it asks when the client wants it to, and the first time where anybody could pose as it', async (t) => {
  const app = await createTestApp(t, { mode: 'production' })
  const loopback = 'http://127.0.0.1:9999/callback'
  const claimed = 'com.example.app:/callback'
  const own = await createApplication(app, 'web', { scope, first_party: true, redirect_uris: [REDIRECT, loopback] })
  const phone = await createApplication(app, 'native', { scope, first_party: true })
  const person = await TestPerson.signUp(app)
  assert.ok(asks(await firstStep(person, own, { prompt: 'consent' })))
  assert.ok(answers(await firstStep(person, own, { redirect_uri: loopback })), 'its secret redeems the code')
  assert.ok(asks(await firstStep(person, phone, { redirect_uri: claimed })))
  await person.authorize(phone, { redirect_uri: claimed, scope, code_challenge: pkce().challenge })
  assert.ok(answers(await firstStep(person, phone, { redirect_uri: claimed, prompt: 'none' })), 'then it is remembered')
  const other = await createApplication(app, 'web', { scope })
  assert.ok(asks(await firstStep(person, other)), 'another application asks as ever')
})

test('a person who says no to their own provider’s application takes back what it holds', async (t) => {
  const app = await createTestApp(t)
  const own = await createApplication(app, 'web', { scope, first_party: true })
  const person = await TestPerson.signUp(app)
  await signIn(app, person, own)
  const { data } = (await app.admin('GET', `/admin/oauth/consents?user_id=${person.id}`)).json as {
    data: { id: string }[]
  }
  assert.equal((await app.admin('DELETE', `/admin/oauth/consents/${data[0]?.id}`)).status, 204)
  assert.deepEqual(await livingTokens(app.database.db, app.clock), [])
})

test('AD2: only who holds everything makes an application first party, or changes one that is', async (t) => {
  const app = await createTestApp(t)
  const operator = await FactorPerson.signUp(app, 'operator@example.com')
  await app.database.db.run(sql`UPDATE users SET system_role = 'operator' WHERE id = ${operator.id}`)
  const made = await app.admin('POST', '/api-keys', { name: 'apps', scopes: ['apps:*'] })
  const byKey = (method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: object): Promise<TestAnswer> => {
    const headers = { authorization: `Bearer ${String(made.json['key'])}` }
    return app.send({ method, url: `/api/v1${path}`, headers, ...(json && { json }) })
  }
  const own = await createApplication(app, 'web', { first_party: true })
  const other = await createApplication(app, 'web')
  const before = await rowOf(app, own)
  for (const call of [byKey, operator.call.bind(operator)]) {
    const tries: [method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: object][] = [
      ['POST', '/admin/apps', { ...leastInput.web, first_party: true }],
      ['PATCH', `/admin/apps/${other.id}`, { first_party: true }],
      ['PATCH', `/admin/apps/${own.id}`, { redirect_uris: ['https://evil.example/callback'] }],
      ['PATCH', `/admin/apps/${own.id}`, { first_party: false }],
      ['POST', `/admin/apps/${own.id}/rotate-secret`],
      ['DELETE', `/admin/apps/${own.id}`],
    ]
    for (const [method, path, json] of tries) {
      assert.equal(outcomeOf(await call(method, path, json)), '403 insufficient_scope', `${method} ${path}`)
    }
    assert.equal((await call('PATCH', `/admin/apps/${other.id}`, { name: 'Store' })).status, 200)
  }
  assert.deepEqual(await rowOf(app, own), before)
  assert.equal((await app.admin('PATCH', `/admin/apps/${own.id}`, { first_party: false })).json['first_party'], false)
})

const rowOf = (app: TestApp, { id }: TestClient) => app.database.db.get(sql`SELECT * FROM clients WHERE id = ${id}`)
