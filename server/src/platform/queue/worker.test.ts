import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#/platform/db/open.ts'
import { altered } from '#test/support/altered-db.ts'
import { onEachQueue } from '#test/support/queue.ts'
import { QueueWorker } from './worker.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Parcel } from '#test/support/queue.ts'
import type { Queue } from './queue.ts'
import type { Outcome, Work } from './worker.ts'

const LEASE = 60_000
const NEVER = 3_600_000

/** Polls, because the timers under test are real. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000
  while (!(await condition())) {
    assert.ok(performance.now() < deadline, 'it did not happen in time')
    await pause(5)
  }
}

/** A promise and how to fulfil it. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: () => resolve() }
}

interface WorkerOptions extends Partial<Work<Parcel>> {
  readonly queue: Queue<Parcel>
  readonly db: Db
  readonly clock: Clock
  readonly concurrency?: number
  readonly perDestination?: number
  readonly pollMs?: number
  readonly perTurn?: number
  readonly handful?: number
  readonly rest?: number
  readonly patienceMs?: number
}

/** A worker with the ids it was handed, in order, and what it logged. */
function makeWorker({ queue, db, clock, concurrency = 4, perDestination = 2, pollMs = NEVER, ...rest }: WorkerOptions) {
  const { perTurn, handful, rest: restFactor, patienceMs, ...work } = rest
  const handed: string[] = []
  const logged: string[] = []
  const log = (_details: object, message: string) => void logged.push(message)
  const handle = async (row: Parcel, taken: readonly Parcel[]): Promise<Outcome<Parcel>> => {
    handed.push(row.id)
    return work.handle ? work.handle(row, taken) : { end: 'delete' }
  }
  const abandon = (): Outcome<Parcel> => ({ end: 'delete' })
  const worker = new QueueWorker({
    name: 'parcels.send',
    ...{ queue, db, clock, concurrency, perDestination, pollMs },
    ...(perTurn === undefined ? {} : { perTurn }),
    ...(handful === undefined ? {} : { handful }),
    ...(restFactor === undefined ? {} : { rest: restFactor }),
    ...(patienceMs === undefined ? {} : { patienceMs }),
    ...{ log: { warn: log, error: log }, leaseMs: LEASE, work: { abandon, ...work, handle } },
  })
  return { worker, handed, logged }
}

