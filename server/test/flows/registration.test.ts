import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import { createTestApp } from '#test/support/app.ts'
import { authorizeUrl } from '#test/support/authorize.ts'
import {
  allow,
  assertOAuthError,
  exchange,
  refresh,
  configure,
  introspect,
  createAgent,
  isActive,
  obtainCode,
  ownToken,
  REDIRECT,
  redemption,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { acceptableUris, refusedUris } from '#test/support/redirect-uris.ts'
import { manage, registerClient } from '#test/support/registration.ts'

const WEB = {
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: [REDIRECT],
  scope: 'openid read',
  token_endpoint_auth_method: 'client_secret_post',
}
const CLIENT_CREDENTIALS = { grant_type: 'client_credentials' }

test('a client registers, reads itself, and gets a token', async (t) => {
  const app = await createTestApp(t)
  const json = {
    client_name: 'Reporting service',
    grant_types: ['client_credentials'],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: 'read write',
  }
  const answer = await app.send({ url: '/oauth/register', json, headers: { origin: 'https://spa.example.com' } })
  assert.equal(answer.status, 201, answer.text)
  const { client_id, client_secret, registration_access_token, registration_client_uri, ...rest } = answer.json
  assert.deepEqual(rest, {
    ...json,
    client_id_issued_at: Math.floor(app.clock.now() / 1000),
    client_secret_expires_at: 0,
    response_types: [],
    redirect_uris: [],
    dpop_bound_access_tokens: false,
    require_pushed_authorization_requests: false,
    id_token_signed_response_alg: 'ES256',
    id_token_claims: true,
    subject_type: 'public',
  })
  assert.equal(registration_client_uri, `${app.baseUrl}/oauth/register/${String(client_id)}`)
  assert.equal(answer.headers['location'], registration_client_uri)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  const basic = Buffer.from(`${String(client_id)}:${String(client_secret)}`).toString('base64')
  const token = await app.send({
    url: '/oauth/token',
    form: CLIENT_CREDENTIALS,
    headers: { authorization: `Basic ${basic}` },
  })
  assert.equal(token.status, 200, token.text)
  const read = await app.send({
    url: `/oauth/register/${String(client_id)}`,
    headers: { authorization: `Bearer ${String(registration_access_token)}` },
  })
  assert.deepEqual(read.json, { ...rest, client_id, registration_client_uri })
})

test('the defaults are those of RFC 7591', async (t) => {
  const app = await createTestApp(t)
  const { answer } = await registerClient(app, {
    client_name: undefined,
    grant_types: undefined,
    scope: undefined,
    redirect_uris: [REDIRECT],
  })
  assert.deepEqual(
    [answer['grant_types'], answer['response_types'], answer['token_endpoint_auth_method'], answer['scope']],
    [['authorization_code', 'refresh_token'], ['code'], 'client_secret_basic', 'openid profile email offline_access'],
  )
})

test('a client that registered authorization_code alone gets refresh_token with it, and a token that renews', async (t) => {
  const app = await createTestApp(t)
  const both = ['authorization_code', 'refresh_token']
  const client = await registerClient(app, { ...WEB, grant_types: ['authorization_code'] })
  assert.deepEqual(client.answer['grant_types'], both)
  assert.deepEqual((await manage(app, client, 'GET')).json['grant_types'], both)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, client)
  assert.equal((await refresh(app, client, tokens['refresh_token'] ?? '')).status, 200)
  const replaced = await manage(app, client, 'PUT', '', { ...WEB, grant_types: ['authorization_code'] })
  assert.deepEqual(replaced.json['grant_types'], both)
  const machine = await registerClient(app, { grant_types: ['client_credentials'] })
  assert.deepEqual(machine.answer['grant_types'], ['client_credentials'])
  // The same for what operators make.
  const agent = await createAgent(app, { grant_types: ['authorization_code'], redirect_uris: [REDIRECT] })
  assert.deepEqual((await app.admin('GET', `/agents/${agent.id}`)).json['grant_types'], both)
  const changed = await app.admin('PATCH', `/agents/${agent.id}`, { grant_types: ['authorization_code'] })
  assert.deepEqual(changed.json['grant_types'], both)
})

