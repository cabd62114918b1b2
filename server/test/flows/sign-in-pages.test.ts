import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { hostileNext } from '#test/support/hostile-next.ts'
import { configure, createWebApp, isActive, pkce, REDIRECT, signIn, TestPerson } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

const maya = { email: 'maya@example.com', password: GOOD_PASSWORD }

async function account(app: TestApp, more: object = {}): Promise<void> {
  const answer = await app.send({ url: '/api/v1/auth/signup', json: { ...maya, ...more } })
  assert.equal(answer.status, 201, answer.text)
}

const authorizeUrl = (client: TestClient, params: Record<string, string> = {}): string =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: REDIRECT,
    scope: 'read',
    state: 'xyz',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
    ...params,
  })}`

/** Opens an application's request and answers the sign-in page it leads to. */
async function beginRequest(
  visitor: Visitor,
  client: TestClient,
  params: Record<string, string> = {},
): Promise<string> {
  let { headers } = await visitor.open(authorizeUrl(client, params))
  for (let i = 0; i < 3 && !String(headers['location']).startsWith('/login'); i++) {
    headers = (await visitor.open(String(headers['location']))).headers
  }
  return String(headers['location'])
}

const locationOf = (answer: TestAnswer): string => `${answer.status} ${String(answer.headers['location'])}`

test('a person creates an account in the browser, signs out and signs in again', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  assert.match((await visitor.open('/')).text, /<a class="button button-primary" href="\/login">Sign in<\/a>/)
  const made = await visitor.submit('/signup', { ...maya, name: 'Maya <Lind>' })
  assert.equal(locationOf(made), '303 /')
  assert.equal(locationOf(await visitor.open('/')), '303 /account')
  assert.match((await visitor.open('/account')).text, /Maya &lt;Lind&gt;/)

  assert.equal(locationOf(await visitor.open('/login')), '303 /')
  assert.equal(locationOf(await visitor.open('/signup?next=/docs')), '303 /docs')

  assert.match((await visitor.open('/logout')).text, /Sign out\?[^]*maya@example\.com/)
  assert.equal(locationOf(await visitor.submit('/logout', {})), '303 /logout')
  assert.match((await visitor.open('/logout')).text, /You are signed out/)
  assert.equal(visitor.cookies['mandate_session'], undefined)

  const back = await visitor.submit('/login?next=/docs/errors', maya)
  assert.equal(locationOf(back), '303 /docs/errors')
})

test('the page that asks before signing out says what becomes of the applications', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  await visitor.submit('/signup', maya)
  assert.match(
    (await visitor.open('/logout')).text,
    /lose their access, but for those you let act while you are away\./,
  )
  await configure(app, { 'sessions.logout_revokes_tokens': false })
  assert.match((await visitor.open('/logout')).text, /Applications you allowed keep what you allowed them\./)
})

test('signing out ends the tokens of the session when the setting says so, and else leaves them', async (t) => {
  for (const endsTokens of [false, true]) {
    const app = await createTestApp(t)
    await configure(app, { 'sessions.logout_revokes_tokens': endsTokens })
    const client = await createWebApp(app)
    const person = await TestPerson.signUp(app)
    const { access_token: token = '' } = await signIn(app, person, client, { scope: 'read' })
    assert.equal(await isActive(app, client, token), true)
    const csrf = /name="csrf_token"\s+value="([^"]*)"/.exec((await person.send('/logout')).text)?.[1] ?? ''
    assert.equal((await person.send('/logout', { csrf_token: csrf })).status, 303)
    assert.equal(await isActive(app, client, token), !endsTokens)
  }
})

test('signing out twice does no harm', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  await visitor.submit('/signup', maya)
  assert.equal(locationOf(await visitor.submit('/logout', {})), '303 /logout')
  assert.equal(locationOf(await visitor.post('/logout', {})), '303 /logout')
})

test('the start page leads people to their account, and those who run the server to the console', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  const visitor = new Visitor(app)
  await visitor.submit('/login', maya)
  assert.equal(locationOf(await visitor.open('/')), '303 /account')
  await app.database.db.run(sql`UPDATE users SET system_role = 'support'`)
  assert.equal(locationOf(await visitor.open('/')), '303 /admin')
})

test('a form with mistakes comes back with what was typed, except the password', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  const visitor = new Visitor(app)
  const wrong = await visitor.submit('/login', { email: 'maya@example.com', password: 'wrong-password' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.text, /role="alert"[^]*The e-mail address or the password is wrong\./)
  assert.match(wrong.text, /value="maya@example\.com"/)
  assert.doesNotMatch(wrong.text, /wrong-password/)
  assert.equal((await visitor.submit('/login', { ...maya, password: 'x'.repeat(5000) })).status, 400)

  const empty = await visitor.submit('/login', { email: '', password: '' })
  assert.equal(empty.status, 400)
  assert.match(
    empty.text,
    /<a href="#email">Enter your e-mail address\.<\/a>[^]*<a href="#password">Enter your password\.<\/a>/,
  )
  assert.match(empty.text, /aria-describedby="email-error"\s+aria-invalid="true"/)

  const signups: [Record<string, string>, number, RegExp][] = [
    [{}, 400, /Enter your e-mail address[^]*Choose a password/],
    [{ ...maya }, 409, /There is an account with this address/],
    [{ ...maya, email: 'maya@' }, 400, /<a href="#email">Enter an e-mail address such as/],
    [{ ...maya, email: 'noor@example.com', name: 'a\u202eb' }, 400, /<a href="#name">/],
    [{ ...maya, email: 'noor@example.com', password: 'short' }, 400, /needs at least 8 characters/],
    [{ ...maya, email: 'noor@example.com', password: 'password1' }, 400, /easy to guess/],
    [{ ...maya, email: 'noor@example.com', password: 'x'.repeat(2000) }, 400, /at most 1024 characters/],
  ]
  for (const [fields, status, words] of signups) {
    const answer = await visitor.submit('/signup', fields)
    assert.equal(answer.status, status, JSON.stringify(fields).slice(0, 80))
    assert.match(answer.text, words)
    assert.match(answer.text, /<title>Error: Create an account/)
  }
})

test('LG1: the page that refuses is the same for a user and for nobody', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  const visitor = new Visitor(app, '203.0.113.9')
  const pages: string[] = []
  for (const email of ['maya@example.com', 'nono@example.com']) {
    const { status, text, headers } = await visitor.submit('/login', { email, password: 'wrong-password' })
    pages.push(JSON.stringify([status, text.replace(email, ''), headers['content-length'], headers['set-cookie']]))
  }
  assert.equal(pages[0], pages[1])
})

test('LG2: the page has the limits of the route, and says when to come back', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  const visitor = new Visitor(app, '203.0.113.9')
  for (let i = 0; i < 5; i++) {
    await visitor.submit('/login', { ...maya, password: 'guess' })
    const json = { ...maya, password: 'guess' }
    await app.send({ url: '/api/v1/auth/login', json, remoteAddress: '203.0.113.9' })
  }
  const refused = await visitor.submit('/login', maya)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers['retry-after'], '900')
  assert.match(refused.text, /Try again in 15 minutes\./)
  const statuses: number[] = []
  for (let i = 0; i < 31; i++) {
    const newcomer = new Visitor(app, '203.0.113.9')
    statuses.push((await newcomer.submit('/signup', { ...maya, email: `user${i}@example.com` })).status)
  }
  assert.deepEqual(statuses.slice(-2), [303, 429])
})

test('a disabled person with the right password is told so', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  const user = await app.services.users.findByEmail(maya.email)
  const operator = { type: 'admin', id: 'key_test', requestId: null, ip: null } as const
  await app.services.users.disable(user?.id ?? '', 'left', operator)
  const answer = await new Visitor(app).submit('/login', maya)
  assert.equal(answer.status, 403)
  assert.match(answer.text, /This account has been disabled/)
})

test('SE3 AZ13: forms without the token of their own browser, or from a foreign page, do nothing', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  const visitor = new Visitor(app)
  await visitor.open('/login')
  const stranger = new Visitor(app)
  const page = await stranger.open('/login')
  const strangers = /name="csrf_token"\s+value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  for (const url of ['/login', '/signup', '/logout']) {
    if (url === '/logout') await visitor.submit('/login', maya)
    for (const csrf of [undefined, '', 'x', strangers]) {
      const answer = await visitor.post(url, { ...maya, ...(csrf === undefined ? {} : { csrf_token: csrf }) })
      assert.equal(answer.status, 403, `${url} ${csrf}`)
      assert.match(answer.text, /This form is out of date/)
      assert.equal(answer.headers['location'], undefined)
    }
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      assert.equal((await visitor.submit(url, maya, headers as Record<string, string>)).status, 403, url)
    }
    const body = new URLSearchParams(maya).toString()
    const typed = (type: string) => visitor.send({ method: 'POST', url, body, headers: { 'content-type': type } })
    assert.equal((await typed('text/plain')).status, 415)
    assert.equal((await typed('application/json')).status, 415)
  }
  assert.equal(locationOf(await visitor.open('/')), '303 /account')
})

test('SE1: the pages give a new session id at sign-in, whatever the browser brought', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  const visitor = new Visitor(app)
  visitor.cookies = { mandate_session: 'planted', mandate_browser: 'planted' }
  await visitor.submit('/login', maya)
  assert.match(visitor.cookies['mandate_session'] ?? '', /^mandate_ss_\w{49}$/)
  assert.match(visitor.cookies['mandate_browser'] ?? '', /^mandate_br_\w{49}$/)
})

test('AZ11 AZ12: redirects are 303, and no page can be framed, cached or leak its address', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  const pages = ['/', '/login', '/signup', '/logout', '/login?request=arq_gone', '/nothing-here']
  for (const url of pages) {
    const { headers } = await visitor.send({ url, headers: { accept: 'text/html' } })
    assert.match(String(headers['content-type']), /^text\/html; charset=utf-8$/, url)
    // Scripts run only where there is one, for passkeys or passwords, and that one is ours.
    const scripts =
      url === '/login' || url === '/signup'
        ? "script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; "
        : ''
    assert.equal(
      headers['content-security-policy'],
      `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; ${scripts}form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      url,
    )
    assert.equal(headers['referrer-policy'], 'no-referrer', url)
    assert.equal(headers['cache-control'], 'no-store', url)
    assert.equal(headers['x-frame-options'], 'DENY', url)
    assert.equal(headers['x-content-type-options'], 'nosniff', url)
  }
  for (const [url, fields] of [
    ['/signup', maya],
    ['/logout', {}],
    ['/login', maya],
  ] as const) {
    const answer = await visitor.submit(url, fields)
    assert.equal(answer.status, 303, url)
    assert.equal(answer.headers['cache-control'], 'no-store')
  }
})

