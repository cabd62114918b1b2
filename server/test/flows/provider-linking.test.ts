import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { recorded } from '#test/support/clients.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { MAYA, setOut, setUpProvider, signInThrough, startUrl, TestProvider } from '#test/support/provider.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestContext } from 'node:test'
import type { TestAnswer } from '#test/support/app.ts'

async function scene(t: TestContext) {
  const app = await createTestApp(t)
  const provider = await TestProvider.start(t)
  const providerId = await setUpProvider(app, provider)
  return { app, provider, providerId, person: await FactorPerson.signUp(app) }
}

const outcome = ({ status, json }: TestAnswer): string => `${status} ${String(json['code'])}`

const leadsTo = (answer: TestAnswer): string => {
  assert.equal(answer.status, 200, answer.text)
  return String(answer.headers['refresh']).replace('0;url=', '')
}

/** Links an account at the provider to a person by the pages. */
async function link(
  person: FactorPerson,
  provider: TestProvider,
  claims: Record<string, unknown>,
): Promise<TestAnswer> {
  const away = leadsTo(await person.visitor.submit('/link/corp', {}))
  return person.visitor.open(provider.agree(away, claims))
}

const accountsOf = async (person: FactorPerson) =>
  (await person.call('GET', '/auth/oauth-accounts')).json['data'] as Record<string, string>[]

const isSignedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.open('/api/v1/auth/me')).status === 200

test('RP5: who is signed in links an account on purpose, and signs in with it from then on', async (t) => {
  const { app, provider, person } = await scene(t)
  const page = await person.visitor.open('/link/corp')
  assert.match(page.text, /Sign in with Corp from now on\?[^]*as\s+<strong>maya@example\.com<\/strong>/)
  const landed = await link(person, provider, { sub: 'mine', email: 'else@example.com' })
  assert.equal(`${landed.status} ${locationOf(landed)}`, '303 /account/connections')
  const [account] = await accountsOf(person)
  assert.deepEqual(
    [account?.['provider'], account?.['subject'], account?.['email']],
    ['corp', 'mine', 'else@example.com'],
  )
  const [told] = await recorded(app.database.db, 'oauth_account.linked')
  assert.deepEqual([told?.data['how'], told?.['actor_id']], ['requested', person.id])
  const mails = (await mailOf(app, person.email)).filter(({ subject }) => subject === 'You can sign in with Corp now')
  assert.deepEqual(
    mails.map(({ links }) => links),
    [[`${app.baseUrl}/account/connections`]],
    'and the person is told, at the address they have here',
  )
  const elsewhere = new Visitor(app)
  assert.equal((await signInThrough(elsewhere, provider, { sub: 'mine' })).status, 303)
  assert.equal((await elsewhere.open('/api/v1/auth/me')).json['id'], person.id)
  assert.equal((await app.services.users.get(person.id)).emailVerified, false, 'linking proves no address')
  assert.equal((await link(person, provider, { sub: 'mine' })).status, 303, 'linking again changes nothing')
  assert.equal((await accountsOf(person)).length, 1)
})

test('a program of ours links through JSON, with the token of the session', async (t) => {
  const { provider, person } = await scene(t)
  const begun = await person.call('POST', '/auth/providers/corp/link')
  assert.equal(begun.status, 200, begun.text)
  const back = provider.agree(String(begun.json['authorization_url']), { sub: 'mine' })
  assert.equal((await person.visitor.open(back)).status, 303)
  assert.equal((await accountsOf(person)).length, 1)
  assert.equal(outcome(await person.call('POST', '/auth/providers/nobody/link')), '404 provider_not_found')
})

test('linking needs somebody signed in, a fresh proof, and a form of ours', async (t) => {
  const { app, person } = await scene(t)
  const nobody = new Visitor(app)
  assert.equal(locationOf(await nobody.open('/link/corp')), '/login?next=%2Flink%2Fcorp')
  assert.equal(locationOf(await nobody.post('/link/corp', {})), '/login?next=%2Flink%2Fcorp')
  assertErrorPage(await person.visitor.open('/link/nobody'), 404)
  assertErrorPage(await person.visitor.post('/link/corp', { csrf_token: 'guess' }), 403)
  const csrf = { csrf_token: person.csrf }
  assertErrorPage(await person.visitor.post('/link/corp', csrf, { origin: 'https://evil.example' }), 403)
  assertErrorPage(await person.visitor.post('/link/corp', csrf, { 'sec-fetch-site': 'cross-site' }), 403)
  app.clock.advance(301_000)
  assert.equal(locationOf(await person.visitor.open('/link/corp')), '/confirm?next=%2Flink%2Fcorp')
  assert.equal(locationOf(await person.visitor.post('/link/corp', csrf)), '/confirm?next=%2Flink%2Fcorp')
  assert.equal(outcome(await person.call('POST', '/auth/providers/corp/link')), '403 reauthentication_required')
})

