import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { ProofKey } from '#test/support/dpop.ts'
import {
  assertOAuthError,
  configure,
  createAgent,
  createWebApp,
  credentialsOf,
  introspect,
  isActive,
  ownToken,
  proofFor,
  requestToken,
} from '#test/support/oauth.ts'
import { listResource } from '#test/support/resources.ts'

const GRANT = { grant_type: 'client_credentials' }

test('an agent gets a token for itself, introspects it and revokes it', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const issued = await requestToken(app, agent, GRANT)
  assert.equal(issued.status, 200, issued.text)
  const { access_token: token, ...rest } = issued.json
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'read write' })
  const seen = await introspect(app, agent, token as string)
  const iat = Math.floor(app.clock.now() / 1000)
  assert.equal(seen['active'], true)
  assert.equal(seen['sub'], agent.clientId)
  assert.equal(seen['client_id'], agent.clientId)
  assert.equal(seen['exp'], iat + 3600)
  const gone = await app.send({ url: '/oauth/revoke', form: { ...credentialsOf(agent), token: token as string } })
  assert.equal(gone.status, 200)
  assert.equal(gone.text, '')
  assert.deepEqual(await introspect(app, agent, token as string), { active: false })
})

test('CC1 refuses scopes that are not registered, gives the registered ones by default, and no refresh token', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app, { grant_types: ['client_credentials', 'refresh_token'], scope: 'read write' })
  for (const scope of ['admin', 'read admin', 'openid', 'READ', 'read  write', ' read', 'a"b', 'x'.repeat(10_240)]) {
    assertOAuthError(await requestToken(app, agent, { ...GRANT, scope }), 400, 'invalid_scope')
  }
  const byDefault = await requestToken(app, agent, GRANT)
  assert.equal(byDefault.json['scope'], 'read write')
  assert.equal('refresh_token' in byDefault.json, false)
  const doubled = await requestToken(app, agent, { ...GRANT, scope: 'read read' })
  assert.equal(doubled.json['scope'], 'read')
})

test('a resource becomes the audience when the server or the client knows it, and is refused otherwise', async (t) => {
  const app = await createTestApp(t)
  await listResource(app, 'https://mcp.example.com')
  const agent = await createAgent(app, { audiences: ['https://files.example.com/api'] })
  for (const resource of ['https://mcp.example.com', 'https://files.example.com/api', app.baseUrl]) {
    const token = await ownToken(app, agent, { resource })
    assert.equal((await introspect(app, agent, token))['aud'], resource)
  }
  for (const resource of ['https://evil.example.com', 'relative', 'https://mcp.example.com#fragment']) {
    assertOAuthError(await requestToken(app, agent, { ...GRANT, resource }), 400, 'invalid_target')
  }
})

test('a client that registered itself gets no token of its own for the resources that are open to people', async (t) => {
  const app = await createTestApp(t)
  await listResource(app, 'https://mcp.example.com')
  const made = await app.send({
    url: '/oauth/register',
    json: { client_name: 'stranger', grant_types: ['client_credentials'], scope: 'mail:send' },
  })
  assert.equal(made.status, 201, made.text)
  const { client_id: clientId, client_secret: secret } = made.json as Record<string, string>
  const stranger = { id: '', clientId: clientId ?? '', secret }
  assert.equal((await requestToken(app, stranger, GRANT)).status, 200)
  const answer = await requestToken(app, stranger, { ...GRANT, resource: 'https://mcp.example.com' })
  assertOAuthError(answer, 400, 'invalid_target')
})

test('RG4 in production a client that registered itself gets no scope it made up for itself', async (t) => {
  const app = await createTestApp(t, { mode: 'production' })
  const register = async (scope: string) => {
    const json = { client_name: 'stranger', grant_types: ['client_credentials'], scope }
    const made = await app.send({ url: '/oauth/register', json })
    assert.equal(made.status, 201, made.text)
    const { client_id: clientId = '', client_secret: secret } = made.json as Record<string, string>
    return { id: '', clientId, secret }
  }
  const stranger = await register('payments:write')
  assertOAuthError(await requestToken(app, stranger, { ...GRANT, scope: 'payments:write' }), 400, 'invalid_scope')
  await configure(app, { 'oauth.registration_scopes': ['openid', 'status:read'] })
  const modest = await register('status:read payments:write')
  assert.equal((await requestToken(app, modest, GRANT)).json['scope'], 'status:read')
})

test('a client’s own lifetime replaces the default one', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app, { access_token_ttl_seconds: 300 })
  const token = await ownToken(app, agent)
  app.clock.advance(299_000)
  assert.equal(await isActive(app, agent, token), true)
  app.clock.advance(1_000)
  assert.equal(await isActive(app, agent, token), false)
})

