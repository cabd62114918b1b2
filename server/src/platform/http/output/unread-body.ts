import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a client may still send before its connection is cut, how long, and how long it may pause. */
const MAX_BYTES = 16 * 1024 * 1024
const MAX_WAIT_MS = 10_000
const MAX_PAUSE_MS = 1000

/** A body that is thrown away so that its connection goes on: opening another one costs both sides more. */
const SOON_READ_BYTES = 1024 * 1024

/**
 * Whether a body that nobody has begun to read is so short that Node may throw it away and the connection serves the next request
 * (RFC 9112 §9.3). It has the time of any request to arrive.
 */
export const isSoonRead = (request: IncomingMessage): boolean =>
  !request.readableDidRead && Number(request.headers['content-length']) <= SOON_READ_BYTES

/**
 * Ends a response that came before its request was read to the end. A connection that is closed over unread bytes is reset,
 * and a client that is still sending would lose the response with it: so the response goes out whole, and then the rest of
 * the request is read and thrown away, up to a size and a time (RFC 9112 §9.6).
 */
export function endOverUnreadBody(response: ServerResponse, body: string | Uint8Array, request: IncomingMessage): void {
  if (body.length > 0) response.write(body)
  if (request.readableEnded || request.destroyed) {
    response.end()
    return
  }
  let left = MAX_BYTES
  const end = (): void => {
    clearTimeout(longest)
    clearTimeout(pause)
    request.off('data', count).off('end', end).off('close', end)
    response.end(() => {
      if (!request.readableEnded) request.destroy()
    })
  }
  const count = (chunk: Buffer): void => {
    left -= chunk.length
    pause.refresh()
    if (left < 0) end()
  }
  const longest = setTimeout(end, MAX_WAIT_MS).unref()
  const pause = setTimeout(end, MAX_PAUSE_MS).unref()
  request.on('data', count).on('end', end).on('close', end).resume()
}
