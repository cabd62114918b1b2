import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { withCompany } from './company.ts'

const ENOUGH = 30

/** In which turn the work begins where so many are waiting in each; the last number stands for all turns that follow. */
const turnOfWork = (waiting: readonly number[]): Promise<number> =>
  new Promise((resolve) => {
    let turn = 0
    const company = { waiting: () => waiting[turn] ?? waiting.at(-1) ?? 0, enough: ENOUGH }
    withCompany(company, () => resolve(turn + 1))
    void (async () => {
      for (; turn < 100; turn++) await nextTurn()
    })()
  })

test('work waits for company as long as more comes, and whoever is alone for nobody', async () => {
  const growing = Array.from({ length: 40 }, (_, i) => i + 2)
  const turns = {
    alone: await turnOfWork([1]),
    'two, and nobody else': await turnOfWork([2]),
    'one and, after the first turn, another': await turnOfWork([1, 2]),
    'more in two turns': await turnOfWork([2, 3, 4]),
    'more in five turns': await turnOfWork([2, 3, 4, 5, 6]),
    'more in every turn': await turnOfWork(growing),
    'enough at once': await turnOfWork([ENOUGH, ENOUGH + 1]),
    'enough in the third turn': await turnOfWork([2, 20, ENOUGH, ENOUGH + 1]),
  }
  assert.deepEqual(turns, {
    alone: 1,
    'two, and nobody else': 3,
    'one and, after the first turn, another': 1,
    'more in two turns': 4,
    'more in five turns': 6,
    'more in every turn': 16,
    'enough at once': 1,
    'enough in the third turn': 3,
  })
})