test('HT10: next leads to a path of this server and nowhere else, before and after signing in', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  for (const next of hostileNext) {
    const visitor = new Visitor(app)
    const url = `/login?${new URLSearchParams({ next })}`
    if (next.includes('\0')) {
      assert.equal((await visitor.open(url)).status, 400, 'no route takes a NUL')
      continue
    }
    assert.equal(locationOf(await visitor.submit(url, maya)), '303 /', JSON.stringify(next.slice(0, 40)))
    assert.equal(locationOf(await visitor.open(url)), '303 /', JSON.stringify(next.slice(0, 40)))
  }
})

test('an application’s request goes through sign-in and back, with its name on the page', async (t) => {
  const app = await createTestApp(t)
  await account(app)
  const client = await createWebApp(app, { client_name: 'Acme "Calendar"' })
  const visitor = new Visitor(app)
  const loginUrl = await beginRequest(visitor, client, { login_hint: 'maya@example.com' })
  const page = await visitor.open(loginUrl)
  assert.equal(page.status, 200)
  assert.match(page.text, /to continue to <strong>Acme &quot;Calendar&quot;<\/strong>/)
  assert.match(page.text, /value="maya@example\.com"/)
  assert.match(String(page.headers['content-security-policy']), /form-action 'self' https:\/\/app\.example\.com;/)
  assert.ok(page.text.includes(`href="${loginUrl.replace('/login', '/signup')}"`))
  const wrong = await visitor.submit(loginUrl, { ...maya, password: 'wrong' })
  assert.match(wrong.text, /to continue to <strong>Acme/)
  const answer = await visitor.submit(loginUrl, maya)
  assert.equal(locationOf(answer), `303 ${loginUrl.replace('/login', '/oauth/authorize')}`)
  const consent = await visitor.open(String(answer.headers['location']))
  assert.equal(locationOf(consent), `303 ${loginUrl.replace('/login', '/consent')}`)
})

