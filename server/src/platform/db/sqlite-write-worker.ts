import { parentPort, workerData } from 'node:worker_threads'
import { errorToWire, outcomeToWire, WireReader } from './sqlite-wire.ts'
import { beginTransaction, commitTransaction, doTogether } from './sqlite-works.ts'
import { SqliteConnection } from './sqlite.ts'
import type { MessagePort } from 'node:worker_threads'
import type { WireAnswer, WireBatch } from './sqlite-wire.ts'
import type { Outcome, SqliteWork } from './sqlite-works.ts'

/** What the thread is told when it starts: the file, and whether its pages must reach the disk. */
export interface WrittenFile {
  readonly file: string
  readonly durable: boolean
}

function serve(port: MessagePort, { file, durable }: WrittenFile): void {
  const connection = SqliteConnection.writer(file, durable)
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

function commitAll(connection: SqliteConnection, works: readonly SqliteWork[]): Outcome[] {
  // Whoever sends nothing waits until the thread is there.
  if (works.length === 0) return []
  beginTransaction(connection)
  const outcomes = doTogether(connection, works)
  commitTransaction(connection)
  return outcomes
}

if (parentPort) serve(parentPort, workerData as WrittenFile)
