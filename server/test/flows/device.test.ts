import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { ProofKey } from '#test/support/dpop.ts'
import {
  assertOAuthError,
  configure,
  createAgent,
  credentialsOf,
  hiddenFields,
  introspect,
  isActive,
  requestToken,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { Visitor } from '#test/support/visitor.ts'
import { requestContext } from '#test/support/request-context.ts'

const VERIFY = '/oauth/device/verify'

const createDevice = (app: TestApp, more: Record<string, unknown> = {}): Promise<TestClient> =>
  createAgent(app, {
    client_name: 'television',
    grant_types: [DEVICE_CODE, 'refresh_token'],
    scope: 'openid read write',
    ...more,
  })

async function setUp(t: TestContext, more: Record<string, unknown> = {}) {
  const app = await createTestApp(t)
  return { app, client: await createDevice(app, more), person: await TestPerson.signUp(app) }
}

const start = (app: TestApp, client: TestClient, fields: Record<string, string> = {}): Promise<TestAnswer> =>
  app.send({ url: '/oauth/device', form: { ...credentialsOf(client), ...fields } })

interface Started {
  readonly deviceCode: string
  readonly userCode: string
}

async function started(app: TestApp, client: TestClient, fields: Record<string, string> = {}): Promise<Started> {
  const answer = await start(app, client, fields)
  assert.equal(answer.status, 200, answer.text)
  return { deviceCode: String(answer.json['device_code']), userCode: String(answer.json['user_code']) }
}

const poll = (
  app: TestApp,
  client: TestClient,
  deviceCode: string,
  fields: Record<string, string> = {},
  key?: ProofKey,
) => requestToken(app, client, { grant_type: DEVICE_CODE, device_code: deviceCode, ...fields }, key)

const look = (person: TestPerson, userCode: string): Promise<TestAnswer> =>
  person.send(`${VERIFY}?${new URLSearchParams({ user_code: userCode })}`)

/** Opens the page of a code and answers it. */
async function settle(person: TestPerson, userCode: string, decision: 'allow' | 'deny'): Promise<TestAnswer> {
  const page = await look(person, userCode)
  assert.equal(page.status, 200, page.text)
  return person.send(VERIFY, { ...hiddenFields(page.text), decision })
}

describe('starting a device authorization', () => {
  test('answers the codes and where to enter them', async (t) => {
    const { app, client } = await setUp(t)
    const { json, headers } = await start(app, client, { scope: 'read' })
    assert.match(String(json['user_code']), /^[B-Z]{4}-[B-Z]{4}$/)
    assert.ok(String(json['device_code']).length >= 50)
    assert.equal(json['verification_uri'], `${app.baseUrl}${VERIFY}`)
    assert.equal(json['verification_uri_complete'], `${app.baseUrl}${VERIFY}?user_code=${String(json['user_code'])}`)
    assert.equal(json['expires_in'], 1800)
    assert.equal(json['interval'], 5)
    assert.equal(headers['cache-control'], 'no-store')
  })

  test('needs a client with the grant, which proves itself', async (t) => {
    const { app, client } = await setUp(t)
    const other = await createAgent(app)
    assertOAuthError(await start(app, other), 400, 'unauthorized_client')
    assertOAuthError(await start(app, client, { client_secret: 'wrong' }), 401, 'invalid_client')
    assertOAuthError(await app.send({ url: '/oauth/device', form: {} }), 401, 'invalid_client')
    assertOAuthError(
      await app.send({ url: `/oauth/device?client_id=${client.clientId}`, form: {} }),
      400,
      'invalid_request',
    )
  })

  test('a public client only names itself', async (t) => {
    const { app, person } = await setUp(t)
    const made = await app.send({
      url: '/oauth/register',
      json: { client_name: 'cli', grant_types: [DEVICE_CODE], token_endpoint_auth_method: 'none', scope: 'openid' },
    })
    assert.equal(made.status, 201, made.text)
    const client = { id: '', clientId: String(made.json['client_id']), secret: undefined }
    const { deviceCode, userCode } = await started(app, client)
    const page = await look(person, userCode)
    assert.match(page.text, /Unverified/)
    await settle(person, userCode, 'allow')
    const tokens = await poll(app, client, deviceCode)
    assert.equal(tokens.status, 200, tokens.text)
    assert.equal(tokens.json['refresh_token'], undefined, 'not registered for it')
  })

  test('stays within what was registered', async (t) => {
    const { app, client } = await setUp(t)
    assertOAuthError(await start(app, client, { scope: 'read admin' }), 400, 'invalid_scope')
    assertOAuthError(await start(app, client, { resource: 'https://elsewhere.example' }), 400, 'invalid_target')
    await configure(app, { 'oauth.default_scope': 'openid other' })
    const { deviceCode, userCode } = await started(app, client)
    await settle(await TestPerson.signUp(app), userCode, 'allow')
    assert.equal((await poll(app, client, deviceCode)).json['scope'], 'openid')
  })

  test('DV7 a flood is refused by address and by client, and the table stays small', async (t) => {
    const { app, client } = await setUp(t)
    const answers: TestAnswer[] = []
    for (let i = 0; i < 200; i++) answers.push(await start(app, client))
    const limited = answers.filter(({ status }) => status === 429)
    assert.equal(limited.length, 140)
    assertOAuthError(limited[0] as TestAnswer, 429, 'rate_limited')
    assert.ok(Number(limited[0]?.headers['retry-after']) > 0)
    const fromEverywhere = async (i: number) =>
      app.send({ url: '/oauth/device', form: credentialsOf(client), remoteAddress: `198.51.${i >> 8}.${i & 255}` })
    let refused = 0
    for (let i = 0; i < 1100; i++) if ((await fromEverywhere(i)).status === 429) refused++
    assert.equal(refused, 160)
    const rows = await app.database.db.get(sql`SELECT count(*) AS n FROM device_codes`)
    assert.equal(Number(rows?.['n']), 1000)
  })
})

describe('the page for a device code', () => {
  test('asks for the code, and takes it in any spelling', async (t) => {
    const { app, client, person } = await setUp(t)
    assert.match((await person.send(VERIFY)).text, /name="user_code"/)
    const { userCode } = await started(app, client)
    for (const typed of [
      userCode,
      userCode.toLowerCase(),
      userCode.replace('-', ''),
      ` ${userCode.replace('-', ' ')} `,
    ])
      assert.match((await look(person, typed)).text, /Connect television\?/, typed)
  })

  test('DV5 shows who asks for what, from where and when, and the code to compare', async (t) => {
    const { app, client, person } = await setUp(t)
    const answer = await app.send({
      url: '/oauth/device',
      form: { ...credentialsOf(client), scope: 'openid write' },
      remoteAddress: '203.0.113.77',
    })
    app.clock.advance(125_000)
    const { text } = await look(person, String(answer.json['user_code']))
    for (const part of [
      /Connect television\?/,
      new RegExp(person.email),
      new RegExp(`<span class="code">${String(answer.json['user_code'])}</span>`),
      /Use the permission “write”/,
      /2 minutes ago from 203\.0\.113\.77/,
      /Did you start this\?/,
    ])
      assert.match(text, part)
    assert.doesNotMatch(text, /Unverified/)
    const buttons = [...text.matchAll(/<button class="([^"]*)"[^>]*name="decision"/g)].map(([, style]) => style)
    assert.equal(buttons.length, 2)
    assert.equal(new Set(buttons).size, 1)
  })

  test('needs a sign-in, and comes back to the code after it', async (t) => {
    const { app, client } = await setUp(t)
    const { userCode } = await started(app, client)
    const answer = await app.send({ url: `${VERIFY}?user_code=${userCode}` })
    assert.equal(answer.status, 303)
    const location = new URL(locationOf(answer) ?? '', app.baseUrl)
    assert.equal(location.pathname, '/login')
    assert.equal(location.searchParams.get('next'), `${VERIFY}?user_code=${userCode}`)
    const bare = new URL(locationOf(await app.send({ url: VERIFY })) ?? '', app.baseUrl)
    assert.equal(bare.searchParams.get('next'), VERIFY)
    const posted = await app.send({ url: VERIFY, form: { user_code: userCode, decision: 'allow' } })
    assert.match(locationOf(posted) ?? '', /^\/login\?next=/)
  })

  test('has a short address', async (t) => {
    const { app } = await setUp(t)
    assert.equal(locationOf(await app.send({ url: '/device' })), VERIFY)
    assert.equal(locationOf(await app.send({ url: '/device?user_code=bcdf-ghjk' })), `${VERIFY}?user_code=bcdf-ghjk`)
  })

  test('DV5 looking never approves', async (t) => {
    const { app, client, person } = await setUp(t)
    const { deviceCode, userCode } = await started(app, client)
    await look(person, userCode)
    await person.send(`${VERIFY}?user_code=${userCode}&decision=allow`)
    assertOAuthError(await poll(app, client, deviceCode), 400, 'authorization_pending')
  })

  test('DV5 an answer needs our token and the session that saw the page', async (t) => {
    const { app, client, person } = await setUp(t)
    const other = await TestPerson.signUp(app)
    const { deviceCode, userCode } = await started(app, client)
    const { userCode: second } = await started(app, client)
    const own = hiddenFields((await look(person, userCode)).text)
    const theirs = hiddenFields((await look(other, userCode)).text)
    const ofSecond = hiddenFields((await look(person, second)).text)
    const { csrf_token: _csrf, ...withoutToken } = own
    const { view: _view, ...withoutView } = own
    const attempts: [TestPerson, Record<string, string>, Record<string, string>?][] = [
      [person, withoutToken],
      [person, withoutView],
      [person, { ...own, csrf_token: theirs['csrf_token'] ?? '' }],
      [person, { ...own, view: theirs['view'] ?? '' }],
      [person, { ...own, view: ofSecond['view'] ?? '' }],
      [person, { ...own, user_code: 'BCDF-GHJK' }],
      [other, own],
      [person, own, { origin: 'https://evil.tld' }],
      [person, own, { 'sec-fetch-site': 'same-site' }],
    ]
    for (const [who, form, headers] of attempts) {
      assertErrorPage(await who.send(VERIFY, { ...form, decision: 'allow' }, headers), 403)
    }
    assertOAuthError(await poll(app, client, deviceCode), 400, 'authorization_pending')
    assertErrorPage(await person.send(VERIFY, { ...own, decision: 'maybe' }), 400)
    assert.equal((await person.send(VERIFY, { ...own, decision: 'allow' })).status, 200)
  })

  test('a code is answered once', async (t) => {
    const { app, client, person } = await setUp(t)
    const { userCode } = await started(app, client)
    const form = hiddenFields((await look(person, userCode)).text)
    assert.match((await person.send(VERIFY, { ...form, decision: 'allow' })).text, /Device connected/)
    assertErrorPage(await person.send(VERIFY, { ...form, decision: 'deny' }), 410)
    assert.equal((await look(person, userCode)).status, 400)
  })

  test('an expired code, and one of a client that was turned off, can not be answered', async (t) => {
    const { app, client, person } = await setUp(t)
    const first = await started(app, client)
    const form = hiddenFields((await look(person, first.userCode)).text)
    await app.admin('DELETE', `/agents/${client.id}`)
    assertErrorPage(await person.send(VERIFY, { ...form, decision: 'allow' }), 410)
    assert.equal((await look(person, first.userCode)).status, 400)
    const second = await createDevice(app)
    const late = await started(app, second)
    const lateForm = hiddenFields((await look(person, late.userCode)).text)
    app.clock.advance(1_800_000)
    assertErrorPage(await person.send(VERIFY, { ...lateForm, decision: 'allow' }), 410)
  })

  test('DV1 guessing is stopped by session, and by address whatever the session', async (t) => {
    const { app, client, person } = await setUp(t)
    const { userCode } = await started(app, client)
    const statuses: number[] = []
    for (let i = 0; i < 200; i++) statuses.push((await look(person, wrongCode(i))).status)
    assert.equal(statuses.filter((status) => status === 400).length, 20)
    assert.equal(statuses.filter((status) => status === 429).length, 180)
    assert.equal((await look(person, userCode)).status, 429, 'the right one does not help now')
    const answers: number[] = []
    for (let round = 0; round < 6; round++) {
      const next = await TestPerson.signUp(app)
      for (let i = 0; i < 20; i++) answers.push((await look(next, wrongCode(1000 + round * 20 + i))).status)
    }
    assert.ok(answers.filter((status) => status === 400).length <= 80)
    assert.ok(answers.includes(429))
    app.clock.advance(600_000)
    assert.equal((await look(person, userCode)).status, 200)
  })

  test('DV1 when strangers have spent the budget of everyone, those who made no mistake are still served', async (t) => {
    const { app, client } = await setUp(t)
    const limits = new Limits({ ...app.database, clock: app.clock })
    const everyone = { burst: 300, periodMs: 600_000 }
    for (let i = 0; i < 300; i++) await limits.hit('device-miss:everyone', everyone)
    const { userCode } = await started(app, client)
    const honest = await signedUp(app, '2001:db8:1:1::1')
    const guesser = await signedUp(app, '2001:db8:2:2::1')
    const lookAs = async (visitor: Visitor, code: string) => (await visitor.open(`${VERIFY}?user_code=${code}`)).status
    assert.equal(await lookAs(guesser, wrongCode(1)), 400, 'a first mistake')
    assert.equal(await lookAs(guesser, wrongCode(2)), 429)
    assert.equal(await lookAs(guesser, userCode), 429, 'the right one does not help now')
    const neighbour = await signedUp(app, '2001:db8:2:2::2')
    assert.equal(await lookAs(neighbour, userCode), 429, 'another account of the same network')
    assert.equal(await lookAs(honest, userCode), 200)
    app.clock.advance(600_000)
    assert.equal(await lookAs(guesser, userCode), 200)
  })

  test('DV1 twenty guesses at once count as twenty', async (t) => {
    const { person } = await setUp(t)
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => look(person, wrongCode(i))))
    assert.equal(answers.filter(({ status }) => status === 400).length, 20)
    const limited = answers.find(({ status }) => status === 429)
    assert.ok(Number(limited?.headers['retry-after']) > 0)
  })
})

