import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '#/platform/db/sql.ts'
import type { Db } from '#/platform/db/db.ts'
import { createTestApp } from '#test/support/app.ts'
import { chosenEngines } from '#test/support/engines.ts'
import { operator, recorded } from '#test/support/clients.ts'
import { createWebApp, TestPerson } from '#test/support/oauth.ts'
import { livingTokens } from '#test/support/token-store.ts'

/** Runs an INSERT for each number from 1 to `count`, in one statement. */
const insertMany = (db: Db, count: number, insert: ReturnType<typeof sql>) =>
  db.tx((tx) =>
    tx.run(sql`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count}) ${insert}`),
  )

const SOON = 30_000

async function assertQuick(work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  const took = performance.now() - start
  assert.ok(took < SOON, `took ${took} ms`)
}

for (const engine of chosenEngines()) {
  test(`a person with 10 000 sessions, codes and token families can be disabled (${engine})`, async (t) => {
    const app = await createTestApp(t, { engine })
    const person = await TestPerson.signUp(app)
    const { clientId } = await createWebApp(app)
    const { db } = app.database
    const now = app.clock.now()
    const later = now + 3_600_000
    await insertMany(
      db,
      10_000,
      sql`INSERT INTO sessions (id, user_id, hash, methods, authenticated_at, created_at, last_seen_at, expires_at)
        SELECT 'sess_' || n, ${person.id}, 'hash' || n, '[]', 1, 1, ${now}, ${later} FROM numbers`,
    )
    await insertMany(
      db,
      10_000,
      sql`INSERT INTO authorization_codes (hash, client_id, user_id, session_id, redirect_uri, code_challenge, scope,
          resource, authenticated_at, created_at, expires_at, misses)
        SELECT 'hash' || n, 'c', ${person.id}, 'sess_' || n, '', '', '', '[]', 1, 1, ${later}, 0 FROM numbers`,
    )
    await insertMany(
      db,
      10_000,
      sql`INSERT INTO tokens (id, kind, grant_type, client_id, subject, user_id, scope, audience, fingerprint, session_id,
          root_id, depth, generation, created_at, expires_at)
        SELECT 'tok_' || n, 'refresh', 'authorization_code', ${clientId}, ${person.id}, ${person.id}, '', '[]', '', 'sess_' || n,
          'tok_' || n, 0, 0, 1, ${later} FROM numbers`,
    )
    assert.equal((await livingTokens(db, app.clock)).length, 10_000)
    await assertQuick(() => app.services.users.disable(person.id, 'left', operator))
    const left = await db.get(sql`SELECT
      (SELECT count(*) FROM sessions WHERE revoked_at IS NULL) + (SELECT count(*) FROM authorization_codes WHERE used_at IS NULL) AS count`)
    assert.equal(Number(left?.['count']), 0)
    assert.deepEqual(await livingTokens(db, app.clock), [])
    const [event, ...more] = await recorded(db, 'user.disabled')
    assert.deepEqual([event?.data['revoked_sessions'], event?.data['revoked_tokens']], [10_001, 10_000])
    assert.deepEqual([more.length, (await recorded(db, 'session.revoked')).length], [0, 0])
  })

  test(`an agent that 20 000 people allowed something can be deleted (${engine})`, async (t) => {
    const app = await createTestApp(t, { engine })
    const client = await createWebApp(app)
    const { db } = app.database
    const later = app.clock.now() + 3_600_000
    await insertMany(
      db,
      20_000,
      sql`INSERT INTO consents (id, user_id, client_id, granted, created_at, updated_at)
        SELECT 'con_' || n, 'usr_' || n, ${client.clientId}, '[]', 1, 1 FROM numbers`,
    )
    await insertMany(
      db,
      20_000,
      sql`INSERT INTO tokens (id, kind, grant_type, client_id, subject, user_id, scope, audience, fingerprint, consent_id,
          root_id, depth, generation, created_at, expires_at)
        SELECT 'tok_' || n, 'refresh', 'authorization_code', ${client.clientId}, 'usr_' || n, 'usr_' || n, '', '[]', '',
          'con_' || n, 'tok_' || n, 0, 0, 1, ${later} FROM numbers`,
    )
    await assertQuick(async () => {
      const answer = await app.admin('DELETE', `/agents/${client.id}`)
      assert.equal(answer.status, 204, answer.text)
    })
    const living = await db.all(sql`SELECT id FROM consents WHERE revoked_at IS NULL`)
    assert.deepEqual(living, [])
  })
}
