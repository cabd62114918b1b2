import { firstId, timeOfId } from '#/platform/ids.ts'
import { actingMetric, clientMetric, tokenMetric } from './metrics.ts'
import type { Clock } from '#/platform/clock.ts'
import type { ActedTokens, Issuances } from '#/modules/tokens/index.ts'
import type { Source, Step } from './source.ts'

interface TokenSourceDeps {
  readonly clock: Clock
  readonly issuances: Issuances
}

const WINDOW_MS = 1000
/** Behind the present by more than a transaction takes and clocks of nodes differ: ids this old are all committed. */
const LAG_MS = 10_000

/** Access tokens in the order of their ids, which begin with the time: a window of a second is one step. */
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
    const [counts, acted] = [await issuances.between(position, to), await issuances.actedBetween(position, to)]
    return {
      position: to,
      happenings: [
        ...counts.map(({ grantType, hour, count }) => ({ metric: tokenMetric(grantType), at: hour, count })),
        ...acted.flatMap(happeningsOf),
      ],
      isLast: to === horizon,
    }
  }
}

/** A token counts for its client, and where that acted for somebody, for each resource it is for. */
function happeningsOf({ clientId, subject, delegator, audience, hour, count }: ActedTokens): Step['happenings'] {
  const own = { metric: clientMetric(clientId), at: hour, count }
  if (subject === null) return [own]
  const resources = audience.length === 0 ? [null] : audience
  const acting = resources.map((resource) => actingMetric({ subject, via: delegator, actor: clientId, resource }))
  return [own, ...acting.map((metric) => ({ metric, at: hour, count }))]
}
