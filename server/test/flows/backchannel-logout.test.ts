import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { claimsOf } from '#test/support/jwt.ts'
import { listen } from '#test/support/listen.ts'
import { createWebApp, obtainCode, redemption, refresh, requestToken, signIn, TestPerson } from '#test/support/oauth.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import type { JSONWebKeySet } from 'jose'
import type { TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** An application that listens for logout tokens. */
class Listener {
  readonly tokens: string[] = []
  url = ''
  answer: (response: ServerResponse) => void = (response) => response.writeHead(200).end()

  static async start(t: TestContext): Promise<Listener> {
    const listener = new Listener()
    const server = await listen(t, (request, response) => void listener.#hear(request, response))
    listener.url = `${server.url}/logout`
    return listener
  }

  async #hear(request: IncomingMessage, response: ServerResponse): Promise<void> {
    assert.equal(request.headers['content-type'], 'application/x-www-form-urlencoded')
    this.tokens.push(new URLSearchParams(await text(request)).get('logout_token') ?? '')
    this.answer(response)
  }

  /** The session ids it was told of. */
  get sids(): unknown[] {
    return this.tokens.map((token) => claimsOf(token)['sid'])
  }
}

async function scene(t: TestContext) {
  const app = await createTestApp(t)
  const listener = await Listener.start(t)
  const client = await createWebApp(app, {
    scope: 'openid profile email read offline_access',
    backchannel_logout_uri: listener.url,
    backchannel_logout_session_required: true,
  })
  return { app, listener, client, person: await TestPerson.signUp(app) }
}

const send = (app: TestApp) => app.app.jobs.runNow('logout-notices.send')

const waiting = async (app: TestApp): Promise<number> =>
  Number((await app.database.db.get(sql`SELECT count(*) AS count FROM logout_notices`))?.['count'])

async function signOut(app: TestApp, person: TestPerson): Promise<void> {
  const csrf = String((await person.send('/api/v1/auth/me')).json['csrf_token'])
  const headers = { 'x-csrf-token': csrf, origin: app.baseUrl }
  assert.equal((await person.send('/api/v1/auth/logout', {}, headers)).status, 204)
}

test('a client that got an ID token is told when the session ends, by a token of its own kind', async (t) => {
  const { app, listener, client, person } = await scene(t)
  const { id_token: idToken = '' } = await signIn(app, person, client, { scope: 'openid' })
  await send(app)
  assert.deepEqual(listener.tokens, [])
  await signOut(app, person)
  assert.deepEqual(listener.tokens, [], 'nobody waits for applications while signing out')
  await send(app)
  assert.equal(listener.tokens.length, 1)
  const keys = (await app.send({ url: '/.well-known/jwks.json' })).json as unknown as JSONWebKeySet
  const { payload, protectedHeader } = await jwtVerify(listener.tokens[0] ?? '', createLocalJWKSet(keys), {
    issuer: app.baseUrl,
    audience: client.clientId,
    typ: 'logout+jwt',
    algorithms: ['ES256'],
    currentDate: new Date(app.clock.now()),
    requiredClaims: ['iat', 'exp', 'jti', 'sub', 'sid', 'events'],
  })
  assert.deepEqual([payload.sub, payload['sid']], [person.id, claimsOf(idToken)['sid']])
  assert.deepEqual(payload['events'], { [EVENT]: {} })
  assert.equal(payload['nonce'], undefined)
  assert.equal((payload.exp ?? 0) - (payload.iat ?? 0), 120)
  assert.equal(protectedHeader.typ, 'logout+jwt')
  await send(app)
  assert.deepEqual([listener.tokens.length, await waiting(app)], [1, 0])
})

test('the logout token of a client with RS256 is signed like its ID tokens', async (t) => {
  const { app, listener, client, person } = await scene(t)
  await app.admin('PATCH', `/agents/${client.id}`, { id_token_signed_response_alg: 'RS256' })
  await signIn(app, person, client, { scope: 'openid' })
  await signOut(app, person)
  await send(app)
  const keys = (await app.send({ url: '/.well-known/jwks.json' })).json as unknown as JSONWebKeySet
  await jwtVerify(listener.tokens[0] ?? '', createLocalJWKSet(keys), {
    audience: client.clientId,
    typ: 'logout+jwt',
    algorithms: ['RS256'],
    currentDate: new Date(app.clock.now()),
  })
})

test('clients that got no ID token, or asked for nothing, are not told', async (t) => {
  const { app, listener, client, person } = await scene(t)
  const silent = await createWebApp(app, { client_id: 'silent-app' })
  await signIn(app, person, silent, { scope: 'openid' })
  await signIn(app, person, client, { scope: 'read' })
  await obtainCode(person, client, { scope: 'openid' })
  await signOut(app, person)
  await send(app)
  assert.deepEqual(listener.tokens, [])
})

test('each client hears of each session once, whoever ends it', async (t) => {
  const { app, listener, client } = await scene(t)
  const second = await createWebApp(app, { client_id: 'second-app', backchannel_logout_uri: listener.url })
  const endings: ((person: TestPerson) => Promise<unknown>)[] = [
    (person) => signOut(app, person),
    (person) => app.services.users.disable(person.id, 'test', { type: 'system', id: 't', requestId: null, ip: null }),
    (person) => app.admin('DELETE', `/users/${person.id}`),
    (person) =>
      app.services.sessionDirectory.revokeAllOf(person.id, { type: 'admin', id: 'k', requestId: null, ip: null }),
  ]
  for (const end of endings) {
    listener.tokens.length = 0
    const person = await TestPerson.signUp(app)
    for (const one of [client, client, second]) await signIn(app, person, one, { scope: 'openid' })
    await end(person)
    await Promise.all([send(app), send(app)])
    assert.deepEqual(
      listener.tokens.map((token) => claimsOf(token)['aud']).toSorted(),
      [client.clientId, 'second-app'].toSorted(),
    )
    assert.deepEqual(new Set(listener.tokens.map((token) => claimsOf(token)['sub'])), new Set([person.id]))
  }
})

test('signing in again in the same browser ends nothing for the clients; signing out later tells both names of it', async (t) => {
  const { app, listener, client, person } = await scene(t)
  const first = await signIn(app, person, client, { scope: 'openid offline_access' })
  const again = await person.send('/login?prompt=login')
  const csrf = /name="csrf_token"\s+value="([^"]*)"/.exec(again.text)?.[1] ?? ''
  const form = { email: person.email, password: 'plum-harbour-lantern', csrf_token: csrf }
  assert.equal((await person.send('/login?prompt=login', form, { origin: app.baseUrl })).status, 303)
  await send(app)
  assert.deepEqual(listener.tokens, [])
  const refreshed = await refresh(app, client, first['refresh_token'] ?? '')
  const known = [first['id_token'], refreshed.json['id_token']].map((token) => claimsOf(String(token))['sid'])
  await signOut(app, person)
  await send(app)
  assert.deepEqual(listener.sids.toSorted(), [...new Set(known)].toSorted())
})

