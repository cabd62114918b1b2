/** What was collected under one key since its first was passed on. */
interface Repeated<T> {
  readonly items: T[]
  count: number
  readonly timer: NodeJS.Timeout
}

interface RepetitionsOptions<T> {
  readonly periodMs: number
  /** Gets the first of a key alone and at once; then, when the period is over, some of those that followed and how many. */
  readonly pass: (items: readonly [T, ...T[]], count: number) => void
}

/** Keys at most; what comes under further ones is collected as one. */
const MAX_KEYS = 1000
const MAX_ITEMS = 10
const OTHERS = ''

/** Keeps what anybody can repeat from filling a log: for each key one entry at once and at most one for each period. */
export class Repetitions<T> {
  readonly #options: RepetitionsOptions<T>
  readonly #open = new Map<string, Repeated<T>>()

  constructor(options: RepetitionsOptions<T>) {
    this.#options = options
  }

  note(key: string, item: T): void {
    const known = this.#open.get(key)
    if (known) return collect(known, item)
    if (this.#open.size < MAX_KEYS) return this.#begin(key, item)
    const others = this.#open.get(OTHERS)
    if (others) collect(others, item)
    else this.#begin(OTHERS, item)
  }

  /** Ends every period now. */
  flush(): void {
    for (const key of this.#open.keys()) this.#end(key)
  }

  #begin(key: string, item: T): void {
    const timer = setTimeout(() => this.#end(key), this.#options.periodMs).unref()
    this.#open.set(key, { items: [], count: 0, timer })
    this.#options.pass([item], 1)
  }

  #end(key: string): void {
    const ended = this.#open.get(key)
    if (!ended) return
    this.#open.delete(key)
    clearTimeout(ended.timer)
    const [first, ...rest] = ended.items
    if (first !== undefined) this.#options.pass([first, ...rest], ended.count)
  }
}

function collect<T>(repeated: Repeated<T>, item: T): void {
  repeated.count++
  if (repeated.items.length < MAX_ITEMS) repeated.items.push(item)
}
