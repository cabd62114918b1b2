import { writeSync } from 'node:fs'
import { systemClock, toIso } from '#/platform/clock.ts'

const MAX_WAITING_BYTES = 1024 * 1024
const TRY_AGAIN_MS = 100
const NOTHING = Buffer.alloc(0)

/** Writes to a file descriptor, and answers how many bytes it took; throws as `fs.writeSync` does. */
type Write = (bytes: Buffer) => number

/**
 * Standard output for log lines. A reader that is slow, asleep or gone must not hold up a login, nor the end of the
 * process: lines wait in a bounded buffer, and what does not fit is dropped and counted.
 */
export class LogOutput {
  readonly #write: Write
  #waiting: Buffer = NOTHING
  #dropped = 0
  #isGone = false
  #timer: NodeJS.Timeout | undefined

  constructor(write: Write = (bytes) => writeSync(1, bytes)) {
    this.#write = write
  }

  write(line: string): void {
    if (this.#isGone) return
    this.#flush()
    if (this.#waiting.length + line.length > MAX_WAITING_BYTES) {
      this.#dropped += 1
      return
    }
    this.#waiting = Buffer.concat([this.#waiting, Buffer.from(this.#confession() + line)])
    this.#flush()
  }

  /** What was dropped is told in the log itself, where the lines are missing. */
  #confession(): string {
    if (this.#dropped === 0) return ''
    const msg = `${this.#dropped} log lines were dropped, because nobody read them`
    this.#dropped = 0
    return `${JSON.stringify({ level: 'warn', time: toIso(systemClock.now()), msg })}\n`
  }

  #flush(): void {
    try {
      while (this.#waiting.length > 0) this.#waiting = this.#waiting.subarray(this.#write(this.#waiting))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EAGAIN') return this.#tryAgain()
      // EPIPE, ECONNRESET, a full disk: there is nobody to tell.
      this.#isGone = code !== 'ENOSPC'
      this.#waiting = NOTHING
    }
  }

  #tryAgain(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#flush()
    }, TRY_AGAIN_MS).unref()
  }
}
