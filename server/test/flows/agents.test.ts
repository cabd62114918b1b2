import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { newId } from '#/platform/ids.ts'
import { TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { createApplication } from '#test/support/apps.ts'
import { ProofKey } from '#test/support/dpop.ts'
import {
  allow,
  assertOAuthError,
  createAgent,
  createWebApp,
  exchange,
  isActive,
  obtainCode,
  ownToken,
  redemption,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { registerClient } from '#test/support/registration.ts'

const GRANT = { grant_type: 'client_credentials' }

function assertError(answer: TestAnswer, status: number, code: string, ...pointers: string[]): void {
  assert.equal(`${answer.status} ${String(answer.json['code'])}`, `${status} ${code}`, answer.text)
  const { errors = [] } = answer.json['details'] as { errors?: { pointer: string }[] }
  for (const pointer of pointers)
    assert.ok(
      errors.some((error) => error.pointer === pointer),
      answer.text,
    )
}

test('an operator makes an agent and sees its secret once', async (t) => {
  const app = await createTestApp(t)
  const made = await app.admin('POST', '/agents', {
    client_name: 'Billing',
    description: 'Reads invoices',
    client_id: 'billing-reader',
    grant_types: ['client_credentials'],
    scope: 'invoices:read',
    token_endpoint_auth_method: 'client_secret_basic',
    audiences: ['https://billing.example.com'],
    access_token_ttl_seconds: 600,
  })
  assert.equal(made.status, 201, made.text)
  const { client_secret: secret, ...agent } = made.json
  assert.match(String(secret), /^mandate_cs_/)
  const createdAt = new Date(app.clock.now()).toISOString()
  const { id, created_by: _by, ...rest } = agent
  assert.match(String(id), /^agt_/)
  assert.deepEqual(rest, {
    client_id: 'billing-reader',
    client_name: 'Billing',
    description: 'Reads invoices',
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['client_credentials'],
    redirect_uris: [],
    scope: 'invoices:read',
    audiences: ['https://billing.example.com'],
    id_token_signed_response_alg: 'ES256',
    id_token_claims: true,
    require_pushed_authorization_requests: false,
    security_profile: null,
    jwks: null,
    jwks_uri: null,
    post_logout_redirect_uris: [],
    backchannel_logout_uri: null,
    backchannel_logout_session_required: false,
    active: true,
    dpop_bound: false,
    dpop_jkt: null,
    refresh_grace_seconds: null,
    access_token_ttl_seconds: 600,
    created_at: createdAt,
    updated_at: createdAt,
    last_used_at: null,
  })
  assert.equal(made.headers['location'], `/api/v1/agents/${String(id)}`)
  for (const ref of [id, 'billing-reader']) {
    const read = await app.admin('GET', `/agents/${String(ref)}`)
    assert.deepEqual([read.status, read.json], [200, agent])
  }
  const list = await app.admin('GET', '/agents')
  assert.deepEqual(list.json, { data: [agent], next_cursor: null })
})

test('an agent with the same Idempotency-Key is made once', async (t) => {
  const app = await createTestApp(t)
  const headers = { authorization: `Bearer ${app.adminKey}`, 'idempotency-key': 'one' }
  const make = () => app.send({ url: '/api/v1/agents', json: { client_name: 'Once' }, headers })
  const [first, second] = [await make(), await make()]
  assert.deepEqual(second.json, first.json)
  assert.equal((await app.admin('GET', '/agents?include_total=true')).json['total'], 1)
})

test('what can not be an agent is refused, each field named', async (t) => {
  const app = await createTestApp(t)
  const post = (fields: object) => app.admin('POST', '/agents', { client_name: 'A', ...fields })
  const wrong: [object, ...string[]][] = [
    [{ client_name: undefined }, '/client_name'],
    [{ client_name: 'a\u202eb' }, '/client_name'],
    [{ grant_types: ['password'] }, '/grant_types/0'],
    [{ grant_types: ['authorization_code'] }, '/redirect_uris'],
    [{ redirect_uris: ['https://a.example/cb', 'http://a.example/cb'] }, '/redirect_uris/1'],
    [{ token_endpoint_auth_method: 'none' }, '/grant_types'],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, '/jwks'],
    [{ scope: 'a  b', audiences: ['x'] }, '/scope', '/audiences/0'],
    [{ access_token_ttl_seconds: 100_000 }, '/access_token_ttl_seconds'],
    [{ access_token_ttl_seconds: 1 }, '/access_token_ttl_seconds'],
    [{ client_id: 'has space' }, '/client_id'],
    [{ client_id: newId('usr', app.clock.now()) }, '/client_id'],
    [{ jwks_uri: 'http://a.example/jwks' }, '/jwks_uri'],
    [{ post_logout_redirect_uris: ['https://a.example/#x'] }, '/post_logout_redirect_uris/0'],
    [{ backchannel_logout_uri: 'com.example:/logout' }, '/backchannel_logout_uri'],
    [{ backchannel_logout_uri: 'http://a.example/logout' }, '/backchannel_logout_uri'],
    [{ trusted: true }, '/trusted'],
  ]
  for (const [fields, ...pointers] of wrong) assertError(await post(fields), 400, 'invalid_request', ...pointers)
  await post({ client_id: 'taken' })
  assertError(await post({ client_id: 'taken' }), 409, 'client_id_taken')
})

test('agents are listed in pages, by state and by how they begin', async (t) => {
  const app = await createTestApp(t)
  for (const name of ['Alpha', 'Beta', 'Alpine']) {
    await createAgent(app, { client_name: name })
    app.clock.advance(1)
  }
  await registerClient(app)
  const names = (answer: TestAnswer) =>
    (answer.json['data'] as { client_name: string }[]).map((agent) => agent.client_name)
  const first = await app.admin('GET', '/agents?limit=2&include_total=true')
  assert.deepEqual([names(first), first.json['total']], [['Alpine', 'Beta'], 3])
  const rest = await app.admin('GET', `/agents?cursor=${encodeURIComponent(String(first.json['next_cursor']))}`)
  assert.deepEqual([names(rest), rest.json['next_cursor']], [['Alpha'], null])
  assert.deepEqual(names(await app.admin('GET', '/agents?search=alp')), ['Alpine', 'Alpha'])
  const [{ id }] = (rest.json['data'] as { id: string }[]).slice(0, 1) as [{ id: string }]
  await app.admin('PATCH', `/agents/${id}`, { active: false })
  assert.deepEqual(names(await app.admin('GET', '/agents?active=false')), ['Alpha'])
  assertError(await app.admin('GET', '/agents?active=maybe'), 400, 'invalid_request', '/active')
  assertError(await app.admin('GET', '/agents?cursor=x'), 400, 'invalid_cursor')
})

test('agents need the scope of their group, and an id that exists', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const policy = await allow(app, agent, { subject: '*' })
  const routes = [
    ['GET', '', undefined],
    ['PATCH', '', {}],
    ['DELETE', '', undefined],
    ['POST', '/rotate-secret', undefined],
    ['POST', '/rotate-dpop-key', {}],
    ['GET', '/policies', undefined],
    ['POST', '/policies', { subject: '*', scope: 'read' }],
    ['DELETE', `/policies/${policy}`, undefined],
  ] as const
  const client = await registerClient(app)
  const webApp = await createApplication(app, 'web')
  for (const [method, below, json] of routes) {
    const strangers = below.startsWith('/policies') ? [] : [client.clientId, client.id]
    for (const ref of ['agt_nobody', newId('agt', 1), newId('cli', 1), webApp.clientId, 'ab%20cd', ...strangers])
      assertError(await app.admin(method, `/agents/${ref}${below}`, json), 404, 'agent_not_found')
    const url = `/api/v1/agents/${agent.id}${below}`
    const answer = await app.send({ method, url, ...(json === undefined ? {} : { json }) })
    assert.deepEqual([answer.status, answer.json['error']], [401, 'unauthorized'])
  }
  const actor = { type: 'system', id: 'test', requestId: null, ip: null } as const
  const { apiKeys } = app.services
  const reader = await app.database.db.tx((tx) => apiKeys.create(tx, { name: 'r', scopes: ['agents:read'] }, actor))
  const headers = { authorization: `Bearer ${reader.secret}` }
  assert.equal((await app.send({ url: `/api/v1/agents/${agent.id}`, headers })).status, 200)
  const refused = await app.send({ method: 'DELETE', url: `/api/v1/agents/${agent.id}`, headers })
  assertError(refused, 403, 'insufficient_scope')
})

