import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { systemActor } from '#/platform/audit/event.ts'
import { createTestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { createWebApp, pkce, REDIRECT } from '#test/support/oauth.ts'
import { MAYA, setOut, setUpProvider, signInThrough, startUrl, TestProvider } from '#test/support/provider.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestContext } from 'node:test'
import type { TestApp } from '#test/support/app.ts'

async function scene(t: TestContext, more: Record<string, unknown> = {}) {
  const app = await createTestApp(t)
  const provider = await TestProvider.start(t)
  const providerId = await setUpProvider(app, provider, more)
  return { app, provider, providerId, visitor: new Visitor(app) }
}

const me = async (visitor: Visitor) => (await visitor.open('/api/v1/auth/me')).json

const userCount = async (app: TestApp): Promise<number> =>
  Number((await app.database.db.get(sql`SELECT count(*) AS count FROM users`))?.['count'])

test('a new person signs in through a provider, is somebody here, and is known the next time', async (t) => {
  const { app, provider, visitor } = await scene(t)
  const landed = await signInThrough(visitor, provider)
  assert.equal(`${landed.status} ${locationOf(landed)}`, '303 /')
  const { id, email, email_verified, name } = await me(visitor)
  assert.deepEqual([email, email_verified, name], ['maya@example.com', true, 'Maya Lind'])
  const [linked] = await recorded(app.database.db, 'oauth_account.linked')
  assert.deepEqual([linked?.data['user_id'], linked?.data['how'], linked?.data['provider']], [id, 'signed_up', 'corp'])
  const [started] = await recorded(app.database.db, 'session.created')
  assert.deepEqual(started?.data['methods'], ['fed'])

  app.clock.advance(60_000)
  const later = new Visitor(app)
  const renamed = { ...MAYA, email: 'other@example.com', name: 'M. Lind' }
  assert.equal((await signInThrough(later, provider, renamed)).status, 303)
  assert.equal((await me(later))['id'], id, 'the subject decides, not the address')
  const [account] = ((await later.open('/api/v1/auth/oauth-accounts')).json['data'] ?? []) as Record<string, unknown>[]
  assert.deepEqual(
    [account?.['subject'], account?.['email'], account?.['name']],
    [MAYA.sub, renamed.email, renamed.name],
  )
  assert.deepEqual(
    [account?.['created_at'], account?.['last_used_at']],
    ['2026-01-15T12:00:00.000Z', '2026-01-15T12:01:00.000Z'],
  )
  assert.equal(await userCount(app), 1)
})

test('the sign-in and sign-up pages have a button for each provider that is turned on', async (t) => {
  const { app, provider, providerId, visitor } = await scene(t)
  app.clock.advance(1)
  await setUpProvider(app, provider, { name: 'second', display_name: 'Second <b>' })
  const link = (page: string) =>
    [...page.matchAll(/href="(\/api\/v1\/auth\/providers\/[^"]*)">([^<]*)</g)].map(
      ([, href, label]) => `${href} ${label}`,
    )
  for (const path of ['/login', '/signup'])
    assert.deepEqual(link((await visitor.open(`${path}?next=/docs`)).text), [
      '/api/v1/auth/providers/corp?next=%2Fdocs Continue with Corp',
      '/api/v1/auth/providers/second?next=%2Fdocs Continue with Second &lt;b&gt;',
    ])
  const shown = await app.send({ url: '/api/v1/auth/providers' })
  assert.deepEqual(shown.json, {
    data: ['second', 'corp'].map((name) => ({
      name,
      kind: 'oidc',
      display_name: name === 'corp' ? 'Corp' : 'Second <b>',
      start_url: `${app.baseUrl}${startUrl('', name)}`,
    })),
    next_cursor: null,
  })
  await app.admin('PATCH', `/admin/oauth-providers/${providerId}`, { enabled: false })
  assert.equal(link((await visitor.open('/login')).text).length, 1)
  assertErrorPage(await visitor.open(startUrl()), 404)
  assertErrorPage(await visitor.open(startUrl('', 'nobody')), 404)
  assertErrorPage(await visitor.open(`${startUrl()}/callback?code=x&state=y`), 404)
})

