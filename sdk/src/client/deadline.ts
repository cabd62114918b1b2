import { MandateError, networkError } from './errors.ts'

/** Does something on the network within a time, and says in our words why it failed. */
export async function withDeadline<T>(
  milliseconds: number,
  callers: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  callers?.throwIfAborted()
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), milliseconds)
  try {
    return await work(callers ? AbortSignal.any([callers, deadline.signal]) : deadline.signal)
  } catch (cause) {
    callers?.throwIfAborted()
    if (deadline.signal.aborted) {
      const message = `the server did not respond within ${milliseconds} ms`
      throw new MandateError({ status: 0, code: 'timeout', message, cause })
    }
    // What `fetch` throws when a connection fails.
    throw cause instanceof TypeError ? networkError(cause) : cause
  } finally {
    clearTimeout(timer)
  }
}
