import assert from 'node:assert/strict'
import { mock } from 'node:test'
import type { Db } from '#/platform/db/db.ts'

/**
 * Does `action`, and after all that it decided, just before the first transaction it begins, does `interruption` to its
 * end: the narrowest of races, every time and on both engines. The interruption may use the database like anybody.
 */
export async function meanwhile<T>(db: Db, interruption: () => Promise<unknown>, action: () => Promise<T>): Promise<T> {
  const begin = db.tx.bind(db)
  const interrupted: Db['tx'] = async (work) => {
    await interruption()
    return begin(work)
  }
  const { mock: interception } = mock.method(db, 'tx', interrupted, { times: 1 })
  try {
    const outcome = await action()
    assert.ok(interception.callCount() > 0, 'what was to be interrupted began no transaction')
    return outcome
  } finally {
    interception.restore()
  }
}
