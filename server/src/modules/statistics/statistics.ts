import { actingOf, clientMetric, curveMetrics, curveNames, curves, gaugeNames } from './metrics.ts'
import { StatisticsStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Acting, CurveName, GaugeName } from './metrics.ts'
import type { Bucket } from './store.ts'

interface StatisticsDeps {
  readonly db: Db
  readonly clock: Clock
}

/** What there is, and how often each curve's thing happened in a day and in a week. */
export interface Totals {
  readonly gauges: Readonly<Record<GaugeName, number>>
  readonly lastDay: Readonly<Record<CurveName, number>>
  readonly lastWeek: Readonly<Record<CurveName, number>>
  /** When the gauges were counted; null before the first time. */
  readonly countedAt: number | null
}

/** A share of a whole: how often one kind happened. */
export interface Share {
  readonly name: string
  readonly count: number
}

export type Interval = 'hour' | 'day'

/** Curves over time, with a point for every interval, also where nothing happened. */
export interface Trends {
  readonly from: number
  readonly to: number
  readonly interval: Interval
  readonly points: Readonly<Record<CurveName, readonly { readonly at: number; readonly count: number }[]>>
  readonly tokensByGrant: readonly Share[]
  readonly signInsByMethod: readonly Share[]
}

/** Who acted for whom, as far as it is shown. */
export interface ActingShares {
  readonly from: number
  readonly to: number
  readonly shares: readonly (Acting & { readonly count: number })[]
  /** Whether nothing was left out. */
  readonly isComplete: boolean
}

/** The tokens of clients over time: a number for every interval, from `from` on. */
export interface ClientCurves {
  readonly from: number
  readonly to: number
  readonly interval: Interval
  readonly curves: readonly { readonly clientId: string; readonly counts: readonly number[] }[]
}

const MAX_ACTING = 300
const HOUR = 3_600_000
const DAY = 24 * HOUR
const widths: Readonly<Record<Interval, number>> = { hour: HOUR, day: DAY }

/** Reads what the roll-up counted: a few rows, however much happened. */
export class Statistics {
  readonly #deps: StatisticsDeps
  readonly #store: StatisticsStore
  constructor(deps: StatisticsDeps) {
    this.#deps = deps
    this.#store = new StatisticsStore(deps.db)
  }

  async totals(): Promise<Totals> {
    const now = this.#deps.clock.now()
    const [counted, hours] = await Promise.all([
      this.#store.gauges(),
      this.#store.buckets(curveMetrics, hourOf(now - 7 * DAY), HOUR),
    ])
    const values = new Map(counted.map(({ name, value }) => [name, value]))
    return {
      gauges: perName(gaugeNames, (name) => values.get(name) ?? 0),
      lastDay: sumsSince(hours, hourOf(now - DAY)),
      lastWeek: sumsSince(hours, hourOf(now - 7 * DAY)),
      countedAt: counted.length === 0 ? null : Math.min(...counted.map(({ countedAt }) => countedAt)),
    }
  }

  /** The curves of the last days, the present one included, in UTC. */
  async trends(days: number, interval: Interval): Promise<Trends> {
    const now = this.#deps.clock.now()
    const width = widths[interval]
    const from = now - (now % DAY) - (days - 1) * DAY
    const buckets = await this.#store.buckets(curveMetrics, from, width)
    const counts = new Map(buckets.map(({ metric, at, count }) => [`${metric} ${at}`, count]))
    const times = Array.from({ length: Math.floor((now - from) / width) + 1 }, (_, i) => from + i * width)
    const countAt = (name: CurveName, at: number): number =>
      curves[name].reduce((sum, metric) => sum + (counts.get(`${metric} ${at}`) ?? 0), 0)
    return {
      from,
      to: now,
      interval,
      points: perName(curveNames, (name) => times.map((at) => ({ at, count: countAt(name, at) }))),
      tokensByGrant: await this.#shares('token:', from),
      signInsByMethod: await this.#shares('method:', from),
    }
  }

  /** Who acted for whom and where in the last hours, as far back as one look reaches, the most frequent first; the first few hundred. */
  async acting(hours: number): Promise<ActingShares> {
    const now = this.#deps.clock.now()
    const from = hourOf(now - hours * HOUR)
    const { found, reached } = await this.#store.acting(from, MAX_ACTING + 1)
    const shares = found.slice(0, MAX_ACTING).map(({ metric, count }) => ({ ...actingOf(metric), count }))
    const isComplete = reached === undefined && found.length <= MAX_ACTING
    return { from: reached ?? from, to: now, shares, isComplete }
  }

  /** What some clients got by the hour or day, with a point for every interval. */
  async ofClients(clientIds: readonly string[], days: number, interval: Interval): Promise<ClientCurves> {
    const now = this.#deps.clock.now()
    const width = widths[interval]
    const from = now - (now % DAY) - (days - 1) * DAY
    const buckets = await this.#store.buckets(clientIds.map(clientMetric), from, width)
    const counts = new Map(buckets.map(({ metric, at, count }) => [`${metric} ${at}`, count]))
    const times = Array.from({ length: Math.floor((now - from) / width) + 1 }, (_, i) => from + i * width)
    const curves = clientIds.map((clientId) => ({
      clientId,
      counts: times.map((at) => counts.get(`${clientMetric(clientId)} ${at}`) ?? 0),
    }))
    return { from, to: now, interval, curves }
  }

  async #shares(prefix: 'token:' | 'method:', since: number): Promise<Share[]> {
    const sums = await this.#store.sums(prefix, since)
    return sums.map(({ metric, count }) => ({ name: metric.slice(prefix.length), count }))
  }
}

/** Whole hours: the one that was going on at a moment counts, so that nothing young is left out. */
const hourOf = (at: number): number => at - (at % HOUR)

function sumsSince(hours: readonly Bucket[], from: number): Record<CurveName, number> {
  return perName(curveNames, (name) => {
    const mine: readonly string[] = curves[name]
    return hours.reduce((sum, { metric, at, count }) => (at >= from && mine.includes(metric) ? sum + count : sum), 0)
  })
}

const perName = <N extends string, V>(names: readonly N[], valueOf: (name: N) => V): Record<N, V> =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<N, V>
