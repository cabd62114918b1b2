import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { createApplication } from '#test/support/apps.ts'
import {
  assertOfferedError,
  assertReturnedError,
  authorizeUrl,
  CHALLENGE,
  locationOf,
  VERIFIER,
} from '#test/support/authorize.ts'
import type { Changes } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import {
  assertOAuthError,
  configure,
  createWebApp,
  REDIRECT,
  refresh,
  redemption,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { registerClient } from '#test/support/registration.ts'
import { listResource } from '#test/support/resources.ts'
import { column, dataOf, eventsOf, withScopes } from '#test/support/roles.ts'

const NOTES = 'https://notes.example.com/mcp'
const NOTES_SCOPES = [
  { name: 'notes:read', description: 'Look into what you wrote down' },
  { name: 'notes:write', description: 'Write things down for you' },
]
const LOOPBACK = 'http://127.0.0.1:3001/mcp'

/** A client that registered itself without a word about scopes, as MCP clients do. */
const registerMcpClient = (app: TestApp, more: Record<string, unknown> = {}) =>
  registerClient(app, {
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    redirect_uris: [REDIRECT],
    scope: undefined,
    ...more,
  })

/** The consent page that a request leads to. */
async function consentPage(person: TestPerson, url: string): Promise<string> {
  const answer = await person.send(url)
  const page = await person.send(locationOf(answer) ?? '')
  assert.equal(page.status, 200, `${locationOf(answer)} ${page.text.slice(0, 300)}`)
  return page.text.replace(/\s+/g, ' ')
}

describe('resources, as operators list them', () => {
  onEachApp('are made, read, found by their address, changed and deleted', async (_t, app) => {
    const made = await app.admin('POST', '/admin/resources', { uri: NOTES, name: ' Notes ', scopes: NOTES_SCOPES })
    assert.equal(made.status, 201, made.text)
    const { id, created_at: createdAt, updated_at: _, ...rest } = made.json
    assert.deepEqual(rest, {
      uri: NOTES,
      name: 'Notes',
      scopes: NOTES_SCOPES,
      open_to: 'all',
      protected_resource_metadata: {
        resource: NOTES,
        resource_name: 'Notes',
        authorization_servers: [app.baseUrl],
        scopes_supported: ['notes:read', 'notes:write'],
        bearer_methods_supported: ['header'],
      },
    })
    assert.equal(made.headers['location'], `/api/v1/admin/resources/${String(id)}`)
    assert.deepEqual((await app.admin('GET', `/admin/resources/${String(id)}`)).json, made.json)
    app.clock.advance(1000)
    await listResource(app, 'urn:example:mail', { open_to: 'named' })
    assert.deepEqual(column(await app.admin('GET', '/admin/resources'), 'uri'), ['urn:example:mail', NOTES])
    assert.deepEqual(column(await app.admin('GET', '/admin/resources?open_to=named'), 'uri'), ['urn:example:mail'])
    assert.deepEqual(dataOf(await app.admin('GET', `/admin/resources?uri=${encodeURIComponent(`${NOTES}/`)}`)), [
      made.json,
    ])
    const changed = await app.admin('PATCH', `/admin/resources/${String(id)}`, { name: 'My notes', scopes: [] })
    assert.deepEqual(
      [changed.json['name'], changed.json['scopes'], changed.json['open_to'], changed.json['created_at']],
      ['My notes', [], 'all', createdAt],
    )
    assert.equal((await app.admin('DELETE', `/admin/resources/${String(id)}`)).status, 204)
    assert.equal((await app.admin('GET', `/admin/resources/${String(id)}`)).json['code'], 'resource_not_found')
    assert.equal((await app.admin('PATCH', `/admin/resources/${String(id)}`, {})).json['code'], 'resource_not_found')
    assert.equal((await app.admin('DELETE', '/admin/resources/x')).json['code'], 'resource_not_found')
  })

  onEachApp('record each change once, and nothing when nothing changes', async (_t, app) => {
    const id = await listResource(app, NOTES, { name: 'Notes' })
    await app.admin('PATCH', `/admin/resources/${id}`, { name: 'Notes' })
    await app.admin('PATCH', `/admin/resources/${id}`, { open_to: 'trusted' })
    await app.admin('DELETE', `/admin/resources/${id}`)
    const [updated] = await eventsOf(app, 'resource.updated')
    assert.deepEqual(
      [updated?.data['changes'], (await eventsOf(app, 'resource.updated')).length],
      [{ open_to: { before: 'all', after: 'trusted' } }, 1],
    )
    assert.equal((await eventsOf(app, 'resource.created')).length, 1)
    assert.deepEqual((await eventsOf(app, 'resource.deleted'))[0]?.data['counts'], {
      authorization_codes: 0,
      device_codes: 0,
    })
  })

  onEachApp('have one address each, with and without a slash at its end', async (_t, app) => {
    await listResource(app, NOTES)
    for (const uri of [NOTES, `${NOTES}/`]) {
      const again = await app.admin('POST', '/admin/resources', { uri, name: 'Again' })
      assert.deepEqual([again.status, again.json['code']], [409, 'resource_exists'])
    }
  })

  test('are refused with each field that is wrong', async (t) => {
    const app = await createTestApp(t)
    const wrong: [Record<string, unknown>, string][] = [
      [{ uri: 'notes' }, '/uri'],
      [{ uri: `${NOTES}#part` }, '/uri'],
      [{ uri: app.baseUrl }, '/uri'],
      [{ uri: `${app.baseUrl}/` }, '/uri'],
      [{ name: ' ' }, '/name'],
      [{ name: 'No\u202etes' }, '/name'],
      [{ scopes: [{ name: 'two words', description: 'x' }] }, '/scopes/0/name'],
      [{ scopes: [{ name: 'openid', description: 'x' }] }, '/scopes/0/name'],
      [{ scopes: [NOTES_SCOPES[0], NOTES_SCOPES[0]] }, '/scopes/1/name'],
      [{ scopes: [{ name: 'a', description: 'in\u200bvisible' }] }, '/scopes/0/description'],
      [{ scopes: [{ name: 'a' }] }, '/scopes/0/description'],
      [{ open_to: 'nobody' }, '/open_to'],
    ]
    for (const [fields, pointer] of wrong) {
      const refused = await app.admin('POST', '/admin/resources', { uri: NOTES, name: 'Notes', ...fields })
      assert.equal(refused.status, 400, JSON.stringify(fields))
      const { errors } = refused.json['details'] as { errors: { pointer: string }[] }
      assert.deepEqual(
        errors.map((error) => error.pointer),
        [pointer],
        refused.text,
      )
    }
    const id = await listResource(app, NOTES)
    const moved = await app.admin('PATCH', `/admin/resources/${id}`, { uri: 'https://other.example.com' })
    assert.equal(moved.status, 400, 'the address stays')
  })

  test('are read with resources:read and changed with resources:write', async (t) => {
    const app = await createTestApp(t)
    const reader = await withScopes(app, 'resources:read')
    assert.equal((await reader('GET', '/admin/resources')).status, 200)
    assert.equal((await reader('POST', '/admin/resources', { uri: NOTES, name: 'Notes' })).status, 403)
  })

  test('stand in the metadata of the server when they are open to all', async (t) => {
    const app = await createTestApp(t)
    const metadata = async () => (await app.send({ url: '/.well-known/oauth-authorization-server' })).json
    assert.equal((await metadata())['protected_resources'], undefined)
    await listResource(app, NOTES, { scopes: NOTES_SCOPES })
    await listResource(app, 'https://inner.example.com', {
      open_to: 'trusted',
      scopes: [{ name: 'inner', description: 'Hidden' }],
    })
    const { protected_resources: resources, scopes_supported: scopes } = await metadata()
    assert.deepEqual(resources, [NOTES])
    assert.deepEqual((scopes as string[]).slice(-2), ['notes:read', 'notes:write'])
  })
})

describe('the scopes of a resource', () => {
  onEachApp('are granted to a client that registered none, and shown with their sentence', async (_t, app) => {
    await listResource(app, NOTES, { name: 'My notebook', scopes: NOTES_SCOPES })
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    const page = await consentPage(person, authorizeUrl(client, { scope: 'notes:write', resource: NOTES }))
    assert.match(page, /What it can do<\/h2> <ul class="list"> <li>Write things down for you <code/)
    assert.doesNotMatch(page, /Look into what you wrote down/)
    assert.match(page, /My notebook <code>https:\/\/notes\.example\.com\/mcp<\/code>/)
    const tokens = await signIn(app, person, client, { scope: 'notes:write', resource: NOTES })
    assert.equal(tokens['scope'], 'notes:write')
    const renewed = await refresh(app, client, String(tokens['refresh_token']))
    assert.equal(renewed.json['scope'], 'notes:write', renewed.text)
  })

  onEachApp('are all asked for by a request that names none', async (_t, app) => {
    await listResource(app, NOTES, { scopes: NOTES_SCOPES })
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    // The setting is for requests that say nothing at all.
    await configure(app, { 'oauth.default_scope': 'openid' })
    const page = await consentPage(person, authorizeUrl(client, { scope: null, resource: NOTES }))
    assert.match(page, /Look into what you wrote down/)
    assert.match(page, /Write things down for you/)
    const plain = await consentPage(person, authorizeUrl(client, { scope: null }))
    assert.match(plain, /Know that you are the same person/)
    assert.doesNotMatch(plain, /See your name/)
  })

  test('widen no limit that an operator set', async (t) => {
    const app = await createTestApp(t)
    await listResource(app, NOTES, { scopes: NOTES_SCOPES })
    const [client, person] = [await createWebApp(app, { scope: 'openid notes:read' }), await TestPerson.signUp(app)]
    const beyond = await person.send(authorizeUrl(client, { scope: 'notes:write', resource: NOTES }))
    assertReturnedError(app, beyond, 'invalid_scope', /notes:write.*PATCH|PATCH.*notes:write/)
    const page = await consentPage(person, authorizeUrl(client, { scope: null, resource: NOTES }))
    assert.match(page, /Look into what you wrote down/)
    assert.doesNotMatch(page, /Write things down for you/)
  })

  test('are offered only with that resource, and not when it is not open to the client', async (t) => {
    const app = await createTestApp(t)
    const id = await listResource(app, NOTES, { scopes: NOTES_SCOPES })
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    const without = await person.send(authorizeUrl(client, { scope: 'notes:read' }))
    assertOfferedError(app, without, 'invalid_scope', /\/api\/v1\/admin\/resources/)
    await app.admin('PATCH', `/admin/resources/${id}`, { open_to: 'trusted' })
    const closed = await person.send(authorizeUrl(client, { scope: 'notes:read', resource: NOTES }))
    assertOfferedError(app, closed, 'invalid_target', /POST \/api\/v1\/admin\/resources/)
    const trusted = await createWebApp(app, { scope: 'notes:read' })
    assert.match(await consentPage(person, authorizeUrl(trusted, { scope: 'notes:read', resource: NOTES })), /Allow/)
    await app.admin('PATCH', `/admin/resources/${id}`, { open_to: 'named' })
    const unnamed = await person.send(authorizeUrl(trusted, { scope: 'notes:read', resource: NOTES }))
    assertReturnedError(app, unnamed, 'invalid_target', /audiences/)
    const named = await createWebApp(app, { client_name: 'named', scope: 'notes:read', audiences: [NOTES] })
    assert.match(await consentPage(person, authorizeUrl(named, { scope: 'notes:read', resource: NOTES })), /Allow/)
  })

  test('RG4 are never reserved ones for a client that registered itself', async (t) => {
    const app = await createTestApp(t)
    await listResource(app, NOTES, { scopes: [...NOTES_SCOPES, { name: 'admin:notes', description: 'Everything' }] })
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    const asked = await person.send(authorizeUrl(client, { scope: 'admin:notes', resource: NOTES }))
    assertOfferedError(app, asked, 'invalid_scope')
    const page = await consentPage(person, authorizeUrl(client, { scope: null, resource: NOTES }))
    assert.doesNotMatch(page, /Everything/)
  })

  onEachApp('that are taken away are not renewed, and a code for them does not carry them', async (_t, app) => {
    const id = await listResource(app, NOTES, { scopes: NOTES_SCOPES })
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    const asked = { scope: 'notes:read notes:write', resource: NOTES }
    const tokens = await signIn(app, person, client, asked)
    const back = await person.authorize(client, { ...asked, code_challenge: CHALLENGE })
    await app.admin('PATCH', `/admin/resources/${id}`, { scopes: [NOTES_SCOPES[0]] })
    const renewed = await refresh(app, client, String(tokens['refresh_token']))
    assert.equal(renewed.json['scope'], 'notes:read', renewed.text)
    const code = { code: String(back.searchParams.get('code')), verifier: VERIFIER }
    assert.equal((await requestToken(app, client, redemption(code))).json['scope'], 'notes:read')
    await app.admin('PATCH', `/admin/resources/${id}`, { open_to: 'trusted' })
    const closed = await refresh(app, client, String(renewed.json['refresh_token']))
    assertOAuthError(closed, 400, 'invalid_target')
  })

  onEachApp('go with the resource: codes end, as its dry run said, and nothing is renewed', async (_t, app) => {
    const id = await listResource(app, NOTES, { scopes: NOTES_SCOPES })
    await listResource(app, 'https://other.example.com')
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    const asked = { scope: 'notes:read', resource: NOTES }
    const tokens = await signIn(app, person, client, asked)
    const back = await person.authorize(client, { ...asked, code_challenge: CHALLENGE })
    const stays = await person.authorize(client, {
      scope: 'openid',
      resource: 'https://other.example.com',
      code_challenge: CHALLENGE,
    })
    const dry = await app.admin('DELETE', `/admin/resources/${id}?dry_run=true`)
    assert.deepEqual(dry.json['counts'], { authorization_codes: 1, device_codes: 0 })
    assert.equal((await app.admin('DELETE', `/admin/resources/${id}`)).status, 204)
    const redeem = (url: URL) =>
      requestToken(app, client, redemption({ code: String(url.searchParams.get('code')), verifier: VERIFIER }))
    assertOAuthError(await redeem(back), 400, 'invalid_grant')
    assert.equal((await redeem(stays)).status, 200)
    assertOAuthError(await refresh(app, client, String(tokens['refresh_token'])), 400, 'invalid_target')
    assert.equal((await app.database.db.all(sql`SELECT id FROM resources`)).length, 1)
  })

  test('are said on the page of a device and on the account page', async (t) => {
    const app = await createTestApp(t)
    await listResource(app, NOTES, { scopes: NOTES_SCOPES })
    const device = await registerMcpClient(app, {
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:device_code'],
    })
    const person = await TestPerson.signUp(app)
    const started = await app.send({
      url: '/oauth/device',
      form: { client_id: device.clientId, resource: NOTES },
    })
    const page = await person.send(`/oauth/device/verify?user_code=${String(started.json['user_code'])}`)
    assert.match(page.text, /Look into what you wrote down/)
    assert.match(page.text, /<dd>A resource <code>https:\/\/notes\.example\.com\/mcp<\/code>/)
    await signIn(app, person, device, { scope: 'notes:write', resource: NOTES })
    const account = await person.send('/account/connections')
    assert.match(account.text, /Write things down for you/)
    assert.doesNotMatch(account.text, /Look into what you wrote down/)
  })
})

describe('a resource on this machine', () => {
  const asked = (changes: Changes = {}): Changes => ({ resource: LOOPBACK, scope: 'whatever:it-says', ...changes })

  test('is open in dev mode before anybody listed it, with the scopes it says it has', async (t) => {
    const app = await createTestApp(t)
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    const tokens = await signIn(app, person, client, { resource: LOOPBACK, scope: 'whatever:it-says' })
    assert.equal(tokens['scope'], 'whatever:it-says')
    assert.equal((await refresh(app, client, String(tokens['refresh_token']))).json['scope'], 'whatever:it-says')
    const page = await consentPage(person, authorizeUrl(client, asked({ scope: null })))
    assert.match(page, /See your name/, 'a request without a scope gets what the client registered')
    const reserved = await person.send(authorizeUrl(client, asked({ scope: 'admin:all' })))
    assertOfferedError(app, reserved, 'invalid_scope')
    for (const scope of ['whatever', 'openid whatever']) {
      const ours = await person.send(authorizeUrl(client, { scope, resource: `${app.baseUrl}/` }))
      assertOfferedError(app, ours, 'invalid_scope')
      const both = await person.send(authorizeUrl(client, { scope, resource: [LOOPBACK, app.baseUrl] }))
      assertOfferedError(app, both, 'invalid_scope')
    }
  })

  test('gives a client that an operator limited no more than the operator did', async (t) => {
    const app = await createTestApp(t)
    const [client, person] = [await createWebApp(app), await TestPerson.signUp(app)]
    const tokens = await signIn(app, person, client, { resource: LOOPBACK, scope: 'read' })
    assert.equal(tokens['scope'], 'read')
    assertReturnedError(app, await person.send(authorizeUrl(client, asked())), 'invalid_scope')
  })

  test('is what its listing says once there is one', async (t) => {
    const app = await createTestApp(t)
    const id = await listResource(app, LOOPBACK, { scopes: NOTES_SCOPES })
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    assertOfferedError(app, await person.send(authorizeUrl(client, asked())), 'invalid_scope')
    await app.admin('PATCH', `/admin/resources/${id}`, { open_to: 'named' })
    assertOfferedError(app, await person.send(authorizeUrl(client, asked())), 'invalid_target')
  })

  test('is not open in production, and a request without a scope is told what is missing', async (t) => {
    const app = await createTestApp(t, { mode: 'production' })
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    const closed = await person.send(authorizeUrl(client, asked()))
    assertOfferedError(app, closed, 'invalid_target', /POST \/api\/v1\/admin\/resources/)
    const silent = await person.send(authorizeUrl(client, { scope: null }))
    assertOfferedError(app, silent, 'invalid_scope', /oauth\.default_scope/)
  })

  test('is this machine only, however the address is written', async (t) => {
    const app = await createTestApp(t)
    const [client, person] = [await registerMcpClient(app), await TestPerson.signUp(app)]
    for (const resource of [
      'http://127.0.0.1.example.com/mcp',
      'http://127.0.0.1@evil.example.com/mcp',
      'http://10.0.0.1/mcp',
      'ftp://127.0.0.1/mcp',
      `${LOOPBACK}#part`,
    ])
      assertOfferedError(app, await person.send(authorizeUrl(client, asked({ resource }))), 'invalid_target')
  })
})

test('a listed resource is open to a machine for itself, and not to a client that registered itself', async (t) => {
  const app = await createTestApp(t)
  await listResource(app, NOTES, { scopes: NOTES_SCOPES })
  const stranger = await registerClient(app, { scope: 'read' })
  for (const resource of [NOTES, LOOPBACK]) {
    const fields = { grant_type: 'client_credentials', resource }
    assertOAuthError(await requestToken(app, stranger, fields), 400, 'invalid_target')
  }
  const machine = await createApplication(app, 'machine', { scope: 'read' })
  const fields = { grant_type: 'client_credentials', resource: NOTES }
  assert.equal((await requestToken(app, machine, fields)).json['scope'], 'read')
  assertOAuthError(await requestToken(app, machine, { ...fields, scope: 'notes:read' }), 400, 'invalid_scope')
})
