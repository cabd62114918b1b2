import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { recorded } from '#test/support/clients.ts'
import { ProofKey } from '#test/support/dpop.ts'
import { meanwhile } from '#test/support/meanwhile.ts'
import {
  allow,
  assertOAuthError,
  configure,
  createAgent,
  credentialsOf,
  exchange,
  introspect,
  isActive,
  ownToken,
  requestToken,
} from '#test/support/oauth.ts'
import { listResource } from '#test/support/resources.ts'
import type { TestClient } from '#test/support/oauth.ts'

const ID_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:id_token'
const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token'

interface Claims {
  readonly sub: string
  readonly exp: number
  readonly jti: string
  readonly client_id: string
  readonly act?: unknown
  readonly cnf?: { readonly jkt: string }
}

const claimsOf = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims

/** An exchange that is under way. */
interface Exchanging {
  readonly subject: string
  readonly actor: TestClient
  readonly policyId: string
}

/** Production, so that nothing passes without a policy. */
const strictApp = (t: Parameters<typeof createTestApp>[0]): Promise<TestApp> => createTestApp(t, { mode: 'production' })

async function hop(app: TestApp, actor: TestClient, subject: string, fields = {}, key?: ProofKey): Promise<string> {
  const answer = await exchange(app, actor, subject, fields, key)
  assert.equal(answer.status, 200, answer.text)
  return answer.json['access_token'] as string
}

/** Asks for a token of a client's own that is meant for several resources. */
const ownTokenFor = (app: TestApp, client: TestClient, resources: readonly string[]): Promise<TestAnswer> => {
  const fields = Object.entries({ ...credentialsOf(client), grant_type: 'client_credentials' })
  const form = [...fields, ...resources.map((resource) => ['resource', resource] as const)]
  return app.send({ url: '/oauth/token', form })
}

/** An agent that may act for anyone, and hand on. */
async function createDelegate(app: TestApp, more: Record<string, unknown> = {}): Promise<TestClient> {
  const agent = await createAgent(app, more)
  await allow(app, agent, { subject: '*', max_depth: 10, may_redelegate: true })
  return agent
}

test('a chain of agents carries its subject and every actor, and dies with any of its ancestors', async (t) => {
  const app = await strictApp(t)
  const [planner, researcher, mailer] = [await createAgent(app), await createDelegate(app), await createDelegate(app)]
  const root = await ownToken(app, planner)
  const first = await exchange(app, researcher, root, { scope: 'read' })
  assert.equal(first.status, 200, first.text)
  const { access_token: second, ...rest } = first.json
  assert.deepEqual(rest, {
    token_type: 'Bearer',
    expires_in: 3600,
    scope: 'read',
    issued_token_type: ACCESS_TOKEN_TYPE,
  })
  const third = await hop(app, mailer, second as string)
  const claims = claimsOf(third)
  assert.equal(claims.sub, planner.clientId)
  assert.equal(claims.client_id, mailer.clientId)
  assert.deepEqual(claims.act, { sub: mailer.clientId, act: { sub: researcher.clientId } })
  assert.deepEqual((await introspect(app, mailer, third))['act'], claims.act)

  const gone = await app.admin('POST', '/admin/auth/revoke-jti', { jti: claimsOf(second as string).jti })
  assert.deepEqual(gone.json['tokens'], { total: 2, access_tokens: 2, refresh_tokens: 0, delegated_tokens: 2 })
  assert.equal(await isActive(app, planner, root), true)
  assert.equal(await isActive(app, mailer, third), false)
  assertOAuthError(await exchange(app, mailer, third), 400, 'invalid_request')
})

