import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { longestStretchMs } from './stretch.ts'

/** Works until this thread has spent so much CPU, in pieces between which the event loop turns. */
async function work(ms: number, pieces: number): Promise<void> {
  for (let n = 0; n < pieces; n++) {
    const start = process.threadCpuUsage()
    while (process.threadCpuUsage(start).user < (ms * 1000) / pieces) Math.sqrt(Math.random())
    await new Promise(setImmediate)
  }
}

test('a stretch is work without a turn of the event loop, and waiting is none', async () => {
  assert.ok((await longestStretchMs(() => work(200, 1))) >= 200)
  const inPieces = await longestStretchMs(() => work(200, 20))
  assert.ok(inPieces >= 10 && inPieces < 150, `${inPieces} ms`)
  assert.ok((await longestStretchMs(() => sleep(300))) < 150)
})
