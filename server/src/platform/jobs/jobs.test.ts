import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '#/platform/db/sql.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { Jobs } from './jobs.ts'
import { Leases } from './leases.ts'
import { systemClock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { until } from '#test/support/until.ts'

const silent = { error: () => undefined, warn: () => undefined }

const rowOf = (db: Db, name: string) => db.get(sql`SELECT * FROM jobs WHERE name = ${name}`)

describe('a lease', () => {
  onEachEngine('is taken by one of 50 runs at once', async (_t, { db, clock }) => {
    const leases = new Leases({ db, clock, leaseMs: 60_000 })
    const taken = await Promise.all(Array.from({ length: 50 }, () => leases.take('tokens.cleanup', 1000)))
    assert.equal(taken.filter((lease) => lease !== undefined).length, 1)
  })

  onEachEngine(
    'runs out when its node falls silent, and the silent one can no longer renew it',
    async (_t, { db, clock }) => {
      const leases = new Leases({ db, clock, leaseMs: 60_000 })
      const first = await leases.take('job', 1000)
      assert.ok(first)
      clock.advance(59_999)
      assert.equal(await leases.take('job', 1000), undefined)
      assert.equal(await leases.renew(first), true)
      clock.advance(60_000)
      const second = await leases.take('job', 1000)
      assert.ok(second)
      assert.equal(await leases.renew(first), false)
      await leases.release(first, 'too late')
      assert.equal((await rowOf(db, 'job'))?.['lease_owner'], second.owner)
    },
  )

  onEachEngine('is not given again before the period ends', async (_t, { db, clock }) => {
    const leases = new Leases({ db, clock, leaseMs: 60_000 })
    const first = await leases.take('job', 5000)
    assert.ok(first)
    await leases.release(first, null)
    assert.equal(await leases.take('job', 5000), undefined)
    clock.advance(5000)
    assert.ok(await leases.take('job', 5000))
  })

  onEachEngine(
    'F12 a node whose clock is behind takes nobody’s lease, and nobody’s turn',
    async (_t, { db, clock }) => {
      const leases = new Leases({ db, clock, leaseMs: 60_000 })
      const first = await leases.take('job', 5000)
      assert.ok(first)
      // As of another node that asked a moment before, or whose clock says so.
      clock.advance(-1)
      assert.equal(await leases.take('job', 5000), undefined)
      await leases.release(first, null)
      assert.equal(await leases.take('job', 5000), undefined)
    },
  )

  onEachEngine('F12 a clock that goes back a day does not stop a job for a day', async (_t, { db, clock }) => {
    const leases = new Leases({ db, clock, leaseMs: 60_000 })
    assert.ok(await leases.take('job', 5000))
    clock.advance(-86_400_000)
    assert.ok(await leases.take('job', 5000))
  })
})

describe('jobs', () => {
  onEachEngine('run once a period over two nodes, and never after stop', async (_t, { db, clock }) => {
    const looks = [0, 0]
    let runs = 0
    const nodes = looks.map((_, node) => {
      const jobs = new Jobs({ db, clock, log: silent })
      const due = async () => (looks[node] = (looks[node] ?? 0) + 1) > 0
      jobs.every('job', 10, async () => void runs++, { due })
      return jobs
    })
    // The third look from now begins after the second has ended, so each node has tried since.
    const bothLooked = async () => {
      const since = [...looks]
      await until(() => looks.every((count, node) => count >= (since[node] ?? 0) + 3))
    }
    for (const jobs of nodes) jobs.start()
    for (let period = 1; period <= 3; period++) {
      await bothLooked()
      assert.equal(runs, period)
      clock.advance(10)
    }
    await bothLooked()
    await Promise.all(nodes.map((jobs) => jobs.stop()))
    const after = runs
    clock.advance(10)
    await pause(100)
    assert.equal(runs, after)
  })

  onEachEngine('a failure is logged and noted, and the next run clears the note', async (_t, { db }) => {
    const logged: object[] = []
    const jobs = new Jobs({ db, clock: systemClock, log: { ...silent, error: (details) => void logged.push(details) } })
    let failing = true
    jobs.every('job', 20, async () => {
      if (failing) throw new Error('the disk is full')
    })
    jobs.start()
    await until(() => logged.length > 0)
    assert.equal((logged[0] as { job: string }).job, 'job')
    await until(async () => (await rowOf(db, 'job'))?.['last_error'] === 'the disk is full')
    failing = false
    await until(async () => (await rowOf(db, 'job'))?.['last_error'] === null)
    await jobs.stop()
  })

  onEachEngine('a database that is gone is logged, not thrown into the process', async (_t, { db }) => {
    const logged: object[] = []
    const broken: Db = { ...db, run: () => Promise.reject(new Error('gone')), tx: db.tx.bind(db) }
    const jobs = new Jobs({ db: broken, clock: systemClock, log: { ...silent, error: (d) => void logged.push(d) } })
    jobs.every('job', 10, () => assert.fail('it ran without a lease'))
    jobs.start()
    await until(() => logged.length > 1)
    await jobs.stop()
  })

  onEachEngine('stop tells the running work to end and waits for it', async (_t, { db }) => {
    const jobs = new Jobs({ db, clock: systemClock, log: silent })
    const story: string[] = []
    jobs.every('job', 10, async (signal) => {
      story.push('started')
      await until(() => signal.aborted)
      story.push('ended')
    })
    jobs.start()
    await until(() => story.length === 1)
    await jobs.stop()
    assert.deepEqual(story, ['started', 'ended'])
    assert.equal((await rowOf(db, 'job'))?.['lease_owner'], null)
  })

  onEachEngine('stop ends a job in steps between two of them', async (_t, { db }) => {
    const jobs = new Jobs({ db, clock: systemClock, log: silent })
    let made = 0
    jobs.inSteps('job', 10, (steps) => steps.run(async (rows) => (made++, rows)))
    jobs.start()
    await until(() => made > 2)
    await jobs.stop()
    const after = made
    await pause(100)
    assert.equal(made, after)
    assert.equal((await rowOf(db, 'job'))?.['lease_owner'], null)
  })

  onEachEngine('a job in steps keeps its lease while it makes them', async (_t, { db, clock }) => {
    const deps = { db, clock, log: silent, leaseMs: 30 }
    const [long, other] = [new Jobs(deps), new Jobs(deps)]
    let isLeft = true
    long.inSteps('job', 10, (steps) => steps.run(async (rows) => (isLeft ? rows : 0)))
    other.every('job', 10, () => Promise.resolve())
    const leasedUntil = async () => Number((await rowOf(db, 'job'))?.['lease_until'] ?? 0)
    const running = long.runNow('job')
    await until(async () => (await leasedUntil()) === clock.now() + 30)
    for (let renewals = 0; renewals < 3; renewals++) {
      clock.advance(20)
      await until(async () => (await leasedUntil()) === clock.now() + 30)
      assert.equal(await other.runNow('job'), false)
    }
    isLeft = false
    assert.equal(await running, true)
  })

  onEachEngine('work longer than its lease keeps it', async (_t, { db, clock }) => {
    const deps = { db, clock, log: silent, leaseMs: 30 }
    const [long, other] = [new Jobs(deps), new Jobs(deps)]
    const work = Promise.withResolvers<void>()
    let others = 0
    long.every('job', 10, () => work.promise)
    other.every('job', 10, async () => void others++)
    const leasedUntil = async () => Number((await rowOf(db, 'job'))?.['lease_until'] ?? 0)
    const running = long.runNow('job')
    await until(async () => (await leasedUntil()) === clock.now() + 30)
    for (let renewals = 0; renewals < 5; renewals++) {
      clock.advance(20)
      await until(async () => (await leasedUntil()) === clock.now() + 30)
      assert.equal(await other.runNow('job'), false)
    }
    work.resolve()
    assert.equal(await running, true)
    assert.equal(await other.runNow('job'), true)
    assert.equal(others, 1)
  })

  onEachEngine(
    'running a job by hand runs it even when not due, and hands its error to the caller',
    async (_t, { db, clock }) => {
      const jobs = new Jobs({ db, clock, log: silent })
      let runs = 0
      jobs.every('job', 60_000, async () => {
        runs++
        if (runs === 3) throw new Error('third time')
      })
      assert.equal(await jobs.runNow('job'), true)
      assert.equal(await jobs.runNow('job'), true)
      await assert.rejects(jobs.runNow('job'), /third time/)
      assert.equal((await rowOf(db, 'job'))?.['last_error'], 'third time')
      await assert.rejects(jobs.runNow('unknown'), TypeError)
    },
  )

  onEachEngine('a job with nothing due writes nothing', async (_t, { db }) => {
    const jobs = new Jobs({ db, clock: systemClock, log: silent })
    let asked = 0
    jobs.every('job', 10, () => assert.fail('it ran'), { due: async () => ++asked < 0 })
    jobs.start()
    await until(() => asked > 1)
    await jobs.stop()
    assert.equal(await rowOf(db, 'job'), undefined)
  })
})

test('a worker starts and stops with the jobs, and is run by its name', async () => {
  const story: string[] = []
  const worker = {
    name: 'parcels.send',
    start: () => void story.push('started'),
    stop: async () => void story.push('stopped'),
    drain: async () => void story.push('drained'),
  }
  const jobs = new Jobs({ db: undefined as never, clock: systemClock, log: silent })
  jobs.attach(worker)
  assert.throws(() => jobs.attach(worker), TypeError)
  assert.throws(() => jobs.every('parcels.send', 10, async () => undefined), TypeError)
  jobs.start()
  assert.equal(await jobs.runNow('parcels.send'), true)
  await jobs.stop()
  assert.deepEqual(story, ['started', 'drained', 'stopped'])
})

test('a job is declared once', () => {
  const jobs = new Jobs({ db: undefined as never, clock: systemClock, log: silent })
  jobs.every('job', 10, async () => undefined)
  assert.throws(() => jobs.every('job', 10, async () => undefined), TypeError)
})
