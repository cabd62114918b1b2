/** What of a run counts. */
interface CountedRun {
  readonly flow_version: number
  readonly state: string
  readonly blocked_at_step: string | null
}

/** How many runs of one version there were, how many passed, and how many stopped at each step. */
interface DropOff {
  readonly runs: number
  readonly passed: number
  /** By where the step stands: `/steps/0`. */
  readonly stopped: ReadonlyMap<string, number>
}

/** Where the runs of a version stopped. Other versions have other steps at the same places, so theirs are left out. */
export function dropOff(all: readonly CountedRun[], version: number): DropOff {
  const runs = all.filter((run) => run.flow_version === version)
  const stopped = new Map<string, number>()
  for (const { blocked_at_step: at } of runs) if (at !== null) stopped.set(at, (stopped.get(at) ?? 0) + 1)
  return { runs: runs.length, passed: runs.filter(({ state }) => state === 'passed').length, stopped }
}
