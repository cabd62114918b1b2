import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { authorizeUrl, returned } from '#test/support/authorize.ts'
import { hostileNext } from '#test/support/hostile-next.ts'
import { linkTo } from '#test/support/mailbox.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { MAGIC, NEW_PASSWORD, RESET, signUp, signUpVerified, VERIFY } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

const MINUTE = 60_000
const MAYA = 'maya@example.com'

const locationOf = (answer: TestAnswer): string => `${answer.status} ${String(answer.headers['location'])}`

/** The path of a link, as a browser opens it. */
const pathOf = (link: string): string => link.replace(/^https?:\/\/[^/]+/, '')

const linkFor = async (app: TestApp, subject: RegExp): Promise<string> => pathOf(await linkTo(app, MAYA, subject))

/** Opens an application's request and answers the query of the sign-in page it leads to. */
async function beginRequest(visitor: Visitor, client: TestClient): Promise<string> {
  let answer = await visitor.open(authorizeUrl(client))
  for (let i = 0; i < 3 && !String(answer.headers['location']).startsWith('/login'); i++) {
    answer = await visitor.open(String(answer.headers['location']))
  }
  return new URL(String(answer.headers['location']), 'http://x').search
}

/** Follows the redirects of our own pages to where they end. */
async function follow(visitor: Visitor, from: TestAnswer): Promise<TestAnswer> {
  let answer = from
  for (let i = 0; i < 5 && String(answer.headers['location'] ?? '').startsWith('/'); i++) {
    answer = await visitor.open(String(answer.headers['location']))
  }
  return answer
}

test('a person resets a forgotten password in the browser', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const login = await visitor.open('/login')
  assert.match(login.text, /<a href="\/forgot">Forgot your password\?<\/a>/)
  assert.match(login.text, /<a href="\/magic">E-mail me a link<\/a>/)
  const sent = await visitor.submit('/forgot', { email: MAYA })
  assert.equal(sent.status, 200)
  assert.match(sent.text, /Look into your mail[^]*<strong>maya@example\.com<\/strong>[^]*for\s+30\s+minutes/)

  const link = await linkFor(app, RESET)
  assert.match((await visitor.open(link)).text, /Choose a new password[^]*maya@example\.com/)
  const weak = await visitor.submit(link, { ...hidden(link), password: 'password1' })
  assert.deepEqual([weak.status, /easy to guess/.test(weak.text)], [400, true])
  const empty = await visitor.submit(link, hidden(link))
  assert.deepEqual([empty.status, /Choose a password\./.test(empty.text)], [400, true])
  const done = await visitor.submit(link, { ...hidden(link), password: NEW_PASSWORD })
  assert.equal(done.status, 200, done.text)
  assert.match(done.text, /Your password is changed[^]*href="\/login"/)
  const again = await visitor.open(link)
  assert.deepEqual([again.status, /does not work any more[^]*href="\/forgot"/.test(again.text)], [400, true])
  assert.equal(locationOf(await visitor.submit('/login', { email: MAYA, password: NEW_PASSWORD })), '303 /')
})

const hidden = (link: string): Record<string, string> => ({
  token: new URL(link, 'http://x').searchParams.get('token') ?? '',
})

test('a flow that an application began goes on after a reset in the same browser', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const query = await beginRequest(visitor, client)
  assert.match(query, /^\?request=arq_/)
  const login = await visitor.open(`/login${query}`)
  assert.ok(login.text.includes(`href="/forgot${query}"`) && login.text.includes(`href="/magic${query}"`))
  await visitor.submit(`/forgot${query}`, { email: MAYA })
  const link = await linkFor(app, RESET)
  assert.doesNotMatch(link, /arq_/, 'the mail does not carry the request')

  const elsewhere = await new Visitor(app).open(link)
  assert.equal(elsewhere.status, 200)
  const done = await visitor.submit(link, { ...hidden(link), password: NEW_PASSWORD })
  assert.ok(done.text.includes(`href="/login${query}"`), done.text)
  const signedIn = await visitor.submit(`/login${query}`, { email: MAYA, password: NEW_PASSWORD })
  const consent = await follow(visitor, signedIn)
  assert.match(consent.text, /wants to act for you/)
  const answer = await visitor.submit(`/consent${query}`, {
    request: query.slice('?request='.length),
    decision: 'allow',
  })
  assert.ok(returned(answer).get('code'))
})

test('a flow that an application began goes on after a sign-in link, in the browser it began in', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const query = await beginRequest(visitor, client)
  assert.match((await visitor.open(`/magic${query}`)).text, /leads on to <strong>web app<\/strong>/)
  const sent = await visitor.submit(`/magic${query}`, { email: MAYA })
  assert.match(sent.text, /for\s+15\s+minutes/)
  const link = await linkFor(app, MAGIC)
  const page = await visitor.open(link)
  assert.match(page.text, /Sign in to web app[^]*maya@example\.com/)
  assert.match(String(page.headers['content-security-policy']), /form-action 'self' https:\/\/app\.example\.com;/)
  const signedIn = await visitor.submit(link, hidden(link))
  assert.equal(locationOf(signedIn), `303 /oauth/authorize${query}`)
  assert.match((await follow(visitor, signedIn)).text, /wants to act for you/)
})