test('TX1 grants no more scope than subject, actor and policy all allow', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app, { scope: 'read write delete' })
  const actor = await createAgent(app, { scope: 'read write list' })
  await allow(app, actor, { subject: planner.id, scope: 'read list delete' })
  const subject = await ownToken(app, planner)
  const answer = await exchange(app, actor, subject)
  assert.equal(answer.json['scope'], 'read')
  for (const scope of ['read write', 'write', 'list', 'delete', 'nothing', 'read  read']) {
    assertOAuthError(await exchange(app, actor, subject, { scope }), 400, 'invalid_scope')
  }
  const stranger = await createAgent(app, { scope: 'other' })
  await allow(app, stranger, { subject: planner.id })
  assertOAuthError(await exchange(app, stranger, subject), 400, 'invalid_scope')
})

test('TX2 refuses targets that neither the actor nor its policy was given', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actor = await createAgent(app, { audiences: ['https://mail.example.com', 'https://other.example.com'] })
  await allow(app, actor, { subject: planner.id, audience: [app.baseUrl, 'https://mail.example.com'] })
  const subject = await ownToken(app, planner)
  const targets = [
    'https://other.example.com',
    'https://evil.example.com',
    'mail',
    '/relative',
    'https://mail.example.com#x',
    'https://mail.example.com/x',
  ]
  for (const target of targets) {
    for (const name of ['resource', 'audience']) {
      assertOAuthError(await exchange(app, actor, subject, { [name]: target }), 400, 'invalid_target')
    }
  }
  const allowed = await hop(app, actor, subject, { resource: 'https://mail.example.com' })
  assert.equal((await introspect(app, actor, allowed))['aud'], 'https://mail.example.com')

  const limited = await createAgent(app)
  await allow(app, limited, { subject: planner.id, audience: ['https://files.example.com'] })
  const byPolicy = await hop(app, limited, subject)
  assert.equal((await introspect(app, limited, byPolicy))['aud'], 'https://files.example.com')
  assertOAuthError(await exchange(app, limited, subject, { resource: app.baseUrl }), 400, 'invalid_target')
})

test('TX3 takes nothing for a subject but a living access token of this server', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actor = await createDelegate(app)
  const subject = await ownToken(app, planner)
  const [header = '', payload = '', signature = ''] = subject.split('.')
  const forged = (claims: Record<string, unknown>): string =>
    `${header}.${Buffer.from(JSON.stringify({ ...claimsOf(subject), ...claims })).toString('base64url')}.${signature}`
  const subjects = [
    'nonsense',
    '',
    `${header}.${payload}.`,
    `${subject}A`,
    `${subject}=`,
    forged({ exp: 9_999_999_999 }),
    forged({ iss: 'https://evil.example.com' }),
    forged({ exp: undefined }),
    `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`,
    'mandate_rt_000000000000000000000000000000000000.0.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    app.adminKey,
  ]
  for (const text of subjects) assertOAuthError(await exchange(app, actor, text), 400, 'invalid_request')
  app.clock.advance(3_600_000)
  assertOAuthError(await exchange(app, actor, subject), 400, 'invalid_request')
})

test('TX4 refuses a subject that was revoked, by whatever path', async (t) => {
  const app = await strictApp(t)
  const actor = await createDelegate(app)
  const paths: Record<string, (planner: TestClient, token: string) => Promise<{ status: number }>> = {
    'the client itself': (planner, token) =>
      app.send({
        url: '/oauth/revoke',
        form: { client_id: planner.clientId, client_secret: planner.secret ?? '', token },
      }),
    jti: (_planner, token) => app.admin('POST', '/admin/auth/revoke-jti', { jti: claimsOf(token).jti }),
    pattern: (planner) =>
      app.admin('POST', '/admin/oauth/revoke-by-pattern', { client_id_pattern: `${planner.clientId.slice(0, -3)}???` }),
    agent: (planner) => app.admin('POST', `/agents/${planner.id}/tokens/revoke-all`),
    deactivation: (planner) => app.admin('DELETE', `/agents/${planner.id}`),
  }
  for (const [path, revoke] of Object.entries(paths)) {
    const planner = await createAgent(app)
    const token = await ownToken(app, planner)
    const child = await hop(app, actor, token)
    const { status } = await revoke(planner, token)
    assert.ok(status < 300, `${path} answered ${status}`)
    assertOAuthError(await exchange(app, actor, token), 400, 'invalid_request')
    assert.equal(await isActive(app, actor, child), false, `a child outlived its parent's revocation by ${path}`)
  }
})

