import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { claimsOf, headerOf } from '#test/support/jwt.ts'
import { cookieOf, HOST, ORIGIN, TestGateway, valuesOf } from '#test/support/gateway.ts'
import {
  allow,
  createAgent,
  exchange,
  obtainCode,
  ownToken,
  redemption,
  requestToken,
  TestPerson,
  createWebApp,
} from '#test/support/oauth.ts'
import { athOf, ProofKey } from '#test/support/dpop.ts'
import { signUp } from '#test/support/recovery.ts'
import { listResource } from '#test/support/resources.ts'

test('a request goes on to its upstream, with what it brought and who brought it', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({})
  const seen = await gateway.seen({
    method: 'POST',
    path: '/a%2Db?x=1',
    headers: { 'x-of-mine': 'yes' },
    body: 'hello',
  })
  assert.deepEqual([seen.method, seen.url, seen.body], ['POST', '/a-b?x=1', 'hello'])
  assert.deepEqual(valuesOf(seen, 'x-of-mine'), ['yes'])
  assert.deepEqual(valuesOf(seen, 'host'), [HOST])
  assert.deepEqual(valuesOf(seen, 'x-forwarded-for'), ['127.0.0.1'])
  assert.deepEqual(valuesOf(seen, 'x-forwarded-proto'), ['http'])
  assert.deepEqual(valuesOf(seen, 'x-forwarded-host'), [HOST])
  assert.match(valuesOf(seen, 'x-request-id')[0] ?? '', /^req_/)
  assert.deepEqual(valuesOf(seen, 'x-user-id'), [])
})

test('a browser that is signed in comes back to where it was, and its upstream learns who it is', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ require: 'authenticated' })
  const person = await signUp(gateway.app, 'maya@example.com')
  const role = await gateway.app.admin('POST', '/roles', { name: 'Night shift' })
  await gateway.app.admin('POST', `/users/${person.id}/roles`, { role_id: role.json['id'] })
  const cookies = await gateway.signIn(person.visitor, '/reports?year=2026')
  const seen = await gateway.seen({
    path: '/reports?year=2026',
    headers: { cookie: cookieOf({ ...cookies, theme: 'dark' }) },
  })
  assert.deepEqual(valuesOf(seen, 'x-user-id'), [person.id])
  assert.deepEqual(valuesOf(seen, 'x-user-email'), ['maya@example.com'])
  assert.deepEqual(valuesOf(seen, 'x-user-roles'), ['Night%20shift'])
  assert.deepEqual(valuesOf(seen, 'x-auth-method'), ['session'])
  assert.deepEqual(valuesOf(seen, 'cookie'), ['theme=dark'])
  const [assertion = ''] = valuesOf(seen, 'x-mandate-assertion')
  assert.equal(headerOf(assertion)['typ'], 'mandate-assertion+jwt')
  const claims = claimsOf(assertion)
  assert.deepEqual(
    [claims['iss'], claims['aud'], claims['sub'], claims['roles'], claims['auth_method']],
    [gateway.app.baseUrl, ORIGIN, person.id, ['Night shift'], 'session'],
  )
  assert.equal(Number(claims['exp']) - Number(claims['iat']), 60)
})

test('a browser without a session is led to sign in, and a program is told what it lacks', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ require: 'authenticated' })
  const page = await gateway.send({ path: '/a', headers: { accept: 'text/html,*/*' } })
  assert.equal(page.status, 303)
  assert.ok(page.headers.location?.startsWith(`${gateway.app.baseUrl}/gateway/sign-in?request=`))
  const stranger = await gateway.app.send({ url: page.headers.location?.replace(gateway.app.baseUrl, '') ?? '' })
  assert.match(String(stranger.headers['location']), /^\/login\?next=%2Fgateway%2Fsign-in/)
  for (const headers of [{}, { accept: 'text/html', 'sec-fetch-mode': 'cors' }] as const) {
    const script = await gateway.send({ path: '/a', headers })
    assert.equal(script.status, 401)
    assert.equal(
      script.headers['www-authenticate'],
      `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource", DPoP algs="${['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'].join(' ')}", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource"`,
    )
  }
  assert.equal((await gateway.send({ method: 'POST', path: '/a', headers: { accept: 'text/html' } })).status, 401)
})

test('the session at a host ends with that of the server, at once', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ require: 'authenticated' })
  const person = await signUp(gateway.app, 'maya@example.com')
  const cookie = cookieOf(await gateway.signIn(person.visitor))
  assert.equal((await gateway.send({ headers: { cookie } })).status, 200)
  await gateway.app.admin('PATCH', `/users/${person.id}`, { disabled: true })
  assert.equal((await gateway.send({ headers: { cookie } })).status, 401)
  await gateway.app.admin('PATCH', `/users/${person.id}`, { disabled: false })
  assert.equal((await gateway.send({ headers: { cookie } })).status, 401)
})

