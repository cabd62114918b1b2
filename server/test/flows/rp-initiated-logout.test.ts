import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, authorizeUrl, CHALLENGE, locationOf } from '#test/support/authorize.ts'
import { claimsOf, compactJws, headerOf } from '#test/support/jwt.ts'
import { configure, createWebApp, hiddenFields, isActive, signIn, TestPerson } from '#test/support/oauth.ts'
import type { TestContext } from 'node:test'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const BYE = 'https://app.example.com/bye'

async function scene(t: TestContext) {
  const app = await createTestApp(t)
  const client = await createWebApp(app, { post_logout_redirect_uris: [BYE, `${BYE}?from=us`] })
  const person = await TestPerson.signUp(app)
  const tokens = await signIn(app, person, client, { scope: 'openid email' })
  return { app, client, person, hint: tokens['id_token'] ?? '', accessToken: tokens['access_token'] ?? '' }
}

const logoutUrl = (params: Record<string, string>): string => `/oauth/logout?${new URLSearchParams(params)}`

const isSignedIn = async (person: TestPerson): Promise<boolean> => (await person.send('/api/v1/auth/me')).status === 200

const outcome = (answer: TestAnswer): string => `${answer.status} ${String(locationOf(answer))}`

const sameOrigin = (app: TestApp) => ({ origin: app.baseUrl, 'sec-fetch-site': 'same-origin' })

test('an application that shows an ID token signs its person out and gets them back with its state', async (t) => {
  const { app, person, hint } = await scene(t)
  const answer = await person.send(logoutUrl({ id_token_hint: hint, post_logout_redirect_uri: BYE, state: 'a b&c' }))
  assert.equal(outcome(answer), `303 ${BYE}?state=a+b%26c`)
  assert.match(String(answer.headers['set-cookie']), /^mandate_session=; .*Max-Age=0/)
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(await isSignedIn(person), false)
  const kept = await app.database.db.get(sql`SELECT count(*) AS count FROM sessions WHERE revoked_at IS NULL`)
  assert.equal(Number(kept?.['count']), 0)
})

test('a HEAD signs nobody out', async (t) => {
  const { app, person, hint } = await scene(t)
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const url = logoutUrl({ id_token_hint: hint })
  assert.equal((await app.send({ method: 'HEAD', url, headers: { cookie } })).status, 405)
  assert.equal(await isSignedIn(person), true)
})

test('an expired ID token is as good, a query of the address is kept, and no address leads to our own page', async (t) => {
  const { app, client, person, hint } = await scene(t)
  app.clock.advance(24 * 3_600_000)
  const withQuery = await person.send(
    logoutUrl({ id_token_hint: hint, post_logout_redirect_uri: `${BYE}?from=us`, state: 'x' }),
  )
  assert.equal(outcome(withQuery), `303 ${BYE}?from=us&state=x`)
  assert.equal(await isSignedIn(person), false)
  const again = await TestPerson.signUp(app)
  const { id_token: fresh = '' } = await signIn(app, again, client, { scope: 'openid' })
  assert.equal(
    outcome(await again.send(logoutUrl({ id_token_hint: fresh, client_id: client.clientId }))),
    '303 /logout',
  )
  assert.match((await again.send('/logout')).text, /You are signed out/)
  assert.equal(outcome(await again.send(logoutUrl({ id_token_hint: fresh }))), '303 /logout', 'twice does no harm')
})

test('without proof of whom it means the person is asked, and may stay', async (t) => {
  const { app, client, person, hint } = await scene(t)
  const other = await TestPerson.signUp(app)
  const { id_token: foreign = '' } = await signIn(app, other, client, { scope: 'openid' })
  const [head = '', body = ''] = hint.split('.')
  const asks = [
    {},
    { client_id: client.clientId },
    { id_token_hint: foreign },
    { id_token_hint: 'no token' },
    { id_token_hint: `${head}.${body}.${'B'.repeat(86)}` },
  ]
  for (const params of asks) {
    const page = await person.send(logoutUrl({ ...params, state: 's' }))
    assert.equal(page.status, 200, JSON.stringify(params))
    assert.match(page.text, /Sign out\?[^]*You are signed in as <strong>/)
    assert.equal(await isSignedIn(person), true)
  }
  const params = { client_id: client.clientId, post_logout_redirect_uri: BYE, state: '"><svg onload=1>' }
  const page = await person.send(logoutUrl(params))
  assert.match(page.text, /<strong>web app<\/strong> asks to sign you out here\./)
  assert.ok(!page.text.includes('<svg onload'))
  assert.match(String(page.headers['content-security-policy']), /form-action 'self' https:\/\/app\.example\.com;/)
  const csrf = /name="csrf_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  // What the page sends on by itself.
  const state = '&quot;&gt;&lt;svg onload=1&gt;'
  assert.deepEqual(hiddenFields(page.text), { ...params, state, csrf_token: csrf })
  const done = await person.send('/oauth/logout', { ...params, csrf_token: csrf }, sameOrigin(app))
  assert.equal(outcome(done), `303 ${BYE}?${new URLSearchParams({ state: params.state })}`)
  assert.equal(await isSignedIn(person), false)
  const late = await person.send('/oauth/logout', { ...params, csrf_token: csrf }, sameOrigin(app))
  assert.equal(late.status, 303, 'who is signed out already goes on')
})

