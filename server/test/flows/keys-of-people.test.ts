import assert from 'node:assert/strict'
import { sql } from '#/platform/db/sql.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { FactorPerson, outcome } from '#test/support/factors.ts'
import { recorded } from '#test/support/clients.ts'
import { dataOf, withScopes } from '#test/support/roles.ts'
import { GOOD_PASSWORD } from '#test/support/people.ts'
import type { TestAnswer, TestApp, TestRequest } from '#test/support/app.ts'

type Method = NonNullable<TestRequest['method']>

/** An owner with a browser who is signed in. */
async function ownerIn(app: TestApp, email: string): Promise<FactorPerson> {
  const made = await app.admin('POST', '/admin/users', { email, password: GOOD_PASSWORD, system_role: 'owner' })
  assert.equal(made.status, 201, made.text)
  const owner = new FactorPerson(app, email)
  owner.id = String(made.json['id'])
  await owner.logIn()
  return owner
}

const byKey = (app: TestApp, key: string, method: Method, path: string, json?: unknown): Promise<TestAnswer> => {
  const headers = { authorization: `Bearer ${key}` }
  return app.send({ method, url: `/api/v1${path}`, headers, ...(json === undefined ? {} : { json }) })
}

/** Two owners; the first made a key that made another one, and one that is turned off. */
async function scene(app: TestApp) {
  const maya = await ownerIn(app, 'maya@example.com')
  const noor = await ownerIn(app, 'noor@example.com')
  const made = await maya.call('POST', '/api-keys', { name: 'by Maya', scopes: ['*'] })
  const first = String(made.json['key'])
  const second = String(
    (await byKey(app, first, 'POST', '/api-keys', { name: 'by her key', scopes: ['users:read'] })).json['key'],
  )
  const off = await maya.call('POST', '/api-keys', { name: 'turned off', scopes: ['users:read'] })
  await maya.call('PATCH', `/api-keys/${String(off.json['id'])}`, { active: false })
  await noor.call('POST', '/api-keys', { name: 'by Noor', scopes: ['users:read'] })
  const works = async () => [
    (await byKey(app, first, 'GET', '/users')).status,
    (await byKey(app, second, 'GET', '/users')).status,
  ]
  return { maya, noor, first, works }
}

const namesOf = (keys: unknown): string[] => (keys as { name: string }[]).map(({ name }) => name).toSorted()

onEachApp('AD2: keys of somebody who may do less now are listed, and go on unless they are named', async (_t, app) => {
  const { maya, noor, works } = await scene(app)
  const listed = await noor.call('GET', `/users/${maya.id}/api-keys`)
  assert.deepEqual(namesOf(dataOf(listed)), ['by Maya', 'by her key', 'turned off'])
  const renamed = await noor.call('PATCH', `/users/${maya.id}`, { name: 'Maya' })
  assert.equal(renamed.json['api_keys'], undefined, 'nothing to say about what changes no power')
  const demoted = await noor.call('PATCH', `/users/${maya.id}`, { system_role: null })
  assert.deepEqual(namesOf(demoted.json['api_keys']), ['by Maya', 'by her key'], 'those that work')
  const disabled = await noor.call('PATCH', `/users/${maya.id}`, { disabled: true })
  assert.deepEqual(namesOf(disabled.json['api_keys']), ['by Maya', 'by her key'])
  assert.equal((await noor.call('DELETE', `/users/${maya.id}`)).status, 204)
  assert.deepEqual(await works(), [200, 200])
  const left = await noor.call('GET', `/users/${maya.id}/api-keys?limit=2&include_total=true`)
  assert.deepEqual([left.json['total'], dataOf(left).length], [3, 2], 'also those of whoever is gone')
  assert.equal(outcome(await noor.call('GET', '/users/usr_x/api-keys')), '404 user_not_found')
})

