import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeJwt } from 'jose'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { allow, createAgent, createWebApp, exchange, signIn, TestPerson } from '#test/support/oauth.ts'
import type { TestClient } from '#test/support/oauth.ts'

interface Edge {
  readonly kind: string
  readonly from: string
  readonly to: string
  readonly tokens: number
  readonly living: number
  readonly broken: number
  readonly depth: number
  readonly token_ids: string[]
}

interface Map {
  readonly tokens: number
  readonly nodes: { id: string; kind: string; name: string | null; active: boolean }[]
  readonly edges: Edge[]
  readonly chains: { subject: string; hops: { actor: string; status: string }[] }[]
  readonly next_before: string | null
}

interface Trace {
  readonly is_alive: boolean
  readonly causes: { cause: string; token_id: string; reason: string | null }[]
  readonly line: { id: string; client_id: string; dropped_scope: string }[]
  readonly children: { id: string }[]
}

const jti = (token: string): string => String(decodeJwt(token).jti)
const read = async <T>(app: TestApp, path: string): Promise<T> => {
  const { status, json, text } = await app.admin('GET', path)
  assert.equal(status, 200, text)
  return json as T
}

interface Story {
  readonly person: TestPerson
  readonly clients: { readonly web: TestClient; readonly planner: TestClient; readonly mailer: TestClient }
  /** The tokens of the person's app, of the planner and of the mailer. */
  readonly tokens: readonly [string, string, string]
}

/** Maya lets an app in, that hands on to the planner with less, and that to the mailer. */
async function delegate(app: TestApp): Promise<Story> {
  const person = await TestPerson.signUp(app)
  const web = await createWebApp(app, { client_name: 'Desk' })
  const planner = await createAgent(app, { client_name: 'Planner' })
  const mailer = await createAgent(app, { client_name: 'Mailer' })
  for (const agent of [planner, mailer]) {
    await allow(app, agent, { subject: person.id, scope: 'read write', max_depth: 3, may_redelegate: true })
  }
  const { access_token: root = '' } = await signIn(app, person, web, { scope: 'openid read write' })
  const tokenOf = ({ status, json, text }: TestAnswer): string => {
    assert.equal(status, 200, text)
    return String(json['access_token'])
  }
  app.clock.advance(1000)
  const first = tokenOf(await exchange(app, planner, root, { scope: 'read' }))
  app.clock.advance(1000)
  const second = tokenOf(await exchange(app, mailer, first))
  return { person, clients: { web, planner, mailer }, tokens: [jti(root), jti(first), jti(second)] }
}

onEachApp('the map shows who lets whom act, who hands on to whom, and what the last one reaches', async (_t, app) => {
  const { person, clients } = await delegate(app)
  const map = await read<Map>(app, '/admin/delegations')
  const [web, planner, mailer] = [clients.web.clientId, clients.planner.clientId, clients.mailer.clientId]
  assert.deepEqual(
    map.edges.map(({ kind, from, to, depth, living }) => [kind, from, to, depth, living]).toSorted(),
    [
      ['hands_on', planner, mailer, 2, 1],
      ['hands_on', web, planner, 1, 1],
      ['lets', person.id, web, 2, 1],
      ['reaches', mailer, app.baseUrl, 2, 1],
    ].toSorted(),
  )
  assert.deepEqual(map.nodes.map(({ kind, name }) => [kind, name]).toSorted(), [
    ['agent', 'Desk'],
    ['agent', 'Mailer'],
    ['agent', 'Planner'],
    ['person', 'Maya Okafor'],
    ['resource', app.baseUrl],
  ])
  const chain = map.chains[0]
  assert.deepEqual([map.chains.length, chain?.subject, map.next_before], [1, person.id, null])
  // The family of the app stands above the access token that it yielded.
  assert.deepEqual(
    chain?.hops.map(({ actor }) => actor),
    [web, web, planner, mailer],
  )
  assert.equal(map.edges.find(({ kind }) => kind === 'lets')?.token_ids.length, 1)
})

