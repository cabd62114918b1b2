import type { Token, TokenOperations } from '#/modules/tokens/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Position } from '#/platform/paging/paging.ts'
import type { ActorDirectory, ActorNames } from './actor-directory.ts'
import { mapOf } from './delegation-map.ts'
import type { DelegationEdge, MapFilter } from './delegation-map.ts'

interface DelegationMapsDeps {
  readonly clock: Clock
  readonly tokens: Pick<TokenOperations, 'delegatedBetween' | 'chainsTo'>
  readonly actors: ActorDirectory
}

/** Which part of the map is asked for. Times are epoch milliseconds, `to` excluded. */
export interface MapQuery extends MapFilter {
  readonly from: number
  readonly to: number
  readonly before: Position | undefined
  readonly limit: number
}

/** A part of the map. */
export interface MapPage {
  readonly query: MapQuery
  readonly edges: readonly DelegationEdge[]
  readonly names: ActorNames
  /** Each from its last token up to its root, newest first; the first hundred. */
  readonly chains: readonly (readonly Token[])[]
  readonly tokens: number
  readonly next: Position | undefined
}

const MAX_CHAINS = 100

/** The map of delegation, page by page from the newest tokens to older ones. */
export class DelegationMaps {
  readonly #deps: DelegationMapsDeps
  constructor(deps: DelegationMapsDeps) {
    this.#deps = deps
  }

  /** What the next tokens of a time make up; names of people for those whose scopes allow it. */
  async page(query: MapQuery, scopes: readonly string[]): Promise<MapPage> {
    const { clock, tokens, actors } = this.#deps
    const found = await tokens.delegatedBetween(query.from, query.to, query.before, query.limit + 1)
    const looked = found.slice(0, query.limit)
    const { edges, leaves, tokens: count } = mapOf(looked, query, clock.now())
    const ids = edges.flatMap(({ kind, from, to }) => (kind === 'reaches' ? [from] : [from, to]))
    const [names, chains] = await Promise.all([
      actors.namesOf(ids, scopes),
      tokens.chainsTo(leaves.slice(0, MAX_CHAINS)),
    ])
    const last = found.length > query.limit ? looked.at(-1)?.token : undefined
    return { query, edges, names, chains, tokens: count, next: last }
  }
}
