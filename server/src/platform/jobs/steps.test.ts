import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { Steps } from './steps.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Step } from './steps.ts'

/** One whose transactions wait long for their turn. */
const database = {
  engine: 'sqlite',
  async tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    await takeLong()
    return work({} as Tx)
  },
} as const

/** What steps are measured by here, so that a busy machine measures nothing else. */
let nowMs = 0

/** Takes longer than a step may. */
function takeLong(): Promise<void> {
  nowMs += 10
  return Promise.resolve()
}

/** Notes how many rows each step may have, of so many steps that are full. */
function noting(steps: number, work: () => Promise<void>): { readonly asked: number[]; readonly step: Step } {
  const asked: number[] = []
  const step: Step = async (rows, timed) => {
    await timed(work)
    return asked.push(rows) > steps ? 0 : rows
  }
  return { asked, step }
}

describe('what has piled up', () => {
  beforeEach(() => void mock.method(performance, 'now', () => nowMs))
  afterEach(() => mock.restoreAll())

  test('is worked off until a step finds that nothing is left', async () => {
    let left = 130
    const total = await new Steps(database).run(async (rows) => {
      const done = Math.min(rows, left)
      left -= done
      return done
    })
    assert.deepEqual([total, left], [130, 0])
  })

  test('is taken in smaller steps when a step took long, and never in none', async () => {
    const { asked, step } = noting(5, takeLong)
    await new Steps(database).run(step, { minRows: 2 })
    assert.deepEqual(asked, [25, 13, 7, 4, 2, 2])
  })

  test('is taken in larger steps, up to a bound, however long a step waited for its turn', async () => {
    const asked: number[] = []
    await new Steps(database).run(
      async (rows) => {
        await takeLong()
        return asked.push(rows) > 3 ? 0 : rows
      },
      { maxRows: 60 },
    )
    assert.deepEqual(asked, [25, 50, 60, 60])
  })

  test('is measured by what is done in each transaction, and not by how long that waited', async () => {
    const { asked, step } = noting(3, takeLong)
    await new Steps(database).runInTx((_tx, rows) => step(rows, (work) => work()), { minRows: 2 })
    assert.deepEqual(asked, [25, 13, 7, 4])
    const quick = noting(2, () => Promise.resolve())
    await new Steps(database).runInTx((_tx, rows) => quick.step(rows, (work) => work()))
    assert.deepEqual(quick.asked, [25, 50, 100])
  })

  test('is taken in larger steps than it should while less goes than a busy server records', async () => {
    const asked: number[] = []
    await new Steps(database, undefined, 0).run(
      async (rows) => {
        await takeLong()
        return asked.push(rows) > 2 ? 0 : rows
      },
      { maxRows: 10 },
    )
    assert.deepEqual(asked, [10, 20, 40])
  })

  test('is taken in larger steps once it has gone on for sixty times as long, however fast that is', async () => {
    const asked: number[] = []
    await new Steps(database, undefined, 20).run(
      async (rows) => {
        if (asked.length > 0) nowMs += 100
        return asked.push(rows) > 14 ? 0 : rows
      },
      { minRows: 250, maxRows: 250 },
    )
    assert.deepEqual(asked, [25, ...Array.from({ length: 12 }, () => 250), 500, 1000])
  })

  test('is left where it is after the step at hand when the signal fires', async () => {
    const stopping = new AbortController()
    const { asked, step } = noting(Infinity, async () => stopping.abort())
    assert.equal(await new Steps(database, stopping.signal).run(step), 25)
    assert.equal(asked.length, 1)
  })

  test('fails with the step that fails', async () => {
    const failing = new Steps(database).run((_rows, timed) => timed(() => Promise.reject(new Error('no'))))
    await assert.rejects(failing, /no/)
  })
})
