import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestApp } from '#test/support/app.ts'

test('swapping the mode toggles it, or goes where the body says, with one event', async (t) => {
  const app = await createTestApp(t)
  const swap = (body?: Record<string, unknown>) => app.admin('POST', '/admin/system/swap-mode', body)
  const mode = async () => (await app.admin('GET', '/admin/system/mode')).json['mode']
  assert.deepEqual((await swap()).json, { mode: 'production', previous_mode: 'dev', drained: true })
  assert.equal(await mode(), 'production')
  assert.deepEqual((await swap({ mode: 'production' })).json, {
    mode: 'production',
    previous_mode: 'production',
    drained: true,
  })
  assert.deepEqual((await swap({ mode: 'dev' })).json, { mode: 'dev', previous_mode: 'production', drained: true })
  assert.equal((await swap({ mode: 'test' })).status, 400)
  const log = await app.admin('GET', '/audit-logs?action=system.mode_changed')
  const changes = (log.json['data'] as { metadata: { from: string; to: string } }[]).map(({ metadata }) => metadata)
  assert.deepEqual(changes.map(({ from, to }) => `${from} to ${to}`).toSorted(), [
    'dev to production',
    'production to dev',
  ])
})

test('AD13: a server that others can reach never goes to dev', async (t) => {
  const app = await createTestApp(t, { baseUrl: 'https://id.example.com', mode: 'production' })
  const answer = await app.admin('POST', '/admin/system/swap-mode')
  assert.deepEqual([answer.status, answer.json['code']], [409, 'dev_mode_exposed'])
  assert.equal((await app.admin('GET', '/admin/system/mode')).json['mode'], 'production')
})

test('AD13: another node follows, and of many swaps at once each counts', async (t) => {
  const app = await createTestApp(t)
  const node = await app.secondNode(t)
  const swaps = await Promise.all(
    Array.from({ length: 6 }, (_, i) => (i % 2 === 0 ? app : node).admin('POST', '/admin/system/swap-mode')),
  )
  assert.ok(swaps.every(({ status }) => status === 200))
  const to = swaps.map(({ json }) => json['mode'])
  assert.equal(to.filter((mode) => mode === 'production').length, 3)
  assert.equal((await node.admin('GET', '/admin/system/mode')).json['mode'], 'dev')
})
