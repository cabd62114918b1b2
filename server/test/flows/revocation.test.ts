import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { ProofKey } from '#test/support/dpop.ts'
import { failWrites } from '#test/support/failing-database.ts'
import { claimsOf, compactJws, ecSigner, headerOf } from '#test/support/jwt.ts'
import {
  allow,
  assertOAuthError,
  configure,
  createAgent,
  createWebApp,
  credentialsOf,
  exchange,
  isActive,
  ownToken,
  proofFor,
  refresh,
  requestToken,
  signIn,
  TestPerson,
} from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'
import { mutationsOf } from '#test/support/token-mutations.ts'

const revoke = (app: TestApp, client: TestClient, token: string, hint?: string): Promise<TestAnswer> =>
  app.send({
    url: '/oauth/revoke',
    form: { ...credentialsOf(client), token, ...(hint === undefined ? {} : { token_type_hint: hint }) },
  })

/** Asserts the one answer revocation has for a client it knows (RFC 7009 §2.2). */
function assertDone(answer: TestAnswer): void {
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.text, '')
  assert.equal(answer.headers['cache-control'], 'no-store')
}

const userInfo = async (app: TestApp, token: string): Promise<number> =>
  (await app.send({ url: '/oauth/userinfo', headers: { authorization: `Bearer ${token}` } })).status

interface SignedIn {
  readonly app: TestApp
  readonly client: TestClient
  readonly person: TestPerson
  readonly accessToken: string
  readonly refreshToken: string
}

async function signedIn(t: TestContext, app?: TestApp, more: Record<string, unknown> = {}): Promise<SignedIn> {
  const on = app ?? (await createTestApp(t))
  const client = await createWebApp(on, more)
  const person = await TestPerson.signUp(on)
  const tokens = await signIn(on, person, client, { scope: 'openid read' })
  return {
    app: on,
    client,
    person,
    accessToken: tokens['access_token'] ?? '',
    refreshToken: tokens['refresh_token'] ?? '',
  }
}

