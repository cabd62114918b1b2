interface Arrow {
  readonly from: string
  readonly to: string
}

/** Where things stand: the upper left corner of each, and how high all of it is. */
export interface Layout {
  readonly places: ReadonlyMap<string, { readonly x: number; readonly y: number }>
  readonly height: number
}

interface Sizes {
  readonly width: number
  readonly height: number
  readonly between: { readonly layers: number; readonly nodes: number }
}

const SWEEPS = 8

/**
 * Layers from left to right, with as few crossings as sorting by the neighbours' middle finds (Sugiyama). For the sixty nodes that
 * a map has at most; an arrow that closes a circle moves nobody.
 */
export function layered(ids: readonly string[], arrows: readonly Arrow[], sizes: Sizes): Layout {
  const layerOf = layersOf(ids, arrows)
  const points = [...layerOf.keys()]
  const steps = arrows.flatMap((arrow, at) => stepsOf(arrow, at, layerOf))
  for (const { from, to } of steps) {
    // A long arrow keeps room free for itself in the layers that it passes.
    for (const id of [from, to]) if (!layerOf.has(id)) points.push(id)
  }
  const layers: string[][] = []
  const depth = (id: string): number => layerOf.get(id) ?? Number(id.slice(id.lastIndexOf(' ') + 1))
  for (const id of new Set(points)) (layers[depth(id)] ??= []).push(id)
  const [before, after] = [neighboursBy(steps, 'to', 'from'), neighboursBy(steps, 'from', 'to')]
  const pitch = sizes.height + sizes.between.nodes
  const y = new Map(layers.flatMap((layer) => layer.map((id, at) => [id, at * pitch] as const)))
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const isForward = sweep % 2 === 0
    for (const layer of isForward ? layers : layers.toReversed()) arrange(layer, isForward ? before : after, y, pitch)
  }
  const top = Math.min(...ids.map((id) => y.get(id) ?? 0))
  const places = ids.map(
    (id) =>
      [id, { x: (layerOf.get(id) ?? 0) * (sizes.width + sizes.between.layers), y: (y.get(id) ?? 0) - top }] as const,
  )
  return { places: new Map(places), height: Math.max(0, ...places.map(([, place]) => place.y + sizes.height)) }
}

/** The layer of each: one behind the last of those that lead to it. */
function layersOf(ids: readonly string[], arrows: readonly Arrow[]): Map<string, number> {
  const sources = neighboursBy(arrows, 'to', 'from')
  const layers = new Map<string, number>()
  const open = new Set<string>()
  const find = (id: string): number => {
    const known = layers.get(id)
    if (known !== undefined) return known
    open.add(id)
    const layer = Math.max(
      0,
      ...(sources.get(id) ?? []).filter((from) => !open.has(from)).map((from) => find(from) + 1),
    )
    open.delete(id)
    layers.set(id, layer)
    return layer
  }
  for (const id of ids) find(id)
  return layers
}

/** An arrow as steps from a layer to the next one; none when it leads back. */
function stepsOf({ from, to }: Arrow, at: number, layers: ReadonlyMap<string, number>): Arrow[] {
  const [first, last] = [layers.get(from) ?? 0, layers.get(to) ?? 0]
  const stops = Array.from({ length: Math.max(0, last - first - 1) }, (_, step) => `${at} ${first + step + 1}`)
  return last > first ? [from, ...stops].map((id, step) => ({ from: id, to: [...stops, to][step] ?? to })) : []
}

function neighboursBy(arrows: readonly Arrow[], of: keyof Arrow, other: keyof Arrow): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const arrow of arrows) found.set(arrow[of], [...(found.get(arrow[of]) ?? []), arrow[other]])
  return found
}

/** Sorts a layer by where the neighbours of each are, and moves all as near to them as nobody overlaps. */
function arrange(
  layer: string[],
  neighbours: ReadonlyMap<string, string[]>,
  y: Map<string, number>,
  pitch: number,
): void {
  const middle = (id: string): number => {
    const near = (neighbours.get(id) ?? []).map((other) => y.get(other) ?? 0)
    return near.length === 0 ? (y.get(id) ?? 0) : near.reduce((sum, one) => sum + one, 0) / near.length
  }
  const wanted = new Map(layer.map((id) => [id, middle(id)]))
  const want = (id: string): number => wanted.get(id) ?? 0
  layer.sort((a, b) => want(a) - want(b))
  let last = -Infinity
  const placed = layer.map((id) => (last = Math.max(want(id), last + pitch)))
  const shift = layer.reduce((sum, id, at) => sum + want(id) - (placed[at] ?? 0), 0) / layer.length
  layer.forEach((id, at) => y.set(id, (placed[at] ?? 0) + shift))
}