test('another person in the same browser ends the session of the first', async (t) => {
  const { app, listener, client, person } = await scene(t)
  await signIn(app, person, client, { scope: 'openid' })
  const other = await TestPerson.signUp(app)
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const json = { email: other.email, password: 'plum-harbour-lantern' }
  assert.equal((await app.send({ url: '/api/v1/auth/login', json, headers: { cookie } })).status, 200)
  await send(app)
  assert.deepEqual(
    listener.tokens.map((token) => claimsOf(token)['sub']),
    [person.id],
  )
})

test('a client that is down is tried again, a few times and further and further apart', async (t) => {
  const { app, listener, client, person } = await scene(t)
  listener.answer = (response) => response.writeHead(503).end('x'.repeat(100_000))
  await signIn(app, person, client, { scope: 'openid' })
  await signOut(app, person)
  await send(app)
  for (const [index, retreat] of [10_000, 60_000, 300_000, 1_800_000].entries()) {
    app.clock.advance(retreat - 1)
    await send(app)
    assert.equal(listener.tokens.length, index + 1, 'not before its time')
    // Up to a tenth comes on top by chance.
    app.clock.advance(1 + retreat / 10)
    await send(app)
    assert.equal(listener.tokens.length, index + 2)
  }
  assert.equal(new Set(listener.tokens.map((token) => claimsOf(token)['jti'])).size, 5, 'each time with a new token')
  assert.equal(await waiting(app), 0)
  const [failed] = await recorded(app.database.db, 'logout_notice.failed')
  assert.deepEqual([failed?.data['client_id'], failed?.data['reason']], [client.clientId, 'status_503'])
})

test('a client that says no is not asked again, and one that recovers is told', async (t) => {
  const { app, listener, client, person } = await scene(t)
  listener.answer = (response) => response.writeHead(400).end()
  await signIn(app, person, client, { scope: 'openid' })
  await signOut(app, person)
  await send(app)
  assert.equal(await waiting(app), 0)
  const [refused] = await recorded(app.database.db, 'logout_notice.failed')
  assert.equal(refused?.data['reason'], 'status_400')

  const next = await TestPerson.signUp(app)
  await signIn(app, next, client, { scope: 'openid' })
  listener.answer = (response) => response.writeHead(429).end()
  await signOut(app, next)
  await send(app)
  listener.answer = (response) => response.writeHead(204).end()
  app.clock.advance(11_000)
  await send(app)
  assert.deepEqual([listener.tokens.length, await waiting(app)], [3, 0])
  assert.equal((await recorded(app.database.db, 'logout_notice.failed')).length, 1)
})