describe('revocation by the client', () => {
  test('RV1 leaves the token of another client alone, and answers as if it had worked', async (t) => {
    const { app, client, accessToken, refreshToken } = await signedIn(t)
    const stranger = await createWebApp(app)
    assertDone(await revoke(app, stranger, accessToken))
    assertDone(await revoke(app, stranger, refreshToken, 'refresh_token'))
    assert.equal(await isActive(app, client, accessToken), true)
    assert.equal((await refresh(app, client, refreshToken)).status, 200)
  })

  test('answers 200 to what is no token, unknown, expired or revoked before', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const token = await ownToken(app, agent)
    assertDone(await revoke(app, agent, token))
    for (const text of [token, 'x', '...', 'mandate_rt_x', app.adminKey, 'x'.repeat(20_000)]) {
      assertDone(await revoke(app, agent, text))
    }
    const old = await ownToken(app, agent)
    app.clock.advance(3_600_000)
    assertDone(await revoke(app, agent, old))
  })

  test('refuses who is not a client, and a request without a token or with two', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const token = await ownToken(app, agent)
    assertOAuthError(await revoke(app, { ...agent, secret: 'wrong' }, token), 401, 'invalid_client')
    assertOAuthError(await revoke(app, { ...agent, secret: undefined }, token), 401, 'invalid_client')
    assertOAuthError(await app.send({ url: '/oauth/revoke', form: { token } }), 401, 'invalid_client')
    assertOAuthError(await app.send({ url: '/oauth/revoke', form: credentialsOf(agent) }), 400, 'invalid_request')
    const twice = [...Object.entries(credentialsOf(agent)), ['token', token], ['token', token]] as [string, string][]
    assertOAuthError(await app.send({ url: '/oauth/revoke', form: twice }), 400, 'invalid_request')
    const inQuery = await app.send({ url: `/oauth/revoke?token=${token}`, form: credentialsOf(agent) })
    assertOAuthError(inQuery, 400, 'invalid_request')
    assert.equal(await isActive(app, agent, token), true)
  })

  test('a public client ends its own tokens by naming itself', async (t) => {
    const { app, client, accessToken, refreshToken } = await signedIn(t, undefined, {
      token_endpoint_auth_method: 'none',
    })
    assertDone(await revoke(app, client, refreshToken))
    assert.equal(await userInfo(app, accessToken), 401)
  })

  test('RV2 answers 503 and not 200 when the store can not write or is gone; the bulk route 500, as promised', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const token = await ownToken(app, agent)
    await failWrites(t, app)
    const [refused, bulk] = await Promise.all([
      revoke(app, agent, token),
      app.admin('POST', '/admin/oauth/revoke-by-pattern', { client_id_pattern: '*' }),
    ])
    assert.deepEqual([bulk.status, bulk.json['error'], bulk.json['code']], [500, 'internal_error', 'internal_error'])
    assertOAuthError(refused, 503, 'temporarily_unavailable')
    assert.match(String(refused.headers['retry-after']), /^\d+$/)
    assert.equal(await isActive(app, agent, token), true, 'reading goes on')
    await app.database.close()
    assertOAuthError(await revoke(app, agent, token), 503, 'temporarily_unavailable')
  })

  test('RV3 a revoked refresh token takes its access tokens along, whatever the hint says', async (t) => {
    for (const hint of [undefined, 'refresh_token', 'access_token', 'nonsense']) {
      const { app, client, accessToken, refreshToken } = await signedIn(t)
      const renewed = await refresh(app, client, refreshToken)
      assertDone(await revoke(app, client, renewed.json['refresh_token'] as string, hint))
      for (const token of [accessToken, renewed.json['access_token'] as string]) {
        assert.equal(await userInfo(app, token), 401, `hint ${String(hint)}`)
        assert.equal(await isActive(app, client, token), false)
      }
      assertOAuthError(await refresh(app, client, renewed.json['refresh_token'] as string), 400, 'invalid_grant')
    }
  })

  test('RV3 a rotated refresh token still ends its family', async (t) => {
    const { app, client, accessToken, refreshToken } = await signedIn(t)
    const renewed = await refresh(app, client, refreshToken)
    assertDone(await revoke(app, client, refreshToken))
    assert.equal(await userInfo(app, accessToken), 401)
    assertOAuthError(await refresh(app, client, renewed.json['refresh_token'] as string), 400, 'invalid_grant')
  })

  test('RV3 a revoked access token leaves the refresh token alive', async (t) => {
    const { app, client, accessToken, refreshToken } = await signedIn(t)
    assertDone(await revoke(app, client, accessToken, 'refresh_token'))
    assert.equal(await userInfo(app, accessToken), 401)
    assert.equal((await refresh(app, client, refreshToken)).status, 200)
  })

  test('RV4 an altered token is inactive everywhere and revokes nothing', async (t) => {
    const { app, client, accessToken } = await signedIn(t)
    const mutations = Object.entries(mutationsOf(accessToken))
    assert.ok(mutations.length >= 20)
    for (const [name, text] of mutations) {
      assert.equal(await isActive(app, client, text), false, name)
      assertDone(await revoke(app, client, text))
      // A header can't carry a line break, and node trims the spaces around its value.
      if (!/\s/.test(text)) assert.ok([400, 401].includes(await userInfo(app, text)), name)
      assert.equal(await isActive(app, client, accessToken), true, name)
    }
  })

  test('RV4 a forged token with the jti of a living one revokes nothing', async (t) => {
    const { app, client, accessToken } = await signedIn(t)
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const forged = compactJws(headerOf(accessToken), claimsOf(accessToken), ecSigner(privateKey))
    assert.equal(await isActive(app, client, forged), false)
    assertDone(await revoke(app, client, forged))
    assert.equal(await userInfo(app, accessToken), 200)
  })

  test('RV4 a refresh token that was altered revokes nothing', async (t) => {
    const { app, client, refreshToken } = await signedIn(t)
    const [family = '', turn = '', mac = ''] = refreshToken.split('.')
    const texts = [
      refreshToken.slice(0, -1),
      `${refreshToken}A`,
      ` ${refreshToken}`,
      `${family}.${turn}.${mac.toUpperCase()}`,
      `${family}.0${turn}.${mac}`,
      `${family}.1.${mac}`,
      `${family.toUpperCase()}.${turn}.${mac}`,
    ]
    for (const text of texts) assertDone(await revoke(app, client, text))
    assert.equal((await refresh(app, client, refreshToken)).status, 200)
  })

  test('RV5 a revoked token is refused at once at every place, on two nodes', async (t) => {
    const app = await createTestApp(t)
    const node = await app.secondNode(t)
    const actor = await createAgent(app)
    await allow(app, actor, { subject: '*' })
    const { client, accessToken } = await signedIn(t, app)
    for (const on of [app, node]) {
      assert.equal(await isActive(on, client, accessToken), true)
      assert.equal(await userInfo(on, accessToken), 200)
    }
    const derived = (await exchange(node, actor, accessToken, { scope: 'read' })).json['access_token'] as string
    assertDone(await revoke(app, client, accessToken))
    for (const on of [app, node]) {
      assert.equal(await isActive(on, client, accessToken), false)
      assert.equal(await isActive(on, actor, derived), false)
      assert.equal(await userInfo(on, accessToken), 401)
      assertOAuthError(await exchange(on, actor, accessToken), 400, 'invalid_request')
      assertOAuthError(await exchange(on, actor, derived), 400, 'invalid_request')
    }
  })

  test('is written to the audit log once, with what ended', async (t) => {
    const { app, client, refreshToken } = await signedIn(t)
    await revoke(app, client, refreshToken)
    await revoke(app, client, refreshToken)
    const audit = await app.admin('GET', '/audit-logs?action=token.revoked')
    const [event, ...more] = audit.json['data'] as Record<string, unknown>[]
    assert.deepEqual(more, [])
    assert.deepEqual([event?.['actor_type'], event?.['actor_id']], ['agent', client.clientId])
    const counts = { revoked_count: 2, access_tokens: 1, refresh_tokens: 1, delegated_tokens: 0 }
    assert.deepEqual(event?.['metadata'], { ...counts, client_id: client.clientId, reason: 'revoked_by_client' })
  })

  test('of a single token leaves no row behind: minting and revoking must not fill the audit log', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const before = (await app.database.db.all(sql`SELECT id FROM events`)).length
    for (let i = 0; i < 3; i++) {
      const token = await ownToken(app, agent)
      assertDone(await revoke(app, agent, token))
      assert.equal(await isActive(app, agent, token), false)
    }
    assert.equal((await app.database.db.all(sql`SELECT id FROM events`)).length, before)
  })

  test('scripts of other origins may revoke, without credentials', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const answer = await app.send({
      url: '/oauth/revoke',
      form: { ...credentialsOf(agent), token: 'x' },
      headers: { origin: 'https://spa.example.com' },
    })
    assert.equal(answer.headers['access-control-allow-origin'], '*')
    assert.equal(answer.headers['access-control-allow-credentials'], undefined)
  })
})

