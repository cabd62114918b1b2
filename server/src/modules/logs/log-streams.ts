import { AppError } from '#/platform/errors/app-error.ts'
import { StreamReply } from '#/platform/http/output/stream.ts'
import { logErrors } from './errors.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import type { LogLevel, LogLines, LogReader } from '#/platform/log/lines.ts'

interface LogStreamsDeps {
  readonly lines: LogLines
  /** Whether who sent this request would still be let in. */
  readonly mayRead: (request: UnauthenticatedRequest) => Promise<boolean>
  /** How often a stream asks that, in milliseconds. */
  readonly lookEveryMs?: number
}

/** Most readers of one process at a time. */
const MAX_STREAMS = 20
const LOOK_EVERY_MS = 1000
const HEARTBEAT_EVERY_LOOKS = 15

/** The log of this process, sent to operators as it is written (server-sent events of the HTML standard). */
export class LogStreams {
  readonly #deps: LogStreamsDeps
  constructor(deps: LogStreamsDeps) {
    this.#deps = deps
  }

  /** A stream of the lines from now on. It ends within a second after its reader lost the right to read. */
  open(least: LogLevel, request: UnauthenticatedRequest): StreamReply {
    const { lines } = this.#deps
    if (lines.readers >= MAX_STREAMS) throw new AppError(logErrors.too_many_log_streams)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
    return new StreamReply(200, { ...headers, 'x-accel-buffering': 'no' }, (gone) =>
      this.#follow(lines.read(least), request, gone),
    )
  }

  async *#follow(reader: LogReader, request: UnauthenticatedRequest, gone: AbortSignal): AsyncGenerator<string> {
    const { mayRead, lookEveryMs = LOOK_EVERY_MS } = this.#deps
    const stop = (): void => reader.stop()
    gone.addEventListener('abort', stop, { once: true })
    try {
      // Something to begin with, so that the reader sees at once that it is connected.
      yield 'retry: 2000\n\n'
      for (let lookedAt = performance.now(), quietLooks = 0; !reader.isOver;) {
        const { lines, dropped } = await reader.take(lookEveryMs)
        if (performance.now() - lookedAt >= lookEveryMs) {
          if (!(await mayRead(request))) return
          lookedAt = performance.now()
          quietLooks++
        }
        if (dropped > 0) yield eventOf('dropped', JSON.stringify({ count: dropped }))
        if (lines.length > 0) yield lines.map((line) => eventOf('log', line)).join('')
        else if (quietLooks < HEARTBEAT_EVERY_LOOKS) continue
        else yield ': alive\n\n'
        quietLooks = 0
      }
    } finally {
      gone.removeEventListener('abort', stop)
      reader.stop()
    }
  }
}

const eventOf = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`
