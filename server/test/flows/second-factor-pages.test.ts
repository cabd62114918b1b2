import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { authorizeUrl } from '#test/support/authorize.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { createWebApp, hiddenFields, REDIRECT } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestAnswer } from '#test/support/app.ts'

const MINUTE = 60_000
const me = '/api/v1/auth/me'
const went = (answer: TestAnswer): string => `${answer.status} ${String(answer.headers['location'] ?? '')}`
const maya = { email: 'maya@example.com', password: GOOD_PASSWORD }

test('MF3: a person with an authenticator app signs in by pages without scripts, and goes on to where they were', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.withTotp(app)
  const { visitor } = person.elsewhere()
  assert.equal(went(await visitor.submit('/login?next=/docs', maya)), '303 /mfa?next=%2Fdocs')
  const page = await visitor.open('/mfa?next=%2Fdocs')
  assert.equal(page.status, 200)
  assert.match(page.text, /<h1>Enter your code<\/h1>[^]*maya@example\.com/)
  assert.match(page.text, /autocomplete="one-time-code"[^]*inputmode="numeric"/)
  assert.doesNotMatch(page.text, /data-passkey|<script/, 'who has no passkey is offered none')
  assert.equal((await visitor.open(me)).status, 401)

  const empty = await visitor.submit('/mfa?next=/docs', {})
  assert.match(`${empty.status} ${empty.text}`, /^400 [^]*<a href="#code">Enter the code\./)
  const wrong = await visitor.submit('/mfa?next=/docs', { code: person.wrongCode() })
  assert.match(`${wrong.status} ${wrong.text}`, /^400 [^]*<title>Error: Enter your code[^]*wrong, or was used already/)
  const right = await visitor.submit('/mfa?next=/docs', { code: person.code() })
  assert.equal(went(right), '303 /docs')
  assert.equal((await visitor.open(me)).status, 200)
  assert.equal(went(await visitor.open('/mfa?next=/docs')), '303 /docs', 'nothing is left to ask')
  assert.equal(went(await visitor.post('/mfa?next=/docs', { code: '1' })), '303 /docs')
})

test('an application’s request survives the second factor', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.withTotp(app)
  const client = await createWebApp(app, { client_name: 'Planner' })
  const { visitor } = person.elsewhere()
  const begun = await visitor.open(authorizeUrl(client))
  const login = String(begun.headers['location'])
  const request = new URL(login, app.baseUrl).searchParams.get('request') ?? ''
  assert.equal(went(await visitor.submit(login, maya)), `303 /mfa?request=${request}`)
  const page = await visitor.open(`/mfa?request=${request}`)
  assert.match(page.text, /to continue to <strong>Planner<\/strong>/)
  assert.match(String(page.headers['content-security-policy']), /form-action 'self' https:\/\/app\.example\.com/)
  const passed = await visitor.submit(`/mfa?request=${request}`, { code: person.code() })
  assert.equal(went(passed), `303 /oauth/authorize?request=${request}`)
  const asked = await visitor.open(
    String((await visitor.open(`/oauth/authorize?request=${request}`)).headers['location']),
  )
  const done = await visitor.post('/oauth/authorize', { ...hiddenFields(asked.text), decision: 'allow' })
  const back = new URL(String(done.headers['location']))
  assert.equal(`${back.origin}${back.pathname}`, REDIRECT)
  assert.ok(back.searchParams.get('code'))
})

test('a person who lost the app signs in with a recovery code', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.withTotp(app)
  const { visitor } = person.elsewhere()
  await visitor.submit('/login?next=/docs', maya)
  const page = await visitor.open('/mfa?next=%2Fdocs')
  const link = /<a href="(\/mfa[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.equal(link, '/mfa?next=%2Fdocs&use=recovery')
  const recovery = await visitor.open(link)
  assert.match(recovery.text, /<h1>Use a recovery code<\/h1>[^]*autocomplete="off"/)
  const wrong = await visitor.submit(link, { code: 'nope' })
  assert.match(wrong.text, /<title>Error: Use a recovery code/)
  assert.equal(went(await visitor.submit(link, { code: person.recoveryCodes[3] ?? '' })), '303 /docs')
})

test('the page for the second factor leads on who has nothing to do there', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.withTotp(app)
  const { visitor } = person.elsewhere()
  assert.equal(went(await visitor.open('/mfa?next=/docs')), '303 /login?next=%2Fdocs')
  assert.equal(went(await visitor.post('/mfa', { code: '123456' })), '303 /login')
  await visitor.submit('/login', maya)
  await app.admin('DELETE', `/users/${person.id}/mfa`)
  assert.equal(went(await visitor.open('/mfa')), '303 /login', 'the factor is gone')
  assert.equal((await visitor.open('/mfa?request=arq_gone')).status, 410)
})

test('MF1: the page has the limits of the route, and takes a form of its own session only', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.withTotp(app)
  const { visitor } = person.elsewhere('203.0.113.66')
  await visitor.submit('/login', maya)
  assert.equal((await visitor.post('/mfa', { code: person.code(), csrf_token: person.csrf })).status, 403)
  assert.equal((await visitor.submit('/mfa', { code: person.code() }, { origin: 'https://evil.example' })).status, 403)
  for (let i = 0; i < 5; i++) assert.equal((await visitor.submit('/mfa', { code: person.wrongCode() })).status, 400)
  const refused = await visitor.submit('/mfa', { code: person.code() })
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.match(refused.text, /Try again in \d+ minutes/)
})

