import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { linkTo } from '#test/support/mailbox.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { setUpProvider, signInThrough, TestProvider } from '#test/support/provider.ts'
import { MAGIC, signUpVerified } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestApp } from '#test/support/app.ts'

const email = 'maya@example.com'

/** What stands before the label on the sign-in page of a browser that signs in anew. */
async function labelled(visitor: Visitor): Promise<string | undefined> {
  const { text } = await visitor.open('/login?prompt=login')
  const labels = [...text.matchAll(/([^<>]*)(?:<\/a>)?\s*<span class="used">Last used here<\/span>/g)]
  assert.ok(labels.length <= 1)
  return labels[0]?.[1]?.trim()
}

async function byLink(app: TestApp, visitor: Visitor): Promise<void> {
  app.clock.advance(1000)
  await visitor.submit('/magic', { email })
  const link = new URL(await linkTo(app, email, MAGIC))
  await visitor.submit(`${link.pathname}${link.search}`, { token: link.searchParams.get('token') ?? '' })
}

test('the sign-in page points out the way that was used last in this browser, and in no other', async (t) => {
  const app = await createTestApp(t)
  const provider = await TestProvider.start(t)
  await setUpProvider(app, provider)
  await signUpVerified(app, email)
  const visitor = new Visitor(app)
  assert.equal(await labelled(visitor), undefined)
  await visitor.submit('/login', { email, password: 'not the password' })
  assert.equal(await labelled(visitor), undefined, 'a sign-in that failed is none')
  await visitor.submit('/login', { email, password: GOOD_PASSWORD })
  assert.equal(await labelled(visitor), 'Sign in')
  await byLink(app, visitor)
  assert.equal(await labelled(visitor), 'E-mail me a link')
  const other = new Visitor(app)
  await signInThrough(other, provider, { sub: '7', email: 'noor@example.com', email_verified: true, name: 'Noor' })
  assert.equal(await labelled(other), 'Continue with Corp')
  assert.equal(await labelled(visitor), 'E-mail me a link')
})

test('a passkey is remembered as well', async (t) => {
  const app = await createTestApp(t)
  const maya = await FactorPerson.proven(app)
  const options = await maya.call('POST', '/auth/passkeys/register/options')
  await maya.call('POST', '/auth/passkeys/register', { credential: maya.authenticator.create(options.json as never) })
  const phone = maya.elsewhere()
  const asked = await phone.call('POST', '/auth/passkeys/login/options')
  const signedIn = await phone.call('POST', '/auth/passkeys/login', {
    credential: maya.authenticator.get(asked.json as never),
  })
  assert.match(
    String(signedIn.headers['set-cookie']),
    /mandate_last_way=passkey; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000/,
  )
  const browser = new Visitor(app)
  browser.cookies['mandate_last_way'] = 'passkey'
  assert.equal(await labelled(browser), 'Sign in with a passkey')
})

test('a cookie that somebody planted shows nothing of its own', async (t) => {
  const app = await createTestApp(t)
  const visitor = new Visitor(app)
  for (const planted of ['<script>', 'provider.nobody', 'x'.repeat(4000), 'PASSWORD']) {
    visitor.cookies['mandate_last_way'] = planted
    assert.equal(await labelled(visitor), undefined, planted)
    assert.ok(!(await visitor.open('/login')).text.includes(planted))
  }
})

test('the button of a provider we know wears its mark, which a browser may keep for good', async (t) => {
  const app = await createTestApp(t)
  const body = { name: 'google', kind: 'google', client_id: 'c', client_secret: 's', display_name: 'Google' }
  assert.equal((await app.admin('POST', '/admin/oauth-providers', body)).status, 201)
  const { text } = await app.send({ url: '/login' })
  const url =
    /<img src="(\/assets\/marks\/google\.svg\?v=[^"]+)" width="20" height="20" alt="" \/>Continue with Google/.exec(
      text,
    )?.[1]
  assert.ok(url, text)
  const mark = await app.send({ url })
  assert.deepEqual([mark.status, mark.headers['content-type']], [200, 'image/svg+xml'])
  assert.match(String(mark.headers['cache-control']), /immutable/)
  assert.match(String(mark.headers['content-security-policy']), /sandbox/)
  for (const file of ['nobody.svg', '..%2Fmarks.ts', '__proto__']) {
    assert.equal((await app.send({ url: `/assets/marks/${file}` })).status, 404, file)
  }
})
