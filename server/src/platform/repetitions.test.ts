import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Repetitions } from './repetitions.ts'

test('passes the first of each key on at once, and what repeats it as one count', () => {
  const passed: [readonly string[], number][] = []
  const repetitions = new Repetitions<string>({ periodMs: 60_000, pass: (...given) => void passed.push(given) })
  for (const item of ['a1', 'b1', 'a2', 'a3']) repetitions.note(item.charAt(0), item)
  assert.deepEqual(passed, [
    [['a1'], 1],
    [['b1'], 1],
  ])
  repetitions.flush()
  assert.deepEqual(passed.slice(2), [[['a2', 'a3'], 2]])
  repetitions.flush()
  assert.equal(passed.length, 3)
  repetitions.note('a', 'a4')
  assert.deepEqual(passed.at(-1), [['a4'], 1])
  repetitions.flush()
})

test('ends a period by itself', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const counts: number[] = []
  const repetitions = new Repetitions<string>({ periodMs: 60_000, pass: (_items, count) => void counts.push(count) })
  for (let n = 0; n < 5; n++) repetitions.note('a', 'a')
  t.mock.timers.tick(59_999)
  assert.deepEqual(counts, [1])
  t.mock.timers.tick(1)
  assert.deepEqual(counts, [1, 4])
})

test('holds no more than a thousand keys and ten items, whoever makes them up', () => {
  const passed: [number, number][] = []
  const repetitions = new Repetitions<number>({
    periodMs: 60_000,
    pass: (items, count) => void passed.push([items.length, count]),
  })
  for (let n = 0; n < 5000; n++) repetitions.note(`key ${n}`, n)
  assert.equal(passed.length, 1001)
  repetitions.flush()
  assert.deepEqual(passed.at(-1), [10, 3999])
})
