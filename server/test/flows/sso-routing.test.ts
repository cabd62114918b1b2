import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, authorizeUrl } from '#test/support/authorize.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { createWebApp } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import {
  addSsoDomain,
  INES,
  makeSamlConnection,
  makeSsoConnection,
  SsoStory,
  verifySsoDomain,
} from '#test/support/sso.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer } from '#test/support/app.ts'

const outcome = ({ status, json }: TestAnswer): string => `${status} ${String(json['code'])}`
const to = ({ headers }: TestAnswer): string => String(headers['location'])

/** Where a form leads that opens the next page. */
const leadsTo = (answer: TestAnswer): string => {
  assert.equal(answer.status, 200, answer.text)
  return String(answer.headers['refresh']).replace('0;url=', '')
}

test('LG1: an address leads to the connections of its domain, whether or not anybody has it', async (t) => {
  const story = await SsoStory.begin(t)
  const { app, id } = story
  const ask = (email: string) => app.send({ url: `/api/v1/auth/sso?email=${encodeURIComponent(email)}` })
  const route = {
    redirect_url: `http://localhost:8080/api/v1/sso/oidc/${id}/auth?login_hint=ines%40acme.com`,
    required: false,
    connections: [
      {
        connection_id: id,
        connection_type: 'oidc',
        connection_name: 'Acme',
        redirect_url: `http://localhost:8080/api/v1/sso/oidc/${id}/auth`,
      },
    ],
  }
  assert.deepEqual((await ask('ines@acme.com')).json, route)
  await FactorPerson.signUp(app, 'ines@acme.com')
  assert.deepEqual((await ask('ines@acme.com')).json, route, 'the same with an account')
  assert.equal((await ask('INES@ACME.COM')).status, 200)
  for (const email of ['ines@sub.acme.com', 'maya@example.com', 'ines@acme.com.example']) {
    assert.equal(outcome(await ask(email)), '404 sso_route_not_found', email)
  }
  assert.equal(outcome(await ask('acme.com')), '400 invalid_email')
  await addSsoDomain(app, id, 'unproven.com')
  assert.equal(outcome(await ask('ines@unproven.com')), '404 sso_route_not_found')
  await story.replace({ enabled: false })
  assert.equal(outcome(await ask('ines@acme.com')), '404 sso_route_not_found')
})

test('a network asks for so many addresses and no more', async (t) => {
  const app = await createTestApp(t)
  const ask = () => app.send({ url: '/api/v1/auth/sso?email=ines%40acme.com' })
  for (let i = 0; i < 60; i++) assert.equal((await ask()).status, 404)
  assert.equal((await ask()).status, 429)
})

test('the sign-in page asks for the address first, and leads it to where its person works', async (t) => {
  const { app, id, provider } = await SsoStory.begin(t)
  await FactorPerson.signUp(app, 'maya@example.com')
  const visitor = new Visitor(app)
  const first = await visitor.open('/login?next=/account')
  assert.doesNotMatch(first.text, /type="password"/)
  const away = leadsTo(await visitor.submit('/login?next=/account', { email: INES.email }))
  assert.equal(away, `http://localhost:8080/api/v1/sso/oidc/${id}/auth?login_hint=ines%40acme.com&next=%2Faccount`)
  const atProvider = to(await visitor.open(away.replace(app.baseUrl, '')))
  assert.equal(new URL(atProvider).searchParams.get('login_hint'), INES.email)
  assert.equal(to(await visitor.open(provider.agree(atProvider, INES))), '/account')

  const other = new Visitor(app)
  const second = await other.submit('/login?next=/account', { email: 'maya@example.com' })
  assert.equal(second.status, 200)
  assert.match(second.text, /value="maya@example\.com"/)
  assert.match(second.text, /type="password"/)
  const action = /<form method="post" action="([^"]*)"/.exec(second.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  assert.equal(action, '/login?with=password&next=%2Faccount')
  const nobody = await new Visitor(app).submit('/login', { email: 'nobody@example.com' })
  assert.match(nobody.text, /type="password"/, 'and so for an address that nobody has')
  assert.equal((await other.submit(action, { email: 'maya@example.com', password: 'wrong' })).status, 400)
  const signedIn = await other.submit(action, { email: 'maya@example.com', password: GOOD_PASSWORD })
  assert.equal(`${signedIn.status} ${to(signedIn)}`, '303 /account')
  assert.equal((await new Visitor(app).submit('/login', {})).status, 400)
})

test('an address leads to a connection by SAML as well', async (t) => {
  const app = await createTestApp(t)
  await verifySsoDomain(app, await makeSamlConnection(app))
  const visitor = new Visitor(app)
  const away = leadsTo(await visitor.submit('/login', { email: INES.email })).replace(app.baseUrl, '')
  assert.match(away, /^\/api\/v1\/sso\/saml\/[^/]+\/auth\?login_hint=/)
  assert.match(to(await visitor.open(away)), /SAMLRequest=/)
})

test('without single sign-on the sign-in page is one step', async (t) => {
  const app = await createTestApp(t)
  await verifySsoDomain(app, await makeSsoConnection(app, { enabled: false }))
  assert.match((await new Visitor(app).open('/login')).text, /type="password"/)
})

