import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { DatabaseUnavailable } from '#/platform/db/errors.ts'
import { onEachEngine } from '#test/support/engines.ts'
import { WriteProbe } from './write-probe.ts'
import type { Db } from '#/platform/db/db.ts'

describe('the probe of writes', () => {
  onEachEngine('finds that writes fail, and that they work again', async (_t, { db, clock }) => {
    let isFull = true
    const full: Db = Object.assign(Object.create(db) as Db, {
      run: (statement: Parameters<Db['run']>[0]) =>
        isFull ? Promise.reject(new DatabaseUnavailable('the disk is full')) : db.run(statement),
    })
    const probe = new WriteProbe({ db: full, clock, countsForMs: 0 })
    await assert.rejects(probe.check(), DatabaseUnavailable)
    isFull = false
    await probe.check()
    isFull = true
    await assert.rejects(probe.check(), DatabaseUnavailable)
  })

  onEachEngine('writes once, however many ask', async (_t, { db, clock }) => {
    let writes = 0
    const counted: Db = Object.assign(Object.create(db) as Db, {
      run: (statement: Parameters<Db['run']>[0]) => {
        writes++
        return db.run(statement)
      },
    })
    const probe = new WriteProbe({ db: counted, clock, countsForMs: 3_600_000 })
    await Promise.all(Array.from({ length: 100 }, () => probe.check()))
    await probe.check()
    assert.equal(writes, 1)
  })
})