test('a request of an application goes on after the provider, and ends with its code', async (t) => {
  const { app, provider, visitor } = await scene(t)
  const client = await createWebApp(app)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: REDIRECT,
    scope: 'openid email',
    state: 'xyz',
    code_challenge: pkce().challenge,
    code_challenge_method: 'S256',
  })
  const login = locationOf(await visitor.open(`/oauth/authorize?${query}`)) ?? ''
  assert.match(login, /^\/login\?request=arq_/)
  const landed = await signInThrough(visitor, provider, MAYA, login.replace('/login', startUrl()))
  assert.equal(locationOf(landed), login.replace('/login', '/oauth/authorize'))
  const consent = locationOf(await visitor.open(locationOf(landed) ?? '')) ?? ''
  const back = await visitor.submit(consent, { request: consent.split('=')[1] ?? '', decision: 'allow' })
  assert.match(locationOf(back) ?? '', /^https:\/\/app\.example\.com\/callback\?code=/)

  const slow = new Visitor(app)
  const again = locationOf(await slow.open(`/oauth/authorize?${query}`)) ?? ''
  const away = await setOut(slow, again.replace('/login', startUrl()))
  await app.database.db.run(sql`UPDATE authorization_requests SET finished_at = 1`)
  assert.equal(locationOf(await slow.open(provider.agree(away))), '/', 'a request that is over leads to the start page')
  const foreign = new Visitor(app)
  assertErrorPage(await foreign.open(again.replace('/login', startUrl())), 403)
  assertErrorPage(await slow.open(again.replace('/login', startUrl())), 410)
})

test('where to go on to is a path of ours, whatever the address says', async (t) => {
  const { provider, visitor } = await scene(t)
  const to = async (next: string) =>
    locationOf(await signInThrough(visitor, provider, MAYA, startUrl(`?${new URLSearchParams({ next })}`)))
  assert.equal(await to('/docs/errors'), '/docs/errors')
  for (const next of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) assert.equal(await to(next), '/')
})

test('who refuses at the provider, or is refused by it, reads what happened and can go on another way', async (t) => {
  const { app, provider, visitor } = await scene(t)
  const away = await setOut(visitor, startUrl('?next=/docs'))
  const denied = await visitor.open(provider.refuse(away))
  assertErrorPage(denied, 400, /You did not sign in[^]*href="\/login\?next=%2Fdocs"/)
  assertErrorPage(await visitor.open(provider.refuse(await setOut(visitor), 'server_error')), 502, /Corp answered/)
  const wrong = provider.agree(await setOut(visitor)).replace(/code=[^&]*/, 'code=made-up')
  assertErrorPage(await visitor.open(wrong), 502)
  const reasons = await recorded(app.database.db, 'oauth_sign_in.refused')
  assert.deepEqual(reasons.map(({ data }) => data['reason']).toSorted(), ['denied', 'failed', 'failed'])
  assert.deepEqual(
    reasons.map((row) => row['result']),
    ['denied', 'denied', 'denied'],
  )
  const [line] = app.log.filter((entry) => entry.includes('a provider could not be used'))
  assert.ok(line)
  for (const secret of [provider.clientSecret, 'made-up']) assert.ok(!app.log.join('').includes(secret), secret)
})

test('a provider that keeps the address out of the ID token is asked for it', async (t) => {
  const { provider, visitor } = await scene(t)
  const { sub } = MAYA
  provider.userInfo = { ...MAYA, email: 'info@example.com' }
  assert.equal((await signInThrough(visitor, provider, { sub })).status, 303)
  assert.equal((await me(visitor))['email'], 'info@example.com')
  provider.userInfo = { ...MAYA, sub: 'somebody-else' }
  assertErrorPage(await signInThrough(visitor, provider, { sub }), 502)
})

test('a provider may answer by a form of its own, which takes one hop through ourselves', async (t) => {
  const { app, provider, visitor } = await scene(t)
  const back = new URL(provider.agree(await setOut(visitor)), app.baseUrl)
  const form = { ...Object.fromEntries(back.searchParams), user: '{"name":{}}', id_token: 'x' }
  const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' }
  // A form on another site brings no cookies.
  const relayed = await app.send({ method: 'POST', url: back.pathname, form, headers })
  assert.equal(relayed.status, 303)
  const onwards = new URL(locationOf(relayed) ?? '')
  assert.equal(onwards.origin, app.baseUrl)
  assert.deepEqual([...onwards.searchParams.keys()].toSorted(), ['code', 'iss', 'state'])
  assert.equal((await visitor.open(onwards.pathname + onwards.search)).status, 303)
  assert.equal((await me(visitor))['email'], MAYA.email)
})

