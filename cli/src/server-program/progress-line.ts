import type { Terminal } from '#/frame/terminal.ts'
import { visible } from '#/frame/terminal.ts'

/** How far an operation is. */
export interface Progress {
  readonly step: string
  readonly rows?: number
}

const LINE_START = '\r\u001B[K'

/** One line that tells how far something is, on a terminal and nowhere else. */
export class ProgressLine {
  readonly #terminal: Pick<Terminal, 'err' | 'errIsTty' | 'errStyles'>
  readonly #quiet: boolean
  readonly #startedAt = performance.now()
  #isShown = false

  constructor(terminal: Pick<Terminal, 'err' | 'errIsTty' | 'errStyles'>, quiet: boolean) {
    this.#terminal = terminal
    this.#quiet = quiet
  }

  show({ step, rows }: Progress): void {
    const { err, errIsTty, errStyles } = this.#terminal
    if (!errIsTty || this.#quiet) return
    this.#isShown = true
    const seconds = (performance.now() - this.#startedAt) / 1000
    const rate = rows === undefined || seconds < 1 ? '' : `, ${Math.round(rows / seconds).toLocaleString('en')}/s`
    const count = rows === undefined ? '' : ` ${rows.toLocaleString('en')} rows${rate}`
    err.write(`${LINE_START}${errStyles.dim(`… ${visible(step)}${count}`)}`)
  }

  clear(): void {
    if (this.#isShown) this.#terminal.err.write(LINE_START)
    this.#isShown = false
  }
}