test('TX5 never extends a life, however often a token is exchanged', async (t) => {
  const app = await strictApp(t)
  await configure(app, { 'token_exchange.max_depth': 10 })
  const planner = await createAgent(app, { access_token_ttl_seconds: 600 })
  const actor = await createAgent(app)
  await allow(app, actor, { subject: '*', max_depth: 10, may_redelegate: true })
  let token = await ownToken(app, planner)
  const { exp } = claimsOf(token)
  for (let i = 0; i < 10; i++) {
    app.clock.advance(30_000)
    token = await hop(app, actor, token)
    assert.ok(claimsOf(token).exp <= exp)
  }
  app.clock.advance(301_000)
  assert.equal(await isActive(app, actor, token), false)
})

test('TX6 caps the depth, counts cycles and ignores an act the client brings', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const [ping, pong] = [await createDelegate(app), await createDelegate(app)]
  let token = await ownToken(app, planner)
  for (let depth = 1; depth <= 5; depth++) {
    const actor = depth % 2 === 1 ? ping : pong
    token = await hop(app, actor, token, { act: '{"sub":"admin"}', may_act: '{"sub":"admin"}' })
    assert.deepEqual((claimsOf(token).act as { sub: string }).sub, actor.clientId)
  }
  assertOAuthError(await exchange(app, pong, token), 400, 'invalid_request', /6 hops/)
  const near = await createAgent(app)
  await allow(app, near, { subject: planner.id, max_depth: 1, may_redelegate: true })
  const subject = await hop(app, near, await ownToken(app, planner))
  assertOAuthError(await exchange(app, ping, subject), 400, 'invalid_request', /previous actor/)
})

test('TX7 asks for a policy of the actor and for leave of the actor before', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actor = await createAgent(app)
  const subject = await ownToken(app, planner)
  assertOAuthError(await exchange(app, actor, subject), 400, 'invalid_request', /no policy/)
  const policyId = await allow(app, actor, { subject: planner.id })
  const token = await hop(app, actor, subject)
  const next = await createDelegate(app)
  assertOAuthError(await exchange(app, next, token), 400, 'invalid_request', /delegate further/)
  const gone = await app.admin('DELETE', `/agents/${actor.id}/policies/${policyId}`)
  assert.equal(gone.status, 204)
  assert.equal(await isActive(app, actor, token), false)
  assertOAuthError(await exchange(app, actor, subject), 400, 'invalid_request', /no policy/)
  assert.equal(
    (await exchange(app, planner, subject, { scope: 'read' })).status,
    200,
    'a client may narrow its own token',
  )
})

test('TX1 of several policies the one that allows what is asked decides', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actor = await createAgent(app)
  await allow(app, actor, { subject: planner.id, scope: 'read' })
  await allow(app, actor, { subject: planner.id, scope: 'write' })
  const subject = await ownToken(app, planner)
  for (const scope of ['read', 'write']) {
    assert.equal((await exchange(app, actor, subject, { scope })).json['scope'], scope)
  }
})

test('TX2 without a policy nothing goes beyond the audience of the subject token', async (t) => {
  const app = await strictApp(t)
  const resources = ['https://one.example.com', 'https://two.example.com/']
  for (const uri of resources) await listResource(app, uri)
  const agent = await createAgent(app)
  const subject = await ownToken(app, agent, { resource: 'https://one.example.com' })
  assertOAuthError(await exchange(app, agent, subject, { resource: 'https://two.example.com' }), 400, 'invalid_target')
  const narrowed = await hop(app, agent, subject, { scope: 'read' })
  assert.equal((await introspect(app, agent, narrowed))['aud'], 'https://one.example.com')
  const actor = await createAgent(app)
  await allow(app, actor, { subject: agent.id })
  const byPolicy = await hop(app, actor, subject)
  assert.equal((await introspect(app, actor, byPolicy))['aud'], 'https://one.example.com')
  // A policy that names no audience leads nowhere beyond the subject's, wherever operators let the actor go itself.
  assertOAuthError(await exchange(app, actor, subject, { resource: 'https://two.example.com' }), 400, 'invalid_target')
  const named = await createAgent(app)
  await allow(app, named, { subject: agent.id, audience: ['https://two.example.com'] })
  const moved = await hop(app, named, subject, { resource: 'https://two.example.com' })
  assert.equal((await introspect(app, named, moved))['aud'], 'https://two.example.com')
})

