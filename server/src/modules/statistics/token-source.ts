import { firstId, timeOfId } from '#/platform/ids.ts'
import { tokenMetric } from './metrics.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Issuances } from '#/modules/tokens/index.ts'
import type { Source, Step } from './source.ts'

interface TokenSourceDeps {
  readonly clock: Clock
  readonly issuances: Issuances
}

const WINDOW_MS = 5000
/** Behind the present by more than a transaction takes and clocks of nodes differ: ids this old are all committed. */
const LAG_MS = 10_000

/** Access tokens in the order of their ids, which begin with the time: a window of a few seconds is one step. */
export class TokenSource implements Source {
  readonly name = 'tokens'
  readonly #deps: TokenSourceDeps
  constructor(deps: TokenSourceDeps) {
    this.#deps = deps
  }

  async after(position = firstId('tok', 0)): Promise<Step | undefined> {
    const { clock, issuances } = this.#deps
    const horizon = firstId('tok', clock.now() - LAG_MS)
    const next = await issuances.firstAfter(position, horizon)
    if (next === undefined) return undefined
    const end = Math.min(timeOfId(next) + WINDOW_MS, clock.now() - LAG_MS)
    const to = firstId('tok', end)
    const counts = await issuances.between(position, to)
    return {
      position: to,
      happenings: counts.map(({ grantType, hour, count }) => ({ metric: tokenMetric(grantType), at: hour, count })),
      isLast: to === horizon,
    }
  }
}