test('a patch changes what it names, and null clears', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app, { description: 'old', access_token_ttl_seconds: 300 })
  const patched = await app.admin('PATCH', `/agents/${agent.id}`, {
    description: null,
    access_token_ttl_seconds: null,
    scope: 'read',
    dpop_bound: true,
  })
  const { description, access_token_ttl_seconds, scope, dpop_bound, client_name } = patched.json
  assert.deepEqual(
    [description, access_token_ttl_seconds, scope, dpop_bound, client_name],
    [null, null, 'read', true, 'agent'],
  )
  const same = await app.admin('PATCH', `/agents/${agent.id}`, {})
  assert.equal(same.status, 200)
  for (const [json, pointer] of [
    [{ client_id: 'x' }, '/client_id'],
    [{ client_name: null }, '/client_name'],
    [{ grant_types: [] }, '/grant_types'],
  ] as const)
    assertError(await app.admin('PATCH', `/agents/${agent.id}`, json), 400, 'invalid_request', pointer)
})

test('CC2 a deactivated agent is refused at once on every node, and its tokens are dead', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const observer = await createAgent(app)
  for (const end of ['DELETE', 'PATCH'] as const) {
    const agent = await createAgent(app)
    const token = await ownToken(app, agent)
    assert.equal(await isActive(node, observer, token), true)
    const answer = await app.admin(end, `/agents/${agent.clientId}`, end === 'PATCH' ? { active: false } : undefined)
    assert.equal(answer.status, end === 'PATCH' ? 200 : 204, answer.text)
    for (const place of [app, node]) {
      assertOAuthError(await requestToken(place, agent, GRANT), 401, 'invalid_client')
      assert.equal(await isActive(place, observer, token), false)
    }
    assert.equal((await app.admin('GET', `/agents/${agent.id}`)).json['active'], false)
    await app.admin('PATCH', `/agents/${agent.id}`, { active: true })
    assert.equal((await requestToken(app, agent, GRANT)).status, 200)
    assert.equal(await isActive(app, observer, token), false)
  }
})