test('SE3: a foreign page can not sign anybody out', async (t) => {
  const { app, client, person } = await scene(t)
  const page = await person.send(logoutUrl({ client_id: client.clientId }))
  const csrf = /name="csrf_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const attempts: [Record<string, string>, Record<string, string>][] = [
    [{ csrf_token: 'guess' }, sameOrigin(app)],
    [{ csrf_token: csrf }, { origin: 'https://evil.example' }],
    [{ csrf_token: csrf }, { 'sec-fetch-site': 'cross-site' }],
    [{ csrf_token: csrf }, { origin: 'null' }],
  ]
  for (const [form, headers] of attempts) assertErrorPage(await person.send('/oauth/logout', form, headers), 403)
  const crossSite = await person.send(
    '/oauth/logout',
    { client_id: client.clientId },
    { origin: 'https://evil.example' },
  )
  assert.equal(crossSite.status, 200, 'asks first')
  assert.equal(await isSignedIn(person), true)
})

test('AZ1: it leads to registered addresses only, compared as text', async (t) => {
  const { app, client, person, hint } = await scene(t)
  const wrong = [
    `${BYE}/`,
    `${BYE}?x=1`,
    'https://app.example.com.evil.example/bye',
    'https://app.example.com/callback',
    'HTTPS://app.example.com/bye',
    'https://app.example.com/bye#x',
    '//app.example.com/bye',
    'javascript:alert(1)',
    '/login',
  ]
  for (const uri of wrong)
    assertErrorPage(await person.send(logoutUrl({ id_token_hint: hint, post_logout_redirect_uri: uri })), 400)
  assertErrorPage(await person.send(logoutUrl({ post_logout_redirect_uri: BYE })), 400, /did not register/)
  assertErrorPage(await person.send(logoutUrl({ client_id: 'nobody', post_logout_redirect_uri: BYE })), 400)
  const other = await createWebApp(app, { client_id: 'other-app' })
  assertErrorPage(await person.send(logoutUrl({ client_id: other.clientId, post_logout_redirect_uri: BYE })), 400)
  assertErrorPage(
    await person.send(logoutUrl({ client_id: other.clientId, id_token_hint: hint })),
    400,
    /another client/,
  )
  const twice = `${logoutUrl({ id_token_hint: hint, post_logout_redirect_uri: BYE })}&post_logout_redirect_uri=x`
  assertErrorPage(await person.send(twice), 400, /more than once/)
  assertErrorPage(await person.send('/oauth/logout?state=a', { state: 'b', client_id: client.clientId }), 400)
  assert.equal(await isSignedIn(person), true)
})

test('only an ID token is a hint: an access token and a token of another issuer are none', async (t) => {
  const { app, person, hint, accessToken } = await scene(t)
  const stranger = compactJws(headerOf(hint), { ...claimsOf(hint), iss: 'https://evil.example' }, () =>
    Buffer.alloc(64, 1),
  )
  for (const text of [accessToken, stranger]) {
    assert.equal((await person.send(logoutUrl({ id_token_hint: text }))).status, 200)
    assertErrorPage(await person.send(logoutUrl({ id_token_hint: text, post_logout_redirect_uri: BYE })), 400)
  }
  // When the key is gone a token names its client, but proves nothing: the person is asked.
  await app.admin('POST', '/admin/auth/rotate-signing-key')
  app.clock.advance(3 * 3_600_000)
  const page = await person.send(logoutUrl({ id_token_hint: hint, post_logout_redirect_uri: BYE }))
  assert.equal(page.status, 200)
  assert.match(page.text, /web app/)
})

