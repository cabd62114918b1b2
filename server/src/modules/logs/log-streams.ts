import { AppError } from '#/platform/errors/app-error.ts'
import { eventText, EventStreams } from '#/platform/http/output/event-stream.ts'
import type { EventSource } from '#/platform/http/output/event-stream.ts'
import type { StreamReply } from '#/platform/http/output/stream.ts'
import { logErrors } from './errors.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import type { LogLevel, LogLines, LogReader } from '#/platform/log/lines.ts'

interface LogStreamsDeps {
  readonly lines: LogLines
  /** Whether who sent this request would still be let in. */
  readonly mayRead: (request: UnauthenticatedRequest) => Promise<boolean>
}

/** The log of this process, sent to operators as it is written. */
export class LogStreams {
  readonly #deps: LogStreamsDeps
  readonly #streams = new EventStreams({ refusal: () => new AppError(logErrors.too_many_log_streams) })
  constructor(deps: LogStreamsDeps) {
    this.#deps = deps
  }

  /** A stream of the lines from now on. It ends within a second after its reader lost the right to read. */
  open(least: LogLevel, request: UnauthenticatedRequest): StreamReply {
    const { lines, mayRead } = this.#deps
    return this.#streams.open(
      () => new LogSource(lines.read(least)),
      () => mayRead(request),
    )
  }
}

/** Lines as events, and how many were lost on the way. */
class LogSource implements EventSource {
  readonly #reader: LogReader
  constructor(reader: LogReader) {
    this.#reader = reader
  }

  get isOver(): boolean {
    return this.#reader.isOver
  }

  async take(withinMs: number): Promise<string> {
    const { lines, dropped } = await this.#reader.take(withinMs)
    const lost = dropped === 0 ? '' : eventText('dropped', JSON.stringify({ count: dropped }))
    return lost + lines.map((line) => eventText('log', line)).join('')
  }

  stop(): void {
    this.#reader.stop()
  }
}
