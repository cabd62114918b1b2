import assert from 'node:assert/strict'
import { mock } from 'node:test'
import type { Db } from '#/platform/db/db.ts'

/**
 * Does `action`, and after all that it decided, just before its first transaction or the first write that needs none, does
 * `interruption` to its end: the narrowest of races, every time and on both engines. The interruption may use the database
 * like anybody.
 */
export async function meanwhile<T>(db: Db, interruption: () => Promise<unknown>, action: () => Promise<T>): Promise<T> {
  const [begin, all, runAll] = [db.tx.bind(db), db.all.bind(db), db.runAll.bind(db)]
  let isDone = false
  const interrupt = async (): Promise<void> => {
    if (isDone) return
    isDone = true
    await interruption()
  }
  const interruptedTx: Db['tx'] = async (work) => {
    await interrupt()
    return begin(work)
  }
  const interruptedAll: Db['all'] = async (statement) => {
    if (statement.strings.some((text) => text.includes('INSERT INTO'))) await interrupt()
    return all(statement)
  }
  const interruptedRunAll: Db['runAll'] = async (writes) => {
    await interrupt()
    return runAll(writes)
  }
  const interceptions = [
    mock.method(db, 'tx', interruptedTx),
    mock.method(db, 'all', interruptedAll),
    mock.method(db, 'runAll', interruptedRunAll),
  ]
  try {
    const outcome = await action()
    assert.ok(isDone, 'what was to be interrupted wrote nothing')
    return outcome
  } finally {
    for (const { mock: interception } of interceptions) interception.restore()
  }
}