test('a client reads back all that it registered', async (t) => {
  const app = await createTestApp(t)
  const metadata = {
    ...WEB,
    client_name: 'Everything',
    jwks_uri: 'https://app.example.com/jwks',
    token_endpoint_auth_method: 'private_key_jwt',
    post_logout_redirect_uris: ['https://app.example.com/bye'],
    backchannel_logout_uri: 'https://app.example.com/logout',
    backchannel_logout_session_required: true,
    dpop_bound_access_tokens: true,
    client_uri: 'https://app.example.com',
    logo_uri: 'https://app.example.com/logo.png',
    tos_uri: 'https://app.example.com/terms',
    policy_uri: 'https://app.example.com/privacy',
    contacts: ['ops@example.com'],
    software_id: 'everything',
    software_version: '1.2',
    application_type: 'web',
  }
  const client = await registerClient(app, metadata)
  const { json } = await manage(app, client, 'GET')
  for (const [member, value] of Object.entries(metadata)) assert.deepEqual(json[member], value, member)
  assert.equal(json['registration_client_uri'], `${app.baseUrl}${client.path}`)
})

test('a public client gets no secret', async (t) => {
  const app = await createTestApp(t)
  const { answer } = await registerClient(app, { ...WEB, token_endpoint_auth_method: 'none' })
  assert.ok(!('client_secret' in answer) && !('client_secret_expires_at' in answer))
})

test('RG1 refuses redirect URIs an attacker would like, when registering and when replacing', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app, { ...WEB, redirect_uris: acceptableUris })
  assert.deepEqual(client.answer['redirect_uris'], acceptableUris)
  // A NUL never gets as far: the body that holds it is no request.
  for (const uri of refusedUris.filter((refused) => !refused.includes('\0'))) {
    const json = { ...WEB, redirect_uris: [REDIRECT, uri] }
    assertOAuthError(await app.send({ url: '/oauth/register', json }), 400, 'invalid_redirect_uri')
    assertOAuthError(await manage(app, client, 'PUT', '', json), 400, 'invalid_redirect_uri')
  }
  const many = { ...WEB, redirect_uris: Array.from({ length: 21 }, (_, i) => `https://app.example.com/${i}`) }
  assertOAuthError(await app.send({ url: '/oauth/register', json: many }), 400, 'invalid_redirect_uri')
  for (const redirect_uris of [undefined, [], null]) {
    const json = { ...WEB, redirect_uris }
    assertOAuthError(await app.send({ url: '/oauth/register', json }), 400, 'invalid_client_metadata', /redirect_uris/)
    assertOAuthError(await manage(app, client, 'PUT', '', json), 400, 'invalid_client_metadata', /redirect_uris/)
  }
})

test('RG2 takes https addresses that are never fetched, and keys or their address but not both', async (t) => {
  const app = await createTestApp(t)
  const members = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri']
  const addresses = Object.fromEntries(members.map((member) => [member, `https://app.example.com/${member}`]))
  const { answer } = await registerClient(app, { ...WEB, ...addresses })
  for (const member of members) {
    assert.equal(answer[member], addresses[member])
    for (const address of [
      'http://127.0.0.1:9/',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'javascript:alert(1)',
      7,
    ]) {
      const refused = await app.send({ url: '/oauth/register', json: { ...WEB, [member]: address } })
      assertOAuthError(refused, 400, 'invalid_client_metadata', new RegExp(member))
    }
  }
  const jwks = { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })] }
  const jwks_uri = 'https://app.example.com/jwks'
  for (const json of [
    { jwks, jwks_uri },
    { jwks_uri: 'http://127.0.0.1/' },
    { jwks: { keys: [] } },
    { jwks: [] },
    { jwks: 'x' },
  ])
    assertOAuthError(
      await app.send({ url: '/oauth/register', json: { ...WEB, ...json } }),
      400,
      'invalid_client_metadata',
    )
  const withKeys = await registerClient(app, { ...WEB, jwks, token_endpoint_auth_method: 'private_key_jwt' })
  assert.deepEqual(withKeys.answer['jwks'], jwks)
  const byAddress = await registerClient(app, { ...WEB, jwks_uri, token_endpoint_auth_method: 'private_key_jwt' })
  assert.equal(byAddress.answer['jwks_uri'], jwks_uri)
})

