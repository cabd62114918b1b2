import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Engine } from '#/platform/db/sql.ts'

/**
 * Makes one step with so many rows at most. Returns how many there were; with fewer than that nothing is left. What it gives to
 * `timed` is what the step itself takes, without waiting for its turn to write and for its commit.
 */
export type Step = (rows: number, timed: Timed) => Promise<number>

/** Counts what it does to the time of its step. */
export type Timed = <T>(work: () => Promise<T>) => Promise<T>

const FIRST_ROWS = 25
/** How few and how many rows a step may have. */
interface Bounds {
  /** When not given, what `PACE` says. */
  readonly minRows?: number
  /** 100 when not given. */
  readonly maxRows?: number
}

/**
 * How long a step should take, and how many rows it has however slow the machine is. On SQLite the event loop stands still
 * meanwhile. On PostgreSQL half of it is waiting for round trips, and shorter steps would make more of them.
 */
const PACE: Readonly<Record<Engine, { readonly stepMs: number; readonly minRows: number }>> = {
  sqlite: { stepMs: 1, minRows: 10 },
  postgres: { stepMs: 25, minRows: 50 },
}
const MIN_PAUSE_MS = 10
const MAX_PAUSE_MS = 40
/** Of how long a step took with all its waiting: where others want the database, too, it is left to them for longer. */
const REST = 0.5

/** What a busy server records: whoever works off less than that never ends. */
const LEAST_PER_SECOND = 2000
/** How long whoever asks for something goes first all the same. */
const PATIENCE_MS = 5000
/** So many times as long it may work at all: by then more comes in than goes, however fast that is. */
const LONG = 60
/** So many times as long, and as large, is a step that has no more patience; and none pauses. */
const HASTE = 4

/**
 * Works off what has piled up in steps so short, and so far apart, that whoever asks for something meanwhile hardly notices. The
 * number of rows follows what the last step took. Where that is too slow for what comes in meanwhile, as under a load that never
 * ends, it is in haste until it is not, and where it goes on for minutes, until nothing is left.
 */
export class Steps {
  readonly #db: Pick<Db, 'engine' | 'tx'>
  readonly #signal: AbortSignal | undefined
  readonly #patienceMs: number
  constructor(db: Pick<Db, 'engine' | 'tx'>, signal?: AbortSignal, patienceMs = PATIENCE_MS) {
    this.#db = db
    this.#signal = signal
    this.#patienceMs = patienceMs
  }

  /** Whether to end after the step at hand. */
  get areOver(): boolean {
    return this.#signal?.aborted === true
  }

  /** Makes steps until one finds that nothing is left, or the signal fires; returns how many rows that were. */
  async run(step: Step, bounds: Bounds = {}): Promise<number> {
    const { stepMs, minRows } = { ...PACE[this.#db.engine], ...bounds }
    const { maxRows = 100 } = bounds
    const beganAt = performance.now()
    let rows = Math.min(FIRST_ROWS, maxRows)
    for (let total = 0; ;) {
      const begunAt = performance.now()
      let tookMs = 0
      const done = await step(rows, async (work) => {
        const startedAt = performance.now()
        try {
          return await work()
        } finally {
          tookMs += performance.now() - startedAt
        }
      })
      total += done
      if (done < rows || this.areOver) return total
      const haste = this.#isBehind(total, performance.now() - beganAt) ? HASTE : 1
      await pause(haste === 1 ? pauseAfter(performance.now() - begunAt) : 0)
      const fitting = fittingRows(rows, tookMs / (stepMs * haste))
      rows = Math.min(maxRows * haste, Math.max(minRows, fitting))
    }
  }

  /** The same where each step is one transaction. */
  runInTx(step: (tx: Tx, rows: number) => Promise<number>, bounds: Bounds = {}): Promise<number> {
    return this.run((rows, timed) => this.#db.tx((tx) => timed(() => step(tx, rows))), bounds)
  }

  #isBehind(total: number, ms: number): boolean {
    if (ms >= this.#patienceMs * LONG) return true
    return ms >= this.#patienceMs && total * 1000 < LEAST_PER_SECOND * ms
  }
}

const pauseAfter = (tookMs: number): number => Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, tookMs * REST))

/** One step that was held up by something else is no measure, so the number changes by no more than half or double. */
const fittingRows = (rows: number, ratio: number): number => Math.round(rows / Math.min(2, Math.max(0.5, ratio)))