test('SE3: a foreign page can neither link nor unlink with the cookie of a session', async (t) => {
  const { provider, person } = await scene(t)
  await link(person, provider, { sub: 'mine' })
  const [account] = await accountsOf(person)
  const calls = [
    { method: 'POST', url: '/api/v1/auth/providers/corp/link' },
    { method: 'DELETE', url: `/api/v1/auth/oauth-accounts/${account?.['id']}` },
  ] as const
  const token = { 'x-csrf-token': person.csrf }
  const foreign: Record<string, string>[] = [
    {},
    { 'x-csrf-token': 'guess' },
    { ...token, origin: 'https://evil.example' },
    { ...token, 'sec-fetch-site': 'cross-site' },
    { ...token, 'sec-fetch-site': 'same-site' },
    { ...token, origin: 'null' },
  ]
  for (const call of calls)
    for (const headers of foreign)
      assert.equal(outcome(await person.visitor.send({ ...call, headers })), '403 csrf_failed', JSON.stringify(headers))
  const crossSiteForm = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
  assert.equal((await person.visitor.send({ ...calls[0], headers: crossSiteForm, body: 'a=b' })).status, 403)
  assert.equal((await accountsOf(person)).length, 1)
})

test('RP1: a link that one person began is not finished as another, nor after signing in anew', async (t) => {
  const { app, provider, person } = await scene(t)
  const away = leadsTo(await person.visitor.submit('/link/corp', {}))
  const attacker = await FactorPerson.signUp(app, 'noor@example.com')
  const back = provider.agree(away, { sub: 'of-the-attacker' })
  assertErrorPage(await attacker.visitor.open(back), 400)
  // The same browser, but somebody else is signed in there by now.
  const away2 = leadsTo(await person.visitor.submit('/link/corp', {}))
  const { mandate_browser: browser = '' } = person.visitor.cookies
  attacker.visitor.cookies['mandate_browser'] = browser
  assertErrorPage(await attacker.visitor.open(provider.agree(away2, { sub: 'x' })), 403, /not signed in any more/)
  const away3 = leadsTo(await person.visitor.submit('/link/corp', {}))
  await person.call('POST', '/auth/logout')
  assertErrorPage(await person.visitor.open(provider.agree(away3, { sub: 'x' })), 403)
  assert.deepEqual(await recorded(app.database.db, 'oauth_account.linked'), [])
})

test('RP5: whoever sets up a provider does not become an owner by vouching for an address', async (t) => {
  const { app, provider, person } = await scene(t)
  await app.admin('PATCH', `/users/${person.id}`, { email_verified: true, system_role: 'owner' })
  const intruder = new Visitor(app)
  const claims = { sub: 'intruder', email: 'maya@example.com', email_verified: true }
  assertErrorPage(await signInThrough(intruder, provider, claims), 409)
  assert.equal(await isSignedIn(intruder), false)
  assert.deepEqual(await accountsOf(person), [])
  assert.equal((await link(person, provider, { sub: 'mine' })).status, 303, 'on purpose she still links one')
})

test('RP5: an account at a provider belongs to one user', async (t) => {
  const { app, provider, person } = await scene(t)
  await link(person, provider, { sub: 'taken' })
  const other = await FactorPerson.signUp(app, 'noor@example.com')
  assertErrorPage(await link(other, provider, { sub: 'taken' }), 409, /signs in somebody else here/)
  const race = await Promise.all(
    [person, other].map(async (one) => {
      const away = leadsTo(await one.visitor.submit('/link/corp', {}))
      return one.visitor.open(provider.agree(away, { sub: 'contested' }))
    }),
  )
  assert.deepEqual(race.map(({ status }) => status).toSorted(), [303, 409])
})

