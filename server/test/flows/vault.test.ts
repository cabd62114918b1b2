import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer } from '#test/support/app.ts'
import { canary } from '#test/support/canary.ts'
import { recorded } from '#test/support/clients.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { allow, createAgent, exchange, isActive, ownToken, signIn, TestPerson } from '#test/support/oauth.ts'
import { makeKeyProvider, VaultStory } from '#test/support/vault.ts'

const outcome = ({ status, json }: TestAnswer): string =>
  status < 400 ? String(status) : `${status} ${String(json['code'])}`

const HOUR = 3_600_000

describe('the vault', () => {
  onEachApp('keeps an account that a person connects, and hands its token to their agent', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const url = new URL(await story.setOut(story.person, '?scopes=entries:read&label=Work'))
    const { state, code_challenge: challenge, ...asked } = Object.fromEntries(url.searchParams)
    assert.deepEqual(asked, {
      response_type: 'code',
      client_id: 'mandate',
      redirect_uri: `${app.baseUrl}/api/v1/vault/callback/ledger`,
      scope: 'entries:read',
      code_challenge_method: 'S256',
    })
    assert.ok((state?.length ?? 0) > 40 && challenge?.length === 43)
    const back = await story.person.send(story.upstream.agree(url.href))
    assert.equal(back.status, 303, back.text)
    const listed = await story.person.send('/api/v1/vault/connections?include_total=true')
    const [connection, ...more] = listed.json['data'] as Record<string, unknown>[]
    assert.deepEqual([more.length, listed.json['total']], [0, 1])
    const { id, ...rest } = connection ?? {}
    assert.match(String(id), /^vc_/)
    assert.deepEqual(rest, {
      provider_id: story.providerId,
      provider_name: 'ledger',
      provider_display_name: 'Ledger',
      provider_icon_url: null,
      account: null,
      label: 'Work',
      scopes: ['entries:read'],
      needs_reauth: false,
      expires_at: '2026-01-15T13:00:00.000Z',
      last_refreshed_at: null,
      created_at: '2026-01-15T12:00:00.000Z',
      updated_at: '2026-01-15T12:00:00.000Z',
    })
    assert.deepEqual((await story.person.send(`/api/v1/vault/connections/${String(id)}`)).json, connection)
    await story.let(story.agent, String(id))
    const fetched = await story.fetch()
    assert.equal(fetched.status, 200, fetched.text)
    const { access_token: token, ...about } = fetched.json
    assert.match(String(token), /^upstream-access-/)
    assert.deepEqual(about, {
      token_type: 'Bearer',
      expires_at: '2026-01-15T13:00:00.000Z',
      scopes: ['entries:read'],
      connection_id: id,
    })
    assert.equal(fetched.headers['cache-control'], 'no-store')
    const forOperators = await app.admin('GET', `/admin/vault/connections?user_id=${story.person.id}`)
    assert.deepEqual(forOperators.json['data'], [{ ...connection, user_id: story.person.id }])
    const [created] = await recorded(app.database.db, 'vault.connection.created')
    assert.equal(created?.data['user_id'], story.person.id)
  })

  onEachApp('takes an account that is connected again in the place of the earlier one', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const first = await story.connect(story.person, '?scopes=entries:read')
    assert.equal(await story.connect(), first)
    app.clock.advance(1)
    const other = await story.connect(story.person, '?label=Home')
    assert.notEqual(other, first)
    const [ambiguous, chosen] = [await story.fetch(), await story.fetch(`?connection=${other}`)]
    assert.equal(outcome(ambiguous), '409 vault_connection_ambiguous')
    assert.equal((ambiguous.json['details'] as { connections: unknown[] }).connections.length, 2)
    assert.deepEqual([chosen.status, chosen.json['connection_id']], [200, other])
    const names = (await recorded(app.database.db, 'vault.connection.created', 'vault.connection.renewed')).map(
      (row) => row['name'],
    )
    assert.deepEqual(names.toSorted(), [
      'vault.connection.created',
      'vault.connection.created',
      'vault.connection.renewed',
    ])
  })

  onEachApp('keeps a key that a person brings', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const keys = await app.admin('POST', '/vault/providers', { kind: 'api_key', name: 'keys', scopes: ['all'] })
    assert.equal(keys.status, 201, keys.text)
    const body = { provider: 'keys', api_key: 'key-of-maya', label: 'Build' }
    const kept = await story.call('POST', '/vault/connections', body)
    assert.equal(kept.status, 201, kept.text)
    assert.equal(kept.headers['location'], `/api/v1/vault/connections/${String(kept.json['id'])}`)
    await story.let(story.agent, String(kept.json['id']))
    const headers = { authorization: `Bearer ${story.token}` }
    const fetched = await app.send({ url: '/api/v1/vault/keys/token', headers })
    assert.deepEqual(fetched.json, {
      access_token: 'key-of-maya',
      token_type: 'api_key',
      expires_at: null,
      scopes: ['all'],
      connection_id: kept.json['id'],
    })
    assert.equal(
      outcome(await story.call('POST', '/vault/connections', { ...body, provider: 'ledger' })),
      '404 vault_provider_not_found',
    )
    assert.equal((await story.person.send('/api/v1/vault/connect/keys')).status, 404)
    assert.ok(!JSON.stringify(await app.database.db.all(sql`SELECT * FROM vault_connections`)).includes('key-of-maya'))
  })

  onEachApp('takes up to a hundred accounts of a person, and renews one of them also then', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    await makeKeyProvider(app)
    const keep = (label: string) =>
      story.call('POST', '/vault/connections', { provider: 'keys', api_key: 'key', label })
    for (let i = 0; i < 100; i++) assert.equal((await keep(`key ${i}`)).status, 201)
    assert.equal(outcome(await keep('key 100')), '409 too_many_vault_connections')
    assert.equal((await keep('key 7')).status, 201)
  })
})