interface Counts {
  readonly total: number
  readonly access_tokens: number
  readonly refresh_tokens: number
  readonly delegated_tokens: number
}

const countsOf = (answer: TestAnswer): Counts => answer.json['tokens'] as Counts

/** Sends a DELETE from a page of the server, as a signed-in person. */
async function deleteAs(app: TestApp, person: TestPerson, url: string): Promise<TestAnswer> {
  const me = await person.send('/api/v1/auth/me')
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: app.baseUrl, 'x-csrf-token': String(me.json['csrf_token']) }
  return app.send({ method: 'DELETE', url, headers })
}

/** A person's family of three, with a hop below one of its access tokens and one below that. */
async function grown(t: TestContext) {
  const story = await signedIn(t)
  const { app, client, accessToken, refreshToken } = story
  await refresh(app, client, refreshToken)
  const [helper, second] = [await createAgent(app), await createAgent(app)]
  const policyId = await allow(app, helper, { subject: story.person.id, max_depth: 5, may_redelegate: true })
  await allow(app, second, { subject: '*', max_depth: 5 })
  const hop = (await exchange(app, helper, accessToken, { scope: 'read' })).json['access_token'] as string
  app.clock.advance(1)
  const last = (await exchange(app, second, hop, { scope: 'read' })).json['access_token'] as string
  return { ...story, helper, second, policyId, hop, last }
}