test('an account is unlinked by its user, but not the last way to sign in', async (t) => {
  const { app, provider, providerId, person } = await scene(t)
  await link(person, provider, { sub: 'mine' })
  const [account] = await accountsOf(person)
  const path = `/auth/oauth-accounts/${account?.['id']}`
  app.clock.advance(301_000)
  assert.equal(outcome(await person.call('DELETE', path)), '403 reauthentication_required')
  await person.logIn()
  assert.equal((await person.call('DELETE', path)).status, 204)
  assert.equal(outcome(await person.call('DELETE', path)), '404 oauth_account_not_found')
  const [told] = await recorded(app.database.db, 'oauth_account.unlinked')
  assert.deepEqual(told?.data, { id: account?.['id'], user_id: person.id, provider: 'corp' })

  const only = new FactorPerson(app, MAYA.email.replace('maya', 'only'))
  const claims = { ...MAYA, sub: 'only', email: only.email }
  assert.equal((await signInThrough(only.visitor, provider, claims)).status, 303)
  only.csrf = String((await only.visitor.open('/api/v1/auth/me')).json['csrf_token'])
  const [last] = await accountsOf(only)
  assert.equal(outcome(await only.call('DELETE', `/auth/oauth-accounts/${last?.['id']}`)), '409 last_way_to_sign_in')
  const second = await link(only, provider, { sub: 'only-2' })
  assert.equal(second.status, 303)
  const both = await accountsOf(only)
  const ends = await Promise.all(both.map(({ id }) => only.call('DELETE', `/auth/oauth-accounts/${id}`)))
  assert.deepEqual(ends.map(({ status }) => status).toSorted(), [204, 409], 'of two at once one stays')
  // What a provider that is turned off opens is no way in.
  const [left] = await accountsOf(only)
  await app.admin('PATCH', `/admin/oauth-providers/${providerId}`, { enabled: false })
  assert.equal(outcome(await only.call('DELETE', `/auth/oauth-accounts/${left?.['id']}`)), '409 last_way_to_sign_in')
})

test('AD4: operators list and unlink the accounts of a user, and only those of that user', async (t) => {
  const { app, provider, person } = await scene(t)
  const other = await FactorPerson.signUp(app, 'noor@example.com')
  await link(person, provider, { sub: 'mine' })
  app.clock.advance(1)
  await link(person, provider, { sub: 'mine too' })
  const list = (id: string, query = '') => app.admin('GET', `/users/${id}/oauth-accounts${query}`)
  const first = await list(person.id, '?limit=1&include_total=true')
  assert.equal(first.json['total'], 2)
  const [newest] = first.json['data'] as Record<string, string>[]
  assert.equal(newest?.['subject'], 'mine too')
  const next = await list(person.id, `?limit=1&cursor=${encodeURIComponent(String(first.json['next_cursor']))}`)
  assert.deepEqual(
    (next.json['data'] as Record<string, string>[]).map(({ subject }) => subject),
    ['mine'],
  )
  assert.deepEqual((await list(other.id)).json['data'], [])
  assert.equal(outcome(await list('usr_nobody')), '404 user_not_found')

  const remove = (userId: string, id: string) => app.admin('DELETE', `/users/${userId}/oauth-accounts/${id}`)
  assert.equal(outcome(await remove(other.id, newest?.['id'] ?? '')), '404 oauth_account_not_found')
  assert.equal(outcome(await remove(person.id, 'oac_nothing')), '404 oauth_account_not_found')
  assert.equal((await remove(person.id, newest?.['id'] ?? '')).status, 204)
  assert.equal((await accountsOf(person)).length, 1)
  const [event] = await recorded(app.database.db, 'oauth_account.unlinked')
  assert.equal(event?.['actor_type'], 'admin')
  assert.equal((await person.visitor.send({ url: `/api/v1/users/${person.id}/oauth-accounts` })).status, 403)
})

test('a deleted user takes their accounts along, and a new one inherits none', async (t) => {
  const { app, provider, person } = await scene(t)
  await link(person, provider, { sub: 'mine' })
  await app.database.db.tx((tx) =>
    app.services.users.delete(person.id, { type: 'system', id: 'test', requestId: null, ip: null }, tx),
  )
  assert.equal(await app.database.db.get(sql`SELECT 1 AS found FROM oauth_accounts`), undefined)
  const again = new Visitor(app)
  assert.equal((await signInThrough(again, provider, { ...MAYA, sub: 'mine' })).status, 303)
  assert.notEqual((await again.open('/api/v1/auth/me')).json['id'], person.id)
})

test('MF3: signing in through a provider does not take the place of the second factor', async (t) => {
  const { app, provider } = await scene(t)
  const maya = await FactorPerson.withTotp(app, 'noor@example.com')
  await link(maya, provider, { sub: 'mine' })
  const browser = maya.elsewhere()
  const landed = await signInThrough(browser.visitor, provider, { sub: 'mine', amr: ['mfa', 'otp'], acr: 'high' })
  assert.equal(`${landed.status} ${locationOf(landed)}`, '303 /mfa')
  assert.equal(await isSignedIn(browser.visitor), false)
  assert.equal(outcome(await browser.call('GET', '/auth/me')), '401 mfa_required')
  assert.equal(outcome(await browser.call('GET', '/auth/oauth-accounts')), '401 mfa_required')
  assert.match(locationOf(await browser.visitor.open('/link/corp')) ?? '', /^\/login\?/)
  const challenge = await browser.visitor.open('/api/v1/auth/mfa/challenge')
  assert.ok(challenge.status >= 400)
  // A waiting session does not begin a link either.
  await setOut(browser.visitor, startUrl())
  assert.equal(outcome(await browser.call('POST', '/auth/providers/corp/link')), '401 mfa_required')
})