test('TX2 a chain goes only where every policy on it allows', async (t) => {
  const app = await strictApp(t)
  const [one, two, three] = ['https://one.example.com', 'https://two.example.com', 'https://three.example.com']
  await listResource(app, one)
  await listResource(app, two)
  await listResource(app, three)
  const planner = await createAgent(app)
  const root = await ownToken(app, planner)
  const [first, second, third] = [await createAgent(app), await createAgent(app), await createAgent(app)]
  const chained = { subject: planner.id, max_depth: 3, may_redelegate: true }
  await allow(app, first, { ...chained, audience: [one, two] })
  await allow(app, second, { ...chained, audience: [two, three] })
  await allow(app, third, { ...chained, audience: [one, two, three] })
  const near = await hop(app, first, root, { resource: one })
  const middle = await hop(app, second, near)
  assert.equal((await introspect(app, second, middle))['aud'], two)
  // Two hops later the first policy still counts: three was never its to give.
  for (const resource of [one, three]) {
    assertOAuthError(await exchange(app, third, middle, { resource }), 400, 'invalid_target')
  }
  assert.equal((await introspect(app, third, await hop(app, third, middle)))['aud'], two)
  const nowhere = await createAgent(app)
  await allow(app, nowhere, { ...chained, audience: [three] })
  assertOAuthError(await exchange(app, nowhere, near), 400, 'invalid_target', /every policy of the chain/)
})

test('TX2 a hop that narrowed its own token leaves the chain what its policy allows', async (t) => {
  const app = await strictApp(t)
  const [one, two] = ['https://one.example.com', 'https://two.example.com']
  await listResource(app, one)
  await listResource(app, two)
  const planner = await createAgent(app)
  const root = await ownTokenFor(app, planner, [one, two])
  const [first, second] = [await createAgent(app), await createAgent(app)]
  const chained = { subject: planner.id, max_depth: 3, may_redelegate: true }
  // Without an audience of its own: as far as the token it starts from.
  await allow(app, first, chained)
  await allow(app, second, { ...chained, audience: [two] })
  const narrow = await hop(app, first, String(root.json['access_token']), { resource: one })
  assert.equal((await introspect(app, second, await hop(app, second, narrow, { resource: two })))['aud'], two)
})

test('TX6 the narrowest policy of a chain bounds its depth, also two hops further down', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const [first, second, third] = [await createAgent(app), await createAgent(app), await createAgent(app)]
  await allow(app, first, { subject: planner.id, max_depth: 2, may_redelegate: true })
  await allow(app, second, { subject: planner.id, max_depth: 9, may_redelegate: true })
  await allow(app, third, { subject: planner.id, max_depth: 9 })
  const middle = await hop(app, second, await hop(app, first, await ownToken(app, planner)))
  assertOAuthError(await exchange(app, third, middle), 400, 'invalid_request', /previous actor allows 2 hops/)
})

test('a refusal names the policy that is missing, for whom, and the call that makes it', async (t) => {
  const app = await strictApp(t)
  const [planner, actor] = [await createAgent(app), await createAgent(app)]
  const { json } = await exchange(app, actor, await ownToken(app, planner))
  const told = String(json['error_description'])
  for (const part of [actor.id, actor.clientId, planner.clientId, `POST /api/v1/agents/${actor.id}/policies`]) {
    assert.ok(told.includes(part), `${told} lacks ${part}`)
  }
  assert.ok(app.log.some((line) => line.includes('refused without a policy') && line.includes(actor.clientId)))
})

