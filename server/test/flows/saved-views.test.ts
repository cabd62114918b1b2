import assert from 'node:assert/strict'
import { onEachApp } from '#test/support/each-app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'

const view = { list: 'users', name: 'Without a second factor', query: 'mfa_enabled=false' }

async function keyWith(app: TestApp, scopes: readonly string[]): Promise<string> {
  const { json } = await app.admin('POST', '/api-keys', { name: 'reader', scopes })
  return String(json['key'])
}

const send = (app: TestApp, key: string, method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) =>
  app.send({
    method,
    url: `/api/v1/admin/saved-views${path}`,
    headers: { authorization: `Bearer ${key}` },
    ...(json === undefined ? {} : { json }),
  })

const namesOf = ({ json }: TestAnswer): string[] => (json['data'] as { name: string }[]).map(({ name }) => name)

onEachApp('a view is seen by whoever saved it, and by others when it is shared', async (_t, app) => {
  const [one, other] = [await keyWith(app, ['users:read']), await keyWith(app, ['audit-logs:read'])]
  const made = await send(app, one, 'POST', '', view)
  assert.equal(made.status, 201, made.text)
  assert.equal(made.json['mine'], true)
  app.clock.advance(1000)
  await send(app, one, 'POST', '', {
    ...view,
    list: 'audit-logs',
    name: 'Denied',
    query: 'status=denied',
    shared: true,
  })
  assert.deepEqual(namesOf(await send(app, one, 'GET', '')), ['Denied', view.name])
  assert.deepEqual(namesOf(await send(app, other, 'GET', '')), ['Denied'])
  assert.deepEqual(namesOf(await send(app, one, 'GET', '?list=users')), [view.name])
  const id = String(made.json['id'])
  assert.equal((await send(app, other, 'GET', `/${id}`)).status, 404)
  assert.equal((await send(app, other, 'DELETE', `/${id}`)).status, 404)
})

onEachApp('a view is deleted by whoever saved it or may do everything, and by nobody else', async (_t, app) => {
  const [one, other] = [await keyWith(app, ['users:read']), await keyWith(app, ['users:read'])]
  const save = async (name: string): Promise<string> =>
    String((await send(app, one, 'POST', '', { ...view, name, shared: true })).json['id'])
  const [first, second] = [await save('First'), await save('Second')]
  const refused = await send(app, other, 'DELETE', `/${first}`)
  assert.equal(refused.status, 403)
  assert.equal(refused.json['code'], 'saved_view_of_another')
  assert.equal((await send(app, one, 'DELETE', `/${first}`)).status, 204)
  assert.equal((await app.admin('DELETE', `/admin/saved-views/${second}`)).status, 204)
  assert.deepEqual(namesOf(await send(app, one, 'GET', '')), [])
})

onEachApp('a view has a name of its own and filters alone, and there are a hundred at most', async (_t, app) => {
  const key = await keyWith(app, ['users:read'])
  assert.equal((await send(app, key, 'POST', '', view)).status, 201)
  const again = await send(app, key, 'POST', '', view)
  assert.equal(again.json['code'], 'saved_view_exists')
  for (const query of ['javascript:alert(1)', 'a=<b>', '?a=b', 'a=b c', 'A=b', '//evil.example']) {
    assert.equal((await send(app, key, 'POST', '', { ...view, name: 'Other', query })).status, 400, query)
  }
  assert.equal((await send(app, key, 'POST', '', { ...view, name: '\u202Ereversed' })).status, 400)
  for (let i = 1; i < 100; i++) await send(app, key, 'POST', '', { ...view, name: `View ${i}` })
  assert.equal((await send(app, key, 'POST', '', { ...view, name: 'One more' })).json['code'], 'too_many_saved_views')
})

onEachApp(
  'the views that were saved with an API key end with it, whoever deletes it, and are counted before',
  async (_t, app) => {
    const make = (by: string, scopes: readonly string[]) =>
      app.send({ url: '/api/v1/api-keys', headers: { authorization: `Bearer ${by}` }, json: { name: 'ci', scopes } })
    const { json: gone } = await make(app.adminKey, ['users:read', 'api-keys:write'])
    const key = String(gone['key'])
    assert.equal((await send(app, key, 'POST', '', { ...view, shared: true })).status, 201)
    assert.equal(
      (await send(app, await keyWith(app, ['users:read']), 'POST', '', { ...view, name: 'Of another', shared: true }))
        .status,
      201,
    )
    const path = `/api-keys/${String(gone['id'])}`
    const { json: counted } = await app.admin('DELETE', `${path}?dry_run=true`)
    assert.deepEqual(counted['counts'], { saved_views: 1 })
    assert.deepEqual(namesOf(await app.admin('GET', '/admin/saved-views')).toSorted(), ['Of another', view.name])
    assert.equal((await app.admin('DELETE', path)).status, 204)
    assert.deepEqual(namesOf(await app.admin('GET', '/admin/saved-views')), ['Of another'])
  },
)

onEachApp('the views of an operator end with the operator', async (_t, app) => {
  const email = 'olive@example.com'
  const password = 'plum-harbour-lantern'
  const person = { email, password, name: 'Olive', email_verified: true, system_role: 'auditor' }
  const { json: user } = await app.admin('POST', '/admin/users', person)
  const login = await app.send({ url: '/api/v1/auth/login', json: { email, password } })
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
  const saved = await app.send({
    url: '/api/v1/admin/saved-views',
    json: { ...view, shared: true },
    headers: { cookie, 'x-csrf-token': String(login.json['csrf_token']), origin: app.baseUrl },
  })
  assert.equal(saved.status, 201, saved.text)
  assert.deepEqual(namesOf(await app.admin('GET', '/admin/saved-views')), [view.name])
  assert.equal((await app.admin('DELETE', `/users/${String(user['id'])}`)).status, 204)
  assert.deepEqual(namesOf(await app.admin('GET', '/admin/saved-views')), [])
})