describe('coming back from a provider', () => {
  onEachApp(
    'VA1: counts once, for the person and the browser that set out, at one provider as it was',
    async (t, app) => {
      const story = await VaultStory.begin(t, app)
      const { upstream, person } = story
      const other = await TestPerson.signUp(app)
      const refused = async (who: TestPerson, back: string) => {
        const answer = await who.send(back)
        assert.equal(answer.status, 400, answer.text)
      }
      // Two jars, one address.
      await refused(other, upstream.agree(await story.setOut()))
      // The browser that set out, with somebody else in it by now.
      const back = upstream.agree(await story.setOut())
      const switched = new Map(person.cookies)
      for (const [name, value] of other.cookies) if (name.includes('session')) person.cookies.set(name, value)
      await refused(person, back)
      for (const [name, value] of switched) person.cookies.set(name, value)
      // The person, in another browser.
      const known = [...person.cookies].filter(([name]) => name.includes('browser'))
      for (const [name] of known) person.cookies.delete(name)
      await refused(person, back)
      for (const [name, value] of known) person.cookies.set(name, value)
      // Another provider.
      const second = await app.admin('POST', '/vault/providers', upstream.setUp({ name: 'second' }))
      assert.equal(second.status, 201)
      await refused(person, back.replace('/ledger', '/second'))
      // None of these spoiled it, and no code went anywhere.
      assert.equal(upstream.asksFor('/token').length, 0)
      assert.equal((await person.send(back)).status, 303)
      await refused(person, back)
      // Too late, and a provider that changed on the way.
      const late = upstream.agree(await story.setOut())
      app.clock.advance(600_001)
      await refused(person, late)
      await person.signIn()
      const moved = upstream.agree(await story.setOut())
      await app.admin('PATCH', `/vault/providers/${story.providerId}`, { display_name: 'Moved' })
      await refused(person, moved)
      assert.equal((await story.connections()).length, 1)
      assert.equal((await story.connections(other)).length, 0)
      await refused(person, '/api/v1/vault/callback/ledger?code=x')
      await refused(person, '/api/v1/vault/callback/ledger?code=x&state=mandate_vs_x')
    },
  )

  onEachApp('keeps nothing when the person refuses, or the provider does not give tokens', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const state = new URL(await story.setOut()).searchParams.get('state') ?? ''
    const denied = await story.person.send(
      `/api/v1/vault/callback/ledger?${new URLSearchParams({ state, error: 'access_denied' })}`,
    )
    assert.equal(denied.status, 400)
    const answers: (readonly [number, unknown])[] = [
      [500, 'upstream words'],
      [200, 'upstream words'],
      [200, {}],
      [200, { access_token: 'line\r\nbreak' }],
      [200, { access_token: 1 }],
      [302, {}],
      [400, { error: 'invalid_grant', error_description: 'upstream words' }],
      [200, { ok: false, error: 'upstream words' }],
    ]
    for (const answer of answers) {
      story.upstream.answer = () => answer
      const back = await story.person.send(story.upstream.agree(await story.setOut()))
      assert.equal(back.status, 502, JSON.stringify(answer))
      assert.ok(!back.text.includes('upstream words'))
    }
    assert.equal((await story.connections()).length, 0)
  })

  test('VA7: is for no more than the scopes that an operator set up', async (t) => {
    const story = await VaultStory.begin(t, await createTestApp(t))
    for (const scopes of ['all', 'entries:read,all', 'entries:read%20admin', '*']) {
      assert.equal((await story.person.send(`/api/v1/vault/connect/ledger?scopes=${scopes}`)).status, 400, scopes)
    }
    const all = new URL(await story.setOut()).searchParams.get('scope')
    assert.equal(all, 'entries:read entries:write')
  })

  test('asks for a fresh proof of whoever sets out, and whoever keeps a key', async (t) => {
    const story = await VaultStory.begin(t, await createTestApp(t))
    story.app.clock.advance(HOUR)
    assert.equal((await story.person.send('/api/v1/vault/connect/ledger')).status, 403)
    const body = { provider: 'ledger', api_key: 'x' }
    assert.equal((await story.call('POST', '/vault/connections', body)).status, 403)
  })

  test('needs somebody who is signed in', async (t) => {
    const story = await VaultStory.begin(t, await createTestApp(t))
    assert.equal((await story.app.send({ url: '/api/v1/vault/connect/ledger' })).status, 401)
    assert.equal((await story.app.send({ url: '/api/v1/vault/callback/ledger?code=x&state=y' })).status, 401)
  })
})

