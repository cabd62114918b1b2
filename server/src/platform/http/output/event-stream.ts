import { StreamReply } from './stream.ts'

/** Where the events of one stream come from. */
export interface EventSource {
  /** Whether nothing more will come. */
  readonly isOver: boolean
  /** The text of the events since the last time, empty for none; waits for some, but not longer than `withinMs`. */
  take(withinMs: number): Promise<string>
  /** Nobody wants more. */
  stop(): void
}

/** One event as the HTML standard writes it; `data` is a single line, such as JSON. */
export const eventText = (event: string, data: string, id?: number | string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${data}\n\n`

interface EventStreamsDeps {
  /** What a caller gets who comes when as many streams are open as one process serves. */
  readonly refusal: () => Error
  /** How often a stream asks whether its reader may still read, in milliseconds. */
  readonly lookEveryMs?: number
  /** Most streams of this kind at one process at a time, and of them those of one reader. */
  readonly maxStreams?: number
  readonly maxOfReader?: number
  /** After how long a silence the reader hears that there is nothing. */
  readonly heartbeatAfterMs?: number
}

interface Following {
  readonly begin: () => EventSource
  readonly mayRead: () => Promise<boolean>
  readonly reader: string
}

const MAX_STREAMS = 20
const LOOK_EVERY_MS = 1000
const HEARTBEAT_AFTER_MS = 15_000

/**
 * Server-sent events (HTML standard, §9.2), of one kind. A source is asked for more only when what it gave was sent, so a
 * slow reader costs no memory here. The stream ends within a second after its reader lost the right to read.
 */
export class EventStreams {
  readonly #deps: EventStreamsDeps
  /** With whose stream it is. */
  readonly #open = new Map<EventSource, string>()
  #isClosed = false
  constructor(deps: EventStreamsDeps) {
    this.#deps = deps
  }

  /** A stream of what a source gives from now on, while its reader may read it; `reader` is who that is. */
  open(begin: () => EventSource, mayRead: () => Promise<boolean>, reader = ''): StreamReply {
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
    return new StreamReply(200, { ...headers, 'x-accel-buffering': 'no' }, (gone) =>
      this.#follow({ begin, mayRead, reader }, gone),
    )
  }

  /** Ends every stream, those to come too: the process stops. */
  close(): void {
    this.#isClosed = true
    for (const source of this.#open.keys()) source.stop()
  }

  #isFullFor(reader: string): boolean {
    const { maxStreams = MAX_STREAMS, maxOfReader = maxStreams } = this.#deps
    if (this.#open.size >= maxStreams) return true
    return this.#open.values().reduce((count, of) => count + Number(of === reader), 0) >= maxOfReader
  }

  async *#follow({ begin, mayRead, reader }: Following, gone: AbortSignal): AsyncGenerator<string, void> {
    // Counted and refused in one turn, before the head leaves: of many who ask at once none slips through.
    if (this.#isFullFor(reader)) throw this.#deps.refusal()
    const source = begin()
    this.#open.set(source, reader)
    if (this.#isClosed) source.stop()
    const stop = (): void => source.stop()
    gone.addEventListener('abort', stop, { once: true })
    try {
      // Something to begin with, so that the reader sees at once that it is connected.
      yield 'retry: 2000\n\n'
      if (!gone.aborted) yield* this.#texts(source, mayRead)
    } finally {
      this.#open.delete(source)
      gone.removeEventListener('abort', stop)
      source.stop()
    }
  }

  async *#texts(source: EventSource, mayRead: () => Promise<boolean>): AsyncGenerator<string, void> {
    const { lookEveryMs = LOOK_EVERY_MS, heartbeatAfterMs = HEARTBEAT_AFTER_MS } = this.#deps
    let lookedAt = performance.now()
    let sentAt = lookedAt
    while (!source.isOver) {
      let text = await source.take(lookEveryMs)
      const now = performance.now()
      if (now - lookedAt >= lookEveryMs) {
        if (!(await mayRead())) return
        lookedAt = now
      }
      if (text === '' && now - sentAt >= heartbeatAfterMs) text = ': alive\n\n'
      if (text === '') continue
      yield text
      sentAt = now
    }
  }
}