test('CC2 deactivating takes people’s tokens, codes and consents along', async (t) => {
  const app = await createTestApp(t)
  const observer = await createAgent(app)
  const agent = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, agent)
  const code = await obtainCode(person, agent)
  assert.equal((await app.admin('DELETE', `/agents/${agent.id}`)).status, 204)
  assert.equal(await isActive(app, observer, tokens['access_token'] ?? ''), false)
  await app.admin('PATCH', `/agents/${agent.id}`, { active: true })
  assertOAuthError(await requestToken(app, agent, redemption(code)), 400, 'invalid_grant')
  assert.equal(await app.services.consents.findLiving(person.id, agent.clientId), undefined)
})

test('CC3 a client can not take the name of a user, nor act as one', async (t) => {
  const app = await createTestApp(t)
  const person = await TestPerson.signUp(app)
  assertError(
    await app.admin('POST', '/agents', { client_name: 'A', client_id: person.id }),
    400,
    'invalid_request',
    '/client_id',
  )
  const json = { client_name: 'x', grant_types: ['client_credentials'], client_id: person.id }
  const registered = await app.send({ url: '/oauth/register', json })
  assert.notEqual(registered.json['client_id'], person.id)
  const agent = await createAgent(app, { scope: 'openid profile email' })
  const headers = { authorization: `Bearer ${await ownToken(app, agent)}` }
  const answer = await app.send({ url: '/oauth/userinfo', headers })
  assert.ok([401, 403].includes(answer.status), answer.text)
})

test('TK6 a rotated secret is shown once; agents without a secret have nothing to rotate', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const rotated = await app.admin('POST', `/agents/${agent.clientId}/rotate-secret`)
  assert.equal(rotated.status, 200)
  assert.deepEqual(Object.keys(rotated.json), ['client_id', 'client_secret'])
  assertOAuthError(await requestToken(app, agent, GRANT), 401, 'invalid_client')
  const renewed = { ...agent, secret: String(rotated.json['client_secret']) }
  assert.equal((await requestToken(app, renewed, GRANT)).status, 200)
  const open = await createWebApp(app, { token_endpoint_auth_method: 'none' })
  assertError(await app.admin('POST', `/agents/${open.id}/rotate-secret`), 409, 'agent_has_no_secret')
  await app.admin('DELETE', `/agents/${agent.id}`)
  assertError(await app.admin('POST', `/agents/${agent.id}/rotate-secret`), 409, 'agent_inactive')
})

