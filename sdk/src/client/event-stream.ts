/** One event of a stream. */
export interface ServerEvent {
  readonly type: string
  /** The id to resume behind, where the server gives one. */
  readonly id: string | undefined
  /** What it carries: JSON, parsed, or text where it is none. */
  readonly data: unknown
}

/** What a stream says of itself while it is read: where it stands and how soon to come back. */
export interface StreamPosition {
  lastEventId: string | undefined
  retryMs: number | undefined
}

// Servers write at least a comment every 15 seconds: a stream that is silent for this long is lost, though nothing said so.
const SILENCE_MS = 60_000

/** Reads `text/event-stream` (WHATWG HTML §9.2.6) until it ends, and keeps where it stands. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  position: StreamPosition,
): AsyncGenerator<ServerEvent, void, undefined> {
  let event = new EventInProgress()
  for await (const line of lines(body)) {
    if (line === '') {
      const finished = event.finish(position)
      event = new EventInProgress()
      if (finished) yield finished
    } else event.take(line, position)
  }
}

class EventInProgress {
  #type = ''
  readonly #data: string[] = []

  take(line: string, position: StreamPosition): void {
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') this.#type = value
    else if (field === 'data') this.#data.push(value)
    else if (field === 'id' && !value.includes('\0')) position.lastEventId = value
    else if (field === 'retry' && /^\d+$/.test(value)) position.retryMs = Number(value)
  }

  finish({ lastEventId }: StreamPosition): ServerEvent | undefined {
    if (this.#data.length === 0) return undefined
    return { type: this.#type || 'message', id: lastEventId, data: parsed(this.#data.join('\n')) }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const silence = setTimeout(() => void reader.cancel().catch(() => undefined), SILENCE_MS)
      const { done, value } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      rest += decoder.decode(value, { stream: true })
      // A carriage return at the end may be half of a line break.
      const complete = rest.split(/\r\n|\n|\r(?!$)/)
      rest = complete.pop() ?? ''
      yield* complete
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