test('the name that an answer by form tells by the side is that of a new person, and of nobody known', async (t) => {
  const { app, provider } = await scene(t)
  const { name: _, ...claims } = MAYA
  const arrive = async (user: string): Promise<Visitor> => {
    const visitor = new Visitor(app)
    const back = new URL(provider.agree(await setOut(visitor), claims), app.baseUrl)
    const form = { ...Object.fromEntries(back.searchParams), user }
    const onwards = new URL(locationOf(await app.send({ method: 'POST', url: back.pathname, form })) ?? '')
    assert.equal((await visitor.open(onwards.pathname + onwards.search)).status, 303)
    return visitor
  }
  const told = await arrive('{"name":{"firstName":"Maya","lastName":"Lind"},"email":"else@example.com"}')
  assert.deepEqual([(await me(told))['name'], (await me(told))['email']], ['Maya Lind', MAYA.email])
  for (const user of ['{"name":{"firstName":"Somebody"}}', '{"name":', '[]', '{"name":{"firstName":7}}'])
    assert.equal((await me(await arrive(user)))['name'], 'Maya Lind', user)
})

test('setting out too often is slowed down, for one network', async (t) => {
  const { app } = await scene(t)
  const many = Array.from({ length: 61 }, () => app.send({ url: startUrl(), remoteAddress: '203.0.113.9' }))
  const statuses = (await Promise.all(many)).map(({ status }) => status)
  assert.deepEqual(
    [303, 429].map((wanted) => statuses.filter((status) => status === wanted).length),
    [60, 1],
  )
  assert.equal((await app.send({ url: startUrl(), remoteAddress: '203.0.113.10' })).status, 303)
})

test('RP1: a state is good in the browser that set out, once, for ten minutes, for its provider', async (t) => {
  const { app, provider, visitor } = await scene(t)
  await setUpProvider(app, provider, { name: 'second' })
  const back = provider.agree(await setOut(visitor))
  const attacker = new Visitor(app)
  for (const foreign of [attacker, new Visitor(app)]) {
    assertErrorPage(await foreign.open(back), 400, /This sign-in is over/)
    await foreign.open('/login')
  }
  assertErrorPage(await attacker.open(back), 400)
  assertErrorPage(await visitor.open(back.replace('/corp/', '/second/')), 400)
  assert.equal(provider.hits('/token'), 0, 'nothing was redeemed for a stranger')
  assert.equal((await visitor.open(back)).status, 303, 'and the state stayed good for its own browser')
  assertErrorPage(await visitor.open(back), 400)

  const late = provider.agree(await setOut(visitor))
  app.clock.advance(600_000)
  assertErrorPage(await visitor.open(late), 400)
  for (const state of ['', 'x', `mandate_rt_${'A'.repeat(49)}`, '\u0000'])
    assert.equal(
      (await visitor.open(`${startUrl()}/callback?${new URLSearchParams({ code: 'x', state })}`)).status,
      400,
    )
  assert.equal((await visitor.open(`${startUrl()}/callback?code=x`)).status, 400)
  const doubled = provider.agree(await setOut(visitor))
  assert.equal((await visitor.open(`${doubled}&code=y`)).status, 400)
  assert.equal((await visitor.open(doubled)).status, 303)
  const rows = await app.database.db.all(sql`SELECT * FROM oauth_round_trips`)
  const kept = JSON.stringify(rows)
  const sent = new URL(await setOut(visitor)).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) assert.ok(!kept.includes(sent.get(name) ?? '-'), name)
})

test('RP1: a HEAD, as checkers of links send it, neither sets out nor uses a state up', async (t) => {
  const { provider, visitor } = await scene(t)
  const back = provider.agree(await setOut(visitor))
  for (const url of [startUrl(), back]) {
    const head = await visitor.send({ method: 'HEAD', url })
    assert.equal(head.status, 405, url)
  }
  assert.equal((await visitor.open(back)).status, 303)
})

