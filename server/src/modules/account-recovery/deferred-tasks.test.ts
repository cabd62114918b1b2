import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeferredTasks } from './deferred-tasks.ts'

const quiet = { error: () => undefined }

test('does one piece of work after the other, and later than whoever asked', async () => {
  const errands = new DeferredTasks(quiet)
  const done: number[] = []
  for (const i of [1, 2, 3]) errands.add(async () => void done.push(i))
  assert.deepEqual(done, [])
  await errands.settled()
  assert.deepEqual(done, [1, 2, 3])
})

test('writes down what failed and goes on with the next', async () => {
  const logged: object[] = []
  const errands = new DeferredTasks({ error: (fields) => void logged.push(fields) })
  const done: string[] = []
  const failure = new Error('on purpose')
  errands.add(() => Promise.reject(failure))
  errands.add(async () => void done.push('next'))
  await errands.settled()
  assert.deepEqual([logged, done], [[{ err: failure }], ['next']])
})

test('turns work away when too much of it waits', () => {
  const errands = new DeferredTasks(quiet)
  for (let i = 0; i < 500; i++) errands.add(() => new Promise(() => undefined))
  assert.throws(() => errands.add(() => Promise.resolve()), {
    headers: { 'retry-after': '10' },
  })
})
