import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite.ts'
import type { MessagePort } from 'node:worker_threads'
import type { LogPages, WrittenFile } from './sqlite.ts'

/** A pass that copied fewer pages than this has all but caught up with the writer. */
const FEW_PAGES = 100
const MAX_PASSES = 4

// A passive checkpoint waits for nobody and keeps nobody waiting; what is written meanwhile is for the next pass.
function copy(connection: SqliteConnection): LogPages {
  let before = connection.logPages()
  for (let pass = 1; ; pass++) {
    const after = connection.checkpoint()
    if (pass === MAX_PASSES || after.copied - before.copied < FEW_PAGES) return after
    before = after
  }
}

function serve(port: MessagePort, written: WrittenFile): void {
  const connection = SqliteConnection.checkpointer(written)
  port.on('message', () => port.postMessage(copy(connection), []))
}

if (parentPort) serve(parentPort, workerData as WrittenFile)
