import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Limits } from '#/platform/rate-limit/limits.ts'
import { freshDatabase } from '#test/support/engines.ts'
import { TestClock } from '#test/support/clock.ts'
import { SlowTries } from './slow-tries.ts'
import type { TestContext } from 'node:test'

const FOR_HOURS = 3 * 60 * 60_000

/** Slow tries whose pauses the test ends. */
async function makeSlowTries(t: TestContext) {
  const fresh = await freshDatabase('sqlite')
  t.after(() => fresh.release())
  const clock = new TestClock()
  const limits = new Limits({ db: fresh.db, clock })
  const pauses: { readonly millis: number; end(): void }[] = []
  const pause = (millis: number): Promise<void> =>
    new Promise((resolve) => {
      pauses.push({ millis, end: resolve })
    })
  const tries = new SlowTries({ limits, pause })
  const done: string[] = []
  /** A try with a name, which says how it ended. */
  const start = (name: string, failures: number, account = 'maya', finds?: string) => {
    const place = { account, failures }
    const end = tries.run(
      place,
      () => Promise.resolve(finds),
      () => Promise.resolve(),
    )
    return end.then(
      (found) => done.push(`${name} ${found ?? 'wrong'}`),
      () => done.push(`${name} turned away`),
    )
  }
  /** Waits until so many pauses have begun, and ends the last one. */
  const endPause = async (nth: number) => {
    while (pauses.length < nth) await nextTurn()
    pauses[nth - 1]?.end()
  }
  return { clock, pauses, done, start, endPause }
}

test('LG2: slows wrong tries at one account more with each, up to sixteen seconds, and forgets in time', async (t) => {
  const { pauses, start, endPause, clock } = await makeSlowTries(t)
  for (let i = 1; i <= 8; i++) await Promise.all([start(`guess ${i}`, i), endPause(i)])
  await Promise.all([start('at somebody else', 1, 'noor'), endPause(9)])
  clock.advance(FOR_HOURS)
  await Promise.all([start('later', 1), endPause(10)])
  assert.deepEqual(
    pauses.map(({ millis }) => millis),
    [250, 500, 1000, 2000, 4000, 8000, 16_000, 16_000, 250, 250],
  )
})

test('LG2: whoever guessed least goes next, and whoever guessed most makes room', async (t) => {
  const { done, start, endPause } = await makeSlowTries(t)
  const ends = [start('first', 9), start('crowd a', 4), start('crowd b', 5)]
  ends.push(start('crowd c', 5))
  await nextTurn()
  assert.deepEqual(done, ['crowd c turned away'], 'two wait; among equals the last to come goes')
  ends.push(start('the person', 1, 'maya', 'in'))
  await nextTurn()
  assert.deepEqual(done.slice(1), ['crowd b turned away'])
  await endPause(1)
  await endPause(2)
  await Promise.all(ends)
  assert.deepEqual(done.slice(2), ['first wrong', 'the person in', 'crowd a wrong'])
})

test('F21: tries at many accounts are bounded, and free accounts take turns', async (t) => {
  const { done, start, endPause } = await makeSlowTries(t)
  const ends = Array.from({ length: 32 + 64 }, (_, i) => start(`guess ${i}`, 3, `user${i}`))
  ends.push(start('too many', 3, 'one more'))
  await nextTurn()
  assert.deepEqual(done, ['too many turned away'])
  ends.push(start('a newcomer', 1, 'noor', 'in'))
  await nextTurn()
  assert.deepEqual(done.slice(1), ['guess 95 turned away'])
  for (let i = 1; i <= 95; i++) await endPause(i)
  await Promise.all(ends)
  assert.equal(done.filter((end) => end.endsWith('wrong')).length, 95)
  assert.ok(done.indexOf('a newcomer in') < done.indexOf('guess 32 wrong'), 'whoever guessed least went next')
})
