import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { Type } from 'typebox'
import { raw, sql } from '#/platform/db/sql.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { agentErrors } from '#/modules/agents/index.ts'
import { eventType } from '#/platform/audit/event.ts'
import { Sealer } from '#/platform/audit/seal.ts'
import { AdminApi, foundation } from '#test/support/admin-api.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { buildAuditLogs } from './build.ts'
import { auditLogRoutes } from './routes.ts'
import { COUNTED_ROWS, WINDOW_ROWS } from './store.ts'
import type { ActorType, EventResult } from '#/platform/audit/event.ts'
import type { EngineFixture } from '#test/support/engines.ts'

const Data = Type.Object({ n: Type.Integer() })
const created = eventType('thing.created', 'A thing was made.', Data)
const other = eventType('thing_list.created', 'A list was made.', Data)
const deleted = eventType('thing.deleted', 'A thing was deleted.', Data)

interface Entry {
  actorType?: ActorType
  actorId?: string
  targetId?: string | null
  kind?: typeof created
  result?: EventResult
}

/** Asks the database, as the real one does. */
async function agentIds({ db }: EngineFixture, id: string): Promise<string[]> {
  const row = await db.get(sql`SELECT 1 AS found WHERE ${id} = 'agt_1'`)
  if (!row) throw new AppError(agentErrors.agent_not_found)
  return ['agt_1', 'client-one']
}

async function logOn(fixture: EngineFixture) {
  const base = await foundation(fixture)
  const { services } = buildAuditLogs({
    minRetentionDays: () => Promise.resolve(0),
    watched: [],
    scopesOf: () => Promise.resolve(undefined),
    scopeOfEvent: () => 'audit-logs:read',
    ...base,
    agentIds: (id) => agentIds(fixture, id),
    nameOfActor: async ({ actorId }) => (actorId === 'usr_1' ? 'Maya' : null),
    eventNames: [created.name, deleted.name, other.name],
  })
  const api = new AdminApi(base, auditLogRoutes, services)
  const key = await api.key('audit-logs:read', 'agents:read')
  await fixture.db.run(sql`DELETE FROM events`)
  let n = 0
  return {
    ...base,
    api,
    /** Records an entry a second after the last. */
    record: async ({ actorType = 'user', actorId = 'usr_1', targetId = 'x', kind = created, result }: Entry = {}) => {
      fixture.clock.advance(1000)
      const actor = { type: actorType, id: actorId, requestId: 'req_1', ip: '192.0.2.1' }
      const target = targetId === null ? null : { type: 'thing', id: targetId }
      return fixture.db.tx((tx) =>
        base.events.record(tx, kind, { actor, target, data: { n: n++ }, ...(result ? { result } : {}) }),
      )
    },
    call: (path: string) => api.call('GET', path, key),
    /** The numbers of the entries on one page. */
    list: async (path: string): Promise<number[]> => {
      const { status, body } = await api.call('GET', path, key)
      assert.equal(status, 200, JSON.stringify(body))
      return (body['data'] as { metadata: { n: number } }[]).map(({ metadata }) => metadata.n)
    },
  }
}

