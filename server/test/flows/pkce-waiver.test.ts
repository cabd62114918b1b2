import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { createApplication, leastInput, outcomeOf } from '#test/support/apps.ts'
import { assertReturnedError, authorizeUrl, CHALLENGE, parametersOf, VERIFIER } from '#test/support/authorize.ts'
import type { Changes } from '#test/support/authorize.ts'
import { claimsOf } from '#test/support/jwt.ts'
import { assertOAuthError, credentialsOf, REDIRECT, requestToken, TestPerson } from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'

const scope = 'openid read'
const withoutPkce: Changes = { code_challenge: null, code_challenge_method: null, scope, nonce: 'n-1' }

async function setUp(t: TestContext) {
  const app = await createTestApp(t)
  const legacy = await createApplication(app, 'web', { name: 'Legacy', scope, require_pkce: false, first_party: true })
  return { app, legacy, person: await TestPerson.signUp(app) }
}

/** The code of a request that nobody is asked about. */
async function codeOf(person: TestPerson, client: TestClient, changes: Changes): Promise<string> {
  const { headers, text } = await person.send(authorizeUrl(client, changes))
  const code = URL.parse(String(headers['location']))?.searchParams.get('code')
  assert.ok(code, `${String(headers['location'])} ${text}`)
  return code
}

const redeem = (app: TestApp, client: TestClient, code: string, more: Record<string, string> = {}) =>
  requestToken(app, client, { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, ...more })

test('AC4 an application for which PKCE is waived signs people in with a nonce instead', async (t) => {
  const { app, legacy, person } = await setUp(t)
  const tokens = await redeem(app, legacy, await codeOf(person, legacy, withoutPkce))
  assert.equal(tokens.status, 200, tokens.text)
  assert.equal(claimsOf(tokens.json['id_token'] as string)['nonce'], 'n-1')
})

test('AC4 the waiver wants a nonce and openid, and leaves every other client as it was', async (t) => {
  const { app, legacy, person } = await setUp(t)
  for (const changes of [
    { ...withoutPkce, nonce: null },
    { ...withoutPkce, nonce: '' },
    { ...withoutPkce, scope: 'read' },
    { ...withoutPkce, code_challenge: 'short', code_challenge_method: 'S256' },
    { ...withoutPkce, code_challenge: CHALLENGE, code_challenge_method: 'plain' },
  ])
    assertReturnedError(app, await person.send(authorizeUrl(legacy, changes)), 'invalid_request', /code_challenge/)
  const other = await createApplication(app, 'web', { scope, first_party: true })
  assertReturnedError(app, await person.send(authorizeUrl(other, withoutPkce)), 'invalid_request', /PKCE/)
  const form = { ...Object.fromEntries(parametersOf(other, withoutPkce)), ...credentialsOf(other) }
  assertOAuthError(await app.send({ url: '/oauth/par', form }), 400, 'invalid_request', /PKCE/)
})

test('AC4 a verifier for a code without challenge is the sign of a downgrade, and a challenge holds as ever', async (t) => {
  const { app, legacy, person } = await setUp(t)
  const stripped = await codeOf(person, legacy, withoutPkce)
  assertOAuthError(await redeem(app, legacy, stripped, { code_verifier: VERIFIER }), 400, 'invalid_grant')
  const challenged = await codeOf(person, legacy, { scope, nonce: 'n-1' })
  assertOAuthError(await redeem(app, legacy, challenged), 400, 'invalid_grant')
  assert.equal((await redeem(app, legacy, challenged, { code_verifier: VERIFIER })).status, 200)
})

test('AC4 a waiver that is taken back while a code is on its way takes the code back', async (t) => {
  const { app, legacy, person } = await setUp(t)
  const code = await codeOf(person, legacy, withoutPkce)
  assert.equal((await app.admin('PATCH', `/admin/apps/${legacy.id}`, { require_pkce: true })).status, 200)
  assertOAuthError(await redeem(app, legacy, code), 400, 'invalid_grant')
})

test('AD2: only full access waives PKCE, for a client with a secret or key; the audit log and the health report say so', async (t) => {
  const app = await createTestApp(t)
  const made = await app.admin('POST', '/api-keys', { name: 'apps', scopes: ['apps:*'] })
  const headers = { authorization: `Bearer ${String(made.json['key'])}` }
  const byKey = (method: 'POST' | 'PATCH', path: string, json: object) =>
    app.send({ method, url: `/api/v1${path}`, headers, json })
  const codes = async () =>
    (await app.admin('GET', '/admin/health')).json['warnings'] as { code: string; message: string }[]
  const web = await createApplication(app, 'web', { name: 'Wiki' })
  const path = `/admin/apps/${web.id}`
  assert.equal(
    outcomeOf(await byKey('POST', '/admin/apps', { ...leastInput.web, require_pkce: false })),
    '403 insufficient_scope',
  )
  assert.equal(outcomeOf(await byKey('PATCH', path, { require_pkce: false })), '403 insufficient_scope')
  for (const type of ['spa', 'native', 'machine'] as const) {
    const refused = await app.admin('POST', '/admin/apps', { ...leastInput[type], require_pkce: false })
    assert.equal(outcomeOf(refused), '400 invalid_request /require_pkce')
  }
  assert.deepEqual(await codes(), [])
  assert.equal((await app.admin('PATCH', path, { require_pkce: false })).json['require_pkce'], false)
  const [warning] = await codes()
  assert.equal(warning?.code, 'pkce_waived')
  assert.match(warning?.message ?? '', new RegExp(`Wiki \\(${web.id}\\)`))
  const { data } = (await app.admin('GET', '/audit-logs?action=app.updated')).json as { data: { metadata: object }[] }
  assert.deepEqual((data[0]?.metadata as { changes: object }).changes, { require_pkce: { before: true, after: false } })
  // What makes it stricter again is everybody's who may change applications.
  assert.equal((await byKey('PATCH', path, { require_pkce: true })).status, 200)
  assert.deepEqual(await codes(), [])
})