describe('revocation by operators', () => {
  test('every revoking route has a dry run that counts by kind and changes nothing', async (t) => {
    const { app, client, person, helper, policyId, accessToken, hop, last } = await grown(t)
    const consent = await app.services.consents.findLiving(person.id, client.clientId)
    const all = { total: 5, access_tokens: 4, refresh_tokens: 1, delegated_tokens: 2 }
    const below = { total: 2, access_tokens: 2, refresh_tokens: 0, delegated_tokens: 2 }
    const dry = { dry_run: true }
    const routes: Record<string, [() => Promise<TestAnswer>, Counts]> = {
      jti: [
        () => app.admin('POST', '/admin/auth/revoke-jti', { jti: claimsOf(accessToken)['jti'], ...dry }),
        { ...below, total: 3, access_tokens: 3 },
      ],
      pattern: [
        () => app.admin('POST', '/admin/oauth/revoke-by-pattern', { client_id_pattern: client.clientId, ...dry }),
        all,
      ],
      'all tokens of an agent': [() => app.admin('POST', `/agents/${helper.id}/tokens/revoke-all`, dry), below],
      'a proof key': [() => app.admin('POST', `/agents/${client.id}/rotate-dpop-key`, dry), all],
      'an agent': [() => app.admin('DELETE', `/agents/${client.id}?dry_run=true`), all],
      'a policy': [() => app.admin('DELETE', `/agents/${helper.id}/policies/${policyId}?dry_run=true`), below],
      'a consent': [() => deleteAs(app, person, `/api/v1/auth/consents/${String(consent?.id)}?dry_run=true`), all],
    }
    const before = (await app.admin('GET', '/audit-logs?include_total=true')).json['total']
    for (const [name, [call, counts]] of Object.entries(routes)) {
      const answer = await call()
      assert.equal(answer.status, 200, `${name}: ${answer.text}`)
      assert.deepEqual(countsOf(answer), counts, name)
      assert.deepEqual([answer.json['dry_run'], answer.json['audit_event_id']], [true, null], name)
    }
    assert.equal((await app.admin('GET', '/audit-logs?include_total=true')).json['total'], before)
    for (const token of [accessToken, hop, last]) assert.equal(await isActive(app, helper, token), true)
  })

  test('revoke-jti ends one token and what descends from it, and says what it did', async (t) => {
    const { app, client, helper, accessToken, hop, last } = await grown(t)
    const jti = claimsOf(hop)['jti']
    const answer = await app.admin('POST', '/admin/auth/revoke-jti', { jti })
    assert.equal(answer.status, 200, answer.text)
    const counts = { total: 2, access_tokens: 2, refresh_tokens: 0, delegated_tokens: 2 }
    const { audit_event_id: eventId, ...rest } = answer.json
    assert.deepEqual(rest, { revoked_count: 2, dry_run: false, tokens: counts })
    const event = await app.admin('GET', `/audit-logs/${String(eventId)}`)
    assert.deepEqual([event.json['action'], event.json['target_id']], ['token.revoked', jti])
    for (const token of [hop, last]) assert.equal(await isActive(app, helper, token), false)
    assert.equal(await isActive(app, client, accessToken), true)
    const again = await app.admin('POST', '/admin/auth/revoke-jti', { jti })
    assert.equal(again.json['revoked_count'], 0)
  })

  test('revoke-jti answers 404 for a jti that is no token, and 400 without one', async (t) => {
    const app = await createTestApp(t)
    for (const jti of ['tok_unknown', 'x', "'; DROP TABLE tokens; --", 'x'.repeat(200)]) {
      const answer = await app.admin('POST', '/admin/auth/revoke-jti', { jti })
      assert.deepEqual([answer.status, answer.json['code']], [404, 'token_not_found'])
    }
    for (const body of [{}, { jti: '' }, { jti: null }, { jti: 7 }, { jti: 'x'.repeat(201) }, { jti: 'x', more: 1 }]) {
      const answer = await app.admin('POST', '/admin/auth/revoke-jti', body)
      assert.deepEqual([answer.status, answer.json['error']], [400, 'invalid_request'])
    }
  })

  test('revoke-all ends an agent’s tokens with their descendants, and the agent goes on', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const tokens = [await ownToken(app, agent), await ownToken(app, agent, {}, new ProofKey())]
    const answer = await app.admin('POST', `/agents/${agent.id}/tokens/revoke-all`)
    assert.equal(answer.json['revoked_count'], 2, answer.text)
    for (const token of tokens) assert.equal(await isActive(app, agent, token), false)
    const event = await app.admin('GET', `/audit-logs/${String(answer.json['audit_event_id'])}`)
    assert.deepEqual([event.json['action'], event.json['target_id']], ['agent.tokens_revoked', agent.id])
    assert.equal(await isActive(app, agent, await ownToken(app, agent)), true)
    const unknown = await app.admin('POST', '/agents/agt_unknown/tokens/revoke-all')
    assert.equal(unknown.status, 404)
  })

  test('revocation needs a key with the scope', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const routes = ['/admin/auth/revoke-jti', '/admin/oauth/revoke-by-pattern', `/agents/${agent.id}/tokens/revoke-all`]
    const { secret } = await app.database.db.tx((tx) =>
      app.services.apiKeys.create(
        tx,
        { name: 'reader', scopes: ['tokens:read', 'agents:read'] },
        { type: 'system', id: 'test', requestId: null, ip: null },
      ),
    )
    const token = await ownToken(app, agent)
    for (const route of routes) {
      const send = (authorization?: string) =>
        app.send({ url: `/api/v1${route}`, json: {}, headers: authorization ? { authorization } : {} })
      assert.equal((await send()).status, 401)
      for (const wrong of [`Bearer ${token}`, 'Bearer x', `Basic ${app.adminKey}`]) {
        assert.equal((await send(wrong)).status, 401)
      }
      const narrow = await send(`Bearer ${secret}`)
      assert.deepEqual([narrow.status, narrow.json['code']], [403, 'insufficient_scope'])
    }
  })

  test('an agent’s tokens are listed newest first, the living ones alone when asked, without secrets', async (t) => {
    const { app, client, accessToken } = await signedIn(t)
    const key = new ProofKey()
    await app.admin('PATCH', `/agents/${client.id}`, {
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
    })
    app.clock.advance(1000)
    const bound = await ownToken(app, client, {}, key)
    await app.admin('POST', '/admin/auth/revoke-jti', { jti: claimsOf(accessToken)['jti'] })
    const list = await app.admin('GET', `/agents/${client.id}/tokens?include_total=true`)
    const rows = list.json['data'] as Record<string, unknown>[]
    assert.deepEqual(rows.map((row) => [row['kind'], row['status'], row['revoked_reason']]).toSorted(), [
      ['access', 'active', null],
      ['access', 'revoked', 'revoked_by_operator'],
      ['refresh', 'active', null],
    ])
    assert.deepEqual([rows[0]?.['id'], rows[0]?.['dpop_jkt']], [claimsOf(bound)['jti'], key.jkt])
    assert.equal(list.json['total'], 3)
    assert.doesNotMatch(list.text, /fingerprint|mandate_rt_|eyJ/)
    const living = await app.admin('GET', `/agents/${client.id}/tokens?active=true&include_total=true&limit=1`)
    assert.equal(living.json['total'], 2)
    const next = encodeURIComponent(String(living.json['next_cursor']))
    const rest = await app.admin('GET', `/agents/${client.id}/tokens?active=true&cursor=${next}`)
    assert.equal((rest.json['data'] as unknown[]).length, 1)
    assert.equal((await app.admin('GET', '/agents/agt_unknown/tokens')).status, 404)
  })

  test('delegations count their chains and come in pages', async (t) => {
    const { app, helper, person, hop, last } = await grown(t)
    const first = await app.admin('GET', `/agents/${helper.id}/delegations?include_total=true&limit=1`)
    assert.equal(first.json['total'], 2)
    const [newest] = first.json['data'] as { id: string; user_id: string; hops: { policy_id: string | null }[] }[]
    assert.deepEqual([newest?.id, newest?.user_id, newest?.hops.length], [claimsOf(last)['jti'], person.id, 4])
    const next = encodeURIComponent(String(first.json['next_cursor']))
    const second = await app.admin('GET', `/agents/${helper.id}/delegations?cursor=${next}`)
    assert.deepEqual(
      (second.json['data'] as { id: string }[]).map(({ id }) => id),
      [claimsOf(hop)['jti']],
    )
    assert.equal(second.json['next_cursor'], null)
  })

  test('a chain shows what became of each hop', async (t) => {
    const { app, second, hop, last } = await grown(t)
    await app.admin('POST', '/admin/auth/revoke-jti', { jti: claimsOf(hop)['jti'] })
    const answer = await app.admin('GET', `/agents/${second.id}/delegations`)
    const [chain] = answer.json['data'] as { id: string; status: string; hops: { status: string }[] }[]
    assert.equal(chain?.id, claimsOf(last)['jti'])
    assert.deepEqual(
      chain?.hops.map(({ status }) => status),
      ['active', 'active', 'revoked', 'revoked'],
    )
  })

  test('rotating the proof key ends the tokens bound to the old one (DP8)', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app, { dpop_bound: true, scope: 'openid read' })
    const [old, next] = [new ProofKey(), new ProofKey()]
    const pinned = await app.admin('POST', `/agents/${agent.id}/rotate-dpop-key`, { jkt: old.jkt })
    assert.equal(pinned.status, 200, pinned.text)
    const token = await ownToken(app, agent, {}, old)
    const rotated = await app.admin('POST', `/agents/${agent.id}/rotate-dpop-key`, { public_jwk: next.jwk })
    assert.deepEqual([rotated.json['revoked_token_count'], rotated.json['new_jkt']], [1, next.jkt])
    assert.equal(await isActive(app, agent, token), false)
    const use = await app.send({
      url: '/oauth/userinfo',
      headers: { authorization: `DPoP ${token}`, dpop: proofFor(app, old, 'GET', '/oauth/userinfo', token) },
    })
    assertOAuthError(use, 401, 'invalid_token')
    const refused = await requestToken(app, agent, { grant_type: 'client_credentials' }, old)
    assertOAuthError(refused, 400, 'invalid_dpop_proof')
    assert.ok(await ownToken(app, agent, {}, next))
  })

  test('a setting that shortens lives does not reach tokens already issued', async (t) => {
    const app = await createTestApp(t)
    const agent = await createAgent(app)
    const token = await ownToken(app, agent)
    await configure(app, { 'oauth.access_token_ttl_seconds': 60 })
    app.clock.advance(61_000)
    assert.equal(await isActive(app, agent, token), true)
  })
})