describe('GET /api/v1/audit-logs', () => {
  onEachEngine('answers entries newest first, as the contract words them', async (_t, fixture) => {
    const { call, record } = await logOn(fixture)
    await record()
    const id = await record({ actorType: 'system', targetId: null, result: 'denied' })
    const { status, body } = await call('/audit-logs')
    assert.equal(status, 200)
    assert.equal(body['next_cursor'], null)
    const data = body['data'] as object[]
    assert.equal(data.length, 2)
    assert.deepEqual(data[0], {
      id,
      actor_type: 'system',
      actor_id: 'usr_1',
      action: 'thing.created',
      target_type: null,
      target_id: null,
      status: 'denied',
      metadata: { n: 1 },
      request_id: 'req_1',
      client_request_id: null,
      address: '192.0.2.1',
      created_at: new Date(fixture.clock.now()).toISOString(),
      sequence: null,
    })
  })

  onEachEngine('filters by who, what, to whom, how it ended and when', async (_t, fixture) => {
    const { list, record } = await logOn(fixture)
    await record({ actorType: 'admin', actorId: 'key_1', targetId: 'a' })
    await record({ actorType: 'agent', actorId: 'client-one', targetId: 'b', kind: deleted })
    await record({ actorType: 'agent', actorId: 'client-two', targetId: 'a', kind: deleted, result: 'denied' })
    await record({ result: 'failure' })
    const start = new Date(fixture.clock.now() - 3000)
    const time = (seconds: number) => new Date(start.getTime() + seconds * 1000).toISOString()
    assert.deepEqual(await list('/audit-logs?actor_type=agent'), [2, 1])
    assert.deepEqual(await list('/audit-logs?actor_id=client-two'), [2])
    assert.deepEqual(await list('/audit-logs?action=thing.deleted'), [2, 1])
    assert.deepEqual(await list('/audit-logs?action=thing'), [])
    assert.deepEqual(await list('/audit-logs?target_id=a'), [2, 0])
    assert.deepEqual(await list('/audit-logs?status=denied'), [2])
    assert.deepEqual(await list('/audit-logs?status=success'), [1, 0])
    assert.deepEqual(await list(`/audit-logs?from=${time(1)}`), [3, 2, 1])
    assert.deepEqual(await list(`/audit-logs?from=${time(1)}&to=${time(3)}`), [2, 1])
    assert.deepEqual(await list(`/audit-logs?to=${encodeURIComponent(time(1).replace('Z', '+00:00'))}`), [0])
    assert.deepEqual(await list('/audit-logs?from=2026-01-01&to=2026-01-02'), [])
    assert.deepEqual(await list('/audit-logs?actor_type=agent&action=thing.deleted&target_id=b&status=success'), [1])
    assert.deepEqual(await list('/audit-logs?target_type=thing&target_id=a'), [2, 0])
    assert.deepEqual(await list('/audit-logs?target_type=other&target_id=a'), [])
    assert.deepEqual(await list('/audit-logs?target_type=thing&limit=2'), [3, 2])
  })

  onEachEngine('counts what fits over time, by how it ended', async (_t, fixture) => {
    const { call, record } = await logOn(fixture)
    const start = fixture.clock.now()
    await record({ kind: deleted })
    await record({ result: 'denied' })
    await record({ actorType: 'agent', targetId: 'b' })
    const time = (seconds: number) => new Date(start + seconds * 1000).toISOString()
    type Bucket = { at: string; success: number; denied: number; failure: number }
    const countsOf = async (query: string) => {
      const { status, body } = await call(`/audit-logs/histogram?from=${time(0)}&to=${time(60)}${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body['is_complete'], true)
      const buckets = body['buckets'] as Bucket[]
      assert.equal(buckets.length, 60)
      return buckets.slice(0, 5).map(({ success, denied, failure }) => [success, denied, failure])
    }
    const none = [0, 0, 0]
    assert.deepEqual(await countsOf(''), [none, [1, 0, 0], [0, 1, 0], [1, 0, 0], none])
    assert.deepEqual(await countsOf('&actor_type=agent'), [none, none, none, [1, 0, 0], none])
    assert.deepEqual(await countsOf('&status=denied&target_type=thing'), [none, none, [0, 1, 0], none, none])
    assert.deepEqual(await countsOf('&search=deleted'), [none, [1, 0, 0], none, none, none])
    const year = await call('/audit-logs/histogram?from=2026-01-01&to=2026-12-31&interval=day')
    assert.equal((year.body['buckets'] as unknown[]).length, 364)
    assert.equal((await call('/audit-logs/histogram?from=2024-01-01&to=2026-01-01&interval=day')).status, 400)
    const { body } = await call('/audit-logs/histogram')
    assert.equal(
      (body['buckets'] as Bucket[]).reduce((sum, { success }) => sum + success, 0),
      2,
    )
    assert.equal((await call(`/audit-logs/histogram?from=${time(9)}&to=${time(0)}`)).status, 400)
  })

  onEachEngine('takes all events of a noun, and not those of one that only begins so', async (_t, fixture) => {
    const { call, list, record } = await logOn(fixture)
    await record()
    await record({ kind: other })
    await record({ kind: deleted, actorType: 'admin' })
    assert.deepEqual(await list('/audit-logs?action=thing.*'), [2, 0])
    assert.deepEqual(await list('/audit-logs?action=thing_list.*'), [1])
    assert.deepEqual(await list('/audit-logs?action=nothing.*'), [])
    assert.deepEqual(await list('/audit-logs?action=thing.*&actor_type=admin'), [2])
    assert.deepEqual(await list('/audit-logs?action=thing.*&search=deleted'), [2])
    const first = await call('/audit-logs?action=thing.*&limit=1&include_total=true')
    assert.deepEqual([first.body['total'], first.body['total_is_minimum']], [2, false])
    assert.deepEqual(await list(`/audit-logs?action=thing.*&cursor=${first.body['next_cursor'] as string}`), [0])
  })

  onEachEngine('finds text anywhere in an entry, in either case, and nothing by a wildcard', async (_t, fixture) => {
    const { list, record } = await logOn(fixture)
    await record({ actorId: 'usr_Maya' })
    await record({ targetId: '100%_"Straße"' })
    await record({ kind: deleted, targetId: null })
    const find = (text: string) => list(`/audit-logs?search=${encodeURIComponent(text)}`)
    assert.deepEqual(await find('MAYA'), [0])
    assert.deepEqual(await find('thing.DEL'), [2])
    assert.deepEqual(await find('"n":1'), [])
    assert.deepEqual(await find('0%_"stra'), [1])
    assert.deepEqual(await find('Straße'), [1])
    assert.deepEqual(await find('%%'), [])
    assert.deepEqual(await find('REQ_1'), [2, 1, 0])
    assert.deepEqual(await find('192.0.2.1'), [2, 1, 0])
    assert.deepEqual(await list('/audit-logs?search=maya&action=thing.created&actor_type=user'), [0])
  })

  onEachEngine(
    'looks at a bounded number of entries a page, and the cursor goes on behind them',
    async (_t, fixture) => {
      const { call, db } = await logOn(fixture)
      await insertMany(db, WINDOW_ROWS + 10)
      const first = await call('/audit-logs?search=needle&include_total=true')
      assert.deepEqual(first.body['data'], [])
      assert.deepEqual([first.body['total'], first.body['total_is_minimum']], [0, true])
      const second = await call(`/audit-logs?search=needle&cursor=${first.body['next_cursor'] as string}`)
      assert.deepEqual(
        (second.body['data'] as { id: string }[]).map(({ id }) => id),
        ['aud_000001'],
      )
      assert.equal(second.body['next_cursor'], null)
    },
  )

  onEachEngine('counts so far and no further', async (_t, fixture) => {
    const { call, db } = await logOn(fixture)
    await insertMany(db, COUNTED_ROWS + 1)
    const { body } = await call('/audit-logs?include_total=true&limit=1')
    assert.deepEqual([body['total'], body['total_is_minimum']], [COUNTED_ROWS, true])
    const user = await call('/audit-logs?include_total=true&limit=1&actor_id=usr_1')
    assert.deepEqual([user.body['total'], user.body['total_is_minimum']], [COUNTED_ROWS, true])
  })

  onEachEngine(
    'pages through everything once, also entries of one moment, while new ones come',
    async (_t, fixture) => {
      const { call, record } = await logOn(fixture)
      for (let i = 0; i < 7; i++) {
        await record()
        if (i % 2 === 0) fixture.clock.advance(-1000)
      }
      const seen: number[] = []
      let cursor: unknown = ''
      for (let pages = 0; cursor !== null && pages < 10; pages++) {
        const { body } = await call(
          `/audit-logs?limit=2&include_total=true${cursor === '' ? '' : `&cursor=${cursor as string}`}`,
        )
        seen.push(...(body['data'] as { metadata: { n: number } }[]).map(({ metadata }) => metadata.n))
        assert.equal(body['total'], 7 + pages)
        cursor = body['next_cursor']
        fixture.clock.advance(60_000)
        await record()
        fixture.clock.advance(-61_000)
      }
      assert.equal(seen.length, 7)
      assert.equal(new Set(seen).size, 7)
    },
  )

  onEachEngine('answers 400 to filters that can not be meant', async (_t, fixture) => {
    const { call } = await logOn(fixture)
    for (const query of [
      'actor_type=robot',
      'status=ok',
      'limit=0',
      'limit=201',
      'cursor=x',
      'from=yesterday',
      'from=2026-02-31',
      'to=2026-13-01T00:00:00Z',
      'to=2026-01-01T25:00:00Z',
      'from=2026-01-01T00:00:00',
      'actor_id=%00',
      'action=%00x',
      'target_id=%00',
      'action=a*',
      'action=.*.*',
      'action=A.b',
      'search=x',
      'search=%00%00',
      `search=${'x'.repeat(201)}`,
      'from=2026-01-02&to=2026-01-01',
    ]) {
      const { status, body } = await call(`/audit-logs?${query}`)
      assert.equal(status, 400, query)
      assert.equal(body['error'], 'invalid_request')
    }
  })

  onEachEngine('answers 401 without a key and 403 to a key without the scope', async (_t, fixture) => {
    const { api } = await logOn(fixture)
    const other = await api.key('users:read', 'audit-logs:write')
    for (const path of ['/audit-logs', '/audit-logs/aud_1', '/agents/agt_1/audit']) {
      assert.equal((await api.call('GET', path)).status, 401)
      assert.equal((await api.call('GET', path, other)).status, 403)
    }
  })
})

/** So many entries a millisecond apart; the oldest alone is about a needle. */
async function insertMany(db: EngineFixture['db'], count: number): Promise<void> {
  await db.run(sql`
    INSERT INTO events (id, name, actor_type, actor_id, result, data, created_at)
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
    SELECT 'aud_' || substr('000000', 1, 6 - length(CAST(n AS TEXT))) || n, 'thing.created', 'user', 'usr_1', 'success',
      CASE WHEN n = 1 THEN '{"n":"needle"}' ELSE '{}' END, n FROM numbers`)
}

describe('GET /api/v1/audit-logs/:id', () => {
  onEachEngine('answers the entry, with its place once it is sealed', async (_t, fixture) => {
    const { call, record, ...base } = await logOn(fixture)
    const id = await record()
    assert.equal((await call(`/audit-logs/${id}`)).body['sequence'], null)
    await new Sealer(base).seal()
    const { status, body } = await call(`/audit-logs/${id}`)
    assert.equal(status, 200)
    assert.equal(body['sequence'], 1)
    assert.equal(body['id'], id)
    assert.equal(body['actor_name'], 'Maya')
    assert.match(body['hash'] as string, /^[\w-]{43}$/)
  })

  onEachEngine('answers 404 for an entry that is not there', async (_t, fixture) => {
    const { call } = await logOn(fixture)
    for (const id of ['aud_unknown', 'usr_1', '%00', "'--"]) {
      const { status, body } = await call(`/audit-logs/${id}`)
      assert.equal(status, 404, id)
      assert.equal(body['error'], 'not_found')
    }
  })
})

describe('GET /api/v1/agents/:id/audit', () => {
  onEachEngine('answers what the agent did and what was done to it, each once', async (_t, fixture) => {
    const { call, list, record } = await logOn(fixture)
    await record({ actorType: 'agent', actorId: 'client-one', targetId: 'x' })
    await record({ actorType: 'admin', actorId: 'key_1', targetId: 'agt_1' })
    await record({ actorType: 'agent', actorId: 'client-one', targetId: 'agt_1' })
    await record({ actorType: 'agent', actorId: 'client-two', targetId: 'agt_2' })
    await record({ actorType: 'admin', actorId: 'key_1', targetId: 'client-one' })
    assert.deepEqual(await list('/agents/agt_1/audit'), [4, 2, 1, 0])
    const first = await call('/agents/agt_1/audit?limit=3&include_total=true')
    assert.equal(first.body['total'], 4)
    assert.deepEqual(await list(`/agents/agt_1/audit?limit=3&cursor=${first.body['next_cursor'] as string}`), [0])
  })

  onEachEngine('answers 404 for an agent nobody knows, and 400 to a bad cursor', async (_t, fixture) => {
    const { call } = await logOn(fixture)
    const { status, body } = await call('/agents/agt_2/audit')
    assert.equal(status, 404)
    assert.equal(body['code'], 'agent_not_found')
    assert.equal((await call('/agents/agt_1/audit?cursor=x')).status, 400)
    assert.equal((await call('/agents/%00/audit')).status, 404)
  })
})

describe('the audit log at size', () => {
  onEachEngine('reads each filter through an index', async (_t, fixture) => {
    if (fixture.engine !== 'sqlite') return // PostgreSQL plans by statistics; the indexes are the same
    const plans: [string, string][] = [
      ["actor_id = 'a' AND (created_at, id) < (1, 'x')", 'events_by_actor '],
      ["target_id = 'a'", 'events_by_target'],
      ["name = 'a'", 'events_by_name'],
      ["actor_type = 'admin'", 'events_by_actor_type'],
      ["result = 'denied' AND result <> 'success'", 'events_by_bad_end'],
      ['created_at >= 1', 'events_by_time'],
    ]
    for (const [condition, index] of plans) {
      const order = 'ORDER BY created_at DESC, id DESC LIMIT 51'
      const plan = await fixture.db.all(explain(`SELECT * FROM events WHERE ${condition} ${order}`))
      const detail = plan.map((row) => row['detail'] as string).join('; ')
      assert.ok(detail.includes(index) && !detail.includes('TEMP B-TREE'), `${condition}: ${detail}`)
    }
  })
})

const explain = (text: string) => raw(`EXPLAIN QUERY PLAN ${text}`)