test('WH1: a logout token goes where requests of ours may go, and follows no redirect', async (t) => {
  const { app, listener, client, person } = await scene(t)
  const canary = await listen(t, (_request, response) => response.end())
  listener.answer = (response) => response.writeHead(307, { location: canary.url }).end()
  await signIn(app, person, client, { scope: 'openid' })
  await signOut(app, person)
  await send(app)
  assert.equal(canary.hits.length, 0)

  // Saved while it was allowed.
  const strict = await createTestApp(t)
  const inward = await createWebApp(strict, { backchannel_logout_uri: canary.url })
  assert.equal((await strict.admin('POST', '/admin/system/swap-mode', { mode: 'production' })).status, 200)
  const other = await TestPerson.signUp(strict)
  await signIn(strict, other, inward, { scope: 'openid' })
  await signOut(strict, other)
  await send(strict)
  assert.equal(canary.hits.length, 0)
  const [failed] = await recorded(strict.database.db, 'logout_notice.failed')
  assert.equal(failed?.data['reason'], 'refused')
})

test('a client that is gone, or does not want to know any more, is left alone', async (t) => {
  const { app, listener, client, person } = await scene(t)
  await signIn(app, person, client, { scope: 'openid' })
  await signOut(app, person)
  await app.admin('PATCH', `/agents/${client.id}`, { backchannel_logout_uri: null })
  await send(app)
  assert.deepEqual([listener.tokens.length, await waiting(app)], [0, 0])
})

test('the end of a session and the notice of it are one: a crash between them loses nothing', async (t) => {
  const { app, listener, client, person } = await scene(t)
  await signIn(app, person, client, { scope: 'openid' })
  await signOut(app, person)
  assert.equal(await waiting(app), 1)
  // The node that claimed it died: after a minute another one takes over.
  await app.database.db.run(sql`UPDATE logout_notices SET attempts = 1, next_at = ${app.clock.now() + 60_000}`)
  await send(app)
  assert.equal(listener.tokens.length, 0)
  app.clock.advance(60_000)
  await send(await app.secondNode(t))
  assert.deepEqual([listener.tokens.length, await waiting(app)], [1, 0])
})

test('many notices at once are all sent, and what nobody ended is forgotten after a month', async (t) => {
  const { app, listener, client } = await scene(t)
  const people = await Promise.all(Array.from({ length: 25 }, () => TestPerson.signUp(app)))
  await Promise.all(people.map((person) => joined(app, person, client)))
  await Promise.all(people.map((person) => signOut(app, person)))
  await send(app)
  assert.equal(listener.tokens.length, 25)
  const idle = await TestPerson.signUp(app)
  await joined(app, idle, client)
  const participants = async () => (await app.database.db.all(sql`SELECT sid FROM logout_participants`)).length
  assert.equal(await participants(), 1)
  app.clock.advance(31 * 24 * 3_600_000 + 1)
  await app.app.jobs.runNow('logout_participants.cleanup')
  assert.equal(await participants(), 0)
})

async function joined(app: TestApp, person: TestPerson, client: TestClient): Promise<void> {
  const code = await obtainCode(person, client, { scope: 'openid' })
  assert.equal((await requestToken(app, client, redemption(code))).status, 200)
}

test('an address that would never be called is refused when it is saved, with the reason', async (t) => {
  const app = await createTestApp(t, { baseUrl: 'https://id.example', mode: 'production' })
  const reasons: Readonly<Record<string, RegExp>> = {
    'http://127.0.0.1:4000/logout': /private network/,
    'http://localhost:4000/logout': /private network/,
    'https://10.0.0.5/logout': /private network/,
    'https://[::1]/logout': /private network/,
    'https://169.254.169.254/logout': /never reached/,
    'https://id.example/logout': /our own/,
  }
  const agent = await createWebApp(app)
  const person = { type: 'web', name: 'Store', redirect_uris: ['https://store.example/cb'] }
  const made = await app.admin('POST', '/admin/apps', person)
  for (const [uri, reason] of Object.entries(reasons)) {
    const link = { backchannel_logout_uri: uri }
    for (const answer of [
      await app.admin('POST', '/admin/apps', { ...person, ...link }),
      await app.admin('PATCH', `/admin/apps/${String(made.json['id'])}`, link),
      await app.admin('PATCH', `/agents/${agent.id}`, link),
    ]) {
      assert.equal(answer.status, 400, `${uri} ${answer.text}`)
      assert.match(answer.text, /"pointer":"\/backchannel_logout_uri"/)
      assert.match(answer.text, reason)
    }
    const json = { client_name: 'x', grant_types: ['client_credentials'], ...link }
    const registered = await app.send({ url: '/oauth/register', json })
    assert.deepEqual([registered.status, registered.json['error']], [400, 'invalid_client_metadata'])
    assert.match(String(registered.json['error_description']), reason)
  }
  const good = { backchannel_logout_uri: 'https://store.example/logout' }
  assert.equal((await app.admin('PATCH', `/agents/${agent.id}`, good)).status, 200)
  await app.admin('PATCH', '/admin/config', { 'outbound.allowed_hosts': ['10.0.0.5'] })
  const allowed = { backchannel_logout_uri: 'https://10.0.0.5/logout' }
  assert.equal((await app.admin('PATCH', `/agents/${agent.id}`, allowed)).status, 200, 'an operator opened it')
})