test('the sign-in page offers a passkey to browsers with scripts, and starts over for somebody else', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.proven(app)
  await person.addPasskey()
  const { visitor } = person.elsewhere()
  const page = await visitor.open('/login?next=/docs')
  assert.match(page.text, /data-passkey="sign-in"[^>]*data-next="\/docs"[^>]*hidden/)
  assert.match(page.text, /autocomplete="username webauthn"/)
  assert.match(page.text, /<script type="module" src="\/assets\/passkeys\.js\?v=[\w-]{16}"><\/script>/)
  assert.equal(went(await person.visitor.open('/login?next=/docs')), '303 /docs')
  assert.equal((await person.visitor.open('/login?next=/docs&prompt=login')).status, 200, 'asked anew')

  await person.setUpTotp()
  await visitor.submit('/login', maya)
  const mfa = await visitor.open('/mfa')
  assert.match(mfa.text, /data-passkey="sign-in"/)
  assert.match(mfa.text, /<a href="\/login">Sign in as somebody else/)
  assert.equal((await visitor.open('/login')).status, 200, 'a session that waits does not skip the form')
})

test('the script is small, kept for good under its hash, and of a type that runs', async (t) => {
  const app = await createTestApp(t)
  const page = await app.send({ url: '/login' })
  const url = /src="([^"]*passkeys\.js[^"]*)"/.exec(page.text)?.[1] ?? ''
  const script = await app.send({ url })
  assert.equal(script.status, 200)
  assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(script.headers['x-content-type-options'], 'nosniff')
  assert.equal((await app.send({ url: '/assets/passkeys.js' })).headers['cache-control'], 'no-cache')
  assert.ok(script.text.length <= 10 * 1024, `${script.text.length} bytes`)
  const style = await app.send({ url: /href="([^"]*\.css[^"]*)"/.exec(page.text)?.[1] ?? '' })
  assert.ok(gzipSync(page.text).length + gzipSync(style.text).length <= 14 * 1024)
})

test('a person confirms with the password before a change, and is led back', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.proven(app)
  const { visitor } = person
  app.clock.advance(6 * MINUTE)
  const options = await person.call('POST', '/auth/passkeys/register/options')
  assert.equal(options.json['code'], 'reauthentication_required')
  const page = await visitor.open('/confirm?next=/docs')
  assert.match(page.text, /<h1>Confirm that it is you<\/h1>[^]*maya@example\.com[^]*autocomplete="current-password"/)
  assert.match(page.text, /<a href="\/login\?next=%2Fdocs&amp;prompt=login">Sign in again<\/a>/)
  assert.match((await visitor.submit('/confirm?next=/docs', {})).text, /<a href="#password">Enter your password\./)
  const wrong = await visitor.submit('/confirm?next=/docs', { password: 'wrong-password' })
  assert.match(`${wrong.status} ${wrong.text}`, /^400 [^]*The password is wrong\./)
  const long = await visitor.submit('/confirm?next=/docs', { password: 'x'.repeat(5000) })
  assert.equal(long.status, 400)
  const before = visitor.cookies['mandate_session']
  assert.equal(went(await visitor.submit('/confirm?next=/docs', { password: GOOD_PASSWORD })), '303 /docs')
  assert.notEqual(visitor.cookies['mandate_session'], before, 'SE1')
  assert.equal((await person.call('POST', '/auth/passkeys/register/options')).status, 200)
})

test('a person with a second factor confirms with a code, not with the password', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.withTotp(app)
  await person.addPasskey()
  const page = await person.visitor.open('/confirm?next=/docs')
  assert.match(page.text, /autocomplete="one-time-code"/)
  assert.doesNotMatch(page.text, /current-password/)
  assert.match(page.text, /data-passkey="confirm"[^>]*data-csrf="[\w-]{43}"/)
  assert.equal((await person.visitor.submit('/confirm', { password: GOOD_PASSWORD })).status, 400)
  assert.match((await person.visitor.submit('/confirm', { code: person.wrongCode() })).text, /wrong, or was used/)
  assert.equal(went(await person.visitor.submit('/confirm?next=/docs', { code: person.code() })), '303 /docs')
})

test('a person without a password is led to sign in again', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.proven(app)
  await app.database.db.run(sql`UPDATE users SET password_hash = NULL`)
  const page = await person.visitor.open('/confirm?next=/docs')
  assert.match(
    page.text,
    /<a class="button button-primary" href="\/login\?next=%2Fdocs&amp;prompt=login">Sign in again/,
  )
  assert.doesNotMatch(page.text, /<form/)
  const posted = await person.visitor.post('/confirm', { csrf_token: person.csrf, password: 'x' })
  assert.equal(posted.status, 400)
})

test('confirming is for whoever is signed in, in a form of ours, and not to be guessed', async (t) => {
  const app = await createTestApp(t)
  const person = await FactorPerson.proven(app)
  const { visitor } = person.elsewhere('203.0.113.66')
  assert.equal(went(await visitor.open('/confirm?next=/docs')), '303 /login?next=%2Fdocs')
  assert.equal(went(await visitor.post('/confirm?next=/docs', { password: GOOD_PASSWORD })), '303 /login?next=%2Fdocs')
  const password = GOOD_PASSWORD
  assert.equal((await person.visitor.post('/confirm', { password, csrf_token: 'wrong' })).status, 403)
  assert.equal((await person.visitor.open('/confirm?request=arq_gone')).status, 410)
  for (let i = 0; i < 10; i++) await person.visitor.submit('/confirm', { password: 'guess' })
  assert.equal((await person.visitor.submit('/confirm', { password })).status, 429)
})
