import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import {
  assertOAuthError,
  configure,
  createWebApp,
  credentialsOf,
  hiddenFields,
  isActive,
  obtainCode,
  redemption,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { livingTokens } from '#test/support/token-store.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { requestContext } from '#test/support/request-context.ts'

const operator: Actor = { type: 'admin', id: 'key_1', requestId: null, ip: null }
const OFFLINE = 'openid read offline_access'

async function setUp(t: TestContext) {
  const app = await createTestApp(t)
  const client = await createWebApp(app, {
    grant_types: ['authorization_code', 'refresh_token', DEVICE_CODE],
    scope: `${OFFLINE} write`,
  })
  return { app, client, person: await TestPerson.signUp(app) }
}

const cookiesOf = (person: TestPerson) => Object.fromEntries(person.cookies)

async function sessionOf(app: TestApp, person: TestPerson) {
  const found = await app.services.sessions.authenticate(requestContext({ cookies: cookiesOf(person) }))
  assert.ok(found)
  return found
}

async function signOut(app: TestApp, person: TestPerson): Promise<void> {
  const { session } = await sessionOf(app, person)
  const csrf_token = app.services.sessions.csrfToken(session)
  assert.equal((await person.send('/logout', { csrf_token })).status, 303)
}

/** A device that the person has approved and that has not polled yet. */
async function approvedDevice(app: TestApp, client: TestClient, person: TestPerson, scope: string) {
  const { json } = await app.send({ url: '/oauth/device', form: { ...credentialsOf(client), scope } })
  const page = await person.send(String(json['verification_uri_complete']).replace(app.baseUrl, ''))
  const settled = await person.send('/oauth/device/verify', { ...hiddenFields(page.text), decision: 'allow' })
  assert.equal(settled.status, 200, settled.text)
  const device_code = String(json['device_code'])
  return () => requestToken(app, client, { grant_type: DEVICE_CODE, device_code })
}

test('SE4 whatever ends a session, cookie, access token and refresh token are dead on every node', async (t) => {
  const { app, client } = await setUp(t)
  const nodes = [app, await app.secondNode(t)]
  const { passwordChanges, sessionDirectory, users } = app.services
  const triggers: Record<string, (person: TestPerson) => Promise<unknown>> = {
    'the person': (person) => signOut(app, person),
    'an operator': async (person) => sessionDirectory.revoke((await sessionOf(app, person)).session.id, operator),
    'a changed password': async (person) =>
      passwordChanges.change(await users.get(person.id), 'another-harbour-lantern', operator),
    'an operator, all of them': (person) => sessionDirectory.revokeAllOf(person.id, operator),
    'a disabled account': (person) => users.disable(person.id, 'left', operator),
    'a deleted account': (person) => users.delete(person.id, operator),
  }
  for (const [name, trigger] of Object.entries(triggers)) {
    const person = await TestPerson.signUp(app)
    const cookies = cookiesOf(person)
    const tokens = await signIn(app, person, client, { scope: 'openid read' })
    const before = await person.send('/api/v1/auth/me')
    assert.equal(before.status, 200)
    await trigger(person)
    for (const node of nodes) {
      assert.equal(await node.services.sessions.authenticate(requestContext({ cookies })), undefined, name)
      assert.equal(await isActive(node, client, tokens['access_token'] ?? ''), false, name)
      assertOAuthError(await refresh(node, client, tokens['refresh_token'] ?? ''), 400, 'invalid_grant')
    }
  }
})

describe('SE4 signing out', () => {
  test('leaves what the person granted for when they are away, and nothing else', async (t) => {
    const { app, client, person } = await setUp(t)
    const online = await signIn(app, person, client, { scope: 'openid read' })
    const offline = await signIn(app, person, client, { scope: OFFLINE })
    // Asked for less than was granted: still of the same grant.
    const narrowed = await refresh(app, client, offline['refresh_token'] ?? '', { scope: 'read' })
    await signOut(app, person)
    assert.equal(await isActive(app, client, online['access_token'] ?? ''), false)
    assertOAuthError(await refresh(app, client, online['refresh_token'] ?? ''), 400, 'invalid_grant')
    assert.equal(await isActive(app, client, String(narrowed.json['access_token'])), true)
    assert.equal((await refresh(app, client, String(narrowed.json['refresh_token']))).status, 200)
  })

  test('voids a code that nobody redeemed, whatever it is for and whatever the setting says', async (t) => {
    const { app, client, person } = await setUp(t)
    for (const setting of [true, false]) {
      await configure(app, { 'sessions.logout_revokes_tokens': setting })
      const visitor = setting ? person : await TestPerson.signUp(app)
      const codes = [await obtainCode(visitor, client), await obtainCode(visitor, client, { scope: OFFLINE })]
      await signOut(app, visitor)
      for (const code of codes)
        assertOAuthError(await requestToken(app, client, redemption(code)), 400, 'invalid_grant')
    }
  })

  test('ends an approval the device has not fetched, unless it is for offline access', async (t) => {
    const { app, client, person } = await setUp(t)
    const online = await approvedDevice(app, client, person, 'read')
    const offline = await approvedDevice(app, client, person, OFFLINE)
    await signOut(app, person)
    assertOAuthError(await online(), 400, 'expired_token')
    assert.equal((await offline()).status, 200)
  })

  test('is not the end: an operator still reaches what was left', async (t) => {
    const { app, client, person } = await setUp(t)
    const { session } = await sessionOf(app, person)
    const tokens = await signIn(app, person, client, { scope: OFFLINE })
    const device = await approvedDevice(app, client, person, OFFLINE)
    await signOut(app, person)
    assert.equal((await app.admin('DELETE', `/admin/sessions/${session.id}`)).status, 204)
    assert.equal((await app.admin('DELETE', `/admin/sessions/${session.id}`)).status, 404)
    assert.equal(await isActive(app, client, tokens['access_token'] ?? ''), false)
    assertOAuthError(await device(), 400, 'expired_token')
  })
})

test('SE4 a code does not outlive its session, even where the code itself was left alone', async (t) => {
  const { app, client, person } = await setUp(t)
  const code = await obtainCode(person, client)
  const { session } = await sessionOf(app, person)
  await app.database.db.run(sql`UPDATE sessions SET revoked_at = ${app.clock.now()} WHERE id = ${session.id}`)
  assertOAuthError(await requestToken(app, client, redemption(code)), 400, 'invalid_grant', /signed out/)
})

test('SE4 neither a code nor a device approval survives that an account is disabled and enabled again', async (t) => {
  const { app, client, person } = await setUp(t)
  const code = await obtainCode(person, client, { scope: OFFLINE })
  const device = await approvedDevice(app, client, person, OFFLINE)
  await app.services.users.disable(person.id, 'investigation', operator)
  await app.services.users.enable(person.id, operator)
  assertOAuthError(await requestToken(app, client, redemption(code)), 400, 'invalid_grant')
  assertOAuthError(await device(), 400, 'expired_token')
})

test('SE4 a redemption and the end of its session, at once, leave no living token', async (t) => {
  const { app, client } = await setUp(t)
  for (let turn = 0; turn < 10; turn++) {
    const person = await TestPerson.signUp(app)
    const code = await obtainCode(person, client, { scope: OFFLINE })
    const device = await approvedDevice(app, client, person, OFFLINE)
    const { session } = await sessionOf(app, person)
    await Promise.all([
      requestToken(app, client, redemption(code)),
      device(),
      app.services.sessionDirectory.revoke(session.id, operator),
    ])
    assert.deepEqual(await livingTokens(app.database.db, app.clock, person.id), [])
  }
})