test('TK1 refuses GET, secrets in the query and JSON bodies', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const query = new URLSearchParams({ ...credentialsOf(agent), ...GRANT })
  const get = await app.send({ url: `/oauth/token?${query}` })
  assert.equal(get.status, 405)
  assert.match(String(get.headers['allow']), /POST/)
  assertOAuthError(
    await app.send({ method: 'POST', url: `/oauth/token?${query}`, form: GRANT }),
    400,
    'invalid_request',
    /query string/,
  )
  assertOAuthError(
    await app.send({ url: '/oauth/token', json: { ...credentialsOf(agent), ...GRANT } }),
    400,
    'invalid_request',
  )
})

test('TK3 tells a grant the client lacks from one the server lacks', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const webApp = await createWebApp(app)
  assertOAuthError(await requestToken(app, webApp, GRANT), 400, 'unauthorized_client')
  assertOAuthError(
    await requestToken(app, agent, { grant_type: 'refresh_token', refresh_token: 'x' }),
    400,
    'unauthorized_client',
  )
  assertOAuthError(
    await requestToken(app, agent, { grant_type: 'authorization_code', code: 'x' }),
    400,
    'unauthorized_client',
  )
  for (const type of ['password', 'implicit', '__proto__', 'client_credentials ', 'CLIENT_CREDENTIALS']) {
    assertOAuthError(await requestToken(app, agent, { grant_type: type }), 400, 'unsupported_grant_type')
  }
  assertOAuthError(await requestToken(app, agent, {}), 400, 'invalid_request', /grant_type/)
})

test('TK7 refuses every parameter that comes twice, except those that may repeat', async (t) => {
  const app = await createTestApp(t)
  await listResource(app, 'https://one.example.com')
  await listResource(app, 'https://two.example.com')
  const agent = await createAgent(app)
  const fields = Object.entries({ ...credentialsOf(agent), ...GRANT, scope: 'read', 'code[]': 'x' })
  for (const field of fields) {
    const answer = await app.send({ url: '/oauth/token', form: [...fields, field] })
    assertOAuthError(answer, 400, 'invalid_request')
  }
  const resources = ['https://one.example.com', 'https://two.example.com']
  const form = [...fields, ...resources.map((resource) => ['resource', resource] as const)]
  const answer = await app.send({ url: '/oauth/token', form })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual((await introspect(app, agent, answer.json['access_token'] as string))['aud'], resources)
})

test('TK8 marks every token answer no-store and allows other origins without credentials', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  for (const fields of [GRANT, { grant_type: 'nonsense' }]) {
    const answer = await app.send({
      url: '/oauth/token',
      form: { ...credentialsOf(agent), ...fields },
      headers: { origin: 'https://spa.example.com' },
    })
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
  }
})

test('DP8 an agent that must bind its tokens is refused without a proof', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app, { dpop_bound: true })
  assertOAuthError(await requestToken(app, agent, GRANT), 400, 'invalid_dpop_proof')
  const key = new ProofKey()
  const bound = await requestToken(app, agent, GRANT, key)
  assert.equal(bound.json['token_type'], 'DPoP')
  const seen = await introspect(app, agent, bound.json['access_token'] as string)
  assert.deepEqual(seen['cnf'], { jkt: key.jkt })
  assert.equal(seen['token_type'], 'DPoP')
})

test('DP4 takes a proof once, on every node, however late the replay comes', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const agent = await createAgent(app)
  const key = new ProofKey()
  const htu = `${app.baseUrl}/oauth/token`
  const send = (to: typeof app, proof: string) =>
    to.send({ url: '/oauth/token', form: { ...credentialsOf(agent), ...GRANT }, headers: { dpop: proof } })
  // Dated ahead as far as is taken, so that it stays valid longest.
  const ahead = key.sign({ htm: 'POST', htu, iat: Math.floor(app.clock.now() / 1000) + 10 })
  assert.equal((await send(app, ahead)).status, 200)
  for (const seconds of [0, 30, 69, 71, 130]) {
    app.clock.advance(seconds * 1000)
    for (const target of [app, node]) assertOAuthError(await send(target, ahead), 400, 'invalid_dpop_proof')
    await app.services.clients.find(agent.id)
    app.clock.advance(-seconds * 1000)
  }
  const contested = proofFor(app, key, 'POST', '/oauth/token')
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => send(i % 2 === 0 ? app : node, contested)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('tokens that are issued are answered, also when nobody can note that the client was used', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  t.mock.method(app.services.clients, 'touch', () => Promise.reject(new Error('the database went away')))
  const answer = await requestToken(app, agent, GRANT)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(await isActive(app, agent, String(answer.json['access_token'])), true)
  const told = app.log.map((line) => JSON.parse(line) as Record<string, unknown>)
  const line = told.find(({ msg }) => msg === 'could not note the use of a client')
  assert.deepEqual([line?.['level'], line?.['client_id']], ['warn', agent.clientId])
})