test('a form of the application brings no cookies, so it takes one hop through ourselves, without the ID token', async (t) => {
  const { app, person, hint } = await scene(t)
  const form = { id_token_hint: hint, post_logout_redirect_uri: BYE, state: 's' }
  const send = () => app.send({ url: '/oauth/logout', form, headers: { origin: 'https://app.example.com' } })
  const hop = locationOf(await send()) ?? ''
  const parameters = new URLSearchParams(hop.split('?')[1])
  assert.deepEqual([...parameters.keys()].toSorted(), ['hint', 'post_logout_redirect_uri', 'state'])
  for (const part of hint.split('.')) assert.ok(!hop.includes(part), 'nothing of it is in the address')
  assert.ok(!hop.includes(person.id))
  const foreign = await TestPerson.signUp(app)
  assert.match((await foreign.send(hop)).text, /Sign out\?/, 'it proves whom it meant, and nobody else')
  assert.equal(outcome(await person.send(hop)), `303 ${BYE}?state=s`)
  assert.equal(await isSignedIn(person), false)

  await person.signIn()
  const late = locationOf(await send()) ?? ''
  app.clock.advance(60_000)
  assert.equal(
    (await person.send(late)).status,
    400,
    'it is good for a minute, and without it nobody says whose address it is',
  )
  const [before, after] = [late.replace(/hint=.{30}/, 'hint=v1.AAAA'), late.replace(/hint=[^&]*/, 'hint=x')]
  for (const url of [before, after]) assert.equal((await person.send(url)).status, 400)
  const direct = await scene(t)
  const answer = await direct.person.send('/oauth/logout', { id_token_hint: direct.hint })
  assert.equal(outcome(answer), '303 /logout', 'where cookies do come along there is no hop')
})

test('without our cookie a genuine ID token ends the session that its sid names, and no other', async (t) => {
  const { app, client, person, hint } = await scene(t)
  const other = await TestPerson.signUp(app)
  const program = { post_logout_redirect_uri: BYE, state: 's' }
  const answer = await app.send({ url: logoutUrl({ id_token_hint: hint, ...program }) })
  assert.equal(outcome(answer), `303 ${BYE}?state=s`)
  assert.equal(await isSignedIn(person), false)
  assert.equal(await isSignedIn(other), true)
  const audit = await app.admin('GET', '/audit-logs?action=session.revoked')
  assert.equal((audit.json['data'] as unknown[]).length, 1)
  assert.equal(outcome(await app.send({ url: logoutUrl({ id_token_hint: hint, ...program }) })), `303 ${BYE}?state=s`)

  await person.signIn()
  const { id_token: expired = '' } = await signIn(app, person, client, { scope: 'openid' })
  app.clock.advance(3_700_000)
  assert.equal(outcome(await app.send({ url: logoutUrl({ id_token_hint: expired }) })), '303 /logout')
  assert.equal(await isSignedIn(person), false)
})

test('what ended nothing does not answer like a success: a page says so, and the browser stays', async (t) => {
  const { app, client, person, hint } = await scene(t)
  const [head = '', body = ''] = hint.split('.')
  const named = { client_id: client.clientId, post_logout_redirect_uri: BYE }
  const worthless = [`${head}.${body}.${'B'.repeat(86)}`, 'no token']
  for (const text of worthless) {
    const page = await app.send({ url: logoutUrl({ id_token_hint: text, ...named }) })
    assert.equal(page.status, 200, text.slice(0, 20))
    assert.match(page.text, /proves nothing any more, so nothing was ended/)
    assert.ok(page.text.includes(`href="${BYE}"`), 'on by a link')
  }
  await app.admin('DELETE', `/admin/signing-keys/${String(headerOf(hint)['kid'])}`)
  const gone = await app.send({ url: logoutUrl({ id_token_hint: hint, ...named }) })
  assert.match(gone.text, /nothing was ended/, 'the key of the token is gone')
  assert.equal(await isSignedIn(person), true)
  const plain = await app.send({ url: logoutUrl(named) })
  assert.equal(outcome(plain), `303 ${BYE}`, 'who claims nothing is told nothing: nobody is signed in here')
})