test('TX2 too many and too long targets are refused without repeating them', async (t) => {
  const app = await strictApp(t)
  const agent = await createAgent(app)
  const subject = await ownToken(app, agent)
  const many = Array.from({ length: 9 }, (_, i) => `https://${i}.example.com`)
  const long = `https://long.example.com/${'x'.repeat(487)}`
  const registered = await createAgent(app, { audiences: [...many, long] })
  assert.equal(long.length, 512)
  for (const resources of [many.slice(1), [long]])
    assert.equal((await ownTokenFor(app, registered, resources)).status, 200)
  for (const resources of [many, [`${long}x`]]) {
    const refused = await ownTokenFor(app, registered, resources)
    assertOAuthError(refused, 400, 'invalid_target', /at most 8 resources of 512 characters/)
  }
  const answer = await exchange(app, agent, subject, { resource: `https://example.com/${'x'.repeat(5000)}` })
  assertOAuthError(answer, 400, 'invalid_target')
  assert.ok(answer.text.length < 500)
})

test('TX4 a grandchild written while the middle loses its policy or its client is dead, and stays dead', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const middle = await createAgent(app)
  const last = await createDelegate(app)
  const policyId = await allow(app, middle, { subject: '*', max_depth: 10, may_redelegate: true })
  const root = await ownToken(app, planner)
  const second = await hop(app, middle, root)
  const third = await hop(app, last, second)
  // As if the last one had been recorded after the revocation.
  const revive = sql`UPDATE tokens SET epoch = (SELECT current FROM token_epoch) WHERE depth = 2`
  await app.admin('DELETE', `/agents/${middle.id}/policies/${policyId}`)
  await app.database.db.run(revive)
  assert.equal(await isActive(app, last, third), false)
  assertOAuthError(await exchange(app, last, third), 400, 'invalid_request')

  const again = await createDelegate(app)
  const fourth = await hop(app, again, root)
  const fifth = await hop(app, last, fourth)
  await app.admin('DELETE', `/agents/${again.id}`)
  await app.database.db.run(revive)
  assert.equal(await isActive(app, last, fifth), false)
  assert.equal((await app.admin('PATCH', `/agents/${again.id}`, { active: true })).status, 200)
  assert.equal(await isActive(app, last, fifth), false, 'turning an agent on revives nothing')
})

test('TX4, TX7: an exchange that was allowed a moment ago gives no token when what allowed it ends', async (t) => {
  const app = await strictApp(t)
  const endings: Record<string, (is: Exchanging) => Promise<TestAnswer>> = {
    'the subject token is revoked': ({ subject }) =>
      app.admin('POST', '/admin/auth/revoke-jti', { jti: claimsOf(subject).jti }),
    'the policy is revoked': ({ actor, policyId }) => app.admin('DELETE', `/agents/${actor.id}/policies/${policyId}`),
    'the client is deactivated': ({ actor }) => app.admin('DELETE', `/agents/${actor.id}`),
  }
  for (const [ending, end] of Object.entries(endings)) {
    app.clock.advance(1)
    const [planner, actor] = [await createAgent(app), await createAgent(app)]
    const policyId = await allow(app, actor, { subject: planner.id })
    const subject = await ownToken(app, planner)
    const answer = await meanwhile(
      app.database.db,
      async () => assert.ok((await end({ subject, actor, policyId })).status < 300, ending),
      () => exchange(app, actor, subject),
    )
    assertOAuthError(answer, 400, 'invalid_request', /revoked meanwhile/)
    const tokens = await app.admin('GET', `/agents/${actor.id}/tokens?include_total=true`)
    assert.equal(tokens.json['total'], 0, ending)
    const refusal = (await recorded(app.database.db, 'token.exchange_refused')).at(-1)
    assert.equal(refusal?.data['client_id'], actor.clientId, ending)
    assert.deepEqual(await recorded(app.database.db, 'token.exchanged'), [], ending)
  }
})

