/** So much went from one to another, through a third: a person, an agent, a resource. */
export interface Stream {
  readonly from: string
  readonly through: string
  readonly to: string
  readonly value: number
}

/** One that stands in a column, as tall as what goes through it. */
export interface FlowNode {
  readonly id: string
  readonly column: 0 | 1 | 2
  readonly y: number
  readonly height: number
  readonly value: number
  /** How many stand together here, when it stands for all that are left. */
  readonly others: number
}

export interface FlowBand {
  readonly from: string
  readonly to: string
  readonly column: 0 | 1
  readonly value: number
  /** The middle of its ends, and how thick it is. */
  readonly y0: number
  readonly y1: number
  readonly thickness: number
}

export interface Flow {
  readonly nodes: readonly FlowNode[]
  readonly bands: readonly FlowBand[]
}

/** The id of the node that stands for all that have no place of their own. */
export const OTHERS = '…'

const GAP = 10

/** Three columns, each with its largest `most` and the rest as one; bands between them as thick as what they carry. */
export function flowOf(streams: readonly Stream[], height: number, most: number): Flow {
  const columns = [
    streams.map(({ from, value }) => ({ id: from, value })),
    streams.map(({ through, value }) => ({ id: through, value })),
    streams.map(({ to, value }) => ({ id: to, value })),
  ].map((ends) => ranked(ends, most))
  const total = streams.reduce((sum, { value }) => sum + value, 0)
  const tallest = Math.max(1, ...columns.map((column) => column.shown.length))
  const scale = total === 0 ? 0 : (height - GAP * (tallest - 1)) / total
  const nodes = columns.flatMap(({ shown, others }, column) => {
    let y = (height - (total * scale + GAP * (shown.length - 1))) / 2
    return shown.map(({ id, value }): FlowNode => {
      const node = {
        id,
        column: column as 0 | 1 | 2,
        y,
        height: value * scale,
        value,
        others: id === OTHERS ? others : 0,
      }
      y += value * scale + GAP
      return node
    })
  })
  return {
    nodes,
    bands: [...bandsOf(streams, columns, nodes, 0, scale), ...bandsOf(streams, columns, nodes, 1, scale)],
  }
}

interface Ranked {
  readonly shown: readonly { readonly id: string; readonly value: number }[]
  readonly others: number
  readonly nameOf: (id: string) => string
}

function ranked(ends: readonly { readonly id: string; readonly value: number }[], most: number): Ranked {
  const sums = new Map<string, number>()
  for (const { id, value } of ends) sums.set(id, (sums.get(id) ?? 0) + value)
  const sorted = [...sums]
    .map(([id, value]) => ({ id, value }))
    .toSorted((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1))
  if (sorted.length <= most) return { shown: sorted, others: 0, nameOf: (id) => id }
  const own = sorted.slice(0, most - 1)
  const left = sorted.slice(most - 1)
  const names = new Set(own.map(({ id }) => id))
  const rest = { id: OTHERS, value: left.reduce((sum, { value }) => sum + value, 0) }
  return { shown: [...own, rest], others: left.length, nameOf: (id) => (names.has(id) ? id : OTHERS) }
}

function bandsOf(
  streams: readonly Stream[],
  columns: readonly Ranked[],
  nodes: readonly FlowNode[],
  column: 0 | 1,
  scale: number,
): FlowBand[] {
  const sums = new Map<string, { from: string; to: string; value: number }>()
  for (const stream of streams) {
    const ends = [stream.from, stream.through, stream.to]
    const from = columns[column]?.nameOf(ends[column] ?? '') ?? ''
    const to = columns[column + 1]?.nameOf(ends[column + 1] ?? '') ?? ''
    const key = JSON.stringify([from, to])
    const known = sums.get(key) ?? { from, to, value: 0 }
    known.value += stream.value
    sums.set(key, known)
  }
  const place = (id: string, at: number): FlowNode | undefined =>
    nodes.find((node) => node.id === id && node.column === at)
  const used = new Map<string, number>()
  const take = (node: FlowNode | undefined, side: string, thickness: number): number => {
    const key = `${side} ${node?.column} ${node?.id}`
    const before = used.get(key) ?? 0
    used.set(key, before + thickness)
    return (node?.y ?? 0) + before + thickness / 2
  }
  return [...sums.values()]
    .toSorted(
      (a, b) =>
        (place(a.from, column)?.y ?? 0) - (place(b.from, column)?.y ?? 0) ||
        (place(a.to, column + 1)?.y ?? 0) - (place(b.to, column + 1)?.y ?? 0),
    )
    .map(({ from, to, value }) => {
      const thickness = value * scale
      return {
        from,
        to,
        column,
        value,
        thickness,
        y0: take(place(from, column), 'out', thickness),
        y1: take(place(to, column + 1), 'in', thickness),
      }
    })
}
