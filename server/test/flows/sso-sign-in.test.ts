import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, authorizeUrl, locationOf } from '#test/support/authorize.ts'
import { recorded } from '#test/support/clients.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { compactJws } from '#test/support/jwt.ts'
import { setOut } from '#test/support/provider.ts'
import type { TestProvider } from '#test/support/provider.ts'
import { INES, SsoStory } from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'

const meOf = async (visitor: Visitor) => (await visitor.open('/api/v1/auth/me')).json
const isSignedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/api/v1/auth/me')).status === 200

test('somebody who is new becomes a user at the first sign-in where they work, and is the same at the next', async (t) => {
  const story = await SsoStory.begin(t)
  const visitor = new Visitor(story.app)
  const landed = await story.signIn(visitor, INES, '?next=/account')
  assert.equal(`${landed.status} ${locationOf(landed)}`, '303 /account')
  const me = await meOf(visitor)
  assert.deepEqual([me['email'], me['email_verified'], me['name']], ['ines@acme.com', true, 'Ines Roca'])
  const created = await recorded(story.app.database.db, 'user.created', 'sso.identity.linked', 'session.created')
  assert.deepEqual(created.map((row) => row['name']).toSorted(), [
    'session.created',
    'sso.identity.linked',
    'user.created',
  ])
  assert.deepEqual(created.find((row) => row['name'] === 'session.created')?.data['methods'], ['sso'])
  const again = new Visitor(story.app)
  await story.signIn(again, { ...INES, email: 'ines.roca@acme.com' })
  assert.equal((await meOf(again))['id'], me['id'], 'the subject decides, whatever the address is by now')
})

test('a sign-in that an application began goes on to the application, and expects whom it hinted at', async (t) => {
  const story = await SsoStory.begin(t)
  const client = await createWebApp(story.app)
  const visitor = new Visitor(story.app)
  const login = String((await visitor.open(authorizeUrl(client, { login_hint: 'ines@acme.com' }))).headers['location'])
  const query = login.slice(login.indexOf('?'))
  const away = await setOut(visitor, story.startUrl(query))
  assert.equal(new URL(away).searchParams.get('login_hint'), 'ines@acme.com')
  const landed = await visitor.open(story.provider.agree(away, INES))
  const onward = String(landed.headers['location'])
  assert.match(onward, /^\/oauth\/authorize\?request=/)
  assert.equal((await visitor.open(onward)).status, 303)
})

test('RP1: a state is good for one browser, one connection as it was, once, and ten minutes', async (t) => {
  const story = await SsoStory.begin(t)
  const other = await SsoStory.begin(t, {}, story.app)
  const visitor = new Visitor(story.app)
  const back = story.provider.agree(await setOut(visitor, story.startUrl()), INES)
  assertErrorPage(await new Visitor(story.app).open(back), 400)
  assertErrorPage(await visitor.open(back.replace(story.id, other.id)), 400)
  assert.equal((await visitor.open(back)).status, 303)
  const replayed = new Visitor(story.app)
  replayed.cookies = { mandate_browser: visitor.cookies['mandate_browser'] ?? '' }
  assertErrorPage(await replayed.open(back), 400)
  const late = story.provider.agree(await setOut(replayed, story.startUrl()), INES)
  story.app.clock.advance(600_001)
  assertErrorPage(await replayed.open(late), 400)
  assert.equal(await isSignedIn(replayed), false)
})

test('RP1: an ID token for another attempt signs nobody in', async (t) => {
  const story = await SsoStory.begin(t)
  const visitor = new Visitor(story.app)
  const [mine, other] = [await setOut(visitor, story.startUrl()), await setOut(visitor, story.startUrl())]
  const mixed = new URL(mine)
  mixed.searchParams.set('nonce', new URL(other).searchParams.get('nonce') ?? '')
  assertErrorPage(await visitor.open(story.provider.agree(mixed.href, INES)), 502)
  assert.equal(await isSignedIn(visitor), false)
})

const without =
  (name: string): TestProvider['idToken'] =>
  ({ header, claims, signer }) =>
    compactJws(header, Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name)), signer)

test('RP2: an ID token that proves nothing signs nobody in', async (t) => {
  const story = await SsoStory.begin(t)
  const lies: Record<string, TestProvider['idToken']> = {
    'no algorithm': ({ claims }) => compactJws({ alg: 'none' }, claims, () => Buffer.alloc(0)),
    'no signature': ({ header, claims }) => compactJws(header, claims, () => Buffer.alloc(0)),
    'an unknown key': ({ header, claims, signer }) => compactJws({ ...header, kid: 'two' }, claims, signer),
    'another audience': ({ header, claims, signer }) => compactJws(header, { ...claims, aud: 'else' }, signer),
    'another party': ({ header, claims, signer }) => compactJws(header, { ...claims, azp: 'else' }, signer),
    'another issuer': ({ header, claims, signer }) =>
      compactJws(header, { ...claims, iss: 'https://else.example' }, signer),
    'no expiry': without('exp'),
    'no time of issue': without('iat'),
    'no subject': without('sub'),
  }
  for (const [lie, idToken] of Object.entries(lies)) {
    story.provider.idToken = idToken
    const visitor = new Visitor(story.app)
    assert.equal((await story.signIn(visitor)).status, 502, lie)
    assert.equal(await isSignedIn(visitor), false, lie)
  }
})