test('TX7 a policy ends when its time is over', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actor = await createAgent(app)
  const expires = new Date(app.clock.now() + 60_000).toISOString()
  await allow(app, actor, { subject: planner.id, expires_at: expires })
  await hop(app, actor, await ownToken(app, planner))
  app.clock.advance(60_000)
  assertOAuthError(await exchange(app, actor, await ownToken(app, planner)), 400, 'invalid_request', /no policy/)
})

test('TX7 what a policy allowed ends with it', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actor = await createAgent(app)
  const expires = new Date(app.clock.now() + 60_000).toISOString()
  await allow(app, actor, { subject: planner.id, expires_at: expires, max_depth: 2, may_redelegate: true })
  const first = await exchange(app, actor, await ownToken(app, planner))
  assert.equal(first.json['expires_in'], 60)
  const second = await hop(app, await createDelegate(app), first.json['access_token'] as string)
  app.clock.advance(60_000)
  for (const token of [first.json['access_token'] as string, second]) {
    assert.equal(await isActive(app, planner, token), false)
  }
})

test('in dev mode a missing policy passes with a warning in the log and the audit log', async (t) => {
  const app = await createTestApp(t)
  const planner = await createAgent(app)
  const actor = await createAgent(app)
  await hop(app, actor, await ownToken(app, planner))
  assert.ok(app.log.some((line) => line.includes('production would refuse')))
  const audit = await app.admin('GET', '/audit-logs?action=token.exchanged')
  const [event] = audit.json['data'] as { metadata: Record<string, unknown> }[]
  assert.match(String(event?.metadata['warning']), /production would refuse/)
  await configure(app, { 'token_exchange.require_policy': true })
  assertOAuthError(await exchange(app, actor, await ownToken(app, planner)), 400, 'invalid_request')
})

test('TX8 never turns a bound subject into an unbound token, and lets a policy’s actor bind its own key', async (t) => {
  const app = await createTestApp(t)
  const planner = await createAgent(app)
  const actor = await createAgent(app)
  const [plannerKey, actorKey] = [new ProofKey(), new ProofKey()]
  const subject = await ownToken(app, planner, {}, plannerKey)
  assertOAuthError(await exchange(app, actor, subject), 400, 'invalid_dpop_proof')
  assertOAuthError(await exchange(app, actor, subject, {}, actorKey), 400, 'invalid_request', /another key/)
  const sameKey = await hop(app, actor, subject, {}, plannerKey)
  assert.deepEqual(claimsOf(sameKey).cnf, { jkt: plannerKey.jkt })
  await allow(app, actor, { subject: planner.id })
  assertOAuthError(await exchange(app, actor, subject), 400, 'invalid_dpop_proof')
  const rebound = await exchange(app, actor, subject, {}, actorKey)
  assert.equal(rebound.json['token_type'], 'DPoP')
  assert.deepEqual(claimsOf(rebound.json['access_token'] as string).cnf, { jkt: actorKey.jkt })
})

