import { parentPort, workerData } from 'node:worker_threads'
import { errorToWire, outcomeToWire, WireReader } from './sqlite-wire.ts'
import { beginTransaction, doTogether, saved } from './sqlite-works.ts'
import { SqliteConnection } from './sqlite.ts'
import type { MessagePort } from 'node:worker_threads'
import type { WrittenFile } from './sqlite.ts'
import type { WireAnswer, WireBatch } from './sqlite-wire.ts'
import type { Outcome, SqliteWork } from './sqlite-works.ts'

function serve(port: MessagePort, written: WrittenFile): void {
  const connection = SqliteConnection.anotherWriter(written)
  const reader = new WireReader()
  const answer = (batch: WireBatch): WireAnswer => {
    const beganAt = performance.now()
    try {
      const outcomes = commitAll(connection, reader.works(batch)).map(outcomeToWire)
      return { outcomes, tookMs: performance.now() - beganAt }
    } catch (error) {
      return { failure: errorToWire(error), tookMs: performance.now() - beganAt }
    }
  }
  port.on('message', (batch: WireBatch) => port.postMessage(answer(batch), []))
}

function commitAll(connection: SqliteConnection, works: readonly SqliteWork[]): readonly Outcome[] {
  // Whoever sends nothing waits until the thread is there.
  if (works.length === 0) return []
  beginTransaction(connection)
  return saved(connection, doTogether(connection, works))
}

if (parentPort) serve(parentPort, workerData as WrittenFile)
