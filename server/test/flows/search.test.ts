import assert from 'node:assert/strict'
import { raw, sql } from '#/platform/db/sql.ts'
import { decodeJwt } from 'jose'
import { onEachApp } from '#test/support/each-app.ts'
import { createAgent, requestToken } from '#test/support/oauth.ts'
import type { TestApp } from '#test/support/app.ts'

interface Match {
  readonly kind: string
  readonly id: string
  readonly label: string
  readonly detail: string | null
  readonly parent_id: string | null
}

async function find(app: TestApp, text: string, key = app.adminKey): Promise<Match[]> {
  const url = `/api/v1/admin/search?q=${encodeURIComponent(text)}`
  const { status, json, text: body } = await app.send({ url, headers: { authorization: `Bearer ${key}` } })
  assert.equal(status, 200, body)
  return json['matches'] as Match[]
}

async function keyWith(app: TestApp, scopes: readonly string[]): Promise<string> {
  const { json } = await app.admin('POST', '/api-keys', { name: 'reader', scopes })
  return String(json['key'])
}

const made = async (app: TestApp, path: string, body: object): Promise<string> => {
  const { status, json, text } = await app.admin('POST', path, body)
  assert.equal(status, 201, text)
  return String(json['id'])
}

onEachApp('search finds how names and addresses begin, in either case, of every kind', async (_t, app) => {
  const user = await made(app, '/admin/users', { email: 'harbour.master@example.com', name: 'Maya Okafor' })
  const agent = await createAgent(app, { client_name: 'Harbour planner' })
  const organization = await made(app, '/admin/organizations', { name: 'HARBOUR Ltd', slug: 'h-ltd' })
  const webhook = await made(app, '/webhooks', { url: 'https://harbour.example.com/in', events: ['user.*'] })
  const role = await made(app, '/roles', { name: 'harbour-pilot' })
  await made(app, '/admin/users', { email: 'other@example.com', name: 'The old harbour' })
  assert.deepEqual(
    (await find(app, 'hArBoUr')).map(({ kind, id }) => `${kind} ${id}`),
    [`user ${user}`, `agent ${agent.id}`, `organization ${organization}`, `role ${role}`, `webhook ${webhook}`],
  )
  const [byName] = await find(app, 'maya ok')
  assert.deepEqual(byName, {
    kind: 'user',
    id: user,
    label: 'Maya Okafor',
    detail: 'harbour.master@example.com',
    parent_id: null,
  })
})

onEachApp('search finds by its whole id what has no name, and says what it belongs to', async (_t, app) => {
  const agent = await createAgent(app, { client_name: 'Test agent' })
  const { access_token: token } = (await requestToken(app, agent, { grant_type: 'client_credentials' })).json
  const jti = String(decodeJwt(String(token)).jti)
  assert.deepEqual(
    (await find(app, jti)).map(({ kind, id }) => [kind, id]),
    [['token', jti]],
  )
  assert.deepEqual(await find(app, jti.slice(0, -1)), [], 'a part of an id names nothing')
  const inCapitals = jti.slice(0, 4) + jti.slice(4).toUpperCase()
  assert.deepEqual(await find(app, inCapitals), [], 'nor does another spelling of it')
  const policy = await made(app, `/agents/${agent.id}/policies`, { subject: '*', scope: 'read' })
  assert.deepEqual(
    (await find(app, policy)).map(({ kind, parent_id: parent }) => [kind, parent]),
    [['policy', agent.id]],
  )
  assert.equal((await find(app, agent.id))[0]?.label, 'Test agent')
})

onEachApp('a list finds by how an id begins, as it is spelled', async (_t, app) => {
  const { id } = await createAgent(app, { client_name: 'Test agent' })
  const found = async (search: string) => (await app.admin('GET', `/agents?search=${search}`)).json['data'] as object[]
  assert.equal((await found(id.slice(0, -3))).length, 1)
  assert.equal((await found(id.slice(0, 4) + id.slice(4, -3).toUpperCase())).length, 0)
})

onEachApp('search tells a caller of what they may read and of nothing else', async (_t, app) => {
  const user = await made(app, '/admin/users', { email: 'pilot@example.com', name: 'Pilot' })
  const agent = await createAgent(app, { client_name: 'Pilot' })
  const kinds = async (scopes: readonly string[]): Promise<string[]> =>
    (await find(app, 'pilot', await keyWith(app, scopes))).map(({ id }) => id)
  assert.deepEqual(await kinds(['users:read']), [user])
  assert.deepEqual(await kinds(['agents:read']), [agent.id])
  assert.deepEqual(await kinds(['webhooks:read']), [])
  assert.deepEqual(await find(app, user, await keyWith(app, ['agents:read'])), [], 'nor by its id')
  const url = '/api/v1/admin/search?q=pilot'
  const nothing = await app.send({ url, headers: { authorization: `Bearer ${await keyWith(app, ['system:read'])}` } })
  assert.equal(nothing.status, 403)
})

onEachApp('search is bounded, and what stands for something in a pattern stands for itself', async (_t, app) => {
  for (let i = 0; i < 8; i++)
    await made(app, '/admin/users', { email: `crowd.${i}@example.com`, name: `100% crowd ${i}` })
  assert.equal((await find(app, 'crowd')).length, 5)
  assert.equal((await find(app, '100%')).length, 5)
  for (const text of ['1%', '1_0', String.raw`100\%`, "' OR '1'='1", '%', '  ', '\u{10FFFF}']) {
    assert.deepEqual(await find(app, text), [], text)
  }
})

const ROWS = 20_000

onEachApp('search reads a range of an index for every part of it, however many rows there are', async (_t, app) => {
  const { db } = app.database
  const { engine } = db
  await db.run(sql`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${raw(String(ROWS))})
    INSERT INTO users (id, email, email_canonical, email_verified, name, mfa_enabled, tier, metadata, created_at, updated_at)
    SELECT 'usr_' || i, 'p' || i || '@example.com', 'p' || i || '@example.com', 1, 'Person ' || i, 0, 'free', '{}', i, i FROM n`)
  await db.run(sql`ANALYZE`)
  const statement = app.services.search.statement('person 7', ['*']) ?? assert.fail('nothing is asked')
  const plan = await db.tx(async (tx) => {
    // Tables of few rows are read whole by choice; without it, what has an index for its condition shows it.
    if (engine === 'postgres') await tx.run(sql`SET LOCAL enable_seqscan = off`)
    return tx.all(engine === 'postgres' ? sql`EXPLAIN ${statement}` : sql`EXPLAIN QUERY PLAN ${statement}`)
  })
  const lines = plan.flatMap((row) => Object.values(row).map(String))
  assert.deepEqual(
    lines.filter((line) => /Seq Scan|SCAN (?!found)/.test(line)),
    [],
  )
  assert.ok(lines.filter((line) => /Index .*Scan|SEARCH .* USING INDEX/.test(line)).length >= 20, lines.join('\n'))
  assert.equal((await find(app, 'person 7')).length, 5)
})