onEachApp('AD2: keys=revoke ends them with the change, in one transaction', async (_t, app) => {
  const { maya, noor, works } = await scene(app)
  const demoted = await noor.call('PATCH', `/users/${maya.id}?keys=revoke`, { system_role: 'support' })
  assert.equal(demoted.status, 200, demoted.text)
  assert.equal(demoted.json['api_keys'], undefined)
  assert.deepEqual(await works(), [401, 401])
  assert.deepEqual(dataOf(await noor.call('GET', `/users/${maya.id}/api-keys`)), [])
  const ended = await recorded(app.database.db, 'api_key.deleted')
  assert.deepEqual(namesOf(ended.map(({ data }) => data)), ['by Maya', 'by her key', 'turned off'])
  assert.ok(ended.every((event) => event['actor_id'] === noor.id))
  assert.equal((await app.admin('GET', '/api-keys')).status, 200, 'nobody else’s')
  assert.deepEqual(namesOf(dataOf(await noor.call('GET', `/users/${noor.id}/api-keys`))), ['by Noor'])
})

onEachApp('AD2: deleting with keys=revoke ends them, and a dry run counts them', async (_t, app) => {
  const { maya, noor, works } = await scene(app)
  const counts = async (query: string) =>
    (await noor.call('DELETE', `/users/${maya.id}?${query}`)).json['counts'] as Record<string, number>
  assert.equal((await counts('dry_run=true&keys=revoke'))['api_keys'], 3)
  assert.equal((await counts('dry_run=true'))['api_keys'], undefined)
  assert.deepEqual(await works(), [200, 200])
  assert.equal(outcome(await noor.call('DELETE', `/users/${maya.id}?keys=keep`)), '400 invalid_request')
  assert.equal((await noor.call('DELETE', `/users/${maya.id}?keys=revoke`)).status, 204)
  assert.deepEqual(await works(), [401, 401])
})

onEachApp('AD2: nobody ends keys this way that they could not end one by one', async (_t, app) => {
  const { maya, noor, works } = await scene(app)
  await noor.call('PATCH', `/users/${maya.id}`, { system_role: null })
  const path = `/users/${maya.id}?keys=revoke`
  for (const scopes of [['users:*'], ['users:*', 'api-keys:write']]) {
    const caller = await withScopes(app, ...scopes)
    assert.equal(outcome(await caller('PATCH', path, { disabled: true })), '403 api_key_too_wide', scopes.join())
    assert.equal(outcome(await caller('DELETE', path)), '403 api_key_too_wide')
    assert.equal(outcome(await caller('DELETE', `${path}&dry_run=true`)), '403 api_key_too_wide')
  }
  const unseen = await withScopes(app, 'users:*')
  const disabled = await unseen('PATCH', `/users/${maya.id}`, { disabled: true })
  assert.deepEqual([disabled.status, disabled.json['api_keys']], [200, undefined], 'whoever may see no keys sees none')
  assert.deepEqual(await works(), [200, 200])
})

onEachApp('AD10: nobody is locked out by it', async (_t, app) => {
  const maya = await ownerIn(app, 'maya@example.com')
  const made = await maya.call('POST', '/api-keys', { name: 'the only one', scopes: ['*'] })
  const key = String(made.json['key'])
  const first = dataOf(await app.admin('GET', '/api-keys')).find(({ id }) => id !== made.json['id'])
  assert.equal((await app.admin('DELETE', `/api-keys/${String(first?.['id'])}`)).status, 204)
  // Nobody owns the server then, and the key that does it is one of those that would end.
  await app.database.db.run(sql`UPDATE users SET system_role = NULL WHERE id = ${maya.id}`)
  assert.equal(outcome(await byKey(app, key, 'DELETE', `/users/${maya.id}?keys=revoke`)), '409 last_admin_key')
  assert.equal((await byKey(app, key, 'GET', `/users/${maya.id}`)).status, 200, 'and nothing was deleted')
  const noor = await byKey(app, key, 'POST', '/admin/users', { email: 'noor@example.com', system_role: 'owner' })
  assert.equal(noor.status, 201)
  assert.equal((await byKey(app, key, 'DELETE', `/users/${maya.id}?keys=revoke`)).status, 204)
  assert.equal((await byKey(app, key, 'GET', '/users')).status, 401)
})