describe('a worker', () => {
  onEachQueue('works until nothing is due, and says when it has nothing in hand', async (_t, fixture) => {
    let inHand = 0
    const inHandWhenIdle: number[] = []
    const handle = async (): Promise<Outcome<Parcel>> => {
      inHand++
      await pause(5)
      inHand--
      return { end: 'delete' }
    }
    const { worker, handed } = makeWorker({ ...fixture, handle, idle: () => void inHandWhenIdle.push(inHand) })
    await fixture.add('a1 a2 a3 b1 c1')
    await worker.drain()
    assert.deepEqual(handed.toSorted(), ['a1', 'a2', 'a3', 'b1', 'c1'])
    assert.deepEqual(await fixture.rows(), [])
    assert.ok(inHandWhenIdle.length > 0 && inHandWhenIdle.every((count) => count === 0))
  })

  onEachQueue('has so many rows in hand at once, and so many of one destination', async (_t, fixture) => {
    const { opened, open } = gate()
    const handle = async (): Promise<Outcome<Parcel>> => opened.then(() => ({ end: 'delete' }))
    const { worker, handed } = makeWorker({ ...fixture, concurrency: 5, handle })
    await fixture.add('a1 a2 a3 b1 b2 b3 c1 c2 c3')
    const draining = worker.drain()
    await until(() => handed.length === 5)
    await pause(50)
    assert.deepEqual(handed.length, 5)
    for (const destination of ['a', 'b', 'c']) {
      assert.ok(handed.filter((id) => id.startsWith(destination)).length <= 2, destination)
    }
    open()
    await draining
    assert.equal(handed.length, 9)
  })

  onEachQueue('F11: serves the others while a destination hangs with all it may have in hand', async (_t, fixture) => {
    const { opened, open } = gate()
    const handle = async ({ destination }: Parcel): Promise<Outcome<Parcel>> => {
      if (destination === 'a') await opened
      return { end: 'delete' }
    }
    const { worker, handed } = makeWorker({ ...fixture, concurrency: 3, handle })
    await fixture.add(Array.from({ length: 30 }, (_, i) => `a${i}`).join(' '))
    await fixture.add('b90 b91 b92 c93')
    const draining = worker.drain()
    await until(async () => (await fixture.rows()).every(({ destination }) => destination === 'a'))
    assert.deepEqual(handed.toSorted(), ['a0', 'a1', 'b90', 'b91', 'b92', 'c93'])
    open()
    await draining
    assert.equal(handed.length, 34)
  })

  onEachQueue('F11: leaves no place to those that hang, however many destinations hang', async (_t, fixture) => {
    const { opened, open } = gate()
    const handle = async ({ destination }: Parcel): Promise<Outcome<Parcel>> => {
      if (destination !== 'z') await opened
      return { end: 'delete' }
    }
    const { worker, handed } = makeWorker({ ...fixture, concurrency: 2, handle, patienceMs: 20, pollMs: 20 })
    await fixture.add('a1 b1 c1 d1 e1 f1 a2 b2 z1 z2 z3')
    worker.start()
    await until(() => handed.filter((id) => id.startsWith('z')).length === 3)
    open()
    await until(async () => (await fixture.rows()).length === 0)
    await worker.stop()
  })

  onEachQueue('takes one row at a time for a destination that failed, until one goes well', async (_t, fixture) => {
    const inHand: number[] = []
    let now = 0
    let works = true
    const handle = async (): Promise<Outcome<Parcel>> => {
      inHand.push(++now)
      await pause(2)
      now--
      return works ? { end: 'delete' } : { end: 'delete', failed: true }
    }
    const own = { concurrency: 8, perDestination: 8, perTurn: 4, patienceMs: NEVER }
    const { worker } = makeWorker({ ...fixture, ...own, handle })
    const most = async (count: number): Promise<number> => {
      inHand.length = 0
      await fixture.add(Array.from({ length: count }, (_, i) => `a${i}`).join(' '))
      await worker.drain()
      return Math.max(...inHand)
    }
    assert.ok((await most(8)) > 1)
    works = false
    await most(1)
    assert.equal(await most(6), 1)
    works = true
    await most(1)
    assert.ok((await most(8)) > 1)
  })

  onEachQueue(
    'takes nothing more until a handful of places is free, and what is left all the same',
    async (_t, fixture) => {
      const gates = Array.from({ length: 9 }, gate)
      const takenTogether: number[] = []
      const handle = async ({ id }: Parcel, taken: readonly Parcel[]): Promise<Outcome<Parcel>> => {
        takenTogether.push(taken.length)
        await gates[Number(id.slice(1))]?.opened
        return { end: 'delete' }
      }
      const { worker, handed } = makeWorker({
        ...fixture,
        concurrency: 4,
        perDestination: 9,
        handful: 3,
        perTurn: 3,
        handle,
      })
      await fixture.add('a0 b1 c2 d3 e4 f5 g6 h7')
      worker.start()
      const draining = worker.drain()
      await until(() => handed.length === 4)
      for (const done of handed.slice(0, 2)) gates[Number(done.slice(1))]?.open()
      await pause(50)
      assert.equal(handed.length, 4)
      gates[Number(handed[2]?.slice(1))]?.open()
      await until(() => handed.length === 7)
      for (const { open } of gates) open()
      await draining
      assert.equal(handed.length, 8)
      assert.deepEqual(takenTogether, [4, 4, 4, 4, 3, 3, 3, 1])
      await worker.stop()
    },
  )

  onEachQueue(
    'rests as long as it waited for rows where there is one writer, so that others have it as long',
    async (_t, fixture) => {
      const { queue } = fixture
      const claim = queue.claim.bind(queue)
      const spans: { begun: number; ended: number }[] = []
      queue.claim = async (wanted) => {
        const begun = performance.now()
        await pause(40)
        const rows = await claim(wanted)
        spans.push({ begun, ended: performance.now() })
        return rows
      }
      const { worker, handed } = makeWorker({ ...fixture, concurrency: 1, rest: 1 })
      await fixture.add('a1 b1 c1')
      await worker.drain()
      assert.equal(handed.length, 3)
      // Timers round to milliseconds.
      const rested = spans
        .slice(0, -1)
        .map(({ begun, ended }, i) => (spans[i + 1]?.begun ?? 0) - ended >= ended - begun - 3)
      if (fixture.db.engine === 'sqlite') assert.deepEqual(rested, [true, true, true].slice(0, rested.length))
      else assert.ok(rested.includes(false))
      assert.ok(rested.length >= 2)
    },
  )

  onEachQueue('gives each destination its turn, however long the line of another one is', async (_t, fixture) => {
    const { worker, handed } = makeWorker({ ...fixture, concurrency: 1 })
    await fixture.add(Array.from({ length: 10 }, (_, i) => `a${i}`).join(' '))
    await fixture.add('b90 c91')
    await worker.drain()
    assert.deepEqual(handed.slice(0, 4), ['a0', 'b90', 'c91', 'a1'])
  })

  onEachQueue('puts a row back with what there is to note, and ends it with what follows', async (_t, fixture) => {
    const { clock, add, rows, row } = fixture
    const handle = async ({ attempts }: Parcel): Promise<Outcome<Parcel>> => {
      if (attempts === 1) return { againAt: clock.now() + 1000, changes: { note: 'later' } }
      return { end: { note: 'done' }, also: (tx) => fixture.queue.add(tx, row('b1')) }
    }
    const { worker } = makeWorker({ ...fixture, handle })
    await add('a1')
    await worker.drain()
    assert.deepEqual(
      (await rows()).map(({ note, next_at: nextAt, lease }) => [note, nextAt, lease]),
      [['later', clock.now() + 1000, null]],
    )
    clock.advance(1000)
    await worker.drain()
    const [done, next] = await rows()
    assert.deepEqual([done?.['note'], done?.['next_at'], next?.['id']], ['done', null, 'b1'])
  })

  onEachQueue('that lost its lease changes nothing any more', async (_t, fixture) => {
    const { clock, add, rows, row, queue } = fixture
    const { opened, open } = gate()
    const slow = makeWorker({
      ...fixture,
      handle: async () => {
        await opened
        return { end: 'delete', also: (tx) => queue.add(tx, row('z1')) }
      },
    })
    const other = makeWorker({ ...fixture, handle: async () => ({ end: { note: 'by the other' } }) })
    await add('a1')
    const draining = slow.worker.drain()
    await until(() => slow.handed.length === 1)
    clock.advance(LEASE)
    await other.worker.drain()
    open()
    await draining
    assert.deepEqual(
      (await rows()).map(({ id, note }) => [id, note]),
      [['a1', 'by the other']],
    )
    assert.deepEqual(slow.logged, ['an attempt took longer than its lease'])
  })

  onEachQueue('that fails with an error leaves the row until its lease has run out', async (_t, fixture) => {
    const { clock, add } = fixture
    let fails = true
    const handle = async (): Promise<Outcome<Parcel>> => {
      if (fails) throw new Error('a mistake of ours')
      return { end: 'delete' }
    }
    const { worker, handed, logged } = makeWorker({ ...fixture, handle })
    await add('a1 b1')
    await worker.drain()
    await worker.drain()
    assert.deepEqual([handed.length, logged], [2, ['an attempt failed', 'an attempt failed']])
    fails = false
    clock.advance(LEASE)
    await worker.drain()
    assert.deepEqual(await fixture.rows(), [])
  })

  onEachQueue('gives a row up at which no attempt ever came to an end', async (_t, fixture) => {
    const { clock, add, rows } = fixture
    const { worker, handed, logged } = makeWorker({
      ...fixture,
      handle: ({ id }) =>
        id === 'a1' ? Promise.reject(new Error('a mistake of ours')) : Promise.resolve({ end: 'delete' }),
      abandon: ({ attempts }) => ({ end: { note: `after ${attempts - 1}` }, failed: true }),
    })
    await add('a1 b1')
    for (let i = 0; i < 25; i++) {
      await worker.drain()
      clock.advance(LEASE)
    }
    const [abandoned] = await rows()
    assert.deepEqual([handed.length, abandoned?.['note'], abandoned?.['next_at']], [21, 'after 20', null])
    assert.equal(logged.at(-1), 'no attempt came to an end: given up')
  })

  onEachQueue('takes nothing while it is not ready', async (_t, fixture) => {
    let ready = false
    const { worker, handed } = makeWorker({ ...fixture, ready: async () => ready })
    await fixture.add('a1')
    await worker.drain()
    assert.deepEqual(handed, [])
    ready = true
    await worker.drain()
    assert.deepEqual(handed, ['a1'])
  })

  onEachQueue('begins when its process queues something, long before it looks by itself', async (_t, fixture) => {
    const { worker, handed } = makeWorker(fixture)
    worker.start()
    await fixture.add('a1 b1')
    await until(() => handed.length === 2)
    await fixture.add('a2')
    await until(() => handed.length === 3)
    await worker.stop()
  })

  onEachQueue('finds what another node queued', async (_t, fixture) => {
    const other = await openDatabase({ url: fixture.url })
    const { worker, handed } = makeWorker({ ...fixture, ...fixture.node(other.db), db: other.db, pollMs: 20 })
    try {
      worker.start()
      await fixture.add('a1')
      await until(() => handed.length === 1)
      fixture.clock.advance(1)
      await fixture.add('a2')
      await until(() => handed.length === 2)
    } finally {
      await worker.stop()
      await other.close()
    }
  })

  onEachQueue('stops when what it has in hand is done, and takes nothing more', async (_t, fixture) => {
    const { opened, open } = gate()
    const handle = async (): Promise<Outcome<Parcel>> => opened.then(() => ({ end: 'delete' }))
    const { worker, handed } = makeWorker({ ...fixture, handle, pollMs: 10 })
    worker.start()
    await fixture.add('a1')
    await until(() => handed.length === 1)
    const stopping = worker.stop()
    assert.equal(await Promise.race([stopping, pause(50, 'still waiting')]), 'still waiting')
    open()
    await stopping
    await fixture.add('b1')
    await pause(50)
    await worker.drain()
    assert.deepEqual([handed, (await fixture.rows()).map(({ id }) => id)], [['a1'], ['b1']])
  })

  onEachQueue('logs a database that is gone, and goes on when it is back', async (_t, fixture) => {
    const { db } = fixture
    let gone = true
    const broken = altered(db, { get: (query) => (gone ? Promise.reject(new Error('gone')) : db.get(query)) })
    const { worker, handed, logged } = makeWorker({ ...fixture, ...fixture.node(broken), db: broken, pollMs: 10 })
    await fixture.add('a1')
    worker.start()
    await until(() => logged.length > 1)
    gone = false
    await until(() => handed.length === 1)
    await worker.stop()
    assert.equal(logged[0], 'a queue could not be read')
  })
})
