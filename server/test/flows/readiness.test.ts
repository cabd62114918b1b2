import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'
import { failWrites } from '#test/support/failing-database.ts'

test('F4: a server whose database takes no writes is healthy and not ready', async (t) => {
  const app = await createTestApp(t)
  assert.equal((await app.send({ url: '/readyz' })).status, 200)
  await failWrites(t, app)
  // A finding counts for two seconds.
  for (;;) {
    const { status, json } = await app.send({ url: '/readyz' })
    if (status === 200) continue
    assert.deepEqual([status, json], [503, { status: 'unhealthy', error: 'database not writable' }])
    break
  }
  assert.equal((await app.send({ url: '/healthz' })).status, 200)
})