onEachApp('the map is narrowed to deep chains, to broken ones, and to those of somebody', async (_t, app) => {
  const { person, clients, tokens } = await delegate(app)
  const other = await delegate(app)
  const edges = async (query: string) => (await read<Map>(app, `/admin/delegations?${query}`)).edges.length
  assert.equal(await edges('min_depth=3'), 0)
  assert.equal(await edges('min_depth=2'), 8)
  assert.equal(await edges(`actor=${person.id}`), 4)
  assert.equal(await edges(`actor=${clients.mailer.clientId}`), 4)
  assert.equal(await edges('actor=nobody'), 0)
  assert.equal(await edges('broken=true'), 0)
  await app.admin('POST', '/admin/auth/revoke-jti', { jti: tokens[1] })
  const broken = await read<Map>(app, '/admin/delegations?broken=true')
  assert.deepEqual(
    broken.edges
      .filter((edge) => edge.broken > 0)
      .map(({ to }) => to)
      .toSorted(),
    [app.baseUrl, clients.mailer.clientId, clients.planner.clientId, clients.web.clientId].toSorted(),
  )
  assert.ok(!broken.nodes.some(({ id }) => id === other.person.id))
})

onEachApp('the map goes on with older tokens, and looks at a time alone', async (_t, app) => {
  await delegate(app)
  const first = await read<Map>(app, '/admin/delegations?limit=1')
  assert.equal(first.tokens, 1)
  const rest = await read<Map>(app, `/admin/delegations?limit=5&before=${encodeURIComponent(first.next_before ?? '')}`)
  assert.deepEqual([rest.tokens, rest.next_before], [1, null])
  const before = new Date(app.clock.now() - 60_000).toISOString()
  assert.equal((await read<Map>(app, `/admin/delegations?to=${before}`)).tokens, 0)
  assert.equal((await read<Map>(app, `/admin/delegations?from=${before}`)).tokens, 2)
})

test('the map refuses times that make no sense and cursors of somebody else', async (t) => {
  const app = await createTestApp(t)
  for (const query of ['from=yesterday', 'to=2026-99-99', 'from=2026-02-01&to=2026-01-01', 'before=x', 'limit=2001']) {
    assert.equal((await app.admin('GET', `/admin/delegations?${query}`)).status, 400, query)
  }
})

test('names of people on the map are for those who may read users', async (t) => {
  const app = await createTestApp(t)
  await delegate(app)
  const key = await app.admin('POST', '/api-keys', { name: 'map', scopes: ['tokens:read'] })
  const headers = { authorization: `Bearer ${String(key.json['key'])}` }
  const { text, json } = await app.send({ url: '/api/v1/admin/delegations', headers })
  assert.doesNotMatch(text, /Maya/)
  assert.ok((json as unknown as Map).nodes.some(({ kind, name }) => kind === 'person' && name === null))
})

onEachApp('a token is traced to its root: what each hop lost, and what was made of it', async (_t, app) => {
  const { clients, tokens } = await delegate(app)
  const trace = await read<Trace>(app, `/admin/tokens/${tokens[2]}`)
  assert.deepEqual([trace.is_alive, trace.causes], [true, []])
  assert.deepEqual(trace.line.map(({ id, client_id, dropped_scope }) => [id, client_id, dropped_scope]).slice(-2), [
    [tokens[1], clients.planner.clientId, 'openid write'],
    [tokens[2], clients.mailer.clientId, ''],
  ])
  const planner = await read<Trace>(app, `/admin/tokens/${tokens[1]}`)
  assert.deepEqual(
    planner.children.map(({ id }) => id),
    [tokens[2]],
  )
})

