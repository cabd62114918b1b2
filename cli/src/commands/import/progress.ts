import type { Terminal } from '#/frame/terminal.ts'
import type { Outcome } from './importer.ts'

const EVERY_MS = 200

/** How far an import is, in one line of a terminal that is written anew; nothing where nobody looks. */
export class Progress {
  readonly #terminal: Pick<Terminal, 'err' | 'errIsTty'>
  readonly #now: () => number
  readonly #began: number
  readonly counts: Record<Outcome['outcome'], number> = { created: 0, exists: 0, refused: 0, skipped: 0 }
  #shown = 0
  constructor(terminal: Pick<Terminal, 'err' | 'errIsTty'>, now: () => number) {
    this.#terminal = terminal
    this.#now = now
    this.#began = now()
  }

  get total(): number {
    return Object.values(this.counts).reduce((sum, count) => sum + count, 0)
  }

  /** How many a second, so far. */
  get rate(): number {
    return Math.round((this.total * 1000) / Math.max(1, this.#now() - this.#began))
  }

  count({ outcome }: Outcome): void {
    this.counts[outcome]++
    const now = this.#now()
    if (!this.#terminal.errIsTty || now - this.#shown < EVERY_MS) return
    this.#shown = now
    this.#write(`${this.total} people, ${this.rate} a second, ${this.counts.refused} refused`)
  }

  /** Takes the line away again. */
  end(): void {
    if (this.#terminal.errIsTty) this.#write('')
  }

  #write(text: string): void {
    this.#terminal.err.write(`\r\u001B[K${text}`)
  }
}
