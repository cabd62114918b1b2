import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Turnstile } from './request-gate.ts'

test('works when everyone else is through, and lets on who waited', async () => {
  const turnstile = new Turnstile()
  const said: string[] = []
  turnstile.enter()
  turnstile.enter()
  const paused = turnstile.pauseFor(async () => {
    said.push('work')
    await sleep(5)
    return 'done'
  }, 1000)
  await sleep(1)
  assert.equal(turnstile.isClosed, true)
  const late = turnstile.opened().then(() => said.push('late one'))
  said.push('early one')
  turnstile.leave()
  assert.deepEqual(await paused, { value: 'done', drained: true })
  await late
  assert.deepEqual([said, turnstile.isClosed], [['early one', 'work', 'late one'], false])
})

test('does not wait for ever for a request that does not end', async () => {
  const turnstile = new Turnstile()
  turnstile.enter()
  turnstile.enter()
  const { drained } = await turnstile.pauseFor(() => Promise.resolve(), 10)
  assert.equal(drained, false)
  turnstile.leave()
  turnstile.leave()
  turnstile.enter()
  assert.equal((await turnstile.pauseFor(() => Promise.resolve(), 10)).drained, true)
})

test('of two pauses at once the second follows the first, and neither waits for the other for ever', async () => {
  const turnstile = new Turnstile()
  const said: string[] = []
  const pause = async (name: string) => {
    turnstile.enter()
    const work = async () => {
      said.push(`${name} begins`)
      await sleep(5)
      said.push(`${name} ends`)
    }
    return turnstile.pauseFor(work, 1000).finally(() => turnstile.leave())
  }
  const outcomes = await Promise.all([pause('one'), pause('two')])
  assert.deepEqual(said, ['one begins', 'one ends', 'two begins', 'two ends'])
  assert.deepEqual(
    outcomes.map(({ drained }) => drained),
    [true, true],
  )
})

test('opens again when the work fails', async () => {
  const turnstile = new Turnstile()
  turnstile.enter()
  await assert.rejects(
    turnstile.pauseFor(() => Promise.reject(new Error('no')), 10),
    /no/,
  )
  assert.equal(turnstile.isClosed, false)
})