/** Somebody who has just signed up, at an address. */
async function signedUp(app: TestApp, address: string): Promise<Visitor> {
  const visitor = new Visitor(app, address)
  const email = `${randomUUID()}@example.com`
  const answer = await visitor.submit('/signup', { email, password: GOOD_PASSWORD, name: 'Maya' })
  assert.equal(answer.status, 303, answer.text)
  return visitor
}

/** User codes that nobody was given, as far as chance goes. */
function wrongCode(i: number): string {
  const letters = 'BCDFGHJKLMNPQRSTVWXZ'
  const tail = [Math.floor(i / 8000), Math.floor(i / 400), Math.floor(i / 20), i].map((n) => letters[n % 20]).join('')
  return `ZZZZ-${tail}`
}

describe('polling with a device code', () => {
  test('DV2 waits, slows down, and ends with tokens once', async (t) => {
    const { app, client, person } = await setUp(t)
    const { deviceCode, userCode } = await started(app, client, { scope: 'openid read' })
    assertOAuthError(await poll(app, client, deviceCode), 400, 'authorization_pending')
    assertOAuthError(await poll(app, client, deviceCode), 400, 'slow_down')
    app.clock.advance(5000)
    assertOAuthError(await poll(app, client, deviceCode), 400, 'slow_down')
    app.clock.advance(15_000)
    assertOAuthError(await poll(app, client, deviceCode), 400, 'authorization_pending')
    await settle(person, userCode, 'allow')
    const tokens = await poll(app, client, deviceCode)
    assert.equal(tokens.status, 200, tokens.text)
    assert.equal(tokens.json['scope'], 'openid read')
    assert.ok(tokens.json['refresh_token'] && tokens.json['id_token'])
    const seen = await introspect(app, client, String(tokens.json['access_token']))
    assert.equal(seen['sub'], person.id)
    assertOAuthError(await poll(app, client, deviceCode), 400, 'invalid_grant')
    assert.equal(await isActive(app, client, String(tokens.json['access_token'])), true)
  })

  test('DV2 hears that the person refused, and that the code expired', async (t) => {
    const { app, client, person } = await setUp(t)
    const refused = await started(app, client)
    assert.match((await settle(person, refused.userCode, 'deny')).text, /Device refused/)
    assertOAuthError(await poll(app, client, refused.deviceCode), 400, 'access_denied')
    const late = await started(app, client)
    app.clock.advance(1_800_000)
    assertOAuthError(await poll(app, client, late.deviceCode), 400, 'expired_token')
  })

  test('DV3 another client learns nothing and takes nothing', async (t) => {
    const { app, client, person } = await setUp(t)
    const other = await createDevice(app)
    const { deviceCode, userCode } = await started(app, client)
    assertOAuthError(await poll(app, other, deviceCode), 400, 'invalid_grant')
    await settle(person, userCode, 'allow')
    assertOAuthError(await poll(app, other, deviceCode), 400, 'invalid_grant')
    assertOAuthError(await poll(app, client, 'made-up'), 400, 'invalid_grant')
    assert.equal((await poll(app, client, deviceCode)).status, 200)
  })

  test('DV4 gets what was approved, whatever it asks for when it polls', async (t) => {
    const { app, client, person } = await setUp(t)
    const { deviceCode, userCode } = await started(app, client, { scope: 'read' })
    await settle(person, userCode, 'allow')
    const tokens = await poll(app, client, deviceCode, { scope: 'read write' })
    assert.equal(tokens.json['scope'], 'read')
  })

  test('DV4 gets nothing that was taken from the client after the approval', async (t) => {
    const { app, client, person } = await setUp(t)
    const { deviceCode, userCode } = await started(app, client, { scope: 'openid read write' })
    await settle(person, userCode, 'allow')
    assert.equal((await app.admin('PATCH', `/agents/${client.id}`, { scope: 'read email' })).status, 200)
    const tokens = await poll(app, client, deviceCode)
    assert.equal(tokens.json['scope'], 'read', tokens.text)
    assert.equal(tokens.json['id_token'], undefined)
    assert.equal((await introspect(app, client, String(tokens.json['access_token'])))['scope'], 'read')
  })

  test('a resource at the token endpoint narrows what was asked for and never widens it', async (t) => {
    const { app, client, person } = await setUp(t, { audiences: ['https://a.example', 'https://b.example'] })
    const form = [
      ...Object.entries(credentialsOf(client)),
      ['resource', 'https://a.example'],
      ['resource', app.baseUrl],
    ]
    const answer = await app.send({ url: '/oauth/device', form: form as [string, string][] })
    const deviceCode = String(answer.json['device_code'])
    await settle(person, String(answer.json['user_code']), 'allow')
    assertOAuthError(await poll(app, client, deviceCode, { resource: 'https://b.example' }), 400, 'invalid_target')
    const tokens = await poll(app, client, deviceCode, { resource: 'https://a.example' })
    assert.equal((await introspect(app, client, String(tokens.json['access_token'])))['aud'], 'https://a.example')
  })

  test('a resource that was taken from the client since then is not granted', async (t) => {
    const { app, client, person } = await setUp(t, { audiences: ['https://a.example'] })
    const form = { ...credentialsOf(client), resource: 'https://a.example' }
    const { json } = await app.send({ url: '/oauth/device', form })
    await settle(person, String(json['user_code']), 'allow')
    assert.equal((await app.admin('PATCH', `/agents/${client.id}`, { audiences: [] })).status, 200)
    assertOAuthError(await poll(app, client, String(json['device_code'])), 400, 'invalid_target')
  })

  test('a proof binds the tokens of a device to its key', async (t) => {
    const { app, client, person } = await setUp(t)
    const { deviceCode, userCode } = await started(app, client)
    await settle(person, userCode, 'allow')
    const tokens = await poll(app, client, deviceCode, {}, new ProofKey())
    assert.equal(tokens.json['token_type'], 'DPoP')
  })

  test('a person disabled after the approval gives no tokens', async (t) => {
    const { app, client, person } = await setUp(t)
    const { deviceCode, userCode } = await started(app, client)
    await settle(person, userCode, 'allow')
    await app.database.db.run(sql`UPDATE users SET disabled_at = 1 WHERE id = ${person.id}`)
    assertOAuthError(await poll(app, client, deviceCode), 400, 'access_denied')
  })

  test('DV6 approve and deny at once end in one state', async (t) => {
    const { app, client, person } = await setUp(t)
    for (let round = 0; round < 15; round++) {
      const { deviceCode, userCode } = await started(app, client)
      const form = hiddenFields((await look(person, userCode)).text)
      const decisions = round % 2 === 0 ? ['allow', 'deny'] : ['deny', 'allow']
      const answers = await Promise.all(decisions.map((decision) => person.send(VERIFY, { ...form, decision })))
      assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '410'])
      const won = decisions[answers.findIndex(({ status }) => status === 200)]
      const end = await poll(app, client, deviceCode)
      assert.equal(end.status === 200 ? 'allow' : end.json['error'], won === 'allow' ? 'allow' : 'access_denied')
    }
  })

  test('DV6 of fifty polls at once one gets tokens, and they live', async (t) => {
    const { app, client, person } = await setUp(t)
    const second = await app.secondNode(t)
    const { deviceCode, userCode } = await started(app, client)
    await settle(person, userCode, 'allow')
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => poll(i % 2 === 0 ? app : second, client, deviceCode)),
    )
    const winners = answers.filter(({ status }) => status === 200)
    assert.equal(winners.length, 1)
    for (const answer of answers.filter(({ status }) => status !== 200)) assertOAuthError(answer, 400, 'invalid_grant')
    assert.equal(await isActive(app, client, String(winners[0]?.json['access_token'])), true)
    const families = await app.database.db.all(sql`SELECT id FROM tokens WHERE kind = 'refresh'`)
    assert.equal(families.length, 1)
  })

  test('an approval shows among my consents, and taking it back ends the device', async (t) => {
    const { app, client, person } = await setUp(t)
    const { deviceCode, userCode } = await started(app, client, { scope: 'read' })
    await settle(person, userCode, 'allow')
    const tokens = await poll(app, client, deviceCode)
    const { json } = await person.send('/api/v1/auth/consents')
    const [entry] = json['data'] as { id: string; scope: string }[]
    assert.equal(entry?.scope, 'read')
    await app.services.consents.revoke(entry?.id ?? '', { type: 'admin', id: 'k', requestId: null, ip: null })
    assert.equal(await isActive(app, client, String(tokens.json['refresh_token'])), false)
  })

  test('a dead consent or session leaves nothing for an approved device to fetch', async (t) => {
    const { app, client, person } = await setUp(t)
    const first = await started(app, client)
    await settle(person, first.userCode, 'allow')
    const consent = await app.services.consents.findLiving(person.id, client.clientId)
    const actor = { type: 'admin', id: 'k', requestId: null, ip: null } as const
    await app.services.consents.revoke(consent?.id ?? '', actor)
    assertOAuthError(await poll(app, client, first.deviceCode), 400, 'expired_token')
    const second = await started(app, client)
    await settle(person, second.userCode, 'allow')
    const found = await app.services.sessions.authenticate(
      requestContext({ cookies: Object.fromEntries(person.cookies) }),
    )
    await app.services.sessionDirectory.revoke(found?.session.id ?? '', actor)
    assertOAuthError(await poll(app, client, second.deviceCode), 400, 'expired_token')
  })
})
