import { setImmediate as nextTurn } from 'node:timers/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { endOverUnreadBody } from './unread-body.ts'
import { writeHead } from './write-response.ts'
import type { AnswerContext, Headers } from './write-response.ts'

/** Makes the body piece by piece. The signal fires when nobody reads any more: then stop working on it. */
export type Chunks = (signal: AbortSignal) => AsyncIterable<string | Uint8Array>

/** An answer whose body is made while it is sent: as long as it likes, and never whole in memory. */
export class StreamReply {
  readonly status: number
  readonly headers: Headers
  readonly chunks: Chunks
  /** The head does not wait for the body, which may take its time. */
  readonly headFirst: boolean
  constructor(status: number, headers: Headers, chunks: Chunks, { headFirst = false } = {}) {
    this.status = status
    this.headers = headers
    this.chunks = chunks
    this.headFirst = headFirst
  }
}

/**
 * What another server responded, passed on: the head leaves at once, and names the status that came from there, by which a
 * caller tells it from what this server says itself (RFC 9209 §2.1.3).
 */
export const relayedReply = (status: number, headers: Headers, body: AsyncIterable<Uint8Array>): StreamReply =>
  new StreamReply(status, { ...headers, 'proxy-status': `Mandate; received-status=${status}` }, () => body, {
    headFirst: true,
  })

/** A reader that takes nothing for this long is not reading. */
const STALLED_MS = 60_000

/**
 * Sends a stream as fast as it is read and not faster. Its first piece is made before the head leaves, so what fails at
 * once still gets a proper answer. What fails later cuts the connection: the reader must not take a part for the whole.
 * `unread` is the request when some of it was not read.
 */
export async function writeStream(
  response: ServerResponse,
  { status, headers, chunks, headFirst }: StreamReply,
  context: AnswerContext,
  unread?: () => IncomingMessage | undefined,
): Promise<void> {
  const gone = new AbortController()
  const onClose = (): void => gone.abort()
  response.once('close', onClose)
  // Who left while the request was looked at closed before anybody listened, and does not close again.
  if (response.destroyed) gone.abort()
  const pieces = chunks(gone.signal)[Symbol.asyncIterator]()
  try {
    const first = pieces.next()
    let piece = await (headFirst ? Promise.race([first, nextTurn(undefined)]) : first)
    writeHead(response, status, headers, context)
    // Nothing of the body is there yet: the head goes without it.
    if (piece === undefined) response.flushHeaders()
    piece ??= await first
    if (response.req.method === 'HEAD') piece = { done: true, value: undefined }
    for (; !piece.done && !gone.signal.aborted; piece = await pieces.next()) {
      if (!response.write(piece.value)) await drained(response, gone.signal)
    }
    const request = unread?.()
    if (request) endOverUnreadBody(response, '', request)
    else response.end()
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
