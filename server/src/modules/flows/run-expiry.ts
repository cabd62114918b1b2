import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { flowRunExpired } from './events.ts'
import { actorAndTarget, runFields } from './run-events.ts'
import type { FlowRun } from './run.ts'
import type { RunStore } from './run-store.ts'

interface RunExpiryDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly runs: RunStore
}

const BATCH = 100
const actor = systemActor('auth-flows')

/** Writes down which sign-ins were never finished, so that whoever watches the events hears of a flow that nobody gets through. */
export class RunExpiry {
  readonly #deps: RunExpiryDeps
  constructor(deps: RunExpiryDeps) {
    this.#deps = deps
  }

  /** Works one run per transaction until none is left or the signal fires. */
  async run(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const due = await this.#deps.runs.listOver(this.#deps.clock.now(), BATCH)
      for (const run of due) {
        if (signal?.aborted) return
        await this.#expire(run)
      }
      if (due.length < BATCH) return
    }
  }

  #expire(run: FlowRun): Promise<void> {
    const { db, clock, events, runs } = this.#deps
    return db.tx(async (tx) => {
      if (!(await runs.expire(tx, run, clock.now()))) return
      const data = { ...runFields(run), waited_for: run.wait?.type ?? null }
      await events.record(tx, flowRunExpired, { ...actorAndTarget(run, actor), result: 'failure', data })
    })
  }
}
