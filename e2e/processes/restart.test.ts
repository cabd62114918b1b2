import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { post } from '#/support/agents.ts'
import { Balancer } from '#/support/balancer.ts'
import { postgresPair } from '#/support/cluster.ts'
import { Server } from '#/support/server.ts'
import { Cast } from './cast.ts'

const WORKERS = 8

test('F15: finishes what it accepted when it is asked to stop', async (t) => {
  const server = await Server.start()
  t.after(() => server.remove())
  const { machine } = await Cast.on(server)
  const balancer = await Balancer.start([server])
  let answered = 0
  const work = async (): Promise<void> => {
    for (let node = balancer.next(); node !== undefined; node = balancer.next()) {
      const { status, body } = await post(node, '/oauth/token', { grant_type: 'client_credentials' }, machine)
      assert.equal(status, 200, JSON.stringify(body))
      answered++
    }
  }
  const working = Promise.all(Array.from({ length: WORKERS }, work))
  await sleep(300)
  const before = answered
  const startedAt = performance.now()
  await server.stop()
  assert.ok(performance.now() - startedAt < 60_000)
  await working
  await balancer.stop()
  assert.ok(answered > before, 'requests are served until the balancer has looked')
})

test('F16: restarts two nodes in turn without one failed sign-in or refresh', async (t) => {
  const { nodes, remove } = await postgresPair()
  t.after(remove)
  const cast = await Cast.on(nodes[0])
  const balancer = await Balancer.start(nodes)
  const over = new AbortController()
  let refreshes = 0
  const node = (): string => balancer.next() ?? assert.fail('a node is always ready')
  const ask = async (form: Record<string, string>): Promise<string> => {
    const { status, body } = await post(node(), '/oauth/token', form, cast.app)
    assert.equal(status, 200, JSON.stringify(body))
    return body['refresh_token'] as string
  }
  const work = async (): Promise<void> => {
    while (!over.signal.aborted) {
      let refreshToken = await ask(cast.redemption(await cast.newCode(node())))
      for (let turn = 0; turn < 5; turn++, refreshes++) {
        refreshToken = await ask({ grant_type: 'refresh_token', refresh_token: refreshToken })
      }
    }
  }
  const working = Promise.all(Array.from({ length: WORKERS / 2 }, work))
  for (const restarted of nodes) {
    await sleep(300)
    await restarted.stop()
    await restarted.boot()
  }
  await sleep(300)
  over.abort()
  await working
  await balancer.stop()
  t.diagnostic(`${refreshes} refreshes during two restarts`)
})