test('RP3: an identity provider that names another issuer, or leads inside, is spoken to no further', async (t) => {
  const documents: Record<string, unknown>[] = [
    { issuer: 'https://accounts.google.com' },
    { token_endpoint: 'http://169.254.169.254/token' },
    { jwks_uri: 'file:///etc/passwd' },
    { authorization_endpoint: undefined },
  ]
  for (const document of documents) {
    const story = await SsoStory.begin(t)
    story.provider.document = document
    const answer = await new Visitor(story.app).open(story.startUrl())
    assertErrorPage(answer, 503)
    assert.equal(story.provider.hits('/token'), 0)
  }
})

test('RP4: an answer with the issuer of another server, or with none, is refused', async (t) => {
  const story = await SsoStory.begin(t)
  const other = await SsoStory.begin(t, {}, story.app)
  for (const iss of [other.provider.issuer, undefined]) {
    const visitor = new Visitor(story.app)
    const back = new URL(story.provider.agree(await setOut(visitor, story.startUrl()), INES), 'http://localhost:8080')
    if (iss === undefined) back.searchParams.delete('iss')
    else back.searchParams.set('iss', iss)
    assertErrorPage(await visitor.open(back.pathname + back.search), 502)
    assert.equal(await isSignedIn(visitor), false)
  }
  assert.equal(story.provider.hits('/token'), 0, 'the code goes to nobody')
})

test('a connection that is turned off, changed or deleted ends the sign-ins that are under way', async (t) => {
  const story = await SsoStory.begin(t)
  const visitor = new Visitor(story.app)
  const begin = async () => story.provider.agree(await setOut(visitor, story.startUrl()), INES)
  const [first, second] = [await begin(), await begin()]
  await story.replace({ enabled: false })
  assertErrorPage(await visitor.open(first), 404)
  assertErrorPage(await visitor.open(story.startUrl()), 404)
  await story.replace({ enabled: true })
  assertErrorPage(await visitor.open(second), 400)
  const third = await begin()
  assert.equal((await story.app.admin('DELETE', `/sso/connections/${story.id}`)).status, 204)
  assertErrorPage(await visitor.open(third), 404)
  assert.equal(await isSignedIn(visitor), false)
})

test('RP5: an identity provider brings nobody new with an address that it does not speak for', async (t) => {
  const story = await SsoStory.begin(t)
  const refused: [Record<string, unknown>, number][] = [
    [{ ...INES, email: undefined }, 400],
    [{ ...INES, email: 'no address' }, 400],
    [{ ...INES, email_verified: false }, 400],
    [{ ...INES, email: 'maya@example.com' }, 403],
    [{ ...INES, email: 'ines@sub.acme.com' }, 403],
    [{ ...INES, email: 'ines@acme.com.example.com' }, 403],
    [{ ...INES, email: ['ines@acme.com', 'maya@example.com'] }, 400],
  ]
  for (const [claims, status] of refused) {
    const visitor = new Visitor(story.app)
    assertErrorPage(await story.signIn(visitor, claims), status)
    assert.equal(await isSignedIn(visitor), false)
  }
  const told = await recorded(story.app.database.db, 'sso.sign_in.refused')
  assert.equal(told.length, refused.length)
  assert.deepEqual(await story.app.database.db.all(sql`SELECT id FROM users`), [])
  assert.equal((await story.signIn(new Visitor(story.app), { ...INES, email_verified: undefined })).status, 303)
})

test('without just-in-time creation somebody who is new is nobody', async (t) => {
  const story = await SsoStory.begin(t, { creates_users: false })
  assertErrorPage(await story.signIn(new Visitor(story.app)), 403, /no account here yet/)
  assert.deepEqual(await story.app.database.db.all(sql`SELECT id FROM users`), [])
})

test('RP6: somebody who is disabled stays disabled', async (t) => {
  const story = await SsoStory.begin(t)
  const visitor = new Visitor(story.app)
  await story.signIn(visitor)
  const id = String((await meOf(visitor))['id'])
  await story.app.admin('PATCH', `/users/${id}`, { disabled: true })
  const back = new Visitor(story.app)
  assertErrorPage(await story.signIn(back), 403, /disabled/)
  assertErrorPage(await story.signIn(back, { ...INES, sub: 'another-subject' }), 403, /disabled/)
  assert.equal(await isSignedIn(back), false)
})

test('whoever comes twice at once for the first time becomes one user', async (t) => {
  const story = await SsoStory.begin(t)
  const visitors = [new Visitor(story.app), new Visitor(story.app), new Visitor(story.app)]
  const landed = await Promise.all(visitors.map((visitor) => story.signIn(visitor)))
  assert.deepEqual(
    landed.map(({ status }) => status),
    [303, 303, 303],
  )
  assert.equal((await story.app.database.db.all(sql`SELECT id FROM users`)).length, 1)
})

test('the issuer of a connection stays while it knows people', async (t) => {
  const story = await SsoStory.begin(t)
  await story.signIn(new Visitor(story.app))
  const oidc = { issuer: 'https://other.okta.com', client_id: 'x', client_secret: 'y' }
  const moved = await story.app.admin('PUT', `/sso/connections/${story.id}`, { type: 'oidc', name: 'Acme', oidc })
  assert.equal(`${moved.status} ${String(moved.json['code'])}`, '409 sso_connection_in_use')
})

test('a second node signs in somebody who set out at the first', async (t) => {
  const app = await createTestApp(t, { engine: 'postgres' })
  const story = await SsoStory.begin(t, {}, app)
  const visitor = new Visitor(app)
  const back = story.provider.agree(await setOut(visitor, story.startUrl()), INES)
  const elsewhere = new Visitor(await app.secondNode(t))
  elsewhere.cookies = { ...visitor.cookies }
  assert.equal((await elsewhere.open(back)).status, 303)
  assert.equal(await isSignedIn(elsewhere), true)
})