test('RP1: of fifty arrivals with one state one gets in', async (t) => {
  const { provider, visitor } = await scene(t)
  const back = provider.agree(await setOut(visitor))
  const answers = await Promise.all(Array.from({ length: 50 }, () => visitor.open(back)))
  assert.equal(answers.filter(({ status }) => status === 303).length, 1)
  assert.equal(answers.filter(({ status }) => status === 400).length, 49)
  assert.equal(provider.hits('/token'), 1)
})

test('RP1: what is over is removed', async (t) => {
  const { app, visitor } = await scene(t)
  await setOut(visitor)
  app.clock.advance(1_200_001)
  await app.app.jobs.runNow('oauth_round_trips.cleanup')
  assert.equal(await app.database.db.get(sql`SELECT 1 AS found FROM oauth_round_trips`), undefined)
})

test('RP4: each provider has a callback of its own, and the answer must name the issuer', async (t) => {
  const { app, provider, visitor } = await scene(t)
  const other = await TestProvider.start(t)
  await setUpProvider(app, other, { name: 'other' })
  // The code of one provider is brought to the callback of the other, with the other's state.
  const honest = new URL(provider.agree(await setOut(visitor)), app.baseUrl)
  const state = new URL(await setOut(visitor, startUrl('', 'other'))).searchParams.get('state') ?? ''
  const query = (iss: Record<string, string>) =>
    new URLSearchParams({ code: honest.searchParams.get('code') ?? '', state, ...iss })
  assertErrorPage(await visitor.open(`${startUrl('', 'other')}/callback?${query({ iss: provider.issuer })}`), 502)
  assert.equal(other.hits('/token'), 0, 'the code did not leave for the wrong token endpoint')

  const silent = provider.agree(await setOut(visitor)).replace(/&?iss=[^&]*/, '')
  assertErrorPage(await visitor.open(silent), 502)
  const lying = provider.agree(await setOut(visitor), MAYA, { iss: 'https://evil.example' })
  assertErrorPage(await visitor.open(lying), 502)
  assert.equal(provider.hits('/token'), 0)
  assert.equal((await visitor.open('/api/v1/auth/me')).status, 401)
})

test('RP5: an address is proof only where both sides verified it', async (t) => {
  const { app, provider } = await scene(t)
  const { users } = app.services
  const actor = systemActor('test')
  const unproven = await users.create({ email: 'unproven@example.com' }, actor)
  const proven = await users.create({ email: 'proven@example.com', emailVerified: true }, actor)
  const attempts: readonly [Record<string, unknown>, number, RegExp | undefined][] = [
    [{ sub: 'a1', email: 'proven@example.com', email_verified: false }, 400, /Your address is not confirmed/],
    [{ sub: 'a2', email: 'proven@example.com' }, 400, undefined],
    [{ sub: 'a3', email: 'proven@example.com', email_verified: 1 }, 400, undefined],
    [
      { sub: 'a4', email: 'Unproven@Example.com', email_verified: true },
      409,
      /You have an account already[^]*href="\/login\?next=%2Flink%2Fcorp"/,
    ],
    [{ sub: 'a5', email: 'unproven@example.com', email_verified: false }, 400, undefined],
    [
      { sub: 'a6', email: 'fresh@example.com', email_verified: false },
      400,
      /has not confirmed that fresh@example\.com/,
    ],
    [{ sub: 'a7', email: 'fresh@example.com' }, 400, undefined],
    [{ sub: 'a8' }, 400, /told us no e-mail address/],
    [{ sub: 'a9', email: 'not an address', email_verified: true }, 400, undefined],
    [{ sub: 'b1', email: ['proven@example.com'], email_verified: true }, 400, undefined],
    [{ sub: 'x'.repeat(256), email: 'fresh@example.com', email_verified: true }, 502, undefined],
    [{ sub: 'a\nb', email: 'fresh@example.com', email_verified: true }, 502, undefined],
  ]
  for (const [claims, status, words] of attempts) {
    const visitor = new Visitor(app)
    assertErrorPage(await signInThrough(visitor, provider, claims), status, words)
    assert.equal((await visitor.open('/api/v1/auth/me')).status, 401, JSON.stringify(claims))
  }
  assert.equal(await userCount(app), 2)
  assert.deepEqual(await recorded(app.database.db, 'oauth_account.linked'), [])

  const owner = new Visitor(app)
  const claims = { sub: 'owner', email: 'PROVEN@example.com', email_verified: true, name: 'Ignored' }
  assert.equal((await signInThrough(owner, provider, claims)).status, 303)
  assert.deepEqual([(await me(owner))['id'], (await me(owner))['name']], [proven.id, ''])
  const [linked] = await recorded(app.database.db, 'oauth_account.linked')
  assert.deepEqual([linked?.data['how'], linked?.data['user_id']], ['same_address', proven.id])
  assert.equal((await users.get(unproven.id)).emailVerified, false)
  const subjects = (await mailOf(app, proven.email)).map(({ subject }) => subject)
  assert.ok(subjects.includes('You can sign in with Corp now'), 'and the person is told')
})

