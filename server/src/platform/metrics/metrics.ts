import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

/** What a counter or a gauge is called: its name with a unit, a sentence, and the names of its labels. */
export interface MetricName<L extends string> {
  readonly name: `mandate_${string}`
  readonly help: string
  /** Their values come from lists in the code, never from a request: each one is a series that stays. */
  readonly labels?: readonly L[]
}

/** One value of a metric that is read when somebody asks. */
export type Reading<L extends string> = readonly [value: number, labels?: Partial<Record<L, string>>]

/** What one process measured, in a form that passes between processes. */
export type Measurements = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

/** Kinds of metrics that count since the start of a process. */
const KEPT: readonly string[] = ['counter', 'histogram']

/** What this process tells Prometheus. */
export class Metrics {
  static readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE
  readonly #registry = new Registry()

  counter<L extends string>({ name, help, labels = [] }: MetricName<L>): Counter<L> {
    return new Counter({ name, help, labelNames: labels, registers: [this.#registry] })
  }

  histogram<L extends string>({ name, help, labels = [] }: MetricName<L>, buckets: readonly number[]): Histogram<L> {
    return new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [this.#registry] })
  }

  /** A gauge that is read when somebody asks: of several workers one tells it, or each adds its own. What can't be read then is left out, and the rest is told. */
  gauge<L extends string>(
    { name, help, labels = [], amongWorkers = 'first' }: MetricName<L> & { readonly amongWorkers?: 'first' | 'sum' },
    read: () => Promise<readonly Reading<L>[]> | readonly Reading<L>[],
  ): void {
    new Gauge<string>({
      name,
      help,
      labelNames: labels,
      aggregator: amongWorkers,
      registers: [this.#registry],
      async collect() {
        const readings = await Promise.resolve()
          .then(read)
          .catch(() => [])
        this.reset()
        for (const [value, values] of readings) {
          if (values) this.set(values, value)
          else this.set(value)
        }
      },
    })
  }

  /**
   * Adds the metrics of the process: memory, CPU, garbage collection, event loop. They measure by timers and observers
   * that run until the process ends, so whoever owns the process calls this, once.
   */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** All of it in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  /** All of it as values, to be added to those of other processes. */
  measure(): Promise<Measurements> {
    return this.#registry.getMetricsAsJSON()
  }

  /** What several processes measured, as one: counts are added, what all of them see alike is told once. */
  static async addUp(parts: readonly Measurements[]): Promise<string> {
    return Registry.aggregate([...parts]).metrics()
  }

  /** The counts of processes that ended: they stay, so that a sum never falls. */
  static async keepCounts(parts: readonly Measurements[]): Promise<Measurements> {
    const all = await Registry.aggregate([...parts]).getMetricsAsJSON()
    return all.filter(({ type }) => KEPT.includes(type))
  }
}