test('of several connections for one domain the person chooses one', async (t) => {
  const { app, id } = await SsoStory.begin(t)
  const other = await makeSsoConnection(app, { name: 'Acme Labs' })
  await verifySsoDomain(app, other)
  const visitor = new Visitor(app)
  const chosen = leadsTo(await visitor.submit('/login?next=/account', { email: INES.email }))
  const page = await visitor.open(chosen.replace(app.baseUrl, ''))
  assert.equal(page.status, 200, page.text)
  for (const [company, connection] of [
    ['Acme', id],
    ['Acme Labs', other],
  ] as const) {
    assert.match(
      page.text,
      new RegExp(`/sso/oidc/${connection}/auth[^"]*next=[^"]*"[^>]*>\\s*Continue with ${company}<`),
    )
  }
  assert.match(page.text, /href="\/login\?with=password&amp;next=%2Faccount"/)
  assert.equal(to(await visitor.open('/sso?login_hint=maya%40example.com')), '/login?with=password')
})

test('an application leads to a connection by naming it, or by hinting at the person', async (t) => {
  const { app, id } = await SsoStory.begin(t)
  const client = await createWebApp(app)
  const login = async (more: Record<string, string>) => {
    const visitor = new Visitor(app)
    return { visitor, url: to(await visitor.open(authorizeUrl(client, more))) }
  }
  const start = `http://localhost:8080/api/v1/sso/oidc/${id}/auth`
  const hinted = await login({ login_hint: INES.email })
  assert.ok(to(await hinted.visitor.open(hinted.url)).startsWith(`${start}?login_hint=ines%40acme.com&request=`))
  const named = await login({ connection: id })
  assert.ok(to(await named.visitor.open(named.url)).startsWith(`${start}?request=`))
  for (const more of [{ connection: 'sso_unknown' }, { login_hint: 'maya@example.com' }]) {
    const { visitor, url } = await login(more)
    assert.equal((await visitor.open(url)).status, 200)
  }
  assert.equal((await hinted.visitor.open(`${hinted.url}&with=password`)).status, 200, 'nobody goes in circles')
})

test('RP6: where a connection is the only way, no other one signs anybody in or up', async (t) => {
  const { app, id, ...story } = await SsoStory.begin(t)
  const { client_secret: _, ...oidc } = { client_secret: '', issuer: story.provider.issuer, client_id: 'mandate-test' }
  const person = await FactorPerson.signUp(app, INES.email)
  await app.admin('PATCH', `/users/${person.id}`, { email_verified: true })
  const required = await app.admin('PUT', `/sso/connections/${id}`, {
    type: 'oidc',
    name: 'Acme',
    required: true,
    oidc,
  })
  assert.equal(required.status, 200, required.text)

  const credentials = { email: INES.email, password: GOOD_PASSWORD }
  const json = await app.send({ url: '/api/v1/auth/login', json: credentials })
  assert.equal(outcome(json), '403 sso_required')
  assert.deepEqual((json.json['details'] as { connections: string[] }).connections, ['Acme'])
  assert.equal(json.headers['set-cookie'], undefined)
  const visitor = new Visitor(app)
  assert.match(leadsTo(await visitor.submit('/login', credentials)), /\/sso\/oidc\//)
  assertErrorPage(await visitor.submit('/login?with=password', credentials), 403, /sign in with Acme/)
  assert.equal((await visitor.open('/api/v1/auth/me')).status, 401)

  const fresh = { email: 'noor@acme.com', password: GOOD_PASSWORD }
  assert.equal(outcome(await app.send({ url: '/api/v1/auth/signup', json: fresh })), '403 sign_up_closed')
  assertErrorPage(await new Visitor(app).submit('/signup', fresh), 403)

  await app.admin('PATCH', `/users/${person.id}`, { system_role: 'owner' })
  assert.notEqual(outcome(await app.send({ url: '/api/v1/auth/login', json: credentials })), '403 sso_required')
})

test('RP5: where a connection is the only way, somebody who came back from it still proves the account they have', async (t) => {
  const story = await SsoStory.begin(t, { required: false })
  const person = await FactorPerson.signUp(story.app, INES.email)
  await story.app.admin('PATCH', `/users/${person.id}`, { email_verified: true })
  await story.replace({ required: true })
  const visitor = new Visitor(story.app)
  const refused = await story.signIn(visitor)
  const join = /href="(\/sso\/join\?join=[^"]+)"/.exec(refused.text)?.[1] ?? ''
  const login = to(await visitor.open(join))
  assert.match((await visitor.open(login)).text, /type="password"/, 'the address leads nowhere now')
  assert.equal(to(await visitor.submit(login, { email: INES.email, password: GOOD_PASSWORD })), join)
  assert.equal((await visitor.submit(join, {})).status, 303)
  const elsewhere = new Visitor(story.app)
  assertErrorPage(
    await elsewhere.submit('/login?with=password', { email: INES.email, password: GOOD_PASSWORD }),
    403,
    /sign in with Acme/,
  )
})
