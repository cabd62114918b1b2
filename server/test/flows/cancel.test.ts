import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, assertReturnedError, authorizeUrl, locationOf } from '#test/support/authorize.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { createWebApp, hiddenFields, TestPerson } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { registerClient } from '#test/support/registration.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'
import type { TestClient } from '#test/support/oauth.ts'

/** The page that a request of a client leads a visitor to. */
async function signInPage(visitor: Visitor, client: TestClient): Promise<{ url: string; text: string }> {
  const url = String(locationOf(await visitor.open(authorizeUrl(client))))
  assert.match(url, /^\/login\?request=/)
  return { url, text: (await visitor.open(url)).text }
}

const cancelAt = (page: string): string => /action="(\/login\/cancel\?request=[^"]*)"/.exec(page)?.[1] ?? ''

const cancel = (visitor: Visitor, page: string) => visitor.post(cancelAt(page), hiddenFields(page))

async function scene(app: TestApp) {
  const client = await createWebApp(app)
  const visitor = new Visitor(app)
  return { client, visitor, page: await signInPage(visitor, client) }
}

test('somebody who does not want to sign in goes back to the application, which hears access_denied', async (t) => {
  const app = await createTestApp(t)
  const { visitor, page } = await scene(app)
  const answer = await cancel(visitor, page.text)
  assertReturnedError(app, answer, 'access_denied')
  assert.equal((await cancel(visitor, page.text)).status, 410, 'the request is over')
  assert.equal((await visitor.open(page.url)).status, 410)
})

test('the pages on the way have it too, and a page that no application asked for has not', async (t) => {
  const app = await createTestApp(t)
  const { client, visitor, page } = await scene(app)
  const signUp = await visitor.open(page.url.replace('/login', '/signup'))
  assert.ok(cancelAt(signUp.text))
  for (const url of ['/login', '/signup', '/login?next=/account'])
    assert.equal(cancelAt((await visitor.open(url)).text), '', url)

  const person = await FactorPerson.withTotp(app)
  const elsewhere = person.elsewhere().visitor
  const { url } = await signInPage(elsewhere, client)
  const waiting = await elsewhere.submit(url, { email: person.email, password: GOOD_PASSWORD })
  const asked = await elsewhere.open(String(locationOf(waiting)))
  assert.match(asked.text, /<h1>Enter your code/)
  const csrf = new RegExp(`${cancelAt(asked.text).replace(/[?]/g, '\\?')}"[^>]*>\\s*<input[^>]*value="([^"]*)"`)
  const answer = await elsewhere.post(cancelAt(asked.text), { csrf_token: csrf.exec(asked.text)?.[1] ?? '' })
  assertReturnedError(app, answer, 'access_denied')
})

test('a client that registered itself hears it as well, since its person acted', async (t) => {
  const app = await createTestApp(t)
  const redirect_uris = ['https://app.example.com/callback']
  const client = await registerClient(app, { grant_types: ['authorization_code'], redirect_uris, scope: 'read' })
  const visitor = new Visitor(app)
  const page = await signInPage(visitor, client)
  assertReturnedError(app, await cancel(visitor, page.text), 'access_denied')
})

test('SE3: nobody cancels for somebody else: another browser, another site, no token', async (t) => {
  const app = await createTestApp(t)
  const { visitor, page } = await scene(app)
  const stranger = new Visitor(app)
  const theirs = await stranger.open('/login')
  assertErrorPage(await stranger.post(cancelAt(page.text), hiddenFields(theirs.text)), 403)
  assertErrorPage(await visitor.post(cancelAt(page.text), { csrf_token: 'guess' }), 403)
  assertErrorPage(await visitor.post(cancelAt(page.text), {}), 403)
  assert.equal((await visitor.post('/login/cancel', hiddenFields(page.text))).status, 410)
  assert.equal((await visitor.open(page.url)).status, 200, 'it waits still')
})

test('on the consent page Deny says the same', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await TestPerson.signUp(app)
  const back = await person.authorize(client, { code_challenge: 'a'.repeat(43) }, 'deny')
  assert.equal(back.searchParams.get('error'), 'access_denied')
})
