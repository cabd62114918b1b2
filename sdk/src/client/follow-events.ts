import { MandateError, networkError } from './errors.ts'
import { readEvents } from './event-stream.ts'
import type { ServerEvent, StreamPosition } from './event-stream.ts'
import type { Clock, StreamOptions } from './options.ts'
import { mayRetry, waitBefore } from './retry.ts'

/** Opens a stream with these headers; the usual number of retries when it isn't said. */
type OpenStream = (headers: Readonly<Record<string, string>>, retries: number | undefined) => Promise<Response>

interface Pauses {
  readonly clock: Clock
  readonly random: () => number
}

/** The events of a stream that is opened again behind the last one whenever its connection ends. */
export async function* followEvents(
  open: OpenStream,
  { signal, lastEventId, retries, reconnect = true }: StreamOptions,
  pauses: Pauses,
): AsyncGenerator<ServerEvent, void, undefined> {
  const position: StreamPosition = { lastEventId, retryMs: undefined }
  let response = await open(headersOf(position), retries)
  for (let failures = 0; ; failures += 1) {
    // WHATWG HTML §9.2.3: 204 tells a reader to stop coming back.
    if (response.status === 204 || response.body === null) return
    try {
      for await (const event of readEvents(response.body, position)) {
        failures = 0
        yield event
      }
      if (!reconnect) return
    } catch (cause) {
      signal?.throwIfAborted()
      if (!reconnect) throw networkError(cause)
    }
    signal?.throwIfAborted()
    response = await reopen(
      () => open(headersOf(position), 0),
      (attempt) => {
        const wait = position.retryMs ?? waitBefore(failures + attempt, pauses.random)
        return pauses.clock.sleep(wait, signal)
      },
    )
  }
}

const headersOf = ({ lastEventId }: StreamPosition): Record<string, string> => ({
  accept: 'text/event-stream',
  ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
})

/** Tries however long the server is away; what it refuses for good is thrown. */
async function reopen(open: () => Promise<Response>, pause: (attempt: number) => Promise<void>): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    await pause(attempt)
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof MandateError) || !mayRetry(error, true)) throw error
    }
  }
}
