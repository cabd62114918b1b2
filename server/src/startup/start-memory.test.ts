import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { giveBackStartMemory } from './start-memory.ts'

test('what nobody refers to any more is given back, and code can ask for no collection afterwards', async () => {
  const gone = new WeakRef(made())
  // A reference that was just made holds until this turn of the event loop is over.
  await nextTurn()
  giveBackStartMemory()
  assert.equal(gone.deref(), undefined)
  assert.equal(globalThis.gc, undefined)
})

const made = (): object => ({ of: Array.from({ length: 1000 }, (_, i) => ({ i })) })
