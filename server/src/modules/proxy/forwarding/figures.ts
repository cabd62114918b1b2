import type { Denial } from '#/modules/proxy/access/decision.ts'

/** What kept a request from being served though a rule let it through. */
export const failures = ['unreachable', 'timeout', 'circuit_open', 'too_busy', 'loop'] as const
export type Failure = (typeof failures)[number]

/** Why a request was not served. */
export type Reason = Denial | Failure | 'invalid_credentials' | 'unavailable' | 'malformed'

/** Whoever counts requests by what became of them. */
export interface RequestCounter {
  served(durationMs: number): void
  denied(reason: Reason): void
  failed(reason: Failure): void
}

/** What happened in the last minute. */
export interface Figures {
  readonly requests: number
  readonly served: number
  readonly denied: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  /** Until the head of the response, ours and the upstream's time together; null without any. */
  readonly p50Ms: number | null
  readonly p99Ms: number | null
}

/** What one process counted in the last minute, to be added to what others did. */
export interface Counted {
  readonly served: number
  readonly denied: Readonly<Record<string, number>>
  readonly failed: Readonly<Record<string, number>>
  /** How many responses fell into each bucket of time. */
  readonly latencies: readonly number[]
}

const SLOTS = 12
const SLOT_MS = 5000
/** The seconds that figures reach back. */
export const WINDOW_SECONDS = (SLOTS * SLOT_MS) / 1000
// Each bucket is a fifth wider than the one before, from 0.1 ms to a minute and a half.
const GROWTH = 1.2
const LEAST_MS = 0.1
const BUCKETS = 76

interface Slot {
  number: number
  served: number
  readonly denied: Map<string, number>
  readonly failed: Map<string, number>
  readonly latencies: Uint32Array
}

/** Rolling figures of one upstream in this process: a minute in slots of five seconds, latencies in buckets. The metrics count along. */
export class RollingFigures implements RequestCounter {
  readonly #monotonicMs: () => number
  readonly #metrics: RequestCounter
  readonly #slots: Slot[] = []

  constructor(monotonicMs: () => number, metrics: RequestCounter) {
    this.#monotonicMs = monotonicMs
    this.#metrics = metrics
  }

  served(durationMs: number): void {
    this.#metrics.served(durationMs)
    const slot = this.#slot()
    slot.served += 1
    const bucket = bucketOf(durationMs)
    slot.latencies[bucket] = (slot.latencies[bucket] ?? 0) + 1
  }

  denied(reason: Reason): void {
    this.#metrics.denied(reason)
    count(this.#slot().denied, reason)
  }

  failed(reason: Failure): void {
    this.#metrics.failed(reason)
    count(this.#slot().failed, reason)
  }

  /** What was counted in the last minute. */
  count(): Counted {
    const now = this.#number()
    const slots = this.#slots.filter(({ number }) => number > now - SLOTS)
    return addUp(
      slots.map(({ served, denied, failed, latencies }) => ({
        served,
        denied: Object.fromEntries(denied),
        failed: Object.fromEntries(failed),
        latencies: [...latencies],
      })),
    )
  }

  #number(): number {
    return Math.floor(this.#monotonicMs() / SLOT_MS)
  }

  #slot(): Slot {
    const number = this.#number()
    const index = number % SLOTS
    const slot = this.#slots[index]
    if (slot?.number === number) return slot
    const fresh = { number, served: 0, denied: new Map(), failed: new Map(), latencies: new Uint32Array(BUCKETS) }
    this.#slots[index] = fresh
    return fresh
  }
}

const bucketOf = (ms: number): number =>
  Math.min(BUCKETS - 1, Math.max(0, Math.ceil(Math.log(ms / LEAST_MS) / Math.log(GROWTH))))

const count = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)

function addUp(parts: readonly Counted[]): Counted {
  return {
    served: parts.reduce((all, { served }) => all + served, 0),
    denied: sum(parts.map(({ denied }) => denied)),
    failed: sum(parts.map(({ failed }) => failed)),
    latencies: Array.from({ length: BUCKETS }, (_, i) =>
      parts.reduce((all, { latencies }) => all + (latencies[i] ?? 0), 0),
    ),
  }
}

/** The figures of all that was counted, wherever. */
export function figuresOf(parts: readonly Counted[]): Figures {
  const { served, denied, failed, latencies } = addUp(parts)
  return {
    requests: served + total(denied) + total(failed),
    served,
    denied,
    failed,
    p50Ms: quantile(latencies, served, 0.5),
    p99Ms: quantile(latencies, served, 0.99),
  }
}

function sum(parts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const whole = new Map<string, number>()
  for (const [name, n] of parts.flatMap((part) => Object.entries(part))) whole.set(name, (whole.get(name) ?? 0) + n)
  return Object.fromEntries([...whole].toSorted(([one], [two]) => (one < two ? -1 : 1)))
}

const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((whole, n) => whole + n, 0)

/** The upper edge of the bucket that a share of all lies below, to a tenth of a millisecond. */
function quantile(latencies: readonly number[], all: number, share: number): number | null {
  if (all === 0) return null
  let seen = 0
  const bucket = latencies.findIndex((n) => (seen += n) >= all * share)
  return Math.round(LEAST_MS * GROWTH ** bucket * 10) / 10
}

/** The figures of this process: one for each upstream, and one for requests that are for none. */
export class FigureBook {
  readonly #monotonicMs: () => number
  readonly #metrics: RequestCounter
  readonly #figures = new Map<string | null, RollingFigures>()

  constructor(monotonicMs: () => number, metrics: RequestCounter) {
    this.#monotonicMs = monotonicMs
    this.#metrics = metrics
  }

  of(upstreamId: string | null): RollingFigures {
    const known = this.#figures.get(upstreamId)
    if (known) return known
    const fresh = new RollingFigures(this.#monotonicMs, this.#metrics)
    this.#figures.set(upstreamId, fresh)
    return fresh
  }

  /** Lets go of those of upstreams that are not there any more. */
  keep(upstreamIds: ReadonlySet<string>): void {
    for (const id of this.#figures.keys()) if (id !== null && !upstreamIds.has(id)) this.#figures.delete(id)
  }
}
