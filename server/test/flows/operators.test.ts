import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachApp } from '#test/support/each-app.ts'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { createAgent, createWebApp, credentialsOf, signIn, TestPerson } from '#test/support/oauth.ts'
import { dataOf, withScopes } from '#test/support/roles.ts'
import { isAdmin, operationsOf } from '#test/support/route-table.ts'
import { mailOf } from '#test/support/mailbox.ts'
import type { TestApp } from '#test/support/app.ts'

type Call = readonly [method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: Record<string, unknown>]

/** Everything an admin route changes about one person. */
async function changesTo(app: TestApp, { id }: TestPerson, clientId: string): Promise<Call[]> {
  const [session] = dataOf(await app.admin('GET', `/users/${id}/sessions`))
  const role = await app.admin('POST', '/roles', { name: `Role for ${id}` })
  const rid = String(role.json['id'])
  const tv = await createAgent(app, { grant_types: [DEVICE_CODE], scope: 'read' })
  const device = await app.send({ url: '/oauth/device', form: credentialsOf(tv) })
  const [consent] = dataOf(await app.admin('GET', `/admin/oauth/consents?user_id=${id}`))
  await app.admin('POST', `/users/${id}/roles`, { role_id: rid })
  return [
    ['PATCH', `/users/${id}`, { name: 'Another' }],
    ['PATCH', `/admin/users/${id}/tier`, { tier: 'pro' }],
    ['DELETE', `/users/${id}/mfa`],
    ['DELETE', `/users/${id}/oauth-accounts/oac_x`],
    ['DELETE', `/users/${id}/sso-identities/ssoi_x`],
    ['POST', `/users/${id}/verify/send`],
    ['DELETE', `/admin/oauth/consents/${String(consent?.['id'])}`],
    ['POST', `/users/${id}/revoke-agents`, {}],
    ['POST', '/admin/consents', { user_id: id, client_id: clientId, scope: 'read' }],
    ['POST', `/admin/oauth/device-codes/${String(device.json['user_code'])}/approve`, { user_id: id }],
    ['POST', `/users/${id}/roles`, { role_id: rid }],
    ['DELETE', `/users/${id}/roles/${rid}`],
    ['DELETE', `/admin/sessions/${String(session?.['id'])}`],
    ['DELETE', `/users/${id}/sessions`],
    ['DELETE', `/users/${id}`],
  ]
}

/** A path as the route table writes it: the prefix, and a parameter for each id. */
const template = (path: string): string =>
  `/api/v1${path.split('?')[0]}`.replace(/\/(usr|role|oac|ssoi|sess)_[a-z0-9]+/g, '/{}')

describe('people who run the server', () => {
  onEachApp('have every admin route that changes one person on the list of these tests', async (_t, app) => {
    const person = await TestPerson.signUp(app)
    const listed = (await changesTo(app, person, 'x')).map(([method, path]) => `${method} ${template(path)}`)
    const writes = (await operationsOf(app))
      .filter((it) => isAdmin(it) && it.method !== 'GET' && /\/users\/\{/.test(it.path))
      .map(({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`)
    assert.ok(writes.length >= 10)
    assert.deepEqual(
      writes.filter((write) => !listed.includes(write)),
      [],
    )
  })

  onEachApp('are changed by full access only, on every route that changes a person', async (_t, app) => {
    const web = await createWebApp(app)
    const [maya, noor] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
    for (const person of [maya, noor]) await signIn(app, person, web)
    const [toOperator, toOther] = [await changesTo(app, maya, web.clientId), await changesTo(app, noor, web.clientId)]
    const raised = await app.admin('PATCH', `/users/${maya.id}`, { system_role: 'auditor' })
    assert.equal(raised.status, 200, raised.text)
    const wide = await withScopes(app, 'users:*', 'sessions:*', 'roles:*', 'consents:*', 'providers:*')
    const before = [await app.admin('GET', `/users/${maya.id}`), await app.admin('GET', `/users/${maya.id}/sessions`)]
    for (const [method, path, body] of toOperator) {
      const { status, json } = await wide(method, path, body)
      assert.deepEqual([status, json['code']], [403, 'insufficient_scope'], `${method} ${path}`)
      assert.equal((json['details'] as Record<string, unknown>)['required_scope'], '*')
    }
    const after = [await app.admin('GET', `/users/${maya.id}`), await app.admin('GET', `/users/${maya.id}/sessions`)]
    assert.deepEqual(
      after.map(({ json }) => json),
      before.map(({ json }) => json),
    )
    for (const [method, path, body] of toOther) {
      const { status, text } = await wide(method, path, body)
      assert.ok(
        status < 300 || (status === 404 && /oauth-accounts|sso-identities/.test(path)),
        `${method} ${path}: ${text}`,
      )
    }
    for (const [method, path, body] of toOperator) {
      const { status, text } = await app.admin(method, path, body)
      assert.ok(
        status < 300 || (status === 404 && /oauth-accounts|sso-identities/.test(path)),
        `${method} ${path}: ${text}`,
      )
    }
  })
})

describe('a role in running the server', () => {
  onEachApp('that changes is mailed to every owner', async (_t, app) => {
    const made = (email: string, system_role: string | null) =>
      app.admin('POST', '/admin/users', { email, password: 'a long password of nobody', system_role })
    const inboxOf = async (to: string): Promise<string[]> =>
      (await mailOf(app, to)).map(({ subject }) => subject).filter((subject) => subject.startsWith('The role of'))
    assert.equal((await made('first@example.com', 'owner')).status, 201)
    const second = await made('second@example.com', 'owner')
    const person = await made('person@example.com', null)
    assert.deepEqual([second.status, person.status], [201, 201])
    assert.deepEqual(await inboxOf('first@example.com'), [
      'The role of second@example.com (second@example.com) changed',
    ])

    const path = `/users/${String(person.json['id'])}`
    for (const system_role of ['operator', 'operator', null]) {
      assert.equal((await app.admin('PATCH', path, { system_role })).status, 200)
    }
    assert.equal((await app.admin('PATCH', path, { name: 'Another' })).status, 200)
    assert.equal((await inboxOf('second@example.com')).length, 2, 'given and taken away; nothing else is news')
    assert.equal((await app.admin('DELETE', `/users/${String(second.json['id'])}`)).status, 204)
    assert.equal((await inboxOf('first@example.com')).length, 4)
  })
})