test('a registration says where to go after signing out, and whom to tell', async (t) => {
  const app = await createTestApp(t)
  const members = {
    post_logout_redirect_uris: ['https://app.example.com/bye', 'com.example.app:/bye'],
    backchannel_logout_uri: 'https://app.example.com/logout',
    backchannel_logout_session_required: true,
  }
  const client = await registerClient(app, { ...WEB, ...members })
  const keptOf = (answer: Record<string, unknown>) => Object.keys(members).map((name) => answer[name])
  assert.deepEqual(keptOf(client.answer), Object.values(members))
  assert.deepEqual(keptOf((await manage(app, client, 'PUT', '', WEB)).json), [undefined, undefined, undefined])
  const wrong = [
    { post_logout_redirect_uris: ['https://app.example.com/#bye'] },
    { post_logout_redirect_uris: ['javascript:alert(1)'] },
    { post_logout_redirect_uris: Array.from({ length: 21 }, (_, i) => `https://app.example.com/${i}`) },
    { backchannel_logout_uri: 'http://app.example.com/logout' },
    { backchannel_logout_uri: 'com.example.app:/logout' },
    { backchannel_logout_uri: 'https://app.example.com/#x' },
    { backchannel_logout_session_required: 'yes' },
  ]
  for (const json of wrong)
    assertOAuthError(
      await app.send({ url: '/oauth/register', json: { ...WEB, ...json } }),
      400,
      'invalid_client_metadata',
    )
})

test('RG3 refuses names that deceive, and keeps markup as the text it is', async (t) => {
  const app = await createTestApp(t)
  for (const client_name of ['a\u202eb', 'a\u200bb', 'a\u0007b', 'x'.repeat(10_240), '', ' ', 7, ['x']])
    assertOAuthError(
      await app.send({ url: '/oauth/register', json: { ...WEB, client_name } }),
      400,
      'invalid_client_metadata',
      /client_name/,
    )
  const name = '<img src=x onerror=alert(1)>'
  const client = await registerClient(app, { ...WEB, client_name: name })
  assert.equal(client.answer['client_name'], name)
})

test('RG3 the consent page shows the name as text, says that nobody vouched for it, and where the answer goes', async (t) => {
  const app = await createTestApp(t)
  const person = await TestPerson.signUp(app)
  for (const name of ['<img src=x onerror=alert(1)>', 'Mandate']) {
    const client = await registerClient(app, { ...WEB, client_name: name })
    const asked = await person.send(authorizeUrl(client))
    const page = await person.send(String(asked.headers['location']))
    assert.equal(page.status, 200, page.text)
    assert.ok(page.text.includes(name.replace('<', '&lt;').replace('>', '&gt;')) && !page.text.includes('<img src=x'))
    assert.match(page.text, /app\.example\.com/)
    assert.match(page.text, /registered itself|not checked|unverified|nobody/i)
  }
})

test('RG4 gives no reserved scope', async (t) => {
  const app = await createTestApp(t)
  for (const scope of ['admin', 'openid admin:users', '*', 'vault:read', 'Admin', 'vault:*'])
    assertOAuthError(
      await app.send({ url: '/oauth/register', json: { ...WEB, scope } }),
      400,
      'invalid_client_metadata',
      /scope/,
    )
  const client = await registerClient(app)
  const headers = { authorization: `Bearer ${await ownToken(app, client)}` }
  assert.equal((await app.send({ url: '/api/v1/agents', headers })).status, 401)
})

test('RG4 a client that registered itself keeps token exchange and acts for nobody without a policy, in any mode', async (t) => {
  const app = await createTestApp(t)
  const grant_types = ['client_credentials', TOKEN_EXCHANGE]
  const client = await registerClient(app, { grant_types })
  assert.deepEqual(client.answer['grant_types'], grant_types)
  const subject = await createAgent(app)
  const token = await ownToken(app, subject)
  await configure(app, { 'token_exchange.require_policy': false })
  assert.equal((await exchange(app, await createAgent(app), token)).status, 200, 'an agent needs none here')
  const refused = await exchange(app, client, token)
  assertOAuthError(refused, 400, 'invalid_request', new RegExp(`POST /api/v1/agents/${client.id}/policies`))
  const policy = await allow(app, client, { subject: subject.id, scope: 'read' })
  const allowed = await exchange(app, client, token, { scope: 'read' })
  assert.equal(allowed.status, 200, allowed.text)
  assert.equal(((await app.admin('GET', `/agents/${client.clientId}/policies`)).json['data'] as unknown[]).length, 1)
  assert.equal((await app.admin('DELETE', `/agents/${client.id}/policies/${policy}`)).status, 204)
  assert.equal(await isActive(app, subject, allowed.json['access_token'] as string), false)
  assertOAuthError(await exchange(app, client, token), 400, 'invalid_request')
  // Its own token it may narrow: that delegates to nobody.
  assert.equal((await exchange(app, client, await ownToken(app, client), { scope: 'read' })).status, 200)
  // What is an agent's alone is not open to it.
  assert.equal((await app.admin('PATCH', `/agents/${client.id}`, { scope: 'x' })).status, 404)
})

