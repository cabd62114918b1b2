import type { DelegationMap } from '@mandate/sdk'

export type MapNode = DelegationMap['nodes'][number]
export type MapEdge = DelegationMap['edges'][number]
export type Graph = Pick<DelegationMap, 'nodes' | 'edges'>

/** The address of a line of the map. */
export const edgeId = ({ kind, from, to }: Pick<MapEdge, 'kind' | 'from' | 'to'>): string => `${kind} ${from} ${to}`

/** Everybody whom something that ends at a node takes along: the node itself and all that stands behind it. */
export function downstream({ edges }: Pick<Graph, 'edges'>, start: string): Set<string> {
  const reached = new Set([start])
  const waiting = [start]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { from, to } of edges) {
      if (from !== at || reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  }
  return reached
}

/** The tokens that end when somebody is cut off: those handed to them, or for a subject those it let. */
export function tokensInto({ edges }: Pick<Graph, 'edges'>, node: string): string[] {
  const own = edges.filter(({ kind, from }) => kind === 'lets' && from === node)
  const handed = edges.filter(({ kind, to }) => kind !== 'reaches' && to === node)
  const reaching = edges.filter(({ kind, to }) => kind === 'reaches' && to === node)
  const chosen = own.length > 0 ? own : handed.length > 0 ? handed : reaching
  return [...new Set(chosen.flatMap(({ token_ids: ids }) => ids))]
}

/** Those where chains begin: nobody of the map stands before them. */
export const rootsOf = ({ nodes, edges }: Graph): MapNode[] => {
  const reached = new Set(edges.map(({ to }) => to))
  return nodes.filter(({ id }) => !reached.has(id))
}

/** How many tokens go through each. */
function weights({ edges }: Pick<Graph, 'edges'>): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { from, to, tokens } of edges) for (const id of [from, to]) sums.set(id, (sums.get(id) ?? 0) + tokens)
  return sums
}

/** What stands for all of a kind that have no place of their own. */
export const OTHERS = 'others:'

/** A map that can still be read: the busiest stay, the rest of each kind becomes one. */
export function clustered(graph: Graph, most: number): Graph {
  if (graph.nodes.length <= most) return graph
  const busy = weights(graph)
  const sorted = graph.nodes.toSorted((a, b) => (busy.get(b.id) ?? 0) - (busy.get(a.id) ?? 0))
  const kept = sorted.slice(0, most)
  const rest = sorted.slice(most)
  const kinds = [...new Set(rest.map(({ kind }) => kind))]
  const others = kinds.map((kind): MapNode => ({
    id: OTHERS + kind,
    kind,
    name: `+${rest.filter((node) => node.kind === kind).length}`,
    record_id: null,
    active: true,
  }))
  const place = new Map(rest.map(({ id, kind }) => [id, OTHERS + kind]))
  const edges = new Map<string, MapEdge>()
  for (const edge of graph.edges) {
    const moved = { ...edge, from: place.get(edge.from) ?? edge.from, to: place.get(edge.to) ?? edge.to }
    if (moved.from === moved.to) continue
    const known = edges.get(edgeId(moved))
    edges.set(edgeId(moved), known ? merged(known, moved) : moved)
  }
  return { nodes: [...kept, ...others], edges: [...edges.values()] }
}

const merged = (a: MapEdge, b: MapEdge): MapEdge => ({
  ...a,
  tokens: a.tokens + b.tokens,
  living: a.living + b.living,
  broken: a.broken + b.broken,
  key_bound: a.key_bound + b.key_bound,
  depth: Math.max(a.depth, b.depth),
  last_at: a.last_at > b.last_at ? a.last_at : b.last_at,
  token_ids: [...a.token_ids, ...b.token_ids],
})

/** Where the focus goes from somebody by an arrow key: along a line, or to the next one beside. */
export function neighbourOf({ nodes, edges }: Graph, at: string, key: string): string | undefined {
  const siblings = (): string[] => {
    const sources = edges.filter(({ to }) => to === at).map(({ from }) => from)
    const found = edges.filter(({ from }) => sources.includes(from)).map(({ to }) => to)
    return sources.length === 0 ? rootsOf({ nodes, edges }).map(({ id }) => id) : [...new Set(found)]
  }
  if (key === 'ArrowRight') return edges.find(({ from }) => from === at)?.to
  if (key === 'ArrowLeft') return edges.find(({ to }) => to === at)?.from
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const beside = siblings()
  return beside[beside.indexOf(at) + (key === 'ArrowDown' ? 1 : -1)]
}