test('TX9 refuses other token types, an actor token without its type, and one of somebody else', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actor = await createDelegate(app)
  const subject = await ownToken(app, planner)
  const own = await ownToken(app, actor)
  const refused: Record<string, string>[] = [
    { subject_token_type: ID_TOKEN_TYPE },
    { subject_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
    { requested_token_type: ID_TOKEN_TYPE },
    { actor_token: own },
    { actor_token_type: ACCESS_TOKEN_TYPE },
    { actor_token: own, actor_token_type: ID_TOKEN_TYPE },
    { actor_token: subject, actor_token_type: ACCESS_TOKEN_TYPE },
    { actor_token: 'nonsense', actor_token_type: ACCESS_TOKEN_TYPE },
    { subject_token_type: '' },
  ]
  for (const fields of refused) {
    assertOAuthError(await exchange(app, actor, subject, fields), 400, 'invalid_request')
  }
  const answer = await exchange(app, actor, subject, { actor_token: own, actor_token_type: ACCESS_TOKEN_TYPE })
  assert.equal(answer.json['issued_token_type'], ACCESS_TOKEN_TYPE)
  assert.equal('refresh_token' in answer.json, false)
  assertOAuthError(
    await requestToken(app, actor, { grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange' }),
    400,
    'invalid_request',
    /subject_token/,
  )
})

test('DP6 an actor token that is bound to a key needs a proof by that key', async (t) => {
  const app = await strictApp(t)
  const subject = await ownToken(app, await createAgent(app))
  const actor = await createDelegate(app)
  const key = new ProofKey()
  const fields = { actor_token: await ownToken(app, actor, {}, key), actor_token_type: ACCESS_TOKEN_TYPE }
  const by = (proof?: ProofKey) => exchange(app, actor, subject, fields, proof)
  assertOAuthError(await by(), 400, 'invalid_request', /actor_token is bound/)
  assertOAuthError(await by(new ProofKey()), 400, 'invalid_request', /actor_token is bound/)
  assert.equal((await by(key)).json['token_type'], 'DPoP')
})

test('TX10 a revoked root takes three hops with it, and a dry run says so first', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actors = [await createDelegate(app), await createDelegate(app), await createDelegate(app)]
  const root = await ownToken(app, planner)
  const chain = [root]
  for (const actor of actors) chain.push(await hop(app, actor, chain.at(-1) ?? ''))
  const jti = claimsOf(root).jti
  const dry = await app.admin('POST', '/admin/auth/revoke-jti', { jti, dry_run: true })
  const counts = { total: 4, access_tokens: 4, refresh_tokens: 0, delegated_tokens: 3 }
  assert.deepEqual(dry.json, { revoked_count: 0, audit_event_id: null, dry_run: true, tokens: counts })
  for (const token of chain) assert.equal(await isActive(app, planner, token), true)
  const real = await app.admin('POST', '/admin/auth/revoke-jti', { jti })
  assert.deepEqual(real.json['tokens'], counts)
  for (const token of chain) assert.equal(await isActive(app, planner, token), false)
})

test('every refusal of an exchange is in the audit log with its reason', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const actor = await createAgent(app)
  const subject = await ownToken(app, planner)
  await exchange(app, actor, subject)
  app.clock.advance(1)
  await exchange(app, actor, subject, { subject_token_type: ID_TOKEN_TYPE })
  const audit = await app.admin('GET', '/audit-logs?action=token.exchange_refused')
  const events = audit.json['data'] as Record<string, Record<string, unknown>>[]
  assert.ok(events.every((event) => String(event['actor_id']) === actor.clientId))
  assert.deepEqual(
    events.map((event) => /no policy|not supported/.exec(String(event['metadata']?.['reason']))?.[0]),
    ['not supported', 'no policy'],
  )
})

test('an agent’s delegations show every chain it takes part in, hop by hop', async (t) => {
  const app = await strictApp(t)
  const planner = await createAgent(app)
  const [researcher, mailer] = [await createDelegate(app), await createDelegate(app)]
  const root = await ownToken(app, planner)
  const second = await hop(app, researcher, root)
  const third = await hop(app, mailer, second)
  for (const agent of [planner, researcher, mailer]) {
    const answer = await app.admin('GET', `/agents/${agent.id}/delegations`)
    const chains = answer.json['data'] as { id: string; hops: { token_id: string; actor: string }[] }[]
    const ids = chains.map(({ id }) => id)
    if (agent !== planner) assert.ok(ids.includes(claimsOf(third).jti))
    if (agent !== mailer) assert.ok(ids.includes(claimsOf(second).jti))
    const longest = chains.find(({ id }) => id === claimsOf(third).jti)
    if (!longest) continue
    assert.deepEqual(
      longest.hops.map(({ actor }) => actor),
      [planner.clientId, researcher.clientId, mailer.clientId],
    )
  }
  assert.equal((await app.admin('GET', '/agents/agt_unknown/delegations')).status, 404)
})
