import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAsksForProof, formsOf, MINUTE, noticeAfter, press } from '#test/support/account.ts'
import { createTestApp } from '#test/support/app.ts'
import { assertErrorPage, locationOf } from '#test/support/authorize.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson } from '#test/support/factors.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import { Visitor } from '#test/support/visitor.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const KEYS = '/account/api-keys'
const DAY = 86_400_000

async function withRole(app: TestApp, system_role: string | null, email?: string): Promise<FactorPerson> {
  const person = await FactorPerson.proven(app, email)
  assert.equal((await app.admin('PATCH', `/users/${person.id}`, { system_role })).status, 200)
  return person
}

const secretIn = ({ text }: TestAnswer): string => /mandate_sk_\w+/.exec(text)?.[0] ?? ''

const call = (app: TestApp, key: string, path: string): Promise<TestAnswer> =>
  app.send({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${key}` } })

onEachApp('an owner makes a key, sees it once, and ends it', async (_t, app) => {
  const { visitor } = await withRole(app, 'owner')
  assert.match((await visitor.open('/account')).text, /<h2 id="keys">API keys<\/h2>[^]*href="\/account\/api-keys"/)
  const made = await press(visitor, KEYS, KEYS, { name: 'Nightly <report>', access: 'all', life: 'year' })
  assert.equal(made.status, 200)
  assert.match(made.text, /<h1>Nightly &lt;report&gt;<\/h1>[^]*shown this once/)
  assert.equal(made.headers['cache-control'], 'no-store')
  const key = secretIn(made)
  assert.equal((await call(app, key, '/users')).status, 200)
  await app.services.apiKeys.settled()
  const list = await visitor.open(KEYS)
  assert.ok(!list.text.includes(key) && list.text.includes(`…${key.slice(-4)}`), 'only its last letters are known')
  assert.match(list.text, /Nightly &lt;report&gt;[^]*Used/)
  const form = formsOf(list).find(({ action }) => action.endsWith('/delete'))
  assert.equal(
    await noticeAfter(visitor, await press(visitor, KEYS, form?.action ?? '')),
    'Key deleted. It opens nothing any more.',
  )
  assert.equal((await call(app, key, '/users')).status, 401)
  assert.match((await visitor.open(KEYS)).text, /You have made none yet/)
})

onEachApp('a key gets the scopes and the life that were chosen', async (_t, app) => {
  const { visitor } = await withRole(app, 'owner')
  const seen = async (fields: Record<string, string>) => {
    const key = secretIn(await press(visitor, KEYS, KEYS, { name: 'x', ...fields }))
    const [newest] = (await app.admin('GET', '/api-keys')).json['data'] as Record<string, unknown>[]
    app.clock.advance(1)
    assert.ok(key.endsWith(String(newest?.['hint'])))
    const { scopes, expires_at, created_at } = newest ?? {}
    const days = expires_at === null ? null : (Date.parse(String(expires_at)) - Date.parse(String(created_at))) / DAY
    return [scopes, days]
  }
  app.clock.advance(1)
  assert.deepEqual(await seen({ access: 'all', life: 'forever' }), [['*'], null])
  assert.deepEqual(await seen({ access: 'chosen', scopes: 'users:write', life: 'year' }), [['users:write'], 365])
  const chosen = { access: 'chosen', scopes: ' users:read, agents:*  users:read', life: 'month' }
  assert.deepEqual(await seen(chosen), [['users:read', 'agents:*'], 30])
  assert.deepEqual(await seen({ ...chosen, life: 'constructor' }), [['users:read', 'agents:*'], 30])
})

test('a key that was asked for wrongly is not made, and the form says why', async (t) => {
  const app = await createTestApp(t)
  const { visitor } = await withRole(app, 'owner')
  const refused = async (fields: Record<string, string>, words: RegExp) => {
    const answer = await press(visitor, KEYS, KEYS, fields)
    assert.equal(answer.status, 400, answer.text)
    assert.match(answer.text, words)
    assert.equal(secretIn(answer), '')
  }
  await refused({ name: '', access: 'all' }, /Say what the key is for/)
  await refused({ name: 'x', access: 'chosen', scopes: ' , ' }, /Enter at least one scope/)
  await refused({ name: 'x', access: 'chosen', scopes: 'users:read <b>' }, /&lt;b&gt; is not a scope/)
  await refused({ name: 'x', access: 'chosen', scopes: 'nonsense:read' }, /No route asks for one of these/)
  await refused({ name: 'x', access: 'everything' }, /Enter at least one scope/)
  assert.equal(((await app.admin('GET', '/api-keys')).json['data'] as unknown[]).length, 1, 'the first one alone')
})

test('AD2: whoever may not make keys has no page for it, and no form either', async (t) => {
  const app = await createTestApp(t)
  for (const role of [null, 'operator', 'support', 'auditor']) {
    const { visitor, csrf } = await withRole(app, role, `${role}@example.com`)
    assert.ok(!(await visitor.open('/account')).text.includes(KEYS), String(role))
    assertErrorPage(await visitor.open(KEYS), 403)
    const form = { csrf_token: csrf, name: 'x', access: 'all' }
    assertErrorPage(await visitor.post(KEYS, form), 403)
    assertErrorPage(await visitor.post(`${KEYS}/key_x/delete`, { csrf_token: csrf }), 403)
    assert.equal(locationOf(await visitor.open('/setup/key')), '/')
  }
  assert.equal(((await app.admin('GET', '/api-keys')).json['data'] as unknown[]).length, 1)
})

test('AD2: the page ends the person’s own keys, and making one takes a fresh proof', async (t) => {
  const app = await createTestApp(t)
  const { visitor, csrf } = await withRole(app, 'owner')
  const [first] = (await app.admin('GET', '/api-keys')).json['data'] as { id: string }[]
  assertErrorPage(await visitor.post(`${KEYS}/${first?.id}/delete`, { csrf_token: csrf }), 404)
  app.clock.advance(6 * MINUTE)
  assertAsksForProof(await visitor.post(KEYS, { csrf_token: csrf, name: 'x', access: 'all' }), KEYS)
})

onEachApp('the last page of the set-up offers the owner a key, and the way on', async (_t, app) => {
  const token = (await app.services.firstBoot.prepare('dev')) ?? ''
  const visitor = new Visitor(app)
  const owner = { token, email: 'owner@example.com', password: GOOD_PASSWORD }
  assert.equal(locationOf(await visitor.submit(`/setup?token=${token}`, owner)), '/setup/key')
  const offered = await visitor.open('/setup/key')
  assert.match(offered.text, /<h1>Mandate is set up<\/h1>[^]*href="\/account"[^>]*>Not now/)
  const made = await press(visitor, '/setup/key', KEYS, { name: 'My first key', access: 'all', life: 'forever' })
  assert.equal((await call(app, secretIn(made), '/users')).status, 200)
})