test('RP5: who vouches for an address is whoever names it, the token or the userinfo', async (t) => {
  const { app, provider } = await scene(t)
  const email = 'proven@example.com'
  const { users } = app.services
  await users.create({ email, emailVerified: true }, systemActor('test'))
  const arrive = async (token: object, userInfo: object): Promise<number> => {
    provider.userInfo = { sub: 'x', ...userInfo }
    return (await signInThrough(new Visitor(app), provider, { sub: 'x', ...token })).status
  }
  assert.equal(
    await arrive({ email_verified: true }, { email }),
    400,
    'the token vouches for no address it does not hold',
  )
  assert.equal(await arrive({ email_verified: true }, { email, email_verified: false }), 400)
  assert.equal(await arrive({ email }, { email, email_verified: true }), 400, 'nor the userinfo for one of the token')
  assert.deepEqual(await recorded(app.database.db, 'oauth_account.linked'), [])
  assert.equal(await arrive({ email_verified: false }, { email, email_verified: true }), 303)
})

test('LG1: an address that the provider does not vouch for finds out nothing about who has an account', async (t) => {
  const { app, provider } = await scene(t)
  await app.services.users.create({ email: 'known@example.com', emailVerified: true }, systemActor('test'))
  const pages: string[] = []
  for (const email of ['known@example.com', 'other@example.com']) {
    const answer = await signInThrough(new Visitor(app), provider, { sub: email, email, email_verified: false })
    pages.push(`${answer.status} ${answer.text.replaceAll(email, '')}`)
  }
  assert.equal(pages[0], pages[1])
})

test('RP5: two arrivals of one new person at once make one user', async (t) => {
  const { app, provider } = await scene(t)
  const visitors = Array.from({ length: 10 }, () => new Visitor(app))
  const backs = await Promise.all(visitors.map(async (visitor) => provider.agree(await setOut(visitor))))
  const answers = await Promise.all(visitors.map((visitor, i) => visitor.open(backs[i] ?? '')))
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(10).fill(303),
  )
  assert.equal(new Set(await Promise.all(visitors.map(async (visitor) => (await me(visitor))['id']))).size, 1)
  assert.equal(await userCount(app), 1)
})

test('RP6: a provider does not bring a disabled user back, and sets no roles', async (t) => {
  const { app, provider } = await scene(t)
  const visitor = new Visitor(app)
  const claims = {
    ...MAYA,
    roles: ['owner'],
    system_role: 'owner',
    groups: ['admins'],
    tier: 'gold',
    metadata: { a: 1 },
  }
  assert.equal((await signInThrough(visitor, provider, claims)).status, 303)
  const { id, system_role, tier } = await me(visitor)
  assert.deepEqual([system_role, tier], [null, 'free'])
  await app.services.users.disable(String(id), 'test', systemActor('test'))
  for (const subject of [MAYA, { ...MAYA, sub: 'another-account' }]) {
    const back = new Visitor(app)
    assertErrorPage(await signInThrough(back, provider, subject), 403, /This account is disabled/)
    assert.equal((await back.open('/api/v1/auth/me')).status, 401)
  }
  assert.notEqual((await app.services.users.get(String(id))).disabledAt, null)
})