test('a request also goes through a sign-up, and asks a signed-in person again when the application wants it', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const visitor = new Visitor(app)
  const loginUrl = await beginRequest(visitor, client)
  const made = await visitor.submit(loginUrl.replace('/login', '/signup'), maya)
  assert.equal(locationOf(made), `303 ${loginUrl.replace('/login', '/oauth/authorize')}`)
  const again = await beginRequest(visitor, client, { prompt: 'login' })
  assert.equal((await visitor.open(again)).status, 200)
  assert.equal((await visitor.open(again.replace('/login', '/signup'))).status, 200)
})

test('AZ15: the request of another browser is refused, one that is over is told apart', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const loginUrl = await beginRequest(new Visitor(app), client)
  const thief = new Visitor(app)
  await thief.open('/login')
  for (const url of [loginUrl, loginUrl.replace('/login', '/signup')]) {
    const foreign = await thief.open(url)
    assert.equal(foreign.status, 403, foreign.text)
    assert.match(foreign.text, /This sign-in began elsewhere/)
    const csrf = /name="csrf_token"\s+value="([^"]*)"/.exec((await thief.open('/login')).text)?.[1] ?? ''
    assert.equal((await thief.post(url, { ...maya, csrf_token: csrf })).status, 403)
    const unknown = url.replace(/request=.*/, 'request=arq_unknown')
    assert.equal((await thief.open(unknown)).status, 410)
    assert.equal((await thief.post(unknown, { ...maya, csrf_token: csrf })).status, 410)
  }
  assert.equal(thief.cookies['mandate_session'], undefined)
})

