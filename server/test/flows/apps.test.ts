import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { createApplication, leastInput, outcomeOf } from '#test/support/apps.ts'
import { eventsNamed } from '#test/support/factors.ts'
import { createAgent, introspect, isActive, obtainCode, ownToken, REDIRECT, redemption } from '#test/support/oauth.ts'
import { requestToken, signIn, TestPerson } from '#test/support/oauth.ts'

test('an operator makes an application and sees its secret once', async (t) => {
  const app = await createTestApp(t)
  const made = await app.admin('POST', '/admin/apps', {
    name: ' Shop ',
    type: 'web',
    description: 'Sells things',
    redirect_uris: [REDIRECT, REDIRECT],
    post_logout_redirect_uris: ['https://app.example.com/bye'],
    backchannel_logout_uri: 'https://app.example.com/logout',
    backchannel_logout_session_required: true,
    scope: 'openid read',
    audiences: ['https://api.example.com'],
    access_token_ttl_seconds: 600,
    refresh_token_ttl_seconds: 7200,
    metadata: { team: 'storefront' },
  })
  assert.equal(made.status, 201, made.text)
  const { client_secret: secret, ...shown } = made.json
  assert.match(String(secret), /^mandate_cs_/)
  const { id, client_id: clientId, created_by: _by, ...rest } = shown
  assert.match(String(id), /^app_/)
  assert.equal(made.headers['location'], `/api/v1/admin/apps/${String(id)}`)
  const now = new Date(app.clock.now()).toISOString()
  assert.deepEqual(rest, {
    name: 'Shop',
    description: 'Sells things',
    type: 'web',
    first_party: false,
    active: true,
    token_endpoint_auth_method: 'client_secret_basic',
    grant_types: ['authorization_code', 'refresh_token'],
    redirect_uris: [REDIRECT],
    post_logout_redirect_uris: ['https://app.example.com/bye'],
    backchannel_logout_uri: 'https://app.example.com/logout',
    backchannel_logout_session_required: true,
    allowed_origins: [],
    scope: 'openid read',
    audiences: ['https://api.example.com'],
    access_token_ttl_seconds: 600,
    refresh_token_ttl_seconds: 7200,
    dpop_bound: false,
    id_token_signed_response_alg: 'ES256',
    client_uri: null,
    logo_uri: null,
    policy_uri: null,
    tos_uri: null,
    id_token_claims: true,
    require_pushed_authorization_requests: false,
    security_profile: null,
    jwks: null,
    jwks_uri: null,
    metadata: { team: 'storefront' },
    old_secret_until: null,
    refresh_grace_seconds: null,
    require_pkce: true,
    created_at: now,
    updated_at: now,
    last_used_at: null,
  })
  for (const ref of [id, clientId]) {
    const read = await app.admin('GET', `/admin/apps/${String(ref)}`)
    assert.deepEqual([read.status, read.json], [200, shown])
  }
})

test('each type comes with what is safe where it runs', async (t) => {
  const app = await createTestApp(t)
  const made: Record<string, unknown> = {}
  for (const [type, input] of Object.entries(leastInput)) {
    const { json } = await app.admin('POST', '/admin/apps', input)
    made[type] = [
      json['token_endpoint_auth_method'],
      'client_secret' in json,
      json['grant_types'],
      json['allowed_origins'],
      json['scope'],
      json['refresh_token_ttl_seconds'],
    ]
  }
  const people = ['authorization_code', 'refresh_token']
  assert.deepEqual(made, {
    web: ['client_secret_basic', true, people, [], 'openid profile email', null],
    spa: ['none', false, people, ['https://app.example.com'], 'openid profile email', 86_400],
    native: ['none', false, people, [], 'openid profile email', null],
    machine: ['client_secret_basic', true, ['client_credentials'], [], 'read write', null],
  })
})

test('a single-page application never signs people in for longer than the server is set to', async (t) => {
  const app = await createTestApp(t)
  await app.admin('PATCH', '/admin/config', { 'oauth.refresh_token_ttl_seconds': 3600 })
  const { id } = await createApplication(app, 'spa')
  assert.equal((await app.admin('GET', `/admin/apps/${id}`)).json['refresh_token_ttl_seconds'], 3600)
})

test('lists applications newest first, by type, state and how they begin, and no other client', async (t) => {
  const app = await createTestApp(t)
  await createAgent(app)
  const ids: Record<string, string> = {}
  for (const type of ['web', 'spa', 'machine'] as const) {
    app.clock.advance(1000)
    ids[type] = (await createApplication(app, type)).id
  }
  await app.admin('PATCH', `/admin/apps/${ids['machine']}`, { active: false })
  const found = async (query: string) => {
    const answer = await app.admin('GET', `/admin/apps?${query}`)
    assert.equal(answer.status, 200, answer.text)
    return (answer.json['data'] as { type: string }[]).map(({ type }) => type)
  }
  assert.deepEqual(await found(''), ['machine', 'spa', 'web'])
  assert.deepEqual(await found('type=spa'), ['spa'])
  assert.deepEqual(await found('active=false'), ['machine'])
  assert.deepEqual(await found('search=shO'), ['web'])
  assert.deepEqual(await found('type=web&active=false'), [])
  const page = await app.admin('GET', '/admin/apps?limit=1&include_total=true')
  assert.equal(page.json['total'], 3)
  assert.deepEqual(await found(`limit=1&cursor=${String(page.json['next_cursor'])}`), ['spa'])
  assert.equal((await app.admin('GET', '/admin/apps?type=desktop')).status, 400)
})

