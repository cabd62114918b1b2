import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonErrors } from '#/platform/errors/app-error.ts'
import { until } from '#test/support/until.ts'
import { Threads } from './threads.ts'

/** Answers each question with itself, its data and the number of the thread; breaks at one, and after another one. */
const THREAD = `
  import { parentPort, threadId, workerData } from 'node:worker_threads'
  parentPort.on('message', (question) => {
    if (question === 'breaks') throw new Error('broken')
    if (question !== 'is silent') parentPort.postMessage([question, workerData, threadId])
    if (question === 'breaks later') setImmediate(() => { throw new Error('broken') })
  })
`

type Answer = [question: string, data: unknown, thread: number]

const started = (options = {}): Threads<string> =>
  new Threads(new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`), { longestMs: 60_000, ...options })

test('a thread answers one question after the other, and knows what it was given', async () => {
  const threads = started({ data: 'given' })
  const [one, given, first] = await threads.ask<Answer>('one')
  const [two, , second] = await threads.ask<Answer>('two')
  assert.deepEqual([one, two, given], ['one', 'two', 'given'])
  assert.equal(second, first)
  assert.equal(threads.count, 1)
  await threads.close()
})

test('whoever asks a thread that breaks is told at once, and the next is asked another one', async () => {
  const threads = started()
  const [, , first] = await threads.ask<Answer>('zero')
  await assert.rejects(threads.ask('breaks'), { code: commonErrors.unavailable })
  const [one, , second] = await threads.ask<Answer>('one')
  assert.equal(one, 'one')
  assert.notEqual(second, first)
  await threads.close()
})

test('a thread that breaks while nobody waits for it harms nobody, and is asked no more', async () => {
  const threads = started()
  const [, , first] = await threads.ask<Answer>('breaks later')
  await until(() => threads.count === 0)
  const [one, , second] = await threads.ask<Answer>('one')
  assert.equal(one, 'one')
  assert.notEqual(second, first)
  await threads.close()
})

test('a thread that nobody asks for a while ends', async () => {
  const threads = started({ idleMs: 20 })
  await threads.ask('one')
  await until(() => threads.count === 0)
  await threads.close()
})

test('closing ends every thread, tells whoever waits for one, and begins no other', async () => {
  const threads = started()
  await Promise.all([threads.ask('one'), threads.ask('two')])
  assert.equal(threads.count, 2)
  const waiting = assert.rejects(threads.ask('is silent'), { code: commonErrors.unavailable })
  await threads.close()
  assert.equal(threads.count, 0)
  await waiting
  await assert.rejects(threads.ask('three'), { code: commonErrors.unavailable })
  assert.equal(threads.count, 0)
})