test('DP8 a rotated proof key ends the tokens of the old one and is the only one from then on', async (t) => {
  const app = await createTestApp(t)
  const observer = await createAgent(app)
  const agent = await createAgent(app, { dpop_bound: true })
  const [old, next] = [new ProofKey(), new ProofKey()]
  const rotate = (json: object) => app.admin('POST', `/agents/${agent.id}/rotate-dpop-key`, json)
  assert.equal((await rotate({ public_jwk: old.jwk })).json['new_jkt'], old.jkt)
  assertOAuthError(await requestToken(app, agent, GRANT), 400, 'invalid_dpop_proof')
  assertOAuthError(await requestToken(app, agent, GRANT, next), 400, 'invalid_dpop_proof')
  const token = await ownToken(app, agent, {}, old)
  const dry = await rotate({ public_jwk: next.jwk, dry_run: true })
  const { tokens, ...rest } = dry.json
  assert.deepEqual(rest, {
    old_jkt: old.jkt,
    new_jkt: next.jkt,
    revoked_token_count: 0,
    audit_event_id: null,
    dry_run: true,
    counts: { access_tokens: 1, refresh_tokens: 0, delegated_tokens: 0 },
  })
  assert.equal((tokens as { total: number }).total, 1)
  assert.equal(await isActive(app, observer, token), true)
  const rotation = await rotate({ public_jwk: next.jwk, reason: 'laptop lost' })
  assert.deepEqual(
    [rotation.status, rotation.json['old_jkt'], rotation.json['new_jkt'], rotation.json['revoked_token_count']],
    [200, old.jkt, next.jkt, 1],
  )
  assert.match(String(rotation.json['audit_event_id']), /^aud_/)
  assert.equal(await isActive(app, observer, token), false)
  assertOAuthError(await requestToken(app, agent, GRANT, old), 400, 'invalid_dpop_proof')
  assert.equal((await requestToken(app, agent, GRANT, next)).status, 200)
  assert.equal((await rotate({})).json['new_jkt'], null)
  assert.equal((await requestToken(app, agent, GRANT, old)).status, 200)
  for (const [json, pointer] of [
    [{ public_jwk: { kty: 'oct', k: 'x' } }, '/public_jwk'],
    [{ jkt: 'short' }, '/jkt'],
    [{ public_jwk: next.jwk, jkt: next.jkt }, '/jkt'],
  ] as const)
    assertError(await rotate(json), 400, 'invalid_request', pointer)
})

test('a dry run of deactivation counts and changes nothing', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app)
  const token = await ownToken(app, agent)
  const dry = await app.admin('DELETE', `/agents/${agent.id}?dry_run=true`)
  assert.deepEqual(
    [dry.status, dry.json],
    [
      200,
      {
        revoked_count: 0,
        audit_event_id: null,
        dry_run: true,
        tokens: { total: 1, access_tokens: 1, refresh_tokens: 0, delegated_tokens: 0 },
        counts: {
          ...{ access_tokens: 1, refresh_tokens: 0, delegated_tokens: 0 },
          ...{ authorization_codes: 0, device_codes: 0, consents: 0, vault_grants: 0 },
        },
      },
    ],
  )
  assert.equal(await isActive(app, agent, token), true)
})

test('a deactivated agent is removed for good with full access, and only the audit log keeps it', async (t) => {
  const app = await createTestApp(t)
  const [observer, agent] = [await createAgent(app), await createAgent(app, { client_id: 'planner' })]
  const token = await ownToken(app, agent)
  await allow(app, agent, { subject: '*' })
  await allow(app, observer, { subject: agent.id })
  const purge = `/agents/${agent.id}?purge=true`
  assertError(await app.admin('DELETE', purge), 409, 'agent_active')
  assertError(await app.admin('DELETE', `${purge}&dry_run=true`), 409, 'agent_active')
  assert.equal((await app.admin('DELETE', `/agents/${agent.id}`)).status, 204)

  const key = await app.admin('POST', '/api-keys', { name: 'agents', scopes: ['agents:write'] })
  const headers = { authorization: `Bearer ${String(key.json['key'])}` }
  for (const query of ['', '&dry_run=true']) {
    const narrow = await app.send({ method: 'DELETE', url: `/api/v1${purge}${query}`, headers })
    assertError(narrow, 403, 'insufficient_scope')
  }
  const dry = await app.admin('DELETE', `${purge}&dry_run=true`)
  assert.equal((dry.json['counts'] as { policies?: number }).policies, 2, dry.text)
  assert.equal((await app.admin('GET', `/agents/${agent.id}`)).status, 200)

  assert.equal((await app.admin('DELETE', purge)).status, 204)
  assertError(await app.admin('GET', `/agents/${agent.id}`), 404, 'agent_not_found')
  assertError(await app.admin('DELETE', purge), 404, 'agent_not_found')
  const { db } = app.database
  assert.equal(
    await db.get(sql`SELECT id FROM policies WHERE agent_id = ${agent.id} OR subject = ${agent.id}`),
    undefined,
  )
  const { json } = await app.admin('GET', `/audit-logs?target_id=${agent.id}`)
  const actions = (json['data'] as { action: string }[]).map(({ action }) => action)
  assert.deepEqual(actions.toSorted(), ['agent.created', 'agent.deactivated', 'agent.purged'])

  // Whoever takes the name over gets nothing that was issued to the one before.
  const next = await createAgent(app, { client_id: 'planner' })
  assert.equal(await isActive(app, observer, token), false)
  assert.deepEqual((await app.admin('GET', `/agents/${next.id}/policies`)).json['data'], [])
})