test('the page that asks first keeps the ID token out of its links', async (t) => {
  const { app, client, person } = await scene(t)
  const other = await TestPerson.signUp(app)
  const { id_token: foreign = '' } = await signIn(app, other, client, { scope: 'openid' })
  const page = await person.send(logoutUrl({ id_token_hint: foreign, post_logout_redirect_uri: BYE }))
  assert.match(page.text, /Sign out\?/)
  assert.ok(!page.text.includes(foreign.split('.')[2] ?? ''))
  const link = /href="(\/language\?[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const again = await person.send(locationOf(await person.send(link)) ?? '')
  assert.match(again.text, /web app/)
})

test('tokens end with the session as the setting says', async (t) => {
  for (const endsTokens of [true, false]) {
    const app = await createTestApp(t)
    await configure(app, { 'sessions.logout_revokes_tokens': endsTokens })
    const client = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    const { id_token: hint = '', access_token: token = '' } = await signIn(app, person, client, { scope: 'openid' })
    await person.send(logoutUrl({ id_token_hint: hint }))
    assert.equal(await isActive(app, client, token), !endsTokens)
  }
})

test('at authorize an ID token says whom the client means: nobody else gets a code', async (t) => {
  const { app, client, person, hint } = await scene(t)
  const other = await TestPerson.signUp(app)
  await signIn(app, other, client, { scope: 'openid email' })
  const ask = (who: TestPerson, more: Record<string, string>) =>
    who.send(authorizeUrl(client, { scope: 'openid email', code_challenge: CHALLENGE, ...more }))
  const answerOf = (answer: TestAnswer) => {
    const { searchParams } = new URL(locationOf(answer) ?? '', 'http://x')
    return searchParams.get('error') ?? (searchParams.has('code') ? 'code' : locationOf(answer)?.split('?')[0])
  }
  assert.equal(answerOf(await ask(person, { id_token_hint: hint, prompt: 'none' })), 'code')
  assert.equal(answerOf(await ask(person, { id_token_hint: hint })), 'code')
  assert.equal(answerOf(await ask(other, { id_token_hint: hint, prompt: 'none' })), 'login_required')
  const toSignIn = await ask(other, { id_token_hint: hint })
  assert.equal(answerOf(toSignIn), '/login')
  const page = await other.send(locationOf(toSignIn) ?? '')
  assert.ok(!page.text.includes(person.email), 'a hint tells no addresses')
  // Somebody else signs in after all.
  const csrf = /name="csrf_token"\s+value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const form = { email: other.email, password: 'plum-harbour-lantern', csrf_token: csrf }
  const back = await other.send(locationOf(toSignIn) ?? '', form, sameOrigin(app))
  assert.equal(answerOf(await other.send(locationOf(back) ?? '')), 'login_required')

  const stranger = await createWebApp(app, { client_id: 'stranger' })
  const foreign = await person.send(authorizeUrl(stranger, { scope: 'openid', id_token_hint: hint }))
  assert.equal(answerOf(foreign), 'invalid_request', 'the token of another client')
  for (const text of ['x', 'a.b.c', `${hint.slice(0, -4)}AAAA`, 'y'.repeat(5000)])
    assert.equal(answerOf(await ask(person, { id_token_hint: text })), 'invalid_request', text.slice(0, 20))

  await app.admin('POST', '/admin/auth/rotate-signing-key')
  app.clock.advance(3 * 3_600_000)
  assert.equal(answerOf(await ask(person, { id_token_hint: hint, prompt: 'none' })), 'login_required')
  assert.equal(answerOf(await ask(person, { id_token_hint: hint })), 'code', 'who may be asked is not kept waiting')
})

test('a hint travels with a pushed request too', async (t) => {
  const { app, client, person, hint } = await scene(t)
  const other = await TestPerson.signUp(app)
  const { searchParams } = new URL(
    authorizeUrl(client, { scope: 'openid', id_token_hint: hint, prompt: 'none' }),
    'http://x',
  )
  const form = { ...Object.fromEntries(searchParams), client_secret: client.secret ?? '' }
  const push = async () => String((await app.send({ url: '/oauth/par', form })).json['request_uri'])
  const go = async (who: TestPerson) =>
    new URL(
      locationOf(
        await who.send(
          `/oauth/authorize?${new URLSearchParams({ client_id: client.clientId, request_uri: await push() })}`,
        ),
      ) ?? '',
    ).searchParams
  assert.equal((await go(other)).get('error'), 'login_required')
  assert.ok((await go(person)).has('code'))
})