test('LG7: in another browser the page warns, signs in after the click, and leads to the start page', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  await signUpVerified(app, MAYA)
  const asking = new Visitor(app)
  await asking.submit(`/magic${await beginRequest(asking, client)}`, { email: MAYA })
  const link = await linkFor(app, MAGIC)
  const other = new Visitor(app)
  const page = await other.open(link)
  assert.match(page.text, /asked for in another browser[^]*Sign in here/)
  assert.doesNotMatch(page.text, /web app/)
  assert.equal(locationOf(await other.submit(link, hidden(link))), '303 /')
  assert.match((await other.open('/account')).text, /maya@example\.com/)
  assert.equal((await asking.open(link)).status, 400)
  assert.equal((await asking.post('/magic/confirm', hidden(link))).status, 403, 'without the form’s token')
})

test('a link outlives the request it was asked for, and still signs in', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  await visitor.submit(`/magic${await beginRequest(visitor, client)}`, { email: MAYA })
  const link = await linkFor(app, MAGIC)
  app.clock.advance(12 * MINUTE)
  assert.equal(locationOf(await visitor.submit(link, hidden(link))), '303 /')
})

test('HT10: where a link leads on to is a path of ours', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app, '203.0.113.9')
  for (const [i, next] of hostileNext.slice(0, 12).entries()) {
    app.clock.advance(60 * MINUTE)
    await visitor.submit(`/magic?${new URLSearchParams({ next })}`, { email: MAYA })
    const link = await linkFor(app, MAGIC)
    assert.equal(locationOf(await visitor.submit(link, hidden(link))), '303 /', `${i} ${next}`)
  }
  app.clock.advance(60 * MINUTE)
  await visitor.submit('/magic?next=/docs/errors', { email: MAYA })
  const link = await linkFor(app, MAGIC)
  assert.equal(locationOf(await visitor.submit(link, hidden(link))), '303 /docs/errors')
})

test('a person confirms their address in the browser they signed up in, or with the password in another', async (t) => {
  const app = await createTestApp(t)
  const { visitor } = await signUp(app, MAYA)
  const link = await linkFor(app, VERIFY)
  const page = await visitor.open(link)
  assert.doesNotMatch(page.text, /type="password"/)
  const elsewhere = new Visitor(app)
  assert.match((await elsewhere.open(link)).text, /type="password"[^]*take the account over/)
  const bare = await elsewhere.submit(link, hidden(link))
  assert.deepEqual([bare.status, /Enter the password of the account/.test(bare.text)], [400, true])
  const wrong = await elsewhere.submit(link, { ...hidden(link), password: 'guess-guess' })
  assert.deepEqual([wrong.status, /not the password of the account/.test(wrong.text)], [400, true])
  const done = await elsewhere.submit(link, { ...hidden(link), password: GOOD_PASSWORD })
  assert.deepEqual([done.status, /Your address is confirmed[^]*href="\/login"/.test(done.text)], [200, true])
  assert.equal((await visitor.open(link)).status, 400)
  assert.equal((await app.services.users.findByEmail(MAYA))?.emailVerified, true)
})

test('a person who is signed in confirms with one click', async (t) => {
  const app = await createTestApp(t)
  const { visitor } = await signUp(app, MAYA)
  const link = await linkFor(app, VERIFY)
  const done = await visitor.submit(link, hidden(link))
  assert.deepEqual([done.status, /Your address is confirmed[^]*href="\/">Go on/.test(done.text)], [200, true])
})

test('a wanted address is confirmed by whoever is signed in or knows the password, and told so on the page', async (t) => {
  const app = await createTestApp(t)
  const NEW = 'maya@new.example'
  const { id, visitor, csrf } = await signUp(app, MAYA)
  const headers = { 'x-csrf-token': csrf }
  const json = { email: NEW, password: GOOD_PASSWORD }
  assert.equal((await visitor.send({ url: '/api/v1/auth/email/change', json, headers })).status, 200)
  const link = pathOf(await linkTo(app, NEW, VERIFY))
  const elsewhere = new Visitor(app)
  const page = await elsewhere.open(link)
  assert.match(page.text, /type="password"[^]*nothing changes/)
  await app.send({ url: '/api/v1/auth/signup', json })
  const late = await elsewhere.submit(link, { ...hidden(link), password: GOOD_PASSWORD })
  assert.deepEqual([late.status, /Another account has taken this address/.test(late.text)], [409, true])

  await app.database.db.tx((tx) => app.services.users.setPasswordHash(tx, id, null))
  const without = await elsewhere.open(link)
  assert.match(without.text, /href="\/login\?next=%2Fverify%3Ftoken%3Dmandate_ml_\w+"/)
  assert.doesNotMatch(without.text, /type="password"/)
  const refused = await elsewhere.post('/verify', { ...(await formToken(elsewhere)), ...hidden(link) })
  assert.deepEqual([refused.status, /Sign in to confirm it/.test(refused.text)], [400, true])
})