test('a policy lets an agent act until it is revoked, and its tokens end with it', async (t) => {
  const app = await createTestApp(t, { mode: 'production' })
  const source = await createAgent(app)
  const actor = await createAgent(app)
  const subject = await ownToken(app, source)
  assert.equal((await exchange(app, actor, subject)).status, 400)
  const expires = new Date(app.clock.now() + 3_600_000).toISOString()
  const made = await app.admin('POST', `/agents/${actor.clientId}/policies`, {
    subject: source.clientId,
    scope: 'read',
    max_depth: 2,
    may_redelegate: true,
    expires_at: expires,
  })
  assert.equal(made.status, 201, made.text)
  const { id, created_by: _by, ...rest } = made.json
  assert.deepEqual(rest, {
    agent_id: actor.id,
    subject: source.id,
    scope: 'read',
    audience: [],
    max_depth: 2,
    may_redelegate: true,
    expires_at: expires,
    created_at: new Date(app.clock.now()).toISOString(),
  })
  const path = `/agents/${actor.id}/policies`
  assert.equal(made.headers['location'], `/api/v1${path}/${String(id)}`)
  assert.deepEqual((await app.admin('GET', `${path}?include_total=true`)).json, {
    data: [made.json],
    next_cursor: null,
    total: 1,
  })
  const exchanged = await exchange(app, actor, subject)
  assert.deepEqual([exchanged.status, exchanged.json['scope']], [200, 'read'], exchanged.text)
  const token = String(exchanged.json['access_token'])
  const dry = await app.admin('DELETE', `${path}/${String(id)}?dry_run=true`)
  assert.equal((dry.json['tokens'] as { delegated_tokens: number }).delegated_tokens, 1)
  assert.equal(await isActive(app, source, token), true)
  assert.equal((await app.admin('DELETE', `${path}/${String(id)}`)).status, 204)
  assert.equal(await isActive(app, source, token), false)
  assert.equal(await isActive(app, source, subject), true)
  assert.equal((await exchange(app, actor, subject)).status, 400)
  for (const gone of [String(id), 'pol_nobody'])
    assertError(await app.admin('DELETE', `${path}/${gone}`), 404, 'policy_not_found')
  assert.deepEqual((await app.admin('GET', path)).json, { data: [], next_cursor: null })
})

test('what can not be a policy is refused, each field named', async (t) => {
  const app = await createTestApp(t)
  const agent = await createAgent(app, { grant_types: [TOKEN_EXCHANGE] })
  const wrong: [object, string][] = [
    [{}, '/subject'],
    [{ subject: '*' }, '/scope'],
    [{ subject: 'nobody', scope: '*' }, '/subject'],
    [{ subject: agent.id, scope: '*' }, '/subject'],
    [{ subject: '*', scope: 'read *' }, '/scope'],
    [{ subject: '*', scope: '*', audience: ['relative'] }, '/audience/0'],
    [{ subject: '*', scope: '*', max_depth: 0 }, '/max_depth'],
    [{ subject: '*', scope: '*', max_depth: 11 }, '/max_depth'],
    [{ subject: '*', scope: '*', expires_at: '2020-01-01T00:00:00.000Z' }, '/expires_at'],
    [{ subject: '*', scope: '*', expires_at: 'tomorrow' }, '/expires_at'],
    [{ subject: '*', scope: '*', anything: 1 }, '/anything'],
  ]
  for (const [json, pointer] of wrong)
    assertError(await app.admin('POST', `/agents/${agent.id}/policies`, json), 400, 'invalid_request', pointer)
})
