import { parentPort, workerData } from 'node:worker_threads'
import { SqliteConnection } from './sqlite.ts'
import type { MessagePort } from 'node:worker_threads'
import type { LogPages } from './sqlite.ts'

/** What the thread is told when it starts: the file, and whether its pages must reach the disk. */
export interface CheckpointedFile {
  readonly file: string
  readonly durable: boolean
}

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

function serve(port: MessagePort, { file, durable }: CheckpointedFile): void {
  const connection = SqliteConnection.checkpointer(file, durable)
  port.on('message', () => port.postMessage(copy(connection), []))
}

if (parentPort) serve(parentPort, workerData as CheckpointedFile)
