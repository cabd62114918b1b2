import type { ServerResponse } from 'node:http'
import { writeHead } from './write-response.ts'
import type { AnswerContext } from './write-response.ts'

/** Makes the body piece by piece. The signal fires when nobody reads any more: then stop working on it. */
export type Chunks = (signal: AbortSignal) => AsyncIterable<string>

/** An answer whose body is made while it is sent: as long as it likes, and never whole in memory. */
export class StreamReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly chunks: Chunks
  constructor(status: number, headers: Readonly<Record<string, string>>, chunks: Chunks) {
    this.status = status
    this.headers = headers
    this.chunks = chunks
  }
}

/** A reader that takes nothing for this long is not reading. */
const STALLED_MS = 60_000

/**
 * Sends a stream as fast as it is read and not faster. Its first piece is made before the head leaves, so what fails at
 * once still gets a proper answer. What fails later cuts the connection: the reader must not take a part for the whole.
 */
export async function writeStream(
  response: ServerResponse,
  { status, headers, chunks }: StreamReply,
  context: AnswerContext,
): Promise<void> {
  const gone = new AbortController()
  const onClose = (): void => gone.abort()
  response.once('close', onClose)
  // Who left while the request was looked at closed before anybody listened, and does not close again.
  if (response.destroyed) gone.abort()
  const pieces = chunks(gone.signal)[Symbol.asyncIterator]()
  try {
    let piece = await pieces.next()
    writeHead(response, status, headers, context)
    if (response.req.method === 'HEAD') piece = { done: true, value: undefined }
    for (; !piece.done && !gone.signal.aborted; piece = await pieces.next()) {
      if (!response.write(piece.value)) await drained(response, gone.signal)
    }
    response.end()
  } catch (error) {
    if (response.headersSent) response.destroy()
    if (!gone.signal.aborted) throw error
  } finally {
    response.off('close', onClose)
    await pieces.return?.()
  }
}

/** Waits until the reader took what was sent, or is gone; one that stands still is sent away. */
function drained(response: ServerResponse, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) return resolve()
    const timer = setTimeout(() => response.destroy(), STALLED_MS)
    const settle = (): void => {
      clearTimeout(timer)
      response.off('drain', settle)
      gone.removeEventListener('abort', settle)
      resolve()
    }
    response.once('drain', settle)
    gone.addEventListener('abort', settle, { once: true })
  })
}