test('RG5 takes no member that is not metadata', async (t) => {
  const app = await createTestApp(t)
  const extras = {
    client_id: 'usr_0000000000000000000000000000000000000',
    client_secret: 'chosen',
    active: false,
    trusted: true,
    skip_consent: true,
    roles: ['owner'],
    kind: 'agent',
    registration_access_token: 'chosen',
    access_token_ttl_seconds: 86400,
    audiences: ['https://api.example'],
    dpopJkt: 'x',
  }
  const client = await registerClient(app, extras)
  const stored = await app.services.clients.findByClientId(client.clientId)
  assert.notEqual(client.clientId, extras.client_id)
  assert.notEqual(client.secret, 'chosen')
  assert.deepEqual(
    [stored?.kind, stored?.trusted, stored?.active, stored?.audiences, stored?.accessTokenTtlSeconds, stored?.dpopJkt],
    ['registered', false, true, [], null, null],
  )
  for (const name of ['skip_consent', 'roles', 'trusted', 'active']) assert.ok(!(name in client.answer))
  const body = '{"client_name":"x","grant_types":["client_credentials"],"__proto__":{"trusted":true}}'
  const polluted = await app.send({
    method: 'POST',
    url: '/oauth/register',
    body,
    headers: { 'content-type': 'application/json' },
  })
  assertOAuthError(polluted, 400, 'invalid_request')
})

test('wrong types of members are invalid metadata, and what is no object is no request', async (t) => {
  const app = await createTestApp(t)
  const wrong = [
    { grant_types: 'client_credentials' },
    { grant_types: ['implicit'] },
    { grant_types: [] },
    { grant_types: [7] },
    { response_types: ['token'] },
    { token_endpoint_auth_method: 'client_secret_jwt' },
    { token_endpoint_auth_method: 'none' },
    { scope: ['read'] },
    { scope: 'a  b' },
    { scope: 'ä' },
    { redirect_uris: 'https://app.example.com' },
    { contacts: 'x' },
    { application_type: 'toaster' },
    { dpop_bound_access_tokens: 'yes' },
    { software_id: {} },
    { jwks: 'x' },
  ]
  for (const member of wrong) {
    const json = { client_name: 'x', grant_types: ['client_credentials'], ...member }
    assertOAuthError(await app.send({ url: '/oauth/register', json }), 400, 'invalid_client_metadata')
  }
  const list = await app.send({ url: '/oauth/register', json: { client_name: 'x', jwks: [] } })
  assertOAuthError(list, 400, 'invalid_client_metadata', /jwks must be an object/)
  for (const json of [[], 'x', 7, true])
    assertOAuthError(await app.send({ url: '/oauth/register', json }), 400, 'invalid_request')
})

test('RG6 stops a flood from one address and lets others in', async (t) => {
  const app = await createTestApp(t)
  const json = { client_name: 'x', grant_types: ['client_credentials'] }
  const statuses: number[] = []
  for (let i = 0; i < 210; i++) statuses.push((await app.send({ url: '/oauth/register', json })).status)
  assert.equal(statuses.filter((status) => status === 201).length, 200)
  const refused = await app.send({ url: '/oauth/register', json })
  assertOAuthError(refused, 429, 'rate_limited')
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await app.send({ url: '/oauth/register', json, remoteAddress: '198.51.100.7' })).status, 201)
  app.clock.advance(60_000)
  assert.equal((await app.send({ url: '/oauth/register', json })).status, 201)
})

