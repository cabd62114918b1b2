import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { onEachApp } from '#test/support/each-app.ts'
import { createAgent, createWebApp, exchange, isActive, signIn, TestPerson } from '#test/support/oauth.ts'
import type { TestAnswer } from '#test/support/app.ts'

const dataOf = ({ json }: TestAnswer) => json['data'] as Record<string, unknown>[]

describe('agents and apps that act for a person', () => {
  onEachApp('are seen and stopped, for this person and these clients only (AD4)', async (_t, app) => {
    const [maya, noor] = [await TestPerson.signUp(app), await TestPerson.signUp(app)]
    const [one, two] = [await createWebApp(app), await createWebApp(app)]
    const { access_token: first = '' } = await signIn(app, maya, one)
    const { access_token: second = '' } = await signIn(app, maya, two)
    const { access_token: hers = '' } = await signIn(app, noor, one)
    const acting = dataOf(await app.admin('GET', `/users/${maya.id}/agents`))
    assert.deepEqual(acting.map(({ client_id: id }) => id).toSorted(), [one.clientId, two.clientId].toSorted())
    const stop = `/users/${maya.id}/revoke-agents`
    const dry = await app.admin('POST', stop, { client_ids: [one.clientId], dry_run: true })
    assert.deepEqual([dry.status, dry.json['revoked_count'], dry.json['audit_event_id']], [200, 0, null])
    assert.equal(await isActive(app, one, first), true)
    const done = await app.admin('POST', stop, { client_ids: [one.clientId, 'nobody'] })
    assert.deepEqual([done.json['client_ids'], done.json['revoked_consents']], [[one.clientId], 1])
    assert.deepEqual(done.json['tokens'], dry.json['tokens'])
    const alive = [await isActive(app, one, first), await isActive(app, two, second), await isActive(app, one, hers)]
    assert.deepEqual(alive, [false, true, true])
    for (const [method, path] of [
      ['GET', '/users/usr_x/agents'],
      ['POST', '/users/usr_x/revoke-agents'],
    ] as const)
      assert.equal((await app.admin(method, path)).status, 404)

    assert.equal(dataOf(await maya.send('/api/v1/auth/agents')).length, 1)
    const token = String((await maya.send('/api/v1/auth/me')).json['csrf_token'])
    const cookie = [...maya.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const mine = await app.send({
      method: 'POST',
      url: '/api/v1/auth/agents',
      headers: { cookie, 'x-csrf-token': token },
    })
    assert.equal(mine.status, 200, mine.text)
    assert.deepEqual([await isActive(app, two, second), await isActive(app, one, hers)], [false, true])
    assert.deepEqual(dataOf(await maya.send('/api/v1/auth/agents')), [])
  })

  onEachApp('are listed by pages, each once, with a consent or with tokens alone', async (_t, app) => {
    const maya = await TestPerson.signUp(app)
    const [one, two, agent] = [await createWebApp(app), await createWebApp(app), await createAgent(app)]
    const { access_token: token = '' } = await signIn(app, maya, one)
    app.clock.advance(1000)
    assert.equal((await exchange(app, agent, token)).status, 200)
    app.clock.advance(1000)
    await signIn(app, maya, two)
    const list = `/users/${maya.id}/agents?include_total=true&limit=2`
    const first = await app.admin('GET', list)
    const cursor = encodeURIComponent(String(first.json['next_cursor']))
    const rest = await app.admin('GET', `${list}&cursor=${cursor}`)
    assert.deepEqual([first.json['total'], rest.json['next_cursor']], [3, null])
    const ids = [...dataOf(first), ...dataOf(rest)].map(({ client_id: id }) => id)
    assert.deepEqual(ids, [two.clientId, agent.clientId, one.clientId])
  })
})
