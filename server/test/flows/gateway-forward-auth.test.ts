import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { cookieOf, HOST, newRule, newUpstream, ORIGIN, TestGateway } from '#test/support/gateway.ts'
import { plainPaths, hostilePaths } from '#test/support/paths.ts'
import { createAgent, ownToken } from '#test/support/oauth.ts'
import { listResource } from '#test/support/resources.ts'
import { signUp } from '#test/support/recovery.ts'
import type { TestApp } from '#test/support/app.ts'

const PROXY = '192.0.2.10'
const trusted = { trustedProxies: [PROXY] }

/** Asks as a proxy does about a request. */
const ask = (app: TestApp, path: string, headers: Record<string, string | string[]> = {}, query = '') =>
  app.send({
    url: `/api/v1/proxy/auth${query}`,
    remoteAddress: PROXY,
    headers: {
      'x-forwarded-method': 'GET',
      'x-forwarded-host': HOST,
      'x-forwarded-uri': path,
      'x-forwarded-for': '203.0.113.7',
      ...headers,
    },
  })

test('a listed proxy is told whether a request may pass, and who sent it', async (t) => {
  const gateway = await TestGateway.start(t, trusted)
  const { app } = gateway
  await gateway.rule({ pattern: '/open' })
  await gateway.rule({ pattern: '/reports/*', require: 'authenticated' })
  assert.equal((await ask(app, '/open?a=b')).status, 204)
  assert.equal((await ask(app, '/elsewhere')).status, 403)
  const person = await signUp(app, 'maya@example.com')
  const cookie = cookieOf(await gateway.signIn(person.visitor, '/reports/a'))
  const passed = await ask(app, '/reports/a', { cookie: `${cookie}; theme=dark` })
  assert.equal(passed.headers['cookie'], 'theme=dark')
  assert.equal(passed.status, 204, passed.text)
  assert.deepEqual([passed.headers['x-user-id'], passed.headers['x-auth-method']], [person.id, 'session'])
  assert.match(String(passed.headers['x-mandate-assertion']), /^ey/)
  assert.equal(passed.headers['x-agent-id'], '', 'in place of what the visitor sent')
  const anybody = await ask(app, '/open?a=b')
  for (const name of ['user-id', 'user-email', 'user-roles', 'agent-id', 'auth-method', 'mandate-assertion'])
    assert.equal(anybody.headers[`x-${name}`], '', name)
})

test('it is told in one way that redirects pass through, and in one for those that pass on 401 alone', async (t) => {
  const app = await createTestApp(t, trusted)
  await newRule(app, { upstream_id: await newUpstream(app, { upstream: null }), require: 'authenticated' })
  const page = { accept: 'text/html' }
  const redirect = await ask(app, '/a', page)
  assert.equal(redirect.status, 303)
  assert.match(String(redirect.headers['location']), /\/gateway\/sign-in\?request=/)
  assert.match(String(redirect.headers['set-cookie']), /^mandate_gateway_browser=/)
  const byHeader = await ask(app, '/a', page, '?sign_in=header')
  assert.deepEqual([byHeader.status, byHeader.json['code']], [401, 'gateway_unauthenticated'])
  assert.match(String(byHeader.headers['x-mandate-sign-in']), /\/gateway\/sign-in\?request=/)
  assert.match(String(byHeader.headers['set-cookie']), /^mandate_gateway_browser=/)
  const program = await ask(app, '/a')
  assert.equal(program.status, 401)
  assert.match(String(program.headers['www-authenticate']), /resource_metadata=/)
})

test('an access token is checked as it is through the gateway', async (t) => {
  const app = await createTestApp(t, trusted)
  await newRule(app, { upstream_id: await newUpstream(app, { upstream: null }), require: ['agent', 'scope:read'] })
  await listResource(app, ORIGIN)
  const agent = await createAgent(app, { audiences: [ORIGIN] })
  const token = await ownToken(app, agent, { resource: ORIGIN })
  const passed = await ask(app, '/a', { authorization: `Bearer ${token}` })
  assert.deepEqual([passed.status, passed.headers['x-agent-id']], [204, agent.id])
  const elsewhere = await ownToken(app, agent)
  assert.equal((await ask(app, '/a', { authorization: `Bearer ${elsewhere}` })).status, 401)
})

describe('PX4: nobody else describes a request', () => {
  test('than a proxy that is listed', async (t) => {
    const app = await createTestApp(t, trusted)
    await newRule(app, { upstream_id: await newUpstream(app) })
    const headers = { 'x-forwarded-method': 'GET', 'x-forwarded-host': HOST, 'x-forwarded-uri': '/' }
    for (const remoteAddress of ['127.0.0.1', '203.0.113.7']) {
      const answer = await app.send({ url: '/api/v1/proxy/auth', headers, remoteAddress })
      assert.deepEqual([answer.status, answer.json['code']], [403, 'forward_auth_untrusted'], remoteAddress)
    }
    assert.equal((await ask(app, '/')).status, 204)
  })

  test('and it describes one, in full', async (t) => {
    const app = await createTestApp(t, trusted)
    await newRule(app, { upstream_id: await newUpstream(app), pattern: '/public' })
    assert.equal((await ask(app, '/public', { 'x-original-url': '/admin' })).status, 204)
    for (const name of ['x-forwarded-method', 'x-forwarded-host', 'x-forwarded-uri']) {
      const twice = await ask(app, '/public', { [name]: ['/public', '/admin'] })
      assert.equal(twice.status, 403, name)
    }
    assert.equal((await ask(app, '/public', { 'x-forwarded-host': `${HOST}, elsewhere.example` })).status, 403)
    assert.equal((await ask(app, '/public', { 'x-forwarded-method': 'TRACE' })).status, 403)
  })
})

test('PX3: a path that the other proxy would pass on in another form than we decided about is refused', async (t) => {
  const app = await createTestApp(t, trusted)
  await newRule(app, { upstream_id: await newUpstream(app) })
  for (const [path, canonical] of plainPaths)
    assert.equal((await ask(app, path)).status, path === canonical ? 204 : 403, path)
  // What can't stand in a header can't be asked about.
  for (const path of hostilePaths.filter((it) => /^[\x20-\x7e]+$/.test(it)))
    assert.equal((await ask(app, path)).status, 403, path)
})