test('RG7 every token but the own current one is a 401 that tells nothing', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app, WEB)
  const other = await registerClient(app, WEB)
  const deleted = await registerClient(app, WEB)
  assert.equal((await manage(app, deleted, 'DELETE')).status, 204)
  const rotated = await manage(app, client, 'DELETE', '/registration-token')
  assert.equal(rotated.status, 200)
  const current = { ...client, registrationToken: rotated.json['registration_access_token'] as string }
  assert.equal((await manage(app, current, 'GET')).status, 200)
  const attempts = [
    { path: client.path, registrationToken: client.registrationToken },
    { path: client.path, registrationToken: other.registrationToken },
    { path: client.path, registrationToken: app.adminKey },
    { path: client.path, registrationToken: client.secret ?? '' },
    { path: deleted.path, registrationToken: deleted.registrationToken },
    { path: '/oauth/register/nobody', registrationToken: client.registrationToken },
    { path: '/oauth/register/%00', registrationToken: client.registrationToken },
  ]
  const routes = [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/secret'],
    ['DELETE', '/registration-token'],
  ] as const
  const bodies = new Set<string>()
  for (const attempt of attempts)
    for (const [method, below] of routes) {
      const answer = await manage(app, attempt, method, below, method === 'PUT' ? WEB : undefined)
      if (attempt.path.includes('%00') && answer.status !== 401) continue
      assertOAuthError(answer, 401, 'invalid_token')
      assert.match(String(answer.headers['www-authenticate']), /^Bearer/)
      bodies.add(answer.text)
      app.clock.advance(60_000)
    }
  assert.equal(bodies.size, 1)
  assertOAuthError(await app.send({ url: client.path }), 401, 'invalid_token')
  assert.equal((await manage(app, current, 'GET')).status, 200)
})

test('RG7 guessing registration tokens is throttled', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app)
  const guess = { path: client.path, registrationToken: 'mandate_reg_guess' }
  const statuses: number[] = []
  for (let i = 0; i < 40; i++) statuses.push((await manage(app, guess, 'GET')).status)
  assert.equal(statuses[0], 401)
  assert.equal(statuses.at(-1), 429)
  assert.equal((await manage(app, client, 'GET')).status, 200, 'the right token passes all the same')
})

test('RG7 no secret is in the audit log or in the log', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app, WEB)
  const secret = (await manage(app, client, 'POST', '/secret')).json['client_secret']
  const token = (await manage(app, client, 'DELETE', '/registration-token')).json['registration_access_token']
  const rows = JSON.stringify(await app.database.db.all(sql`SELECT * FROM events`)) + app.log.join('')
  for (const hidden of [client.secret, client.registrationToken, secret, token]) {
    assert.equal(typeof hidden, 'string')
    assert.ok(!rows.includes(String(hidden).slice(0, 24)))
  }
  for (const name of ['client.registered', 'client.secret_rotated', 'client.registration_token_rotated'])
    assert.ok(rows.includes(name), name)
})

test('RG8 PUT replaces the whole registration', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app, {
    ...WEB,
    contacts: ['a@example.com'],
    client_uri: 'https://app.example.com',
  })
  const minimal = { client_id: client.clientId, client_secret: client.secret, redirect_uris: [REDIRECT] }
  const replaced = await manage(app, client, 'PUT', '', minimal)
  assert.equal(replaced.status, 200, replaced.text)
  const { client_id_issued_at: _at, registration_client_uri: _uri, ...rest } = replaced.json
  assert.deepEqual(rest, {
    client_id: client.clientId,
    client_name: 'Unnamed client',
    client_secret_expires_at: 0,
    dpop_bound_access_tokens: false,
    require_pushed_authorization_requests: false,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: 'ES256',
    id_token_claims: true,
    subject_type: 'public',
    scope: 'openid profile email offline_access',
    redirect_uris: [REDIRECT],
  })
  assert.deepEqual((await manage(app, client, 'GET')).json, replaced.json)
})

test('RG8 PUT of another client or with another secret is refused', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app, WEB)
  const other = await registerClient(app, WEB)
  for (const foreign of [
    { client_id: other.clientId },
    { client_id: 7 },
    { client_secret: 'x' },
    { client_secret: other.secret },
  ])
    assertOAuthError(
      await manage(app, client, 'PUT', '', { ...WEB, ...foreign }),
      400,
      'invalid_client_metadata',
      /client_(id|secret)/,
    )
})

test('RG8 a client that begins to use a secret gets one with the answer to PUT', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app, { ...WEB, token_endpoint_auth_method: 'none' })
  const answer = await manage(app, client, 'PUT', '', { grant_types: ['client_credentials'], scope: 'read' })
  const secret = answer.json['client_secret'] as string
  assert.equal(typeof secret, 'string')
  assert.equal((await requestToken(app, { ...client, secret }, CLIENT_CREDENTIALS)).status, 200)
  const back = await manage(app, client, 'PUT', '', { ...WEB, token_endpoint_auth_method: 'none' })
  assert.ok(!('client_secret' in back.json))
  assertOAuthError(await requestToken(app, { ...client, secret }, CLIENT_CREDENTIALS), 401, 'invalid_client')
})

