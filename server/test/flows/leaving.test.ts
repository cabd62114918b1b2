import assert from 'node:assert/strict'
import { test } from 'node:test'
import { raw, sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import { livingTokens } from '#test/support/token-store.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { outcome } from '#test/support/factors.ts'
import {
  allow,
  createAgent,
  createWebApp,
  isActive,
  obtainCode,
  redemption,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import { mailOf } from '#test/support/mailbox.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { as, logIn, signUp, signUpVerified } from '#test/support/recovery.ts'
import type { SignedUp } from '#test/support/recovery.ts'
import { Visitor } from '#test/support/visitor.ts'

const MINUTE = 60_000
const MAYA = 'maya@example.com'
const me = '/api/v1/auth/me'

test('somebody deletes themselves with their password', async (t) => {
  const app = await createTestApp(t)
  const person = await signUp(app, MAYA)
  app.clock.advance(10 * MINUTE)
  assert.equal(outcome(await as(person, 'DELETE', 'me')), '403 reauthentication_required')
  assert.equal(outcome(await as(person, 'DELETE', 'me', { password: 'guess-guess' })), '401 invalid_credentials')
  const unsigned = { ...person, csrf: 'forged' }
  assert.equal(outcome(await as(unsigned, 'DELETE', 'me', { password: GOOD_PASSWORD })), '403 csrf_failed')
  const gone = await as(person, 'DELETE', 'me', { password: GOOD_PASSWORD })
  assert.equal(gone.status, 204, gone.text)
  assert.match(String(gone.headers['set-cookie']), /^mandate_session=; .*Max-Age=0/)
  assert.equal(await app.services.users.find(person.id), undefined)
  assert.equal(outcome(await logIn(app, MAYA, GOOD_PASSWORD)), '401 invalid_credentials')
})

test('somebody who has just signed in needs no password for it; somebody who is not signed in has nothing', async (t) => {
  const app = await createTestApp(t)
  const person = await signUp(app, MAYA)
  assert.equal(outcome(await new Visitor(app).send({ method: 'DELETE', url: me, json: {} })), '401 not_signed_in')
  assert.equal((await as(person, 'DELETE', 'me')).status, 204)
})

test('whoever is deleted is told by mail, at an address that was theirs', async (t) => {
  const app = await createTestApp(t)
  const [maya, noor] = [await signUpVerified(app, MAYA), await signUpVerified(app, 'noor@example.com')]
  const unproven = await signUp(app, 'unproven@example.com')
  for (const { id } of [maya, unproven]) assert.equal((await app.admin('DELETE', `/users/${id}`)).status, 204)
  assert.equal((await as(noor, 'DELETE', 'me')).status, 204)
  const told = async (address: string) =>
    (await mailOf(app, address)).filter(({ subject }) => subject === 'Your account was deleted').length
  assert.deepEqual([await told(MAYA), await told('noor@example.com'), await told('unproven@example.com')], [1, 1, 0])
})

test('the last owner of a server can not leave it', async (t) => {
  const app = await createTestApp(t)
  const owner = await signUp(app, MAYA)
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${owner.id}`)
  assert.equal(outcome(await as(owner, 'DELETE', 'me')), '409 last_owner')
  assert.equal((await owner.visitor.open(me)).status, 200)
  const other = await signUp(app, 'noor@example.com')
  await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${other.id}`)
  assert.equal((await as(owner, 'DELETE', 'me')).status, 204)
})

onEachApp('of two last owners who leave at the same moment one stays, whoever of them ends whom', async (_t, app) => {
  for (let round = 0; round < 3; round++) {
    const owners = [await signUp(app, `one-${round}@example.com`), await signUp(app, `two-${round}@example.com`)]
    for (const { id } of owners) await app.database.db.run(sql`UPDATE users SET system_role = 'owner' WHERE id = ${id}`)
    const [one, two] = owners as [SignedUp, SignedUp]
    const ways = [
      () => [as(one, 'DELETE', 'me'), as(two, 'DELETE', 'me')],
      () => [as(one, 'DELETE', 'me'), app.admin('DELETE', `/users/${two.id}`)],
      () => [as(one, 'DELETE', 'me'), app.admin('PATCH', `/users/${two.id}`, { disabled: true })],
    ]
    const answers = await Promise.all(ways[round]?.() ?? [])
    const outcomes = answers.map(outcome).toSorted()
    assert.match(outcomes.join(), /^20[04],409 last_owner$/)
    await app.database.db.run(sql`UPDATE users SET system_role = NULL`)
  }
})

test('SE4, RF8, AD15: with a user end their sessions, codes, consents, tokens and what others do for them', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const client = await createWebApp(app, { client_name: 'app' })
  const maya = await TestPerson.signUp(app)
  const other = await TestPerson.signUp(app)
  const tokens = await signIn(app, maya, client)
  const others = await signIn(app, other, client)
  const open = redemption(await obtainCode(maya, client))
  const agent = await createAgent(app)
  await allow(app, agent, { subject: maya.id })
  const csrf = String((await maya.send(me)).json['csrf_token'])
  const cookie = [...maya.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'x-csrf-token': csrf }
  assert.equal((await app.send({ method: 'DELETE', url: me, json: { password: GOOD_PASSWORD }, headers })).status, 204)

  for (const one of [app, node]) {
    assert.equal((await one.send({ url: me, headers: { cookie } })).status, 401)
    assert.equal(await isActive(one, client, tokens['access_token'] ?? ''), false)
    const refused = await refresh(one, client, tokens['refresh_token'] ?? '')
    assert.deepEqual([refused.status, refused.json['error']], [400, 'invalid_grant'])
    const late = await requestToken(one, client, open)
    assert.deepEqual([late.status, late.json['error']], [400, 'invalid_grant'])
  }
  assert.equal((await other.send(me)).status, 200)
  assert.equal(await isActive(app, client, others['access_token'] ?? ''), true)
  const told = await app.admin('GET', '/audit-logs?action=user.deleted')
  const [event] = told.json['data'] as { metadata: Record<string, unknown>; target_id: string }[]
  assert.equal(event?.target_id, maya.id)
  assert.equal(event?.metadata['revoked_sessions'], 1)
  assert.ok(Number(event?.metadata['revoked_tokens']) >= 2)
})