describe('fetching', () => {
  onEachApp('VA3: takes a living token for the person, with the scope, for their own account', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { person, agent } = story
    const id = await story.connect()
    const other = await TestPerson.signUp(app)
    const machine = await createAgent(app, { scope: 'vault:read' })
    const tokenOf = async (who: TestPerson, scope: string) =>
      (await signIn(app, who, agent, { scope }))['access_token'] ?? ''
    const revoked = await tokenOf(person, 'vault:read')
    const gone = await signIn(app, person, agent, { scope: 'vault:read' })
    const form = { token: revoked, client_id: agent.clientId, client_secret: agent.secret ?? '' }
    assert.equal((await app.send({ url: '/oauth/revoke', form })).status, 200)
    const narrow = await tokenOf(person, 'read')
    assert.equal(outcome(await story.fetch('', '')), '400 invalid_request')
    assert.equal((await app.send({ url: '/api/v1/vault/ledger/token' })).status, 401)
    assert.equal(outcome(await story.fetch('', 'x.y.z')), '401 invalid_token')
    assert.equal(outcome(await story.fetch('', revoked)), '401 invalid_token')
    assert.equal(outcome(await story.fetch('', narrow)), '403 insufficient_scope')
    assert.equal(
      outcome(await story.fetch('', await ownToken(app, machine, { scope: 'vault:read' }))),
      '403 vault_person_required',
    )
    const stranger = await tokenOf(other, 'vault:read')
    assert.equal(outcome(await story.fetch('', stranger)), '404 vault_connection_not_found')
    assert.equal(outcome(await story.fetch(`?connection=${id}`, stranger)), '404 vault_connection_not_found')
    assert.equal(outcome(await story.fetch(`?connection=${id}`)), '200')
    assert.equal(outcome(await story.fetch('?connection=vc_x')), '404 vault_connection_not_found')
    app.clock.advance(2 * HOUR)
    assert.equal(outcome(await story.fetch('', gone['access_token'])), '401 invalid_token')
    await story.person.signIn()
    const last = await tokenOf(person, 'vault:read')
    assert.equal(outcome(await story.fetch('', last)), '200')
    await app.admin('PATCH', `/users/${person.id}`, { disabled: true })
    assert.equal(outcome(await story.fetch('', last)), '401 invalid_token')
  })

  onEachApp('tells apart what is wrong, with the address to show the person', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const none = await story.fetch('?scopes=entries:read')
    assert.equal(outcome(none), '404 vault_connection_not_found')
    assert.deepEqual(
      [
        (none.json['details'] as Record<string, unknown>)['provider'],
        (none.json['details'] as Record<string, unknown>)['connect_url'],
      ],
      ['ledger', `${app.baseUrl}/connect/ledger?scopes=entries%3Aread`],
    )
    await story.connect(story.person, '?scopes=entries:read')
    const narrow = await story.fetch('?scopes=entries:read,entries:write')
    assert.equal(outcome(narrow), '409 vault_scopes_missing')
    assert.deepEqual((narrow.json['details'] as Record<string, unknown>)['missing_scopes'], ['entries:write'])
    assert.equal(outcome(await story.fetch('?scopes=entries:read')), '200')
    const headers = { authorization: `Bearer ${story.token}` }
    const unknown = await app.send({ url: '/api/v1/vault/nobody/token', headers })
    assert.equal(outcome(unknown), '404 vault_provider_not_found')
    await app.admin('PATCH', `/vault/providers/${story.providerId}`, { active: false })
    assert.equal(outcome(await story.fetch()), '403 vault_provider_disabled')
    assert.equal((await story.person.send('/api/v1/vault/connect/ledger')).status, 403)
  })

  onEachApp(
    'VA4: fifty reads of an expired token on two nodes refresh once, and lose no refresh token',
    async (t, app) => {
      const story = await VaultStory.begin(t, app)
      await story.connect()
      const first = (await story.fetch()).json['access_token']
      app.clock.advance(HOUR - 30_000)
      const node = await app.secondNode(t)
      app.clock.advance(30_001)
      const agentToken = (await renewed(story))['access_token'] ?? ''
      story.upstream.answer = async () => {
        await new Promise((resolve) => setTimeout(resolve, 150))
        return undefined
      }
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => story.fetch('', agentToken, i % 2 === 0 ? app : node)),
      )
      assert.deepEqual([...new Set(answers.map(outcome))], ['200'])
      const tokens = new Set(answers.map(({ json }) => json['access_token']))
      assert.equal(tokens.size, 1)
      assert.ok(!tokens.has(first))
      assert.equal(story.upstream.refreshes, 1)
      // The rotated refresh token was kept: the next refresh works too.
      app.clock.advance(HOUR - 1000)
      const again = await story.fetch('', (await renewed(story))['access_token'])
      assert.deepEqual([outcome(again), story.upstream.refreshes], ['200', 2])
    },
  )

  onEachApp(
    'VA4: an upstream that is down is 502, one that ended the grant is for the person, and nothing of theirs leaks',
    async (t, app) => {
      const story = await VaultStory.begin(t, app)
      await story.connect()
      app.clock.advance(HOUR - 30_000)
      const token = (await renewed(story))['access_token'] ?? ''
      story.upstream.answer = () => [503, 'upstream words']
      // It ends soon, and still lives: a failure to refresh is nobody's trouble yet.
      assert.equal(outcome(await story.fetch('', token)), '200')
      app.clock.advance(30_001)
      const down = await story.fetch('', token)
      assert.deepEqual([outcome(down), down.headers['retry-after']], ['502 vault_upstream_failed', '2'])
      assert.ok(!down.text.includes('upstream words'))
      // Whoever comes next within two seconds does not ask again.
      const asked = story.upstream.refreshes
      assert.equal(outcome(await story.fetch('', token)), '502 vault_upstream_failed')
      assert.equal(story.upstream.refreshes, asked)
      app.clock.advance(2001)
      story.upstream.answer = () => [400, { error: 'invalid_grant', error_description: 'upstream words' }]
      const over = await story.fetch('', token)
      assert.equal(outcome(over), '409 vault_needs_reauth')
      assert.ok(!over.text.includes('upstream words') && over.text.includes('/connect/ledger'))
      const before = story.upstream.asked.length
      assert.equal(outcome(await story.fetch('', token)), '409 vault_needs_reauth')
      assert.equal(story.upstream.asked.length, before)
      assert.deepEqual(
        (await story.connections()).map((it) => it.needs_reauth),
        [true],
      )
      assert.equal((await recorded(app.database.db, 'vault.connection.needs_reauth')).length, 1)
      story.upstream.answer = () => undefined
      await story.person.signIn()
      await story.connect()
      assert.equal(outcome(await story.fetch('', token)), '200')
    },
  )

  onEachApp(
    'VA5: nothing that people gave to one server is sent to the one that a provider is moved to',
    async (t, app) => {
      const story = await VaultStory.begin(t, app, { quirks: { revocation_url: 'https://ledger.example/revoke' } })
      const bird = await canary(t)
      const id = await story.connect()
      const moved = await app.admin('PATCH', `/vault/providers/${story.providerId}`, {
        token_url: `${bird.url}/token`,
        quirks: { revocation_url: `${bird.url}/revoke` },
        client_secret: 'of the canary',
      })
      assert.equal(moved.status, 200, moved.text)
      app.clock.advance(HOUR + 1)
      const token = (await renewed(story))['access_token']
      assert.equal(outcome(await story.fetch('', token)), '409 vault_needs_reauth')
      assert.equal((await app.admin('DELETE', `/admin/vault/connections/${id}`)).status, 204)
      assert.equal(bird.hits(), 0)
    },
  )

  onEachApp('VA2: a dump holds nothing that opens an account, and swapped rows open nothing', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const other = await TestPerson.signUp(app)
    const [mine, theirs] = [await story.connect(), await story.connect(other)]
    const { db } = app.database
    const dump = JSON.stringify([
      await db.all(sql`SELECT * FROM vault_connections`),
      await db.all(sql`SELECT * FROM vault_providers`),
      await db.all(sql`SELECT * FROM vault_attempts`),
      await db.all(sql`SELECT data FROM events`),
      app.log,
    ])
    for (const secret of ['upstream-access-', 'upstream-refresh-', 'with + signs'])
      assert.ok(!dump.includes(secret), secret)
    const sealed = async (id: string) =>
      String((await db.get(sql`SELECT tokens_sealed FROM vault_connections WHERE id = ${id}`))?.['tokens_sealed'])
    const [a, b] = [await sealed(mine), await sealed(theirs)]
    await db.run(sql`UPDATE vault_connections SET tokens_sealed = ${b} WHERE id = ${mine}`)
    assert.equal((await story.fetch()).status, 500)
    // Nor does a whole row that is given to somebody else.
    await db.run(sql`UPDATE vault_connections SET tokens_sealed = ${a} WHERE id = ${mine}`)
    assert.equal((await story.fetch()).status, 200)
    await db.run(sql`UPDATE vault_connections SET user_id = 'usr_x' WHERE id = ${mine}`)
    await db.run(sql`UPDATE vault_connections SET user_id = ${story.person.id} WHERE id = ${theirs}`)
    await story.let(story.agent, theirs)
    assert.equal((await story.fetch()).status, 500)
  })
})

