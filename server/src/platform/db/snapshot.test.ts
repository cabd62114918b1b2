import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Snapshot } from './snapshot.ts'

/** A snapshot whose loads and time the test controls. */
function controlled() {
  const loads: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  const time = { now: 0 }
  const load = () => new Promise<string>((resolve, reject) => void loads.push({ resolve, reject }))
  return { loads, time, snapshot: new Snapshot(load, () => time.now) }
}

test('many readers share one load and keep it for a second', async () => {
  const { loads, time, snapshot } = controlled()
  const readers = [snapshot.current(), snapshot.current()]
  loads[0]?.resolve('a')
  assert.deepEqual(await Promise.all(readers), ['a', 'a'])
  time.now = 999
  assert.equal(await snapshot.current(), 'a')
  assert.equal(loads.length, 1)
  time.now = 1000
  const later = snapshot.current()
  loads[1]?.resolve('b')
  assert.equal(await later, 'b')
})

test('after an invalidation nobody gets what was loaded before it', async () => {
  const { loads, snapshot } = controlled()
  const early = snapshot.current()
  snapshot.invalidate()
  const late = snapshot.current()
  loads[1]?.resolve('new')
  loads[0]?.resolve('old')
  assert.deepEqual([await early, await late, await snapshot.current()], ['old', 'new', 'new'])
})

test('a failed reload fails its readers instead of serving the old state, and the next reader tries again', async () => {
  const { loads, time, snapshot } = controlled()
  const first = snapshot.current()
  loads[0]?.resolve('a')
  await first
  time.now = 1500
  const failing = snapshot.current()
  loads[1]?.reject(new Error('down'))
  await assert.rejects(failing, /down/)
  const again = snapshot.current()
  loads[2]?.resolve('c')
  assert.equal(await again, 'c')
})

test('age counts from the start of a load', async () => {
  const { loads, time, snapshot } = controlled()
  const slow = snapshot.current()
  time.now = 1200
  loads[0]?.resolve('a')
  await slow
  void snapshot.current()
  assert.equal(loads.length, 2)
})
