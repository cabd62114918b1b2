import type { Static } from 'typebox'
import { chainView } from '#/modules/tokens/index.ts'
import { toIso } from '#/platform/clock.ts'
import { encodeCursor } from '#/platform/paging/paging.ts'
import type { ActorNames } from './actor-directory.ts'
import type { DelegationEdge } from './delegation-map.ts'
import type { MapPage } from './delegation-maps.ts'
import type { ActorNamesSchema, DelegationMapSchema } from './schemas.ts'

/** Names on the wire. */
export const actorNamesView = (names: ActorNames): Static<typeof ActorNamesSchema> =>
  Object.fromEntries([...names].map(([key, { kind, id, name, active }]) => [key, { kind, id, name, active }]))

type MapView = Static<typeof DelegationMapSchema>

/** A part of the map on the wire. */
export const mapView = ({ query, edges, names, chains, tokens, next }: MapPage, now: number): MapView => ({
  from: toIso(query.from),
  to: toIso(query.to),
  tokens,
  nodes: nodesOf(edges, names),
  edges: edges.map((edge) => ({
    kind: edge.kind,
    from: edge.from,
    to: edge.to,
    tokens: edge.tokens,
    living: edge.living,
    broken: edge.broken,
    key_bound: edge.keyBound,
    depth: edge.depth,
    last_at: toIso(edge.lastAt),
    token_ids: edge.tokenIds,
  })),
  chains: chains.map((chain) => chainView(chain, now)),
  next_before: next ? encodeCursor(next) : null,
})

function nodesOf(edges: readonly DelegationEdge[], names: ActorNames): MapView['nodes'] {
  const resources = new Set(edges.flatMap(({ kind, to }) => (kind === 'reaches' ? [to] : [])))
  const actors = new Set(edges.flatMap(({ kind, from, to }) => (kind === 'reaches' ? [from] : [from, to])))
  const gone = (id: string) => ({ kind: id.startsWith('usr_') ? ('person' as const) : ('client' as const), name: null })
  return [
    ...[...actors].map((id) => {
      const known = names.get(id)
      if (!known) return { id, ...gone(id), record_id: null, active: false }
      return { id, kind: known.kind, name: known.name, record_id: known.id, active: known.active }
    }),
    ...[...resources]
      .filter((id) => !actors.has(id))
      .map((id) => ({ id, kind: 'resource' as const, name: id, record_id: null, active: true })),
  ]
}
