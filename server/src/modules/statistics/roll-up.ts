import { Steps } from '#/platform/jobs/steps.ts'
import { gaugeNames } from './metrics.ts'
import { StatisticsStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Jobs } from '#/platform/jobs/jobs.ts'
import type { GaugeName } from './metrics.ts'
import type { Source, Step } from './source.ts'
import type { HourlyCount } from './store.ts'

/** Counts what there is now, for each gauge. */
export type Gauges = Readonly<Record<GaugeName, () => Promise<number>>>

interface RollUpDeps {
  readonly db: Db
  readonly clock: Clock
  readonly sources: readonly Source[]
  readonly gauges: Gauges
}

const SECOND = 1000
const HOUR = 3600 * SECOND
/** Gauges are counted again when something happened, but not more often than this; and now and then anyway. */
const GAUGES_AT_MOST_EVERY = 10 * SECOND
const GAUGES_AT_LEAST_EVERY = 60 * SECOND

/**
 * Turns what happened into counts by the hour, so that statistics cost a few rows however much there is. Each step moves
 * its position and adds its counts in one transaction: a crash or a second node counts nothing twice.
 */
export class RollUp {
  readonly #deps: RollUpDeps
  readonly #store: StatisticsStore
  constructor(deps: RollUpDeps) {
    this.#deps = deps
    this.#store = new StatisticsStore(deps.db)
  }

  /** Declares the job that counts. */
  schedule(jobs: Jobs): void {
    jobs.inSteps('statistics.roll_up', 5 * SECOND, (steps) => this.run(steps))
  }

  /** Counts what happened since the last run. */
  async run(steps = new Steps(this.#deps.db)): Promise<void> {
    let advanced = false
    for (const source of this.#deps.sources) advanced = (await this.#follow(source, steps)) || advanced
    if (!steps.areOver && (await this.#gaugesAreDue(advanced))) await this.#countGauges()
  }

  async #follow(source: Source, steps: Steps): Promise<boolean> {
    let advanced = false
    await steps.run(async (rows, timed) => {
      const from = await this.#store.position(source.name)
      const step = await timed(() => source.after(from, rows))
      if (!step) return 0
      advanced = true
      const moved = await this.#count(source, from, step)
      return step.isLast || !moved ? 0 : rows
    })
    return advanced
  }

  /** False when another node was faster. */
  #count(source: Source, from: string | undefined, step: Step): Promise<boolean> {
    const counts = byHour(step.happenings)
    const advancing = this.#store.advancing(source.name, from, step.position)
    return this.#deps.db.runAll(counts.length === 0 ? [advancing] : [advancing, this.#store.adding(counts)])
  }

  async #gaugesAreDue(advanced: boolean): Promise<boolean> {
    const last = await this.#store.lastGaugedAt()
    const age = last === undefined ? Infinity : this.#deps.clock.now() - last
    return age >= (advanced ? GAUGES_AT_MOST_EVERY : GAUGES_AT_LEAST_EVERY)
  }

  async #countGauges(): Promise<void> {
    const { db, gauges, clock } = this.#deps
    const countedAt = clock.now()
    const counted = await Promise.all(
      gaugeNames.map(async (name) => ({ name, value: await gauges[name](), countedAt })),
    )
    await db.tx(async (tx) => {
      for (const gauge of counted) await this.#store.setGauge(tx, gauge)
    })
  }
}

function byHour(happenings: Step['happenings']): HourlyCount[] {
  const sums = new Map<string, HourlyCount>()
  for (const { metric, at, count } of happenings) {
    const hour = at - (at % HOUR)
    const known = sums.get(`${metric} ${hour}`)
    sums.set(`${metric} ${hour}`, { metric, hour, count: (known?.count ?? 0) + count })
  }
  return [...sums.values()]
}
