import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newAgent, post } from '#/support/agents.ts'
import { Server } from '#/support/server.ts'

const CLIENTS = 20
const SWAPS = 8

test('swapping the mode under load loses no request, and each runs in one mode', async (t) => {
  const server = await Server.start()
  t.after(() => server.remove())
  const agent = await newAgent(server, { grant_types: ['client_credentials'], scope: 'reports:read' })
  const answers: number[] = []
  const over = new AbortController()
  const client = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const { status } = await post(server.url, '/oauth/token', { grant_type: 'client_credentials' }, agent)
      answers.push(status)
    }
  }
  const clients = Array.from({ length: CLIENTS }, client)
  const swaps: { mode: string; drained: boolean }[] = []
  for (let i = 0; i < SWAPS; i++) swaps.push(await server.admin('POST', '/admin/system/swap-mode', {}))
  over.abort()
  await Promise.all(clients)
  assert.deepEqual(
    swaps.map(({ mode }) => mode),
    Array.from({ length: SWAPS }, (_, i) => (i % 2 === 0 ? 'production' : 'dev')),
  )
  assert.ok(swaps.every(({ drained }) => drained))
  assert.ok(answers.length >= CLIENTS, 'the clients were heard between the swaps')
  assert.deepEqual([...new Set(answers)], [200])
})