test('AZ10: nothing a stranger writes becomes markup on a page', async (t) => {
  const app = await createTestApp(t)
  const evil = `"><svg onload=1>'\`&`
  const visitor = new Visitor(app)
  const client = await createWebApp(app, { client_name: evil })
  const loginUrl = await beginRequest(visitor, client, { login_hint: evil, state: evil })
  const pages = [
    await visitor.open(loginUrl),
    await visitor.submit(loginUrl, { email: evil, password: evil }),
    await visitor.submit('/signup', { email: evil, name: evil, password: evil }),
    await visitor.open(`/login?next=${encodeURIComponent(`/${evil}`)}`),
    await visitor.open(`/login?request=${encodeURIComponent(evil)}`),
    await visitor.send({ url: `/${encodeURIComponent(evil)}`, headers: { accept: 'text/html' } }),
  ]
  for (const { text } of pages) {
    assert.match(text, /^<!doctype html>/)
    assert.doesNotMatch(text, /<svg onload/)
  }
})

test('the style sheet is kept for a year under its hash, and checked again under any other', async (t) => {
  const app = await createTestApp(t)
  const page = await app.send({ url: '/login' })
  const url = /href="(\/assets\/branding\/theme-[^"]*\.css)"/.exec(page.text)?.[1] ?? ''
  const kept = await app.send({ url })
  assert.equal(kept.status, 200)
  assert.equal(kept.headers['content-type'], 'text/css; charset=utf-8')
  assert.equal(kept.headers['cache-control'], 'public, max-age=31536000, immutable')
  const other = await app.send({ url: '/assets/branding/theme-of-another-node0.css' })
  assert.equal(other.headers['cache-control'], 'no-cache')
  assert.ok(other.text.startsWith(kept.text), 'it has the rules of every page')
})