/** The token that forms of a browser carry. */
async function formToken(visitor: Visitor): Promise<{ csrf_token: string }> {
  const { text } = await visitor.open('/login')
  return { csrf_token: /name="csrf_token"\s+value="([^"]*)"/.exec(text)?.[1] ?? '' }
}

test('guessing the password of an account on its link is limited like signing in', async (t) => {
  const app = await createTestApp(t)
  await signUp(app, MAYA)
  const link = await linkFor(app, VERIFY)
  const visitor = new Visitor(app, '203.0.113.9')
  const guess = () => visitor.submit(link, { ...hidden(link), password: 'guess-guess' })
  for (let i = 0; i < 10; i++) assert.equal((await guess()).status, 400)
  const late = await guess()
  assert.deepEqual([late.status, /tried too often/.test(late.text)], [429, true])
})

test('LG1: the pages say the same to everybody who asks', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  for (const url of ['/forgot', '/magic']) {
    const seen = new Set<string>()
    for (const email of [MAYA, 'nono@example.com']) {
      const answer = await new Visitor(app).submit(url, { email })
      seen.add(JSON.stringify([answer.status, answer.text.replace(email, '')]))
    }
    assert.equal(seen.size, 1)
  }
})

test('forms that ask for a link come back with what is wrong, and refuse foreign pages', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app, '203.0.113.9')
  for (const url of ['/forgot', '/magic']) {
    const empty = await visitor.submit(url, { email: '' })
    assert.deepEqual([empty.status, /Enter your e-mail address\./.test(empty.text)], [400, true])
    const bad = await visitor.submit(url, { email: 'maya@' })
    assert.deepEqual([bad.status, /<a href="#email">Enter an e-mail address such as/.test(bad.text)], [400, true])
    assert.equal((await visitor.post(url, { email: MAYA })).status, 403)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await visitor.submit(url, { email: MAYA }, foreign)).status, 403)
    assert.equal((await visitor.open(`${url}?request=arq_none`)).status, 410)
  }
  for (const url of ['/reset', '/verify', '/magic/confirm']) {
    assert.equal((await visitor.post(url, { token: 'x' })).status, 403)
  }
  for (const url of ['/reset', '/reset?token=x', '/verify', '/verify?token=x', '/magic?token=x']) {
    const dead = await visitor.open(url)
    assert.deepEqual([dead.status, /does not work any more/.test(dead.text)], [400, true], url)
  }
  for (let i = 0; i < 30; i++) await visitor.submit('/forgot', { email: `user${i}@example.com` })
  for (const url of ['/forgot', '/magic']) {
    const late = await visitor.submit(url, { email: MAYA })
    assert.deepEqual([late.status, /tried too often/.test(late.text)], [429, true])
    assert.match(String(late.headers['retry-after']), /^\d+$/)
  }
})

test('a request of another browser is not shown', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const query = await beginRequest(new Visitor(app), client)
  for (const url of ['/forgot', '/magic']) assert.equal((await new Visitor(app).open(url + query)).status, 403)
})

test('AZ12, LG6: pages of links are not framed, kept, or told to anybody, and load nothing from elsewhere', async (t) => {
  const app = await createTestApp(t)
  await signUpVerified(app, MAYA)
  const visitor = new Visitor(app)
  const pages = ['/forgot', '/magic', '/reset?token=x', '/verify?token=x']
  await visitor.submit('/forgot', { email: MAYA })
  await visitor.submit('/magic', { email: MAYA })
  pages.push(await linkFor(app, RESET), await linkFor(app, MAGIC))
  await app.send({ url: '/api/v1/auth/signup', json: { email: 'noor@example.com', password: GOOD_PASSWORD } })
  pages.push(pathOf(await linkTo(app, 'noor@example.com', VERIFY)))
  for (const url of pages) {
    const { headers, text } = await visitor.open(url)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/, url)
    assert.equal(headers['cache-control'], 'no-store', url)
    assert.equal(headers['referrer-policy'], 'no-referrer', url)
    assert.equal(headers['x-frame-options'], 'DENY', url)
    assert.doesNotMatch(text, /(src|href)="(https?:)?\/\//, url)
    assert.doesNotMatch(text, /<script(?! type="module" src="\/assets\/passwords\.js\?v=)/, url)
  }
})
