import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp, TestRequest } from '#test/support/app.ts'
import { assertOAuthError, createAgent, createWebApp, ownToken, signIn, TestPerson } from '#test/support/oauth.ts'
import { listResource } from '#test/support/resources.ts'

const URL_ = '/oauth/userinfo'

async function tokenOf(app: TestApp, scope: string, params: Record<string, string> = {}) {
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, await createWebApp(app), { scope, ...params })
  return { person, token: tokens['access_token'] ?? '' }
}

async function signedIn(t: TestContext) {
  const app = await createTestApp(t)
  return { app, ...(await tokenOf(app, 'openid profile email')) }
}

const present = (app: TestApp, token: string, more: Partial<TestRequest> = {}): Promise<TestAnswer> =>
  app.send({ url: URL_, ...more, headers: { authorization: `Bearer ${token}`, ...more.headers } })

describe('userinfo', () => {
  test('answers the contract’s four claims for openid, profile and email, by GET and by POST', async (t) => {
    const { app, person, token } = await signedIn(t)
    const claims = { sub: person.id, email: person.email, email_verified: false, name: 'Maya Okafor' }
    for (const method of ['GET', 'POST'] as const) {
      const answer = await present(app, token, { method })
      assert.deepEqual([answer.status, answer.json], [200, claims])
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.match(String(answer.headers['content-type']), /^application\/json/)
    }
    const form = await present(app, token, { method: 'POST', form: { x: 'y' } })
    assert.deepEqual(form.json, claims)
  })

  test('answers no more claims than the scopes allow', async (t) => {
    const app = await createTestApp(t)
    const expected: Record<string, string[]> = {
      openid: ['sub'],
      'openid email': ['sub', 'email', 'email_verified'],
      'openid profile': ['sub', 'name'],
      'profile email openid read': ['sub', 'email', 'email_verified', 'name'],
    }
    for (const [scope, names] of Object.entries(expected)) {
      const { token } = await tokenOf(app, scope)
      assert.deepEqual(Object.keys((await present(app, token)).json), names)
    }
  })

  test('is closed to a person whose account was disabled', async (t) => {
    const { app, person, token } = await signedIn(t)
    await app.services.users.disable(person.id, 'test', { type: 'system', id: 'test', requestId: null, ip: null })
    assertOAuthError(await present(app, token), 401, 'invalid_token')
  })

  test('UI1 asks for a token with a challenge and no error code when there is none', async (t) => {
    const app = await createTestApp(t)
    for (const method of ['GET', 'POST'] as const) {
      const answer = await app.send({ method, url: URL_ })
      assertOAuthError(answer, 401, 'invalid_token')
      assert.equal(answer.headers['www-authenticate'], 'Bearer, DPoP algs="ES256 RS256 PS256 EdDSA Ed25519"')
    }
  })

  test('UI1 takes the token from one Authorization header in one spelling, and from nowhere else', async (t) => {
    const { app, token } = await signedIn(t)
    const shapes: Record<string, Partial<TestRequest> & { url?: string }> = {
      'the scheme alone': { headers: { authorization: 'Bearer' } },
      'the scheme and a space': { headers: { authorization: 'Bearer ' } },
      'a tab': { headers: { authorization: `Bearer\t${token}` } },
      'two spaces': { headers: { authorization: `Bearer  ${token}` } },
      'no scheme': { headers: { authorization: token } },
      'another scheme': { headers: { authorization: `Token ${token}` } },
      'the Basic scheme': { headers: { authorization: `Basic ${token}` } },
      'a quoted token': { headers: { authorization: `Bearer "${token}"` } },
      'something after it': { headers: { authorization: `Bearer ${token} x` } },
      'two tokens': { headers: { authorization: `Bearer ${token}, Bearer ${token}` } },
      'two headers': { headers: { authorization: [`Bearer ${token}`, `Bearer ${token}`] } },
      'two headers, the second empty': { headers: { authorization: [`Bearer ${token}`, ''] } },
      'a DPoP scheme for an unbound token': { headers: { authorization: `DPoP ${token}` } },
      'the query': { url: `${URL_}?access_token=${token}` },
      'the query beside the header': {
        url: `${URL_}?access_token=${token}`,
        headers: { authorization: `Bearer ${token}` },
      },
      'the form': { method: 'POST', form: { access_token: token } },
      'the form beside the header': {
        method: 'POST',
        form: { access_token: token },
        headers: { authorization: `Bearer ${token}` },
      },
      'a cookie': { headers: { cookie: `access_token=${token}` } },
      'a token without end': { headers: { authorization: `Bearer ${'x'.repeat(12_000)}` } },
    }
    assert.ok(Object.keys(shapes).length >= 12)
    for (const [name, request] of Object.entries(shapes)) {
      const answer = await app.send({ url: URL_, ...request })
      assert.ok(answer.status === 400 || answer.status === 401, `${name}: ${answer.status} ${answer.text}`)
      assert.match(String(answer.json['error']), /^invalid_(request|token)$/, name)
      assert.equal(answer.text.includes(token), false)
    }
    const lower = await app.send({ url: URL_, headers: { authorization: `bearer ${token}` } })
    assert.equal(lower.status, 200, 'the scheme is compared without case (RFC 9110 §11.1)')
  })

  test('UI1 refuses a token without the scope openid and says which scope it needs', async (t) => {
    const app = await createTestApp(t)
    const { token } = await tokenOf(app, 'profile email')
    const answer = await present(app, token)
    assertOAuthError(answer, 403, 'insufficient_scope')
    assert.match(String(answer.headers['www-authenticate']), /^Bearer error="insufficient_scope", .*scope="openid"$/)
  })

  test('UI1 refuses a client’s own token, also one that carries the scope openid', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app, { scope: 'openid read' })
    for (const scope of ['openid read', 'read']) {
      assertOAuthError(await present(app, await ownToken(app, agent, { scope })), 403, 'insufficient_scope')
    }
  })

  test('JW2 refuses a token that is meant for another resource', async (t) => {
    const app = await createTestApp(t)
    await listResource(app, 'https://mcp.example.com')
    const { token } = await tokenOf(app, 'openid', { resource: 'https://mcp.example.com' })
    assertOAuthError(await present(app, token), 401, 'invalid_token', /another resource/)
  })

  test('scripts of other origins may ask, without credentials, after a preflight', async (t) => {
    const { app, token } = await signedIn(t)
    const origin = 'https://spa.example.com'
    const preflight = await app.send({
      method: 'OPTIONS',
      url: URL_,
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization, dpop',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
    assert.match(String(preflight.headers['access-control-allow-headers']), /authorization.*dpop/i)
    for (const answer of [
      await present(app, token, { headers: { origin } }),
      await app.send({ url: URL_, headers: { origin } }),
    ]) {
      assert.equal(answer.headers['access-control-allow-origin'], '*')
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
      assert.match(String(answer.headers['access-control-expose-headers']), /WWW-Authenticate/)
    }
    const sandboxed = await present(app, token, { headers: { origin: 'null' } })
    assert.equal(sandboxed.headers['access-control-allow-origin'], undefined)
  })

  test('other methods are told which there are', async (t) => {
    const { app, token } = await signedIn(t)
    for (const method of ['PUT', 'DELETE', 'PATCH'] as const) {
      const answer = await present(app, token, { method })
      assertOAuthError(answer, 405, 'method_not_allowed')
      assert.match(String(answer.headers['allow']), /GET.*POST/)
    }
    const head = await present(app, token, { method: 'HEAD' })
    assert.deepEqual([head.status, head.text], [200, ''])
  })
})
