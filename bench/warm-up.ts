/** One stretch of load: how many requests, and the processor time of the server for each. */
interface Step {
  readonly requests: number
  readonly serverMicros: number
}

/** How a freshly started server became as fast as it stays. */
export interface WarmUp {
  /** Of each request in the first second. */
  readonly firstMicros: number
  readonly standingMicros: number
  readonly requests: number
  /** False when it still became faster at the end. */
  readonly stood: boolean
}

export const STEP_SECONDS = 1
export const MAX_STEPS = 10
const STEADY_STEPS = 3
const STEADY_PART = 0.97

/** Loads a server second by second until three in a row make no request more than 3 % cheaper than the best before. */
export async function warmUp(load: (seconds: number) => Promise<Step>): Promise<WarmUp> {
  const steps: Step[] = []
  while (steps.length < MAX_STEPS && !stands(steps)) steps.push(await load(STEP_SECONDS))
  return {
    firstMicros: steps[0]?.serverMicros ?? Number.NaN,
    standingMicros: least(steps),
    requests: steps.reduce((sum, { requests }) => sum + requests, 0),
    stood: stands(steps),
  }
}

function stands(steps: readonly Step[]): boolean {
  if (steps.length <= STEADY_STEPS) return false
  return least(steps.slice(-STEADY_STEPS)) > STEADY_PART * least(steps.slice(0, -STEADY_STEPS))
}

const least = (steps: readonly Step[]): number => Math.min(...steps.map(({ serverMicros }) => serverMicros))