onEachApp('a dead token says what ended it, and where in its line', async (_t, app) => {
  const causes = async (id: string) => (await read<Trace>(app, `/admin/tokens/${id}`)).causes
  const one = await delegate(app)
  await app.admin('POST', '/admin/auth/revoke-jti', { jti: one.tokens[1] })
  assert.deepEqual(
    (await causes(one.tokens[2])).map(({ cause, token_id, reason }) => [cause, token_id, reason]),
    [['revoked', one.tokens[1], 'revoked_by_operator']],
  )
  const two = await delegate(app)
  assert.equal((await app.admin('PATCH', `/users/${two.person.id}`, { disabled: true })).status, 200)
  assert.ok((await causes(two.tokens[2])).some(({ cause }) => cause === 'revoked' || cause === 'person_inactive'))
  const three = await delegate(app)
  app.clock.advance(86_400_000 / 2)
  const late = await causes(three.tokens[2])
  assert.ok(late.some(({ cause, token_id }) => cause === 'expired' && token_id === three.tokens[2]))
})

onEachApp('tokens are found by client and by person, and all of them newest first', async (_t, app) => {
  const { person, clients, tokens } = await delegate(app)
  const ids = async (query: string) =>
    (await read<{ data: { id: string }[] }>(app, `/admin/tokens?${query}`)).data.map(({ id }) => id)
  assert.deepEqual(await ids(`client_id=${clients.planner.clientId}`), [tokens[1]])
  const [newest, second] = await ids(`user_id=${person.id}&limit=2`)
  assert.deepEqual([newest, second], [tokens[2], tokens[1]])
  assert.deepEqual(await ids(`user_id=${person.id}&client_id=${clients.mailer.clientId}`), [tokens[2]])
  const page = await read<{ data: { id: string }[]; next_cursor: string; total: number }>(
    app,
    '/admin/tokens?limit=1&include_total=true',
  )
  assert.equal(page.data[0]?.id, tokens[2])
  assert.ok(page.total >= 3)
  assert.equal((await ids(`limit=1&cursor=${encodeURIComponent(page.next_cursor)}`))[0], tokens[1])
  await app.admin('POST', '/admin/auth/revoke-jti', { jti: tokens[1] })
  assert.deepEqual(await ids(`client_id=${clients.mailer.clientId}&active=true`), [])
  assert.deepEqual(await ids(`client_id=${clients.mailer.clientId}&active=false`), [tokens[2]])
  assert.equal((await app.admin('GET', '/admin/tokens?active=true')).status, 400)
  assert.equal((await app.admin('GET', '/admin/tokens/tok_unknown')).json['code'], 'token_not_found')
})

onEachApp('who acts for whom is counted by the hour, for the last day, week and month', async (_t, app) => {
  const { person, clients } = await delegate(app)
  app.clock.advance(30_000)
  await app.app.jobs.runNow('statistics.roll_up')
  type Acting = {
    flows: { subject: string; via: string | null; actor: string; resource: string | null; tokens: number }[]
    names: Record<string, { kind: string; name: string }>
    is_complete: boolean
  }
  const [web, planner, mailer] = [clients.web.clientId, clients.planner.clientId, clients.mailer.clientId]
  const acting = await read<Acting>(app, '/admin/stats/acting')
  assert.deepEqual(
    acting.flows.map(({ via, actor, subject, tokens }) => [via, actor, subject, tokens]).toSorted(),
    [
      [null, web, person.id, 1],
      [planner, mailer, person.id, 1],
      [web, planner, person.id, 1],
    ].toSorted(),
  )
  assert.deepEqual(
    [acting.is_complete, acting.names[person.id]?.name, acting.names[planner]?.name],
    [true, 'Maya Okafor', 'Planner'],
  )
  app.clock.advance(2 * 86_400_000)
  assert.deepEqual((await read<Acting>(app, '/admin/stats/acting?window=24h')).flows, [])
  assert.equal((await read<Acting>(app, '/admin/stats/acting?window=7d')).flows.length, 3)
  const { clients: curves } = await read<{ clients: { client_id: string; tokens: number[] }[] }>(
    app,
    `/admin/stats/clients?client_ids=${planner},${mailer}&days=3`,
  )
  assert.deepEqual(
    curves.map(({ client_id, tokens }) => [client_id, tokens]),
    [
      [planner, [1, 0, 0]],
      [mailer, [1, 0, 0]],
    ],
  )
})