test('an application is not found among agents, nor an agent among applications', async (t) => {
  const app = await createTestApp(t)
  const [web, agent] = [await createApplication(app, 'web'), await createAgent(app)]
  for (const ref of [agent.id, agent.clientId, 'app_x', `app_${'0'.repeat(35)}`]) {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/snippet'],
      ['POST', '/rotate-secret'],
    ] as const) {
      assert.equal(outcomeOf(await app.admin(method, `/admin/apps/${ref}${path}`)), '404 app_not_found')
    }
    assert.equal(outcomeOf(await app.admin('PATCH', `/admin/apps/${ref}`, { name: 'x' })), '404 app_not_found')
  }
  assert.equal((await app.admin('GET', `/agents/${web.id}`)).status, 404)
})

test('a merge patch changes what it names and tells it once', async (t) => {
  const app = await createTestApp(t)
  const { id } = await createApplication(app, 'web', { metadata: { team: 'a', owner: 'b' }, description: 'x' })
  const patched = await app.admin('PATCH', `/admin/apps/${id}`, {
    name: 'Store',
    description: null,
    metadata: { owner: null, tier: 'gold' },
    access_token_ttl_seconds: 120,
  })
  assert.equal(patched.status, 200, patched.text)
  const { name, description, metadata, scope } = patched.json
  assert.deepEqual(
    { name, description, metadata, scope },
    { name: 'Store', description: null, metadata: { team: 'a', tier: 'gold' }, scope: 'openid profile email' },
  )
  await app.admin('PATCH', `/admin/apps/${id}`, { name: 'Store' })
  const told = (await eventsNamed(app, 'app.updated')).map(({ data }) => (data as { changes: unknown }).changes)
  assert.deepEqual(told, [
    {
      name: { before: 'Shop', after: 'Store' },
      description: { before: 'x', after: null },
      access_token_ttl_seconds: { before: null, after: 120 },
      metadata: { before: { team: 'a', owner: 'b' }, after: { team: 'a', tier: 'gold' } },
    },
  ])
  assert.deepEqual((await app.admin('PATCH', `/admin/apps/${id}`, { metadata: null })).json['metadata'], {})
})

test('turning an application off ends its tokens, codes and consents at once, with one event that counts them', async (t) => {
  const app = await createTestApp(t)
  const web = await createApplication(app, 'web', { scope: 'openid read' })
  const judge = await createAgent(app)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, web)
  const open = await obtainCode(person, web)
  const off = await app.admin('PATCH', `/admin/apps/${web.id}`, { active: false, name: 'Closed' })
  assert.equal(off.json['active'], false, off.text)
  assert.equal(await isActive(app, judge, tokens['access_token'] ?? ''), false)
  assert.equal(outcomeOf(await requestToken(app, web, redemption(open))), '401 invalid_client')
  assert.equal(outcomeOf(await app.admin('POST', `/admin/apps/${web.id}/rotate-secret`)), '409 app_inactive')
  const told = await eventsNamed(app, 'app.deactivated', 'app.updated')
  assert.deepEqual(
    told.map(({ data }) => data),
    [
      {
        client_id: web.clientId,
        name: 'Closed',
        type: 'web',
        changes: { name: { before: 'Shop', after: 'Closed' }, active: { before: true, after: false } },
        revoked_count: 2,
        access_tokens: 1,
        refresh_tokens: 1,
        delegated_tokens: 0,
        counts: {
          ...{ access_tokens: 1, refresh_tokens: 1, delegated_tokens: 0 },
          ...{ authorization_codes: 1, device_codes: 0, consents: 1, vault_grants: 0 },
        },
      },
    ],
  )
  assert.equal((await app.admin('PATCH', `/admin/apps/${web.id}`, { active: true })).json['active'], true)
  assert.equal(await isActive(app, judge, tokens['access_token'] ?? ''), false, 'what ended stays ended')
  assert.equal(outcomeOf(await requestToken(app, web, redemption(open))), '400 invalid_grant')
})

