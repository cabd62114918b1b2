import type { Clock } from '#/platform/clock.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { isId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { flowErrors } from './errors.ts'
import type { FlowRun } from './run.ts'
import type { RunFilter, RunStore } from './run-store.ts'

/** The runs, for operators who want to know what became of a sign-in. */
export class FlowRuns {
  readonly #runs: RunStore
  readonly #clock: Clock
  constructor({ runs, clock }: { readonly runs: RunStore; readonly clock: Clock }) {
    this.#runs = runs
    this.#clock = clock
  }

  async get(id: string): Promise<FlowRun> {
    const run = isId('run', id) ? await this.#runs.find(id) : undefined
    if (!run) throw new AppError(flowErrors.flow_run_not_found)
    return run
  }

  list(filter: RunFilter, request: PageRequest): Promise<Page<FlowRun>> {
    return this.#runs.list(filter, this.#clock.now(), request)
  }
}
