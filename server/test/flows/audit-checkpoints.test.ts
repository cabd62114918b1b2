import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compactVerify, importJWK } from 'jose'
import type { JWK } from 'jose'
import { sql } from '#/platform/db/sql.ts'
import { createTestApp } from '#test/support/app.ts'
import type { TestAnswer, TestApp } from '#test/support/app.ts'
import { onEachApp } from '#test/support/each-app.ts'
import { createAgent } from '#test/support/oauth.ts'

interface Checkpoint {
  readonly sequence: number
  readonly first_sequence: number
  readonly hash: string
  readonly sealed_at: string
  readonly key_id: string | null
  readonly signature: string
  readonly statement: string
  readonly public_key?: JWK
}

const PATH = '/admin/audit-logs/checkpoints'

/** A server whose entries were sealed in so many batches. */
async function sealed(app: TestApp, batches: number): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    app.clock.advance(1000)
    await createAgent(app)
    await app.app.jobs.runNow('events.seal')
  }
}

const listOf = ({ json }: TestAnswer): readonly Checkpoint[] => json['data'] as Checkpoint[]

const verify = async (app: TestApp, query: string): Promise<Record<string, unknown>> =>
  (await app.admin('GET', `/admin/audit-logs/verify?${query}`)).json

onEachApp(
  'each checkpoint covers what lies behind the one before, and pages lead through all of them',
  async (_t, app) => {
    await sealed(app, 5)
    const whole = listOf(await app.admin('GET', `${PATH}?limit=200`))
    assert.equal(whole.length, 5)
    const [latest] = whole
    assert.equal(latest?.signature, 'genuine')
    assert.equal(latest?.key_id, 'audit-1')
    assert.equal(latest?.sealed_at, new Date(app.clock.now()).toISOString())
    for (const [i, { first_sequence: first }] of whole.entries()) assert.equal(first, (whole[i + 1]?.sequence ?? 0) + 1)
    const first = await app.admin('GET', `${PATH}?limit=2&include_total=true`)
    assert.deepEqual([first.json['total'], first.json['total_is_minimum']], [5, false])
    const second = await app.admin(
      'GET',
      `${PATH}?limit=2&cursor=${encodeURIComponent(String(first.json['next_cursor']))}`,
    )
    const third = await app.admin(
      'GET',
      `${PATH}?limit=2&cursor=${encodeURIComponent(String(second.json['next_cursor']))}`,
    )
    assert.deepEqual([...listOf(first), ...listOf(second), ...listOf(third)], whole)
    assert.equal(third.json['next_cursor'], null)
  },
)

onEachApp('a place leads to the checkpoint that covers it, whose key proves it elsewhere', async (_t, app) => {
  await sealed(app, 3)
  const [, middle] = listOf(await app.admin('GET', PATH))
  assert.ok(middle)
  for (const place of [middle.first_sequence, middle.sequence]) {
    const { json } = await app.admin('GET', `${PATH}/${place}`)
    const { public_key: key, ...found } = json as unknown as Checkpoint
    assert.deepEqual(found, middle)
    const { payload, protectedHeader } = await compactVerify(found.statement, await importJWK(key ?? {}, 'ES256'))
    assert.equal(protectedHeader['typ'], 'mandate-checkpoint+jwt')
    const said = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
    assert.deepEqual([said['sequence'], said['hash']], [middle.sequence, middle.hash])
  }
  const range = `after=${middle.first_sequence - 1}&through=${middle.sequence}`
  const checked = await verify(app, range)
  assert.deepEqual([checked['status'], checked['hash']], ['intact', middle.hash])
  assert.deepEqual(
    [checked['checked_after'], checked['checked_through'], checked['resume_after']],
    [middle.first_sequence - 1, middle.sequence, null],
  )
})

onEachApp(
  'AD17: a checkpoint that this server did not sign says so, and so does one that was moved',
  async (_t, app) => {
    await sealed(app, 3)
    const { db } = app.database
    const [latest, middle, oldest] = listOf(await app.admin('GET', PATH))
    assert.ok(latest && middle && oldest)
    await db.run(sql`UPDATE event_checkpoints SET statement = 'nonsense' WHERE sequence = ${latest.sequence}`)
    await db.run(sql`UPDATE event_checkpoints SET statement = ${oldest.statement} WHERE sequence = ${middle.sequence}`)
    const found = listOf(await app.admin('GET', PATH))
    assert.deepEqual(
      found.map(({ signature, key_id: key }) => [signature, key]),
      [
        ['forged', null],
        ['forged', 'audit-1'],
        ['genuine', 'audit-1'],
      ],
    )
    const { json } = await app.admin('GET', `${PATH}/${latest.sequence}`)
    assert.equal(json['public_key'], null)
    const checked = await verify(app, `after=${middle.first_sequence - 1}&through=${middle.sequence}`)
    const { kind, sequence } = checked['fault'] as Record<string, unknown>
    assert.deepEqual([checked['status'], kind, sequence], ['broken', 'checkpoint', middle.sequence])
  },
)

test('an entry that was changed shows in its checkpoint, and in no other one', async (t) => {
  const app = await createTestApp(t)
  await sealed(app, 3)
  const [latest, middle, oldest] = listOf(await app.admin('GET', PATH))
  assert.ok(latest && middle && oldest)
  await app.database.db.run(sql`UPDATE events SET actor_id = 'key_other' WHERE sequence = ${middle.sequence}`)
  const statusOf = async ({ first_sequence: first, sequence }: Checkpoint): Promise<unknown> =>
    (await verify(app, `after=${first - 1}&through=${sequence}`))['status']
  assert.deepEqual(
    [await statusOf(latest), await statusOf(middle), await statusOf(oldest)],
    ['intact', 'broken', 'intact'],
  )
})

test('what was purged has no checkpoint any more, nor has what is not sealed, nor what is no place', async (t) => {
  const app = await createTestApp(t)
  await app.admin('PATCH', '/admin/config', { 'audit.min_retention_days': 0 })
  await sealed(app, 3)
  const [latest, middle] = listOf(await app.admin('GET', PATH))
  assert.ok(latest && middle)
  const purged = await app.admin('POST', '/admin/audit-logs/purge', { before: latest.sealed_at })
  const through = Number(purged.json['through_sequence'])
  assert.ok(through >= middle.sequence, purged.text)
  const [oldest] = listOf(await app.admin('GET', PATH)).slice(-1)
  assert.equal(oldest?.first_sequence, through + 1)
  for (const place of [through, 1_000_000, '0', '-1', '1e3', 'x', '9'.repeat(40)]) {
    const { status, json } = await app.admin('GET', `${PATH}/${place}`)
    assert.deepEqual([status, json['code']], [404, 'audit_checkpoint_not_found'], String(place))
  }
})

test('whoever may not read the log reads no checkpoint', async (t) => {
  const app = await createTestApp(t)
  const key = await app.admin('POST', '/api-keys', { name: 'users', scopes: ['users:read'] })
  const headers = { authorization: `Bearer ${String(key.json['key'])}` }
  for (const path of [PATH, `${PATH}/1`]) {
    assert.equal((await app.send({ method: 'GET', url: `/api/v1${path}`, headers })).status, 403)
  }
})