test('RG8 removing a redirect URI ends the codes on their way, and nothing else; adding one ends nothing', async (t) => {
  const app = await createTestApp(t)
  const web = await createApplication(app, 'web', { scope: 'openid read' })
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, web)
  const kept = [REDIRECT, 'https://store.example/cb']
  const change = async (redirect_uris: string[]) => {
    const answer = await app.admin('PATCH', `/admin/apps/${web.id}`, { redirect_uris })
    assert.equal(answer.status, 200, answer.text)
    const told = (await eventsNamed(app, 'app.updated')).map(({ data }) => (data as { counts?: unknown }).counts)
    return told
  }
  const early = redemption(await obtainCode(person, web))
  assert.deepEqual(await change(kept), [undefined])
  assert.equal((await requestToken(app, web, early)).status, 200)
  const late = redemption(await obtainCode(person, web))
  app.clock.advance(1000)
  assert.deepEqual(await change(['https://store.example/cb']), [undefined, { authorization_codes: 1 }])
  assert.equal(outcomeOf(await requestToken(app, web, late)), '400 invalid_grant')
  assert.equal(await isActive(app, web, tokens['access_token'] ?? ''), true)
  const consents = await app.admin('GET', `/admin/oauth/consents?user_id=${person.id}`)
  assert.equal((consents.json['data'] as unknown[]).length, 1)
})

test('RG8 a code is worth nothing once its redirect URI is not registered any more, whoever left the code alone', async (t) => {
  const app = await createTestApp(t)
  const web = await createApplication(app, 'web', { scope: 'openid read' })
  const code = redemption(await obtainCode(await TestPerson.signUp(app), web))
  await app.database.db.run(sql`UPDATE clients SET redirect_uris = 'https://store.example/cb' WHERE id = ${web.id}`)
  assert.equal(outcomeOf(await requestToken(app, web, code)), '400 invalid_grant')
})

test('deleting an application ends everything that came of it, and says before what that is', async (t) => {
  const app = await createTestApp(t)
  const web = await createApplication(app, 'web', { scope: 'openid read' })
  const judge = await createAgent(app)
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, web)
  const dry = await app.admin('DELETE', `/admin/apps/${web.id}?dry_run=true`)
  const counts = {
    ...{ access_tokens: 1, refresh_tokens: 1, delegated_tokens: 0 },
    ...{ authorization_codes: 0, device_codes: 0, consents: 1, vault_grants: 0, policies: 0, proxy_rules: 0 },
  }
  assert.deepEqual(dry.json, {
    revoked_count: 0,
    audit_event_id: null,
    dry_run: true,
    tokens: { total: 2, access_tokens: 1, refresh_tokens: 1, delegated_tokens: 0 },
    counts,
  })
  assert.equal(await isActive(app, judge, tokens['access_token'] ?? ''), true)
  assert.equal((await app.admin('DELETE', `/admin/apps/${web.id}`)).status, 204)
  assert.equal(await isActive(app, judge, tokens['access_token'] ?? ''), false)
  assert.equal(outcomeOf(await app.admin('GET', `/admin/apps/${web.id}`)), '404 app_not_found')
  assert.equal(outcomeOf(await app.admin('DELETE', `/admin/apps/${web.id}`)), '404 app_not_found')
  assert.deepEqual((await app.admin('GET', `/admin/oauth/consents?user_id=${person.id}`)).json['data'], [])
  const [told] = await eventsNamed(app, 'app.deleted')
  assert.deepEqual(told?.data, {
    client_id: web.clientId,
    name: 'Shop',
    type: 'web',
    revoked_count: 2,
    access_tokens: 1,
    refresh_tokens: 1,
    delegated_tokens: 0,
    counts,
  })
})

test('tokens live as long as their application says', async (t) => {
  const app = await createTestApp(t)
  const web = await createApplication(app, 'web', {
    scope: 'openid read',
    access_token_ttl_seconds: 600,
    refresh_token_ttl_seconds: 7200,
  })
  const tokens = await signIn(app, await TestPerson.signUp(app), web)
  const life = async (token: string | undefined) => {
    const { exp, iat } = await introspect(app, web, token ?? '')
    return Number(exp) - Number(iat)
  }
  assert.equal(await life(tokens['access_token']), 600)
  assert.equal(await life(tokens['refresh_token']), 7200)
  for (const [member, most] of [
    ['access_token_ttl_seconds', 7200],
    ['refresh_token_ttl_seconds', 2 * 30 * 24 * 3600],
  ] as const) {
    assert.equal((await app.admin('PATCH', `/admin/apps/${web.id}`, { [member]: most })).status, 200)
    const tooLong = await app.admin('PATCH', `/admin/apps/${web.id}`, { [member]: most + 1 })
    assert.equal(outcomeOf(tooLong), `400 invalid_request /${member}`)
  }
})

test('CC1: a machine gets the tokens it was made for and no other', async (t) => {
  const app = await createTestApp(t)
  const machine = await createApplication(app, 'machine')
  const token = await ownToken(app, machine)
  assert.equal((await introspect(app, machine, token))['scope'], 'read write')
  const wider = await requestToken(app, machine, { grant_type: 'client_credentials', scope: 'admin' })
  assert.equal(outcomeOf(wider), '400 invalid_scope')
  const other = await requestToken(app, machine, {
    grant_type: 'authorization_code',
    code: 'x',
    redirect_uri: REDIRECT,
  })
  assert.equal(outcomeOf(other), '400 unauthorized_client')
})
