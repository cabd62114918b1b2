import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { RequestGate } from './request-gate.ts'

test('works when everyone else is through, and lets on who waited', async () => {
  const requestGate = new RequestGate()
  const said: string[] = []
  requestGate.enter()
  requestGate.enter()
  const paused = requestGate.pause(async () => {
    said.push('work')
    await sleep(5)
    return 'done'
  }, 60_000)
  await sleep(1)
  assert.equal(requestGate.isClosed, true)
  const late = requestGate.opened().then(() => said.push('late one'))
  said.push('early one')
  requestGate.leave()
  assert.deepEqual(await paused, { value: 'done', drained: true })
  await late
  assert.deepEqual([said, requestGate.isClosed], [['early one', 'work', 'late one'], false])
})

test('does not wait for ever for a request that does not end', async () => {
  const requestGate = new RequestGate()
  requestGate.enter()
  requestGate.enter()
  const { drained } = await requestGate.pause(() => Promise.resolve(), 10)
  assert.equal(drained, false)
  requestGate.leave()
  requestGate.leave()
  requestGate.enter()
  assert.equal((await requestGate.pause(() => Promise.resolve(), 10)).drained, true)
})

test('of two pauses at once the second follows the first, and neither waits for the other for ever', async () => {
  const requestGate = new RequestGate()
  const said: string[] = []
  const pause = async (name: string) => {
    requestGate.enter()
    const work = async () => {
      said.push(`${name} begins`)
      await sleep(5)
      said.push(`${name} ends`)
    }
    return requestGate.pause(work, 60_000).finally(() => requestGate.leave())
  }
  const outcomes = await Promise.all([pause('one'), pause('two')])
  assert.deepEqual(said, ['one begins', 'one ends', 'two begins', 'two ends'])
  assert.deepEqual(
    outcomes.map(({ drained }) => drained),
    [true, true],
  )
})

test('opens again when the work fails', async () => {
  const requestGate = new RequestGate()
  requestGate.enter()
  await assert.rejects(
    requestGate.pause(() => Promise.reject(new Error('no')), 10),
    /no/,
  )
  assert.equal(requestGate.isClosed, false)
})
