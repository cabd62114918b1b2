import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { assertErrorPage, authorizeUrl, locationOf, returned, VERIFIER } from '#test/support/authorize.ts'
import type { Changes } from '#test/support/authorize.ts'
import {
  allow,
  createAgent,
  createWebApp,
  hiddenFields,
  isActive,
  REDIRECT,
  redemption,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { requestContext } from '#test/support/request-context.ts'

async function setUp(t: TestContext, mode: 'dev' | 'production' = 'dev') {
  const app = await createTestApp(t, { mode })
  return { app, client: await createWebApp(app), person: await TestPerson.signUp(app) }
}

/** A client without a secret, whose codes go to this address. */
const publicClient = (app: TestApp, redirectUri: string): Promise<TestClient> =>
  createWebApp(app, { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' })

/** A client that registered itself: nobody vouches for it. */
async function registerUntrusted(app: TestApp, more: Record<string, unknown> = {}): Promise<TestClient> {
  const made = await app.send({
    url: '/oauth/register',
    json: {
      client_name: 'Stranger',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: [REDIRECT],
      scope: 'openid profile',
      ...more,
    },
  })
  assert.equal(made.status, 201, made.text)
  return { id: '', clientId: String(made.json['client_id']), secret: String(made.json['client_secret']) }
}

/** Walks a person to the consent page; answers it with where it lies. */
async function toConsent(person: TestPerson, client: TestClient, changes: Changes = {}) {
  const answer = await person.send(authorizeUrl(client, { prompt: 'consent', ...changes }))
  const url = locationOf(answer) ?? ''
  assert.match(url, /^\/consent\?request=arq_/, answer.text)
  const page = await person.send(url)
  assert.equal(page.status, 200, page.text)
  return { url, page, fields: hiddenFields(page.text) }
}

const countCodes = async (app: TestApp): Promise<number> =>
  (await app.database.db.all(sql`SELECT hash FROM authorization_codes`)).length

describe('the consent page', () => {
  test('says who wants what, for how long, and where the answer goes', async (t) => {
    const { client, person } = await setUp(t)
    const { page } = await toConsent(person, client, { scope: 'openid email read write' })
    const text = page.text.replace(/\s+/g, ' ')
    assert.match(text, /<h1>web app wants to act for you<\/h1>/)
    assert.ok(text.includes(person.email))
    assert.match(text, /href="\/login\?request=arq_[^"]+">Not you\?/)
    assert.match(text, /See your e-mail address/)
    assert.match(text, /Use the permission “write”/)
    assert.match(text, /For 1 hour at a time, renewed without asking for up to 30 days/)
    assert.match(text, /<strong>app\.example\.com<\/strong>/)
    assert.doesNotMatch(text, /Unverified/)
  })

  test('gives yes and no the same weight', async (t) => {
    const { client, person } = await setUp(t)
    const { page } = await toConsent(person, client)
    const buttons = [...page.text.matchAll(/<button class="([^"]*)"[^>]*name="decision" value="(\w+)"/g)]
    assert.deepEqual(
      buttons.map(([, , value]) => value),
      ['deny', 'allow'],
    )
    assert.equal(new Set(buttons.map(([, style]) => style)).size, 1)
  })

  test('names the resource servers, a bound key, and a program on this computer', async (t) => {
    const { app, person } = await setUp(t)
    const redirect_uri = 'http://127.0.0.1:8123/cb'
    const client = await createWebApp(app, { audiences: ['https://api.example.com'], redirect_uris: [redirect_uri] })
    const changes = { redirect_uri, resource: 'https://api.example.com', dpop_jkt: 'k'.repeat(43) }
    const { page } = await toConsent(person, client, changes)
    assert.match(page.text, /<code>https:\/\/api\.example\.com<\/code>/)
    assert.match(page.text, /key-bound/)
    assert.match(page.text, /a program on this computer, <code>127\.0\.0\.1:8123<\/code>/)
    assert.match(String(page.headers['content-security-policy']), /form-action 'self' http:\/\/127\.0\.0\.1:8123;/)
  })

  test('names the scheme of an app', async (t) => {
    const { app, person } = await setUp(t)
    const redirect_uri = 'com.example.app:/callback'
    const client = await createWebApp(app, { redirect_uris: [redirect_uri] })
    const { page, fields } = await toConsent(person, client, { redirect_uri })
    assert.match(page.text, /an app on this device, <code>com\.example\.app:<\/code>/)
    assert.match(String(page.headers['content-security-policy']), /form-action 'self' com\.example\.app:;/)
    const answer = await person.send('/oauth/authorize', { ...fields, decision: 'allow' })
    assert.match(locationOf(answer) ?? '', /^com\.example\.app:\/callback\?code=/)
  })

  test('AZ10 escapes whatever a client wrote', async (t) => {
    const { app, person } = await setUp(t)
    const attack = '"><svg onload=1>'
    const client = await registerUntrusted(app, { client_name: 'x\'"><svg onload=1>' })
    const { page } = await toConsent(person, client, {
      scope: 'openid',
      state: attack,
      nonce: attack,
      login_hint: attack,
    })
    assert.doesNotMatch(page.text, /<svg onload/)
    assert.match(page.text, /x&#39;&quot;&gt;&lt;svg onload=1&gt;/)
    for (const url of [
      authorizeUrl(client, { redirect_uri: attack }),
      authorizeUrl(client, { client_id: attack }),
      `/oauth/authorize?request=${encodeURIComponent(attack)}`,
      `/consent?request=${encodeURIComponent(attack)}`,
      `/oauth/device/verify?user_code=${encodeURIComponent(attack)}`,
    ])
      assert.doesNotMatch((await person.send(url)).text, /<svg onload/, url)
  })

  test('AZ12 pages can not be framed, cached, or followed by their address', async (t) => {
    const { app, client, person } = await setUp(t)
    const { url } = await toConsent(person, client)
    const pages = [
      await app.send({ url: '/login' }),
      await person.send(url),
      await person.send('/oauth/device/verify'),
      await person.send('/oauth/authorize?client_id=x'),
      await person.send('/consent?request=x'),
    ]
    for (const { headers } of pages) {
      assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/)
      assert.match(String(headers['cache-control']), /no-store/)
      assert.equal(headers['referrer-policy'], 'no-referrer')
      assert.equal(headers['x-frame-options'], 'DENY')
    }
  })

  test('needs a sign-in, and a request that is there', async (t) => {
    const { client, person } = await setUp(t)
    const { url } = await toConsent(person, client)
    person.cookies.delete('mandate_session')
    assert.match(locationOf(await person.send(url)) ?? '', /^\/login\?request=arq_/)
    assertErrorPage(await person.send('/consent'), 410)
    assertErrorPage(await person.send('/consent?request=arq_unknown'), 410)
  })
})

describe('the answer of the consent page', () => {
  test('AZ11 leads on with 303, whatever it says', async (t) => {
    const { client, person } = await setUp(t)
    for (const decision of ['allow', 'deny']) {
      const { fields } = await toConsent(person, client)
      const answer = await person.send('/oauth/authorize', { ...fields, decision })
      assert.equal(answer.status, 303)
      const query = returned(answer)
      assert.equal(query.get('error'), decision === 'deny' ? 'access_denied' : null)
      assert.equal(query.get('code') === null, decision === 'deny')
    }
  })

  test('AZ13 without our token, with that of another session, or from another origin it is refused', async (t) => {
    const { app, client, person } = await setUp(t)
    const other = await TestPerson.signUp(app)
    const { fields } = await toConsent(person, client)
    const foreign = (await toConsent(other, client)).fields['csrf_token'] ?? ''
    const post = (form: Record<string, string>, headers = {}) =>
      person.send('/oauth/authorize', { ...form, decision: 'allow' }, headers)
    const { csrf_token: _, ...withoutToken } = fields
    const attempts: TestAnswer[] = [
      await post(withoutToken),
      await post({ ...fields, csrf_token: '' }),
      await post({ ...fields, csrf_token: foreign }),
      await post({ ...fields, csrf_token: `${fields['csrf_token']}x` }),
      await post(fields, { origin: 'https://evil.tld' }),
      await post(fields, { origin: 'null' }),
      await post(fields, { 'sec-fetch-site': 'cross-site' }),
    ]
    for (const answer of attempts) assertErrorPage(answer, 403)
    assert.equal(await countCodes(app), 0)
    assert.ok(returned(await post(fields, { origin: app.baseUrl, 'sec-fetch-site': 'same-origin' })).get('code'))
  })

  test('AZ13 fields that were added or changed have no effect', async (t) => {
    const { app, client, person } = await setUp(t)
    const { fields } = await toConsent(person, client, { scope: 'read' })
    const tampered = {
      ...fields,
      decision: 'allow',
      scope: 'read write openid',
      redirect_uri: 'https://evil.tld/callback',
      client_id: 'other',
      user: 'usr_other',
      resource: 'https://evil.tld',
      state: 'other',
      code_challenge: 'c'.repeat(43),
    }
    const query = returned(await person.send('/oauth/authorize', tampered))
    assert.equal(query.get('state'), 'xyz')
    const code = query.get('code') ?? ''
    const tokens = await requestToken(app, client, redemption({ code, verifier: VERIFIER }))
    assert.equal(tokens.json['scope'], 'read')
  })

  test('is allow or deny, once', async (t) => {
    const { app, client, person } = await setUp(t)
    const { fields } = await toConsent(person, client)
    for (const decision of ['', 'yes', 'ALLOW']) {
      assertErrorPage(await person.send('/oauth/authorize', { ...fields, decision }), 400)
    }
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const form = [...Object.entries(fields), ['decision', 'deny'], ['decision', 'allow']] as [string, string][]
    assertErrorPage(await app.send({ url: '/oauth/authorize', form, headers: { cookie } }), 400)
    assert.equal(await countCodes(app), 0)
  })

  test('AZ15 another browser can not go on with a request, look at it, or answer it', async (t) => {
    const { app, client, person } = await setUp(t)
    const { url, fields } = await toConsent(person, client)
    const thief = await TestPerson.signUp(app)
    await thief.send(authorizeUrl(client))
    const request = fields['request'] ?? ''
    assertErrorPage(await thief.send(`/oauth/authorize?request=${request}`), 403)
    assertErrorPage(await thief.send(url), 403)
    assertErrorPage(await thief.send(`/login?request=${request}`), 403)
    const own = (await toConsent(thief, client)).fields['csrf_token'] ?? ''
    assertErrorPage(await thief.send('/oauth/authorize', { request, csrf_token: own, decision: 'allow' }), 403)
    assertErrorPage(await app.send({ url }), 403)
    assert.equal(await countCodes(app), 0)
  })

  test('AZ15 another person in the same browser can not answer what was shown to the first', async (t) => {
    const { app, client, person } = await setUp(t)
    const { url, fields } = await toConsent(person, client)
    const second = await TestPerson.signUp(app)
    person.cookies.set('mandate_session', second.cookies.get('mandate_session') ?? '')
    const csrf_token = app.services.sessions.csrfToken(await sessionOf(app, second))
    assertErrorPage(await person.send('/oauth/authorize', { ...fields, csrf_token, decision: 'allow' }), 403)
    const page = await person.send(url)
    assert.ok(page.text.includes(second.email), 'the page is shown again, for the second')
    const answer = await person.send('/oauth/authorize', { ...hiddenFields(page.text), decision: 'allow' })
    assert.ok(returned(answer).get('code'))
  })

  test('a request is answered once, also by 50 at once', async (t) => {
    const { app, client, person } = await setUp(t)
    const { fields, url } = await toConsent(person, client)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        person.send('/oauth/authorize', { ...fields, decision: i % 2 === 0 ? 'allow' : 'deny' }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 303).length, 1)
    for (const answer of answers.filter(({ status }) => status !== 303)) assertErrorPage(answer, 410)
    assert.ok((await countCodes(app)) <= 1)
    assertErrorPage(await person.send('/oauth/authorize', { ...fields, decision: 'allow' }), 410)
    assertErrorPage(await person.send(url), 410)
  })

  test('a request waits ten minutes', async (t) => {
    const { app, client, person } = await setUp(t)
    const { fields } = await toConsent(person, client)
    app.clock.advance(600_000)
    assertErrorPage(await person.send('/oauth/authorize', { ...fields, decision: 'allow' }), 410)
  })

  test('a person who signed out meanwhile is asked to sign in again', async (t) => {
    const { app, client, person } = await setUp(t)
    const { fields } = await toConsent(person, client)
    const session = await sessionOf(app, person)
    await app.services.sessions.end(session, { type: 'user', id: person.id, requestId: null, ip: null })
    const answer = await person.send('/oauth/authorize', { ...fields, decision: 'allow' })
    assert.match(locationOf(answer) ?? '', /^\/login\?request=arq_/)
  })

  test('AZ17 a person who was disabled meanwhile gets no code', async (t) => {
    const { app, client, person } = await setUp(t)
    const { fields } = await toConsent(person, client)
    await app.database.db.run(sql`UPDATE users SET disabled_at = ${app.clock.now()} WHERE id = ${person.id}`)
    const query = returned(await person.send('/oauth/authorize', { ...fields, decision: 'allow' }))
    assert.equal(query.get('error'), 'access_denied')
    assert.equal(query.get('state'), 'xyz')
    assert.equal(query.get('iss'), app.baseUrl)
    assert.equal(await countCodes(app), 0)
  })

  test('AZ17 a client that was turned off meanwhile gets no code', async (t) => {
    const { app, client, person } = await setUp(t)
    const { fields, url } = await toConsent(person, client)
    await app.admin('DELETE', `/agents/${client.id}`)
    const resumed = url.replace('/consent', '/oauth/authorize')
    const query = returned(await person.send('/oauth/authorize', { ...fields, decision: 'allow' }))
    assert.equal(query.get('error'), 'access_denied')
    assert.equal(await countCodes(app), 0)
    assertErrorPage(await person.send(resumed), 410)
  })

  test('AZ17 a client turned off during the sign-in gets no code either', async (t) => {
    const { app, client, person } = await setUp(t)
    const { url } = await toConsent(person, client)
    await app.admin('DELETE', `/agents/${client.id}`)
    const query = returned(await person.send(url.replace('/consent', '/oauth/authorize')))
    assert.equal(query.get('error'), 'access_denied')
  })

  test('a redirect URI that is no longer registered ends the request on a page', async (t) => {
    const { app, client, person } = await setUp(t)
    const { fields } = await toConsent(person, client)
    const changed = await app.admin('PATCH', `/agents/${client.id}`, { redirect_uris: ['https://new.example.com/cb'] })
    assert.equal(changed.status, 200, changed.text)
    assertErrorPage(await person.send('/oauth/authorize', { ...fields, decision: 'allow' }), 410)
    assert.equal(await countCodes(app), 0)
  })
})

async function sessionOf(app: TestApp, person: TestPerson) {
  const found = await app.services.sessions.authenticate(
    requestContext({ cookies: Object.fromEntries(person.cookies) }),
  )
  assert.ok(found)
  return found.session
}

describe('what is remembered of a consent', () => {
  test('AZ14 an earlier consent to less does not cover more', async (t) => {
    const { client, person } = await setUp(t)
    await person.authorize(client, { code_challenge: 'c'.repeat(43), scope: 'read' })
    assert.ok(returned(await person.send(authorizeUrl(client, { scope: 'read' }))).get('code'))
    const more = await person.send(authorizeUrl(client, { scope: 'read write' }))
    assert.match(locationOf(more) ?? '', /^\/consent/)
  })

  test('AZ14 reading at one server and writing at another is not writing at the first', async (t) => {
    const { app, person } = await setUp(t)
    const [mail, files] = ['https://mail.example.com', 'https://files.example.com']
    const client = await createWebApp(app, { audiences: [mail, files] })
    const ask = (scope: string, ...resource: string[]) => person.send(authorizeUrl(client, { scope, resource }))
    for (const [scope, resource] of [['read', mail] as const, ['write', files] as const])
      await person.authorize(client, { code_challenge: 'c'.repeat(43), scope, resource })
    assert.ok(returned(await ask('read', mail)).get('code'))
    assert.ok(returned(await ask('write', files)).get('code'))
    for (const asked of [ask('write', mail), ask('read', files), ask('read', mail, files)])
      assert.match(locationOf(await asked) ?? '', /^\/consent/)
    const [consent] = (await person.send('/api/v1/auth/consents')).json['data'] as Record<string, unknown>[]
    assert.deepEqual(consent?.['granted'], [
      { resource: mail, scope: 'read' },
      { resource: files, scope: 'write' },
    ])
  })

  test('AZ14 clients nobody vouches for, and public ones at addresses anyone can take, are asked about every time', async (t) => {
    const { app, person } = await setUp(t, 'production')
    const untrusted = await registerUntrusted(app)
    const cases: [TestClient, Changes][] = [[untrusted, { scope: 'openid' }]]
    for (const redirect_uri of [
      'http://127.0.0.1:8000/cb',
      'http://[::1]/cb',
      'http://localhost:3000/cb',
      'com.example.app:/cb',
    ])
      cases.push([await publicClient(app, redirect_uri), { redirect_uri }])
    for (const [client, changes] of cases) {
      for (let turn = 0; turn < 2; turn++) {
        const { fields } = await toConsent(person, client, { ...changes, prompt: null })
        const answer = await person.send('/oauth/authorize', { ...fields, decision: 'allow' })
        assert.match(locationOf(answer) ?? '', /[?&]code=/)
      }
    }
  })

  test('a confidential client on loopback is remembered, and prompt=none works for it', async (t) => {
    const { app, person } = await setUp(t, 'production')
    const redirect_uri = 'http://localhost:3000/cb'
    const client = await createWebApp(app, { redirect_uris: [redirect_uri] })
    const asked = { redirect_uri, prompt: 'none' }
    const early = returned(await person.send(authorizeUrl(client, asked)), redirect_uri)
    assert.equal(early.get('error'), 'consent_required')
    assert.match(early.get('error_description') ?? '', /without prompt=none/)
    const { fields } = await toConsent(person, client, { redirect_uri })
    await person.send('/oauth/authorize', { ...fields, decision: 'allow' })
    assert.ok(returned(await person.send(authorizeUrl(client, asked)), redirect_uri).get('code'))
  })

  test('in dev mode everybody is remembered, on loopback and self-registered too', async (t) => {
    const { app, person } = await setUp(t)
    const redirect_uri = 'http://127.0.0.1:8000/cb'
    const registered = await registerUntrusted(app, { redirect_uris: [redirect_uri] })
    for (const client of [await publicClient(app, redirect_uri), registered]) {
      const { fields } = await toConsent(person, client, { redirect_uri, scope: 'openid' })
      await person.send('/oauth/authorize', { ...fields, decision: 'allow' })
      const silent = authorizeUrl(client, { redirect_uri, scope: 'openid', prompt: 'none' })
      assert.ok(returned(await person.send(silent), redirect_uri).get('code'))
    }
  })

  test('consent_required says why the person can not be passed by, and what to do', async (t) => {
    const { app, person } = await setUp(t, 'production')
    const redirect_uri = 'http://127.0.0.1:8000/cb'
    const silent = { redirect_uri, scope: 'openid', prompt: 'none' }
    const open = await publicClient(app, redirect_uri)
    const registered = await registerUntrusted(app, { redirect_uris: [redirect_uri] })
    for (const client of [open, registered]) {
      const { fields } = await toConsent(person, client, { ...silent, prompt: null })
      await person.send('/oauth/authorize', { ...fields, decision: 'allow' })
    }
    const answer = returned(await person.send(authorizeUrl(open, silent)), redirect_uri)
    assert.equal(answer.get('error'), 'consent_required')
    assert.match(answer.get('error_description') ?? '', /pose as this client.*RFC 8252.*https redirect_uri/)
    const page = await person.send(authorizeUrl(registered, silent))
    assertErrorPage(page, 400, /consent_required<\/code>.*registered itself.*an operator/s)
  })

  test('a client nobody vouches for is shown as unverified, with where the answer goes', async (t) => {
    const { app, person } = await setUp(t)
    const { page } = await toConsent(person, await registerUntrusted(app, { client_name: 'Google' }), {
      scope: 'openid',
    })
    assert.match(page.text, /Unverified/)
    assert.match(page.text, /<strong>app\.example\.com<\/strong>/)
  })

  test('a refusal leaves an earlier consent and its tokens alone', async (t) => {
    const { app, client, person } = await setUp(t)
    const tokens = await signIn(app, person, client)
    await person.authorize(client, { code_challenge: 'c'.repeat(43), prompt: 'consent' }, 'deny')
    assert.equal(await isActive(app, client, tokens['access_token'] ?? ''), true)
    assert.ok(returned(await person.send(authorizeUrl(client))).get('code'))
  })
})

describe('my consents', () => {
  const list = (person: TestPerson, query = '') => person.send(`/api/v1/auth/consents${query}`)

  const remove = async (app: TestApp, person: TestPerson, id: string, csrf?: string) => {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const token = csrf ?? app.services.sessions.csrfToken(await sessionOf(app, person))
    return app.send({
      method: 'DELETE',
      url: `/api/v1/auth/consents/${id}`,
      headers: { cookie, 'x-csrf-token': token },
    })
  }

  test('are listed with what was allowed, page by page', async (t) => {
    const { app, client, person } = await setUp(t)
    const second = await createWebApp(app, { client_name: 'second' })
    await person.authorize(client, { code_challenge: 'c'.repeat(43), scope: 'openid read' })
    app.clock.advance(1000)
    await person.authorize(second, { code_challenge: 'c'.repeat(43) })
    const first = await list(person, '?limit=1&include_total=true')
    assert.equal(first.status, 200, first.text)
    const [entry] = first.json['data'] as Record<string, unknown>[]
    assert.equal(entry?.['client_name'], 'second')
    assert.equal(first.json['total'], 2)
    const cursor = encodeURIComponent(String(first.json['next_cursor']))
    const rest = (await list(person, `?cursor=${cursor}`)).json['data'] as Record<string, unknown>[]
    assert.deepEqual(
      rest.map(({ client_id, scope, resource }) => [client_id, scope, resource]),
      [[client.clientId, 'openid read', [app.baseUrl]]],
    )
    assert.equal((await list(await TestPerson.signUp(app))).text, '{"data":[],"next_cursor":null}')
  })

  test('need a sign-in, and a cursor we gave out', async (t) => {
    const { app, person } = await setUp(t)
    assert.equal((await app.send({ url: '/api/v1/auth/consents' })).status, 401)
    assert.equal((await list(person, '?cursor=x')).status, 400)
    assert.equal((await list(person, '?limit=0')).status, 400)
  })

  test('taken back, end every token that came from them, and no other', async (t) => {
    const { app, client, person } = await setUp(t)
    const other = await TestPerson.signUp(app)
    const mine = await signIn(app, person, client)
    const theirs = await signIn(app, other, client)
    const [entry] = (await list(person)).json['data'] as { id: string }[]
    assert.ok(entry)
    assert.equal((await remove(app, other, entry.id)).status, 404, 'not yours')
    assert.equal((await remove(app, person, entry.id, 'wrong')).status, 403)
    assert.equal((await remove(app, person, 'con_x')).status, 404)
    assert.equal((await remove(app, person, entry.id)).status, 204)
    assert.equal((await remove(app, person, entry.id)).status, 404)
    assert.equal(await isActive(app, client, mine['access_token'] ?? ''), false)
    assert.equal(await isActive(app, client, mine['refresh_token'] ?? ''), false)
    assert.equal(await isActive(app, client, theirs['access_token'] ?? ''), true)
    assert.match(locationOf(await person.send(authorizeUrl(client))) ?? '', /^\/consent/, 'asked again')
  })

  test('taken back, end a code that nobody redeemed yet', async (t) => {
    const { app, client, person } = await setUp(t)
    const back = await person.authorize(client, { code_challenge: 'c'.repeat(43) })
    assert.ok(back.searchParams.get('code'))
    const { fields } = await toConsent(person, client)
    const code = returned(await person.send('/oauth/authorize', { ...fields, decision: 'allow' })).get('code') ?? ''
    const [entry] = (await list(person)).json['data'] as { id: string }[]
    await remove(app, person, entry?.id ?? '')
    const answer = await requestToken(app, client, redemption({ code, verifier: VERIFIER }))
    assert.equal(answer.json['error'], 'invalid_grant')
  })
})

test('the page names the agents that may act on from there, with a part of what is asked for', async (t) => {
  const { app, client, person } = await setUp(t)
  const handsOn = async (): Promise<string | undefined> => {
    const { page } = await toConsent(person, client)
    return /<dt>May hand on to<\/dt>\s*<dd>([^<]*)</.exec(page.text)?.[1]
  }
  assert.equal(await handsOn(), undefined)
  const make = (name: string) => createAgent(app, { client_name: name })
  const [mailer, reader, elsewhere] = [await make('Mailer'), await make('Reader'), await make('Elsewhere')]
  await allow(app, mailer, { subject: person.id, scope: 'read' })
  await allow(app, mailer, { subject: '*', scope: 'read write' })
  await allow(app, reader, { subject: '*' })
  await allow(app, elsewhere, { subject: person.id, scope: 'payments' })
  await allow(app, elsewhere, { subject: (await TestPerson.signUp(app)).id, scope: 'read' })
  assert.equal(await handsOn(), 'Mailer, Reader')
  await app.admin('DELETE', `/agents/${reader.id}`)
  assert.equal(await handsOn(), 'Mailer')
  for (const n of [1, 2, 3, 4, 5, 6]) await allow(app, await make(`Agent ${n}`), { subject: person.id, scope: 'read' })
  assert.equal(await handsOn(), 'Agent 1, Agent 2, Agent 3, Agent 4, Agent 5 and 2 more')
})
