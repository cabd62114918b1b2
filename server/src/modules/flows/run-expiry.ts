import { Steps } from '#/platform/jobs/steps.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Timed } from '#/platform/jobs/steps.ts'
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

const actor = systemActor('auth-flows')

/** Writes down which sign-ins were never finished, so that whoever watches the events hears of a flow that nobody gets through. */
export class RunExpiry {
  readonly #deps: RunExpiryDeps
  constructor(deps: RunExpiryDeps) {
    this.#deps = deps
  }

  /** Works one run per transaction until none is left. */
  async run(steps = new Steps(this.#deps.db)): Promise<void> {
    await steps.run(async (rows, timed) => {
      const due = await this.#deps.runs.listOver(this.#deps.clock.now(), rows)
      for (const run of due) await this.#expire(run, timed)
      return due.length
    })
  }

  #expire(run: FlowRun, timed: Timed): Promise<void> {
    const { db, clock, events, runs } = this.#deps
    const expire = async (tx: Tx): Promise<void> => {
      if (!(await runs.expire(tx, run, clock.now()))) return
      const data = { ...runFields(run), waited_for: run.wait?.type ?? null }
      await events.record(tx, flowRunExpired, { ...actorAndTarget(run, actor), result: 'failure', data })
    }
    return db.tx((tx) => timed(() => expire(tx)))
  }
}
