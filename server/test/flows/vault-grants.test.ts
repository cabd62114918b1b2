import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { TestAnswer } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { allow, createAgent, createWebApp, exchange, isActive, signIn, TestPerson } from '#test/support/oauth.ts'
import { VaultStory } from '#test/support/vault.ts'
import { ProxyStory } from '#test/support/vault-proxy.ts'

const outcome = ({ status, json }: TestAnswer): string =>
  status < 400 ? String(status) : `${status} ${String(json['code'])}`

function detailsOf({ json }: TestAnswer): Record<string, unknown> {
  const { request_id: _, ...details } = json['details'] as Record<string, unknown>
  return details
}

const pointersOf = ({ json }: TestAnswer): string[] =>
  ((json['details'] as { errors?: { pointer: string }[] })?.errors ?? []).map(({ pointer }) => pointer)

describe('what a person lets a client use', () => {
  onEachApp('VA8: is all it may use, whatever its token may', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { agent, person } = story
    const work = await story.connectOnly(person, '?label=Work')
    const refused = await story.fetch()
    assert.equal(outcome(refused), '403 vault_grant_missing')
    assert.deepEqual(detailsOf(refused), {
      provider: 'ledger',
      client_id: agent.clientId,
      missing_scopes: ['entries:read', 'entries:write'],
      grant_url: `${app.baseUrl}/account/services/${work}`,
    })
    const home = await story.connectOnly(person, '?label=Home')
    const id = await story.let(agent, work)
    const fetched = await story.fetch()
    assert.deepEqual([outcome(fetched), fetched.json['connection_id']], ['200', work])
    assert.equal(outcome(await story.fetch(`?connection=${home}`)), '403 vault_grant_missing')
    const other = await createWebApp(app, { scope: 'vault:read' })
    const { access_token: theirs = '' } = await signIn(app, person, other, { scope: 'vault:read' })
    assert.equal(outcome(await story.fetch('', theirs)), '403 vault_grant_missing')
    const [created] = await recorded(app.database.db, 'vault.grant.created')
    assert.deepEqual(created?.data, {
      id,
      user_id: person.id,
      client_id: agent.clientId,
      connection_id: work,
      provider: 'ledger',
      scopes: ['entries:read', 'entries:write'],
    })
    const outcomes = (await recorded(app.database.db, 'vault.token.refused')).map(({ data }) => data['outcome'])
    assert.deepEqual(outcomes, ['not_granted', 'not_granted', 'not_granted'])
  })

  onEachApp('VA8: is read, listed and taken back, and the next use is refused', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { agent, person } = story
    const account = await story.connectOnly()
    const id = await story.let(agent, account)
    const path = `/vault/grants/${id}`
    const one = await person.send(`/api/v1${path}`)
    const { id: _, created_at: __, updated_at: ___, ...rest } = one.json
    assert.deepEqual(rest, {
      client_id: agent.clientId,
      client_name: 'web app',
      connection_id: account,
      provider_id: story.providerId,
      provider_name: 'ledger',
      provider_display_name: 'Ledger',
      account: null,
      label: null,
      scopes: ['entries:read', 'entries:write'],
    })
    assert.deepEqual((await person.send(`/api/v1/vault/grants?client_id=${agent.clientId}`)).json['data'], [one.json])
    assert.deepEqual((await person.send('/api/v1/vault/grants?connection_id=vc_x')).json['data'], [])
    const forOperators = await app.admin('GET', `/admin/vault/grants?user_id=${person.id}`)
    assert.deepEqual(forOperators.json['data'], [{ ...one.json, user_id: person.id }])
    assert.equal(outcome(await story.fetch()), '200')
    const dry = await story.call('DELETE', `${path}?dry_run=true`)
    assert.deepEqual(dry.json['counts'], { vault_grants: 1 })
    assert.equal(outcome(await story.fetch()), '200')
    assert.equal(outcome(await story.call('DELETE', path)), '204')
    assert.equal(outcome(await story.fetch()), '403 vault_grant_missing')
    assert.equal(outcome(await story.call('DELETE', path)), '404 vault_grant_not_found')
    // Its tokens are good for other things.
    assert.equal(await isActive(app, agent, story.token), true)
    const [revoked] = await recorded(app.database.db, 'vault.grant.revoked')
    assert.deepEqual([revoked?.data['id'], revoked?.data['counts']], [id, { vault_grants: 1 }])
    const again = await story.let(agent, account)
    assert.equal(outcome(await app.admin('DELETE', `/admin/vault/grants/${again}`)), '204')
    assert.equal(outcome(await story.fetch()), '403 vault_grant_missing')
  })

  onEachApp('VA8: ends with the consent, and with whatever else stops the client', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { agent, person } = story
    const account = await story.connect()
    const consent = async () => {
      const { json } = await person.send('/api/v1/auth/consents')
      return String((json['data'] as { id: string }[])[0]?.id)
    }
    const grants = async () => (await person.send('/api/v1/vault/grants')).json['data'] as unknown[]
    const again = async () => {
      const { access_token: token = '' } = await signIn(app, person, agent, { scope: 'vault:read' })
      assert.equal(outcome(await story.fetch('', token)), '403 vault_grant_missing')
      await story.let(agent, account)
      assert.equal(outcome(await story.fetch('', token)), '200')
    }
    const dry = await story.call('DELETE', `/auth/consents/${await consent()}?dry_run=true`)
    assert.equal((dry.json['counts'] as Record<string, number>)['vault_grants'], 1)
    assert.equal(outcome(await story.call('DELETE', `/auth/consents/${await consent()}`)), '204')
    const [revoked] = await recorded(app.database.db, 'consent.revoked')
    assert.equal((revoked?.data['counts'] as Record<string, number>)['vault_grants'], 1)
    assert.deepEqual(await grants(), [])
    await again()
    const stopped = await app.admin('POST', `/users/${person.id}/revoke-agents`, { client_ids: [agent.clientId] })
    assert.equal((stopped.json['counts'] as Record<string, number>)['vault_grants'], 1, stopped.text)
    await again()
    assert.equal(outcome(await story.call('DELETE', `/vault/connections/${account}`)), '204')
    assert.deepEqual(await grants(), [])
  })

  onEachApp('VA8: is asked for of every client that a token went through', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { person } = story
    const account = await story.connectOnly()
    const [planner, helper] = [story.agent, await createAgent(app, { scope: 'vault:read' })]
    const last = await createAgent(app, { scope: 'vault:read' })
    await allow(app, helper, { subject: person.id, may_redelegate: true, max_depth: 2 })
    await allow(app, last, { subject: helper.id, max_depth: 2 })
    await allow(app, last, { subject: person.id, max_depth: 2 })
    const one = await exchange(app, helper, story.token)
    assert.equal(one.status, 200, one.text)
    const two = await exchange(app, last, String(one.json['access_token']))
    assert.equal(two.status, 200, two.text)
    const token = String(two.json['access_token'])
    const lacking: unknown[] = []
    for (const client of [helper, last, planner]) {
      const refused = await story.fetch('', token)
      assert.equal(outcome(refused), '403 vault_grant_missing')
      lacking.push(detailsOf(refused)['client_id'])
      await story.let(client, account)
    }
    assert.deepEqual(
      lacking,
      [planner, planner, planner].map(({ clientId }) => clientId),
    )
    assert.equal(outcome(await story.fetch('', token)), '200')
    const { json } = await person.send(`/api/v1/vault/grants?client_id=${helper.clientId}`)
    const [between] = json['data'] as { id: string }[]
    assert.equal(outcome(await story.call('DELETE', `/vault/grants/${between?.id}`)), '204')
    const refused = await story.fetch('', token)
    assert.deepEqual([outcome(refused), detailsOf(refused)['client_id']], ['403 vault_grant_missing', helper.clientId])
    assert.equal(outcome(await story.fetch('', String(one.json['access_token']))), '403 vault_grant_missing')
    assert.equal(outcome(await story.fetch()), '200')
  })

  onEachApp('VA8: is asked for at each call that is made for a client, too', async (t, app) => {
    const story = await ProxyStory.begin(t, app)
    const { agent, vault } = story
    const account = await story.connect()
    assert.equal((await story.call('/v1/entries')).status, 200)
    const { json } = await vault.person.send(`/api/v1/vault/grants?client_id=${agent.clientId}`)
    const [grant] = json['data'] as { id: string }[]
    assert.equal(outcome(await vault.call('DELETE', `/vault/grants/${grant?.id}`)), '204')
    assert.equal(outcome(await story.call('/v1/entries')), '403 vault_grant_missing')
    await vault.let(agent, account)
    assert.equal((await story.call('/v1/entries')).status, 200)
    const path = `/vault/providers/${vault.providerId}`
    assert.equal((await app.admin('PATCH', path, { allowed_clients: [] })).status, 200)
    assert.equal(outcome(await story.call('/v1/entries')), '403 vault_client_not_allowed')
    assert.equal(story.asked.length, 2)
  })

  onEachApp('VA8: does not grow with the account', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const account = await story.connect(story.person, '?scopes=entries:read')
    assert.equal(outcome(await story.fetch()), '200')
    assert.equal(await story.connectOnly(), account)
    const refused = await story.fetch()
    assert.equal(outcome(refused), '403 vault_grant_missing')
    assert.deepEqual(detailsOf(refused)['missing_scopes'], ['entries:write'])
    await story.let(story.agent, account)
    assert.equal(outcome(await story.fetch()), '200')
    // Nor is a token handed out that is good for more than was meant.
    await story.let(story.agent, account, story.person, { scopes: ['entries:read'] })
    assert.equal(outcome(await story.fetch()), '403 vault_grant_missing')
  })

  onEachApp('VA8: is no more than the operator allows, at save and at each use', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { agent, providerId } = story
    const account = await story.connect()
    const limit = (allowedClients: unknown) =>
      app.admin('PATCH', `/vault/providers/${providerId}`, { allowed_clients: allowedClients })
    const me = { client_id: agent.clientId }
    const wrong: [unknown, string[]][] = [
      [[{ client_id: 'nobody' }], ['/allowed_clients/0/client_id']],
      [[me, me], ['/allowed_clients/1/client_id']],
      [[{ ...me, scopes: ['entries:read', 'all'] }], ['/allowed_clients/0/scopes/1']],
    ]
    for (const [listed, pointers] of wrong) {
      const refused = await limit(listed)
      assert.deepEqual([refused.status, pointersOf(refused)], [400, pointers])
    }
    const other = await createWebApp(app, { scope: 'vault:read' })
    assert.equal((await limit([{ client_id: other.clientId }])).status, 200)
    const refused = await story.fetch()
    assert.equal(outcome(refused), '403 vault_client_not_allowed')
    assert.deepEqual(detailsOf(refused), {
      provider: 'ledger',
      client_id: agent.clientId,
      missing_scopes: ['entries:read', 'entries:write'],
    })
    const body = { ...me, connection_id: account }
    assert.deepEqual(pointersOf(await story.call('POST', '/vault/grants', body)), ['/client_id'])
    assert.equal((await limit([{ ...me, scopes: ['entries:read'] }])).status, 200)
    // The token of the account is good for both, so it is not handed out.
    const narrow = await story.fetch()
    assert.deepEqual(
      [outcome(narrow), detailsOf(narrow)['missing_scopes']],
      ['403 vault_client_not_allowed', ['entries:write']],
    )
    const more = { ...body, scopes: ['entries:read', 'entries:write', 'all'] }
    assert.deepEqual(pointersOf(await story.call('POST', '/vault/grants', more)), ['/scopes/1', '/scopes/2'])
    const kept = await story.call('POST', '/vault/grants', body)
    assert.deepEqual(kept.json['scopes'], ['entries:read'])
    assert.equal(await story.connectOnly(story.person, '?scopes=entries:read'), account)
    assert.equal(outcome(await story.fetch()), '200')
    // A scope that a client is limited to can't be taken from the provider unnoticed.
    const left = await app.admin('PATCH', `/vault/providers/${providerId}`, { scopes: ['entries:write'] })
    assert.deepEqual(pointersOf(left), ['/allowed_clients/0/scopes/0'])
    assert.equal((await limit([])).status, 200)
    assert.equal(outcome(await story.fetch()), '403 vault_client_not_allowed')
    const open = await limit(null)
    assert.deepEqual([open.status, open.json['allowed_clients']], [200, null])
    assert.equal(outcome(await story.fetch()), '200')
    const outcomes = (await recorded(app.database.db, 'vault.token.refused')).map(({ data }) => data['outcome'])
    assert.deepEqual(outcomes, ['not_allowed'])
  })

  onEachApp(
    'VA8: is the word of that person, about their own account and a client that acts for them',
    async (t, app) => {
      const story = await VaultStory.begin(t, app)
      const { agent } = story
      const account = await story.connectOnly()
      const other = await TestPerson.signUp(app)
      const idle = await createWebApp(app, { scope: 'vault:read' })
      const outside = await createWebApp(app, { scope: 'read' })
      await signIn(app, story.person, outside, { scope: 'read' })
      const give = (clientId: string, connectionId: string, person = story.person) =>
        story.call('POST', '/vault/grants', { client_id: clientId, connection_id: connectionId }, person)
      const wrong: [TestAnswer, string][] = [
        [await give(agent.clientId, account, other), '/connection_id'],
        [await give(agent.clientId, 'vc_x'), '/connection_id'],
        [await give(idle.clientId, account), '/client_id'],
        [await give(outside.clientId, account), '/client_id'],
        [await give('nobody', account), '/client_id'],
      ]
      for (const [refused, pointer] of wrong) assert.deepEqual([refused.status, pointersOf(refused)], [400, [pointer]])
      const id = await story.let(agent, account)
      assert.equal((await other.send(`/api/v1/vault/grants/${id}`)).status, 404)
      for (const query of ['', '?dry_run=true']) {
        const refused = await story.call('DELETE', `/vault/grants/${id}${query}`, undefined, other)
        assert.equal(outcome(refused), '404 vault_grant_not_found')
      }
      assert.equal(outcome(await story.fetch()), '200')
    },
  )
})
