import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { DEVICE_CODE } from '#/protocol/oauth.ts'
import { onEachApp } from '#test/support/each-app.ts'
import {
  createAgent,
  createWebApp,
  credentialsOf,
  isActive,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestAnswer } from '#test/support/app.ts'

const dataOf = ({ json }: TestAnswer) => json['data'] as Record<string, unknown>[]

describe('what people granted, as operators see it', () => {
  onEachApp('consents are listed, counted out, and taken back with their tokens', async (_t, app) => {
    const [maya, noor] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
    const web = await createWebApp(app)
    const { access_token: hers = '' } = await signIn(app, maya, web)
    const { access_token: theirs = '' } = await signIn(app, noor, web)
    const all = await app.admin('GET', `/admin/oauth/consents?client_id=${web.clientId}&include_total=true`)
    assert.deepEqual([all.status, all.json['total']], [200, 2])
    const [consent, ...others] = dataOf(await app.admin('GET', `/admin/oauth/consents?user_id=${maya.id}`))
    assert.deepEqual([consent?.['user_id'], consent?.['client_name'], others], [maya.id, 'web app', []])
    const path = `/admin/oauth/consents/${String(consent?.['id'])}`
    const dry = await app.admin('DELETE', `${path}?dry_run=true`)
    assert.equal(dry.json['dry_run'], true)
    assert.equal(await isActive(app, web, hers), true)
    assert.equal((await app.admin('DELETE', path)).status, 204)
    assert.deepEqual([await isActive(app, web, hers), await isActive(app, web, theirs)], [false, true])
    assert.equal((await app.admin('DELETE', path)).status, 404)
    assert.equal((await app.admin('DELETE', '/admin/oauth/consents/usr_1')).status, 404)
  })

  onEachApp('a consent is given for a user, for what the client may ask and no more', async (_t, app) => {
    const person = await TestPerson.signUp(app)
    const web = await createWebApp(app)
    const grant = (changes: Record<string, unknown> = {}) =>
      app.admin('POST', '/admin/consents', { user_id: person.id, client_id: web.clientId, scope: 'read', ...changes })
    const made = await grant()
    assert.equal(made.status, 201, made.text)
    assert.deepEqual([made.json['scope'], made.json['resource']], ['read', [app.baseUrl]])
    assert.equal((await grant({ scope: 'write' })).json['id'], made.json['id'], 'one consent, wider')
    assert.equal((await grant({ user_id: 'usr_x' })).status, 404)
    const absent = await TestPerson.signUp(app)
    await app.admin('PATCH', `/users/${absent.id}`, { disabled: true })
    const refused = await grant({ user_id: absent.id })
    assert.deepEqual([refused.status, refused.json['code']], [409, 'user_is_disabled'])
    for (const wrong of [
      { client_id: 'nobody' },
      { scope: 'vault:read' },
      { scope: 'a"b' },
      { resource: ['https://else.example'] },
      { id: 'con_1' },
    ])
      assert.equal((await grant(wrong)).status, 400, JSON.stringify(wrong))
    const mine = dataOf(await person.send('/api/v1/auth/consents'))
    assert.deepEqual(
      mine.map(({ scope }) => scope),
      ['read write'],
    )
  })

  onEachApp('a device is approved for a user, or denied', async (_t, app) => {
    const person = await TestPerson.signUp(app)
    const tv = await createAgent(app, { grant_types: [DEVICE_CODE], scope: 'read' })
    const ask = async () => (await app.send({ url: '/oauth/device', form: credentialsOf(tv) })).json
    const redeem = (asked: Record<string, unknown>) =>
      requestToken(app, tv, { grant_type: DEVICE_CODE, device_code: String(asked['device_code']) })
    const [one, two] = [await ask(), await ask()]
    const listed = await app.admin('GET', '/admin/oauth/device-codes?include_total=true')
    assert.equal(listed.json['total'], 2)
    assert.ok(!listed.text.includes(String(one['device_code'])), 'AD5')
    const path = (asked: Record<string, unknown>, deed: string) =>
      `/admin/oauth/device-codes/${String(asked['user_code'])}/${deed}`
    assert.equal((await app.admin('POST', path(one, 'approve'), { user_id: 'usr_x' })).status, 404)
    await app.admin('PATCH', `/users/${person.id}`, { disabled: true })
    const refused = await app.admin('POST', path(one, 'approve'), { user_id: person.id })
    assert.deepEqual([refused.status, refused.json['code']], [409, 'user_is_disabled'])
    await app.admin('PATCH', `/users/${person.id}`, { disabled: false })
    const approved = await app.admin('POST', path(one, 'approve'), { user_id: person.id })
    assert.deepEqual([approved.status, approved.json['status']], [200, 'approved'])
    assert.equal((await app.admin('POST', path(two, 'deny'))).json['status'], 'denied')
    assert.deepEqual(dataOf(await app.admin('GET', '/admin/oauth/device-codes')), [])
    assert.equal((await redeem(one)).status, 200)
    assert.equal((await redeem(two)).json['error'], 'access_denied')
    assert.equal((await app.admin('POST', path(one, 'approve'), { user_id: person.id })).status, 410)
    assert.equal((await app.admin('POST', path(two, 'deny'))).status, 410)
    assert.equal((await app.admin('POST', path({ user_code: 'BBBB-BBBB' }, 'deny'))).status, 404)
    assert.equal((await app.admin('POST', path({ user_code: 'x' }, 'approve'), { user_id: person.id })).status, 404)
  })

  onEachApp('the audit log of a user tells what they did and what was done to them', async (_t, app) => {
    const [maya, noor] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
    await app.admin('PATCH', `/users/${maya.id}`, { name: 'Maya O.' })
    const path = `/users/${maya.id}/audit-logs`
    const { json } = await app.admin('GET', `${path}?include_total=true`)
    const entries = json['data'] as Record<string, unknown>[]
    assert.equal(json['total'], entries.length)
    const actions = entries.map(({ action }) => action)
    for (const action of ['user.created', 'session.created', 'user.updated'])
      assert.ok(actions.includes(action), action)
    for (const { actor_id: actor, target_id: target } of entries) assert.ok(actor === maya.id || target === maya.id)
    assert.ok(!JSON.stringify(entries).includes(noor.id))
    assert.equal((await app.admin('GET', '/users/usr_x/audit-logs')).status, 404)
  })
})