describe('what agents use', () => {
  onEachApp('is a row and an event for the first time in an hour, and a count from then on', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const id = await story.connect()
    for (let i = 0; i < 5; i++) assert.equal((await story.fetch()).status, 200)
    assert.equal(outcome(await story.fetch('?scopes=all')), '409 vault_scopes_missing')
    const uses = async () =>
      (await app.database.db.all(sql`SELECT outcome, count FROM vault_uses ORDER BY outcome`)).map((row) => ({
        ...row,
      }))
    assert.deepEqual(await uses(), [
      { outcome: 'scopes_missing', count: 1 },
      { outcome: 'success', count: 1 },
    ])
    await app.app.close()
    assert.deepEqual(await uses(), [
      { outcome: 'scopes_missing', count: 1 },
      { outcome: 'success', count: 5 },
    ])
    const [read] = await recorded(app.database.db, 'vault.token.retrieved')
    const { token_id: _, ...told } = read?.data ?? {}
    assert.deepEqual(told, { connection_id: id, user_id: story.person.id, client_id: story.agent.clientId })
    assert.deepEqual(
      (await recorded(app.database.db, 'vault.token.refused')).map(({ data }) => data['outcome']),
      ['scopes_missing'],
    )
  })

  onEachApp('ends with the connection: every line that fetched from it, and no other', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const { agent, person } = story
    const id = await story.connect()
    const family = await signIn(app, person, agent, { scope: 'vault:read' })
    const bystander = await signIn(app, person, agent, { scope: 'vault:read' })
    const helper = await createAgent(app, { scope: 'vault:read' })
    await allow(app, helper, { subject: person.id, scope: 'vault:read' })
    const chained = await exchange(app, helper, family['access_token'] ?? '')
    assert.equal(chained.status, 200, chained.text)
    await story.let(helper, id)
    // What is at the end of a chain fetched, so the whole line is of it.
    assert.equal(outcome(await story.fetch('', String(chained.json['access_token']))), '200')
    const dry = await app.admin('DELETE', `/admin/vault/connections/${id}?dry_run=true`)
    const counts = { vault_connections: 1, vault_grants: 2, access_tokens: 2, refresh_tokens: 1, delegated_tokens: 1 }
    assert.deepEqual(dry.json['counts'], counts)
    assert.equal(await isActive(app, agent, family['access_token'] ?? ''), true)
    assert.equal(outcome(await story.call('DELETE', `/vault/connections/${id}`)), '204')
    for (const token of [family['access_token'], chained.json['access_token'], family['refresh_token']])
      assert.equal(await isActive(app, agent, String(token)), false)
    assert.equal(await isActive(app, agent, bystander['access_token'] ?? ''), true)
    assert.equal(outcome(await story.call('DELETE', `/vault/connections/${id}`)), '404 vault_connection_not_found')
    const [deleted] = await recorded(app.database.db, 'vault.connection.deleted')
    assert.deepEqual([deleted?.data['counts'], deleted?.data['revoked_upstream']], [counts, null])
    assert.equal(outcome(await story.fetch('', bystander['access_token'])), '404 vault_connection_not_found')
  })

  onEachApp('ends with the provider, and with the person', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    await story.connect()
    assert.equal((await story.fetch()).status, 200)
    const other = await TestPerson.signUp(app)
    await story.connect(other)
    assert.equal((await app.admin('DELETE', `/users/${other.id}`)).status, 204)
    assert.equal((await app.admin('DELETE', `/vault/providers/${story.providerId}`)).status, 204)
    assert.equal(await isActive(app, story.agent, story.token), false)
    assert.deepEqual(await app.database.db.all(sql`SELECT id FROM vault_connections`), [])
  })

  onEachApp('can not be disconnected by another person', async (t, app) => {
    const story = await VaultStory.begin(t, app)
    const id = await story.connect()
    const other = await TestPerson.signUp(app)
    for (const query of ['', '?dry_run=true']) {
      const answer = await story.call('DELETE', `/vault/connections/${id}${query}`, undefined, other)
      assert.equal(outcome(answer), '404 vault_connection_not_found')
    }
    assert.equal((await other.send(`/api/v1/vault/connections/${id}`)).status, 404)
    assert.equal((await story.connections()).length, 1)
  })
})

/** The agent's tokens, new ones: those of the story end within the hour too. */
async function renewed(story: VaultStory): Promise<Record<string, string>> {
  await story.person.signIn()
  return signIn(story.app, story.person, story.agent, { scope: 'vault:read' })
}