describe('an access token', () => {
  const tokenFor = async (gateway: TestGateway, more: Record<string, unknown> = {}) => {
    await listResource(gateway.app, ORIGIN, { scopes: [{ name: 'read', description: 'Read' }] })
    const agent = await createAgent(gateway.app, { audiences: [ORIGIN], ...more })
    return { agent, token: await ownToken(gateway.app, agent, { resource: ORIGIN }) }
  }

  test('that is for the host comes through, and its agent is named', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: ['agent', 'scope:read'] })
    const { agent, token } = await tokenFor(gateway)
    const seen = await gateway.seen({ headers: { authorization: `Bearer ${token}` } })
    assert.deepEqual(valuesOf(seen, 'x-agent-id'), [agent.id])
    assert.deepEqual(valuesOf(seen, 'x-auth-method'), ['bearer'])
    assert.deepEqual(valuesOf(seen, 'authorization'), [])
    const claims = claimsOf(valuesOf(seen, 'x-mandate-assertion')[0] ?? '')
    assert.deepEqual(
      [claims['sub'], claims['client_id'], claims['scope']],
      [agent.clientId, agent.clientId, 'read write'],
    )
  })

  test('that is for somebody else is refused, with the way to one that fits', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: 'authenticated' })
    const { agent } = await tokenFor(gateway)
    const token = await ownToken(gateway.app, agent)
    const { status, headers } = await gateway.send({ headers: { authorization: `Bearer ${token}` } })
    assert.equal(status, 401)
    assert.match(String(headers['www-authenticate']), /^Bearer error="invalid_token".*resource_metadata="/)
    const broken = await gateway.send({ headers: { authorization: 'Bearer nonsense' } })
    assert.equal(broken.status, 401)
    const inQuery = await gateway.send({
      path: `/?access_token=${token}`,
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(inQuery.status, 400)
  })

  test('that lacks a scope learns which one', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: 'scope:read', scopes: ['admin:everything'] })
    const { token } = await tokenFor(gateway)
    const { status, headers } = await gateway.send({ headers: { authorization: `Bearer ${token}` } })
    assert.equal(status, 403)
    assert.match(String(headers['www-authenticate']), /error="insufficient_scope", scope="read admin:everything"/)
  })

  test('of somebody who must sign in again learns that (RFC 9470)', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: 'authenticated', acr: 'urn:mandate:acr:2fa', max_age_seconds: 60 })
    const { token } = await tokenFor(gateway)
    const { status, headers } = await gateway.send({ headers: { authorization: `Bearer ${token}` } })
    assert.equal(status, 401)
    assert.match(
      String(headers['www-authenticate']),
      /error="insufficient_user_authentication".*acr_values="urn:mandate:acr:2fa", max_age="60"/,
    )
  })

  test('that was exchanged brings its person, its agent and the chain of actors, and ends with its line', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: ['agent', 'scope:read'] })
    const { agent } = await tokenFor(gateway)
    const web = await createWebApp(gateway.app, { audiences: [ORIGIN] })
    const person = await TestPerson.signUp(gateway.app)
    const signedIn = await requestToken(gateway.app, web, redemption(await obtainCode(person, web)))
    assert.equal(signedIn.status, 200, signedIn.text)
    await allow(gateway.app, agent, { subject: person.id, audience: [ORIGIN] })
    const exchanged = await exchange(gateway.app, agent, String(signedIn.json['access_token']), {
      resource: ORIGIN,
      scope: 'read',
    })
    assert.equal(exchanged.status, 200, exchanged.text)
    const headers = { authorization: `Bearer ${String(exchanged.json['access_token'])}` }
    const seen = await gateway.seen({ headers })
    assert.deepEqual(valuesOf(seen, 'x-user-id'), [person.id])
    assert.deepEqual(valuesOf(seen, 'x-agent-id'), [agent.id])
    assert.deepEqual(claimsOf(valuesOf(seen, 'x-mandate-assertion')[0] ?? '')['act'], { sub: agent.clientId })
    await gateway.app.admin('PATCH', `/users/${person.id}`, { disabled: true })
    assert.equal((await gateway.send({ headers })).status, 401)
  })

  test('that is bound to a key needs a proof for the address that the outside sees, once', async (t) => {
    const gateway = await TestGateway.start(t)
    await gateway.rule({ require: 'authenticated' })
    await listResource(gateway.app, ORIGIN)
    const agent = await createAgent(gateway.app, { audiences: [ORIGIN] })
    const key = new ProofKey()
    const token = await ownToken(gateway.app, agent, { resource: ORIGIN }, key)
    const proof = (htu: string, htm = 'GET') =>
      key.sign({ htm, htu, iat: Math.floor(gateway.app.clock.now() / 1000), ath: athOf(token) })
    const ask = (dpop: string, scheme = 'DPoP') =>
      gateway.send({ path: '/a?b', headers: { authorization: `${scheme} ${token}`, ...(dpop === '' ? {} : { dpop }) } })
    const good = proof(`${ORIGIN}/a`)
    const first = await ask(good)
    assert.equal(first.status, 200)
    assert.ok(!first.text.includes('dpop+jwt') && !first.text.includes(good), 'the proof goes no further')
    assert.match(first.text, /"X-Auth-Method","dpop"/)
    for (const again of [
      good,
      proof(`${gateway.upstream.url}/a`),
      proof(`${gateway.app.baseUrl}/a`),
      proof(`${ORIGIN}/b`),
      proof(`${ORIGIN}/a`, 'POST'),
      '',
    ])
      assert.equal((await ask(again)).status, 401)
    assert.equal((await ask(proof(`${ORIGIN}/a`), 'Bearer')).status, 401)
  })
})

test('each host serves what clients learn of it (RFC 9728), to anybody', async (t) => {
  const gateway = await TestGateway.start(t)
  await gateway.rule({ require: 'scope:reports:read' })
  await listResource(gateway.app, ORIGIN, { name: 'Reports', scopes: [{ name: 'read', description: 'Read' }] })
  const { status, text } = await gateway.send({ path: '/.well-known/oauth-protected-resource' })
  assert.equal(status, 200)
  const document = JSON.parse(text) as Record<string, unknown>
  assert.deepEqual(
    [document['resource'], document['resource_name'], document['authorization_servers'], document['scopes_supported']],
    [ORIGIN, 'Reports', [gateway.app.baseUrl], ['read', 'reports:read']],
  )
})