test('AD15: who takes the address of a deleted user inherits nothing', async (t) => {
  const app = await createTestApp(t)
  const client = await createWebApp(app)
  const person = await signUpVerified(app, MAYA)
  const { db } = app.database
  await db.run(sql`UPDATE users SET tier = 'pro', metadata = '{"seat":7}' WHERE id = ${person.id}`)
  const query = new URLSearchParams({ request: 'x' })
  assert.equal((await person.visitor.open(`/consent?${query}`)).status, 410)
  await db.tx((tx) =>
    app.services.consents.grant(
      tx,
      { userId: person.id, clientId: client.clientId, scope: 'read', resource: [] },
      { type: 'user', id: person.id, requestId: null, ip: null },
    ),
  )
  assert.equal((await as(person, 'DELETE', 'me')).status, 204)
  for (const table of ['users', 'sessions', 'email_tokens', 'totp_factors', 'recovery_codes', 'passkeys']) {
    const column = raw(table === 'users' ? 'id' : 'user_id')
    assert.deepEqual(await db.all(sql`SELECT * FROM ${raw(table)} WHERE ${column} = ${person.id}`), [], table)
  }
  const living = await db.all(sql`
    SELECT id FROM consents WHERE user_id = ${person.id} AND revoked_at IS NULL
    UNION SELECT id FROM policies WHERE subject = ${person.id} AND revoked_at IS NULL`)
  assert.deepEqual(living, [])
  assert.deepEqual(await livingTokens(db, app.clock, person.id), [])

  app.clock.advance(1000)
  const heir = await signUp(app, MAYA)
  assert.notEqual(heir.id, person.id)
  const { json } = await heir.visitor.open(me)
  assert.deepEqual([json['email_verified'], json['tier'], json['mfa_enabled']], [false, 'free', false])
  assert.deepEqual((await app.services.users.get(heir.id)).metadata, {})
  assert.deepEqual((await heir.visitor.open('/api/v1/auth/consents')).json['data'], [])
})
