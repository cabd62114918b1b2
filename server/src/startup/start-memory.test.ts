import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { channel } from 'node:diagnostics_channel'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { giveBackStartMemory, restOptimizers, SOONER, wakeOptimizersUnderLoad } from './start-memory.ts'

test('what nobody refers to any more is given back, and code can ask for no collection afterwards', async () => {
  const gone = new WeakRef(made())
  // A reference that was just made holds until this turn of the event loop is over.
  await nextTurn()
  giveBackStartMemory()
  assert.equal(gone.deref(), undefined)
  assert.equal(globalThis.gc, undefined)
})

const made = (): object => ({ of: Array.from({ length: 1000 }, (_, i) => ({ i })) })

test('V8 optimises nothing of a start, and what it likes from the hundredth request on', () => {
  const requests = channel('http.server.request.start')
  assert.equal(optimizes(), true)
  restOptimizers()
  wakeOptimizersUnderLoad()
  assert.equal(optimizes(), false)
  for (let i = 1; i < 100; i++) requests.publish({})
  assert.equal(optimizes(), false)
  requests.publish({})
  assert.equal(optimizes(), true)
  assert.equal(requests.hasSubscribers, false)
})

test('V8 knows the flag that says how soon it optimises: told at run time, it would only print that it does not', () => {
  const { status, stderr } = spawnSync(process.execPath, [SOONER, '-e', ''], { encoding: 'utf8' })
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
})

/** The bit by which V8 says of a function that it will never be optimised. */
const NEVER = 2

function optimizes(): boolean {
  setFlagsFromString('--allow-natives-syntax')
  try {
    return ((runInNewContext('%GetOptimizationStatus(function f() {})') as number) & NEVER) === 0
  } finally {
    setFlagsFromString('--no-allow-natives-syntax')
  }
}