test('RG8 a redirect URI that is left out voids pending codes; consents stay, since people are asked each time', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app, WEB)
  const person = await TestPerson.signUp(app)
  const code = await obtainCode(person, client)
  assert.ok(await app.services.consents.findLiving(person.id, client.clientId))
  const replace = async (...redirect_uris: string[]) =>
    assert.equal((await manage(app, client, 'PUT', '', { ...WEB, redirect_uris })).status, 200)
  await replace(REDIRECT, 'https://app.example.com/new')
  const early = await obtainCode(person, client)
  await replace(REDIRECT, 'https://app.example.com/new', 'https://app.example.com/newer')
  assert.equal((await requestToken(app, client, redemption(early))).status, 200)
  await replace('https://app.example.com/new')
  assert.ok(await app.services.consents.findLiving(person.id, client.clientId))
  assertOAuthError(await requestToken(app, client, redemption(code)), 400, 'invalid_grant')
})

test('RG8 DELETE ends tokens, codes and the client itself', async (t) => {
  const app = await createTestApp(t)
  const observer = await createAgent(app)
  const client = await registerClient(app, WEB)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, client)
  const code = await obtainCode(person, client)
  assert.equal(await isActive(app, observer, tokens['access_token'] ?? ''), true)
  const gone = await manage(app, client, 'DELETE')
  assert.deepEqual([gone.status, gone.text], [204, ''])
  assert.deepEqual(await introspect(app, observer, tokens['access_token'] ?? ''), { active: false })
  assertOAuthError(await requestToken(app, client, redemption(code)), 401, 'invalid_client')
  const refresh = { grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' }
  assertOAuthError(await requestToken(app, client, refresh), 401, 'invalid_client')
  const authorize = await person.send(
    `/oauth/authorize?client_id=${client.clientId}&redirect_uri=${REDIRECT}&response_type=code`,
  )
  assert.equal(authorize.status, 400)
  assert.equal(authorize.headers['location'], undefined)
})

test('RG9 TK6 of twenty rotations at once one secret works, and no old one', async (t) => {
  const app = await createTestApp(t)
  const client = await registerClient(app)
  const rotations = await Promise.all(Array.from({ length: 20 }, () => manage(app, client, 'POST', '/secret')))
  const secrets = [client.secret, ...rotations.map(({ json }) => json['client_secret'] as string)]
  const working: unknown[] = []
  for (const [index, secret] of secrets.entries()) {
    const answer = await app.send({
      url: '/oauth/token',
      form: { ...CLIENT_CREDENTIALS, client_id: client.clientId, client_secret: secret ?? '' },
      remoteAddress: `192.0.2.${index + 1}`,
    })
    if (answer.status === 200) working.push(secret)
    else assertOAuthError(answer, 401, 'invalid_client')
  }
  assert.equal(working.length, 1)
  assert.notEqual(working[0], client.secret)
  assert.deepEqual(Object.keys(rotations[0]?.json ?? {}), ['client_id', 'client_secret'])
  const open = await registerClient(app, { ...WEB, token_endpoint_auth_method: 'none' })
  assertOAuthError(await manage(app, open, 'POST', '/secret'), 400, 'invalid_request')
})

test('an operator can ask for a token before anyone registers, or close registration', async (t) => {
  const app = await createTestApp(t)
  const initial = 'initial-token-of-the-operator'
  await configure(app, { 'oauth.registration': 'token', 'oauth.registration_token': initial })
  const json = { client_name: 'x', grant_types: ['client_credentials', TOKEN_EXCHANGE] }
  const register = (token?: string) =>
    app.send({ url: '/oauth/register', json, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })
  for (const token of [undefined, 'wrong', app.adminKey]) assertOAuthError(await register(token), 401, 'invalid_token')
  const vouched = await register(initial)
  assert.equal(vouched.status, 201, vouched.text)
  assert.deepEqual(vouched.json['grant_types'], json.grant_types)
  const client = {
    path: `/oauth/register/${String(vouched.json['client_id'])}`,
    registrationToken: String(vouched.json['registration_access_token']),
  }
  assert.deepEqual((await manage(app, client, 'PUT', '', json)).json['grant_types'], json.grant_types)
  for (let i = 0; i < 205; i++) await register('wrong')
  assertOAuthError(await register('wrong'), 429, 'rate_limited')
  await configure(app, { 'oauth.registration': 'off' })
  assertOAuthError(await register(initial), 403, 'access_denied')
  assert.equal((await manage(app, client, 'GET')).status, 200)
})
