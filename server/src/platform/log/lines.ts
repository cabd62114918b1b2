import { setTimeout as sleep } from 'node:timers/promises'

/** How bad a line is, in the order of the list. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const
export type LogLevel = (typeof logLevels)[number]

const MAX_WAITING = 1000
const LEVEL = /^\{"level":"([a-z]+)"/

/** What a reader gets: lines as they were logged, and how many were lost because it read too slowly. */
export interface Taken {
  readonly lines: readonly string[]
  readonly dropped: number
}

/** The lines of the log for those who read along. Without readers a line costs nothing; a slow reader loses lines. */
export class LogLines {
  readonly #readers = new Set<LogReader>()
  #isClosed = false
  /** Takes every line while somebody reads along in another process. */
  relay: ((line: string) => void) | undefined
  /** Is told how many read along here, whenever that changes. */
  onReaders: ((count: number) => void) | undefined

  /** A line that was logged here. */
  publish(line: string): void {
    this.relay?.(line)
    this.offer(line)
  }

  /** A line for those who read along here, wherever it was logged. */
  offer(line: string): void {
    if (this.#readers.size === 0) return
    const level = LEVEL.exec(line)?.[1] as LogLevel | undefined
    for (const reader of this.#readers) reader.offer(line.trimEnd(), level ?? 'info')
  }

  get readers(): number {
    return this.#readers.size
  }

  /** Reads along from now on; `stop` the reader when nobody wants it any more. */
  read(least: LogLevel): LogReader {
    const reader = new LogReader(least, () => {
      if (this.#readers.delete(reader)) this.onReaders?.(this.#readers.size)
    })
    if (this.#isClosed) reader.end()
    this.#readers.add(reader)
    this.onReaders?.(this.#readers.size)
    return reader
  }

  /** Ends every reader, those to come too: the process stops. */
  close(): void {
    this.#isClosed = true
    for (const reader of this.#readers) reader.end()
  }
}

/** One who reads along, a bounded queue behind. */
export class LogReader {
  readonly #least: number
  readonly #onStop: () => void
  #waiting: string[] = []
  #dropped = 0
  #isOver = false
  #wake = new AbortController()

  constructor(least: LogLevel, onStop: () => void) {
    this.#least = logLevels.indexOf(least)
    this.#onStop = onStop
  }

  /** Whether no more lines will come. */
  get isOver(): boolean {
    return this.#isOver
  }

  offer(line: string, level: LogLevel): void {
    if (logLevels.indexOf(level) < this.#least) return
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push(line)
    else this.#dropped++
    this.#wake.abort()
  }

  /** What has come since the last time; waits for something, but not longer than `withinMs`. */
  async take(withinMs: number): Promise<Taken> {
    if (this.#waiting.length === 0 && !this.#isOver) {
      await sleep(withinMs, undefined, { signal: this.#wake.signal, ref: false }).catch(() => undefined)
    }
    const taken = { lines: this.#waiting, dropped: this.#dropped }
    this.#waiting = []
    this.#dropped = 0
    this.#wake = new AbortController()
    return taken
  }

  end(): void {
    this.#isOver = true
    this.#wake.abort()
  }

  stop(): void {
    this.end()
    this.#onStop()
  }
}
