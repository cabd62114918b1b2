import type { ActorKind } from '#/ui/actor.tsx'

/** Somebody beside the one in the middle, and how much goes between them. */
export interface Neighbour {
  readonly id: string
  readonly kind: ActorKind
  readonly name: string
  readonly value: number
  readonly isBroken?: boolean
}

export interface PlacedNeighbour extends Neighbour {
  readonly side: 'in' | 'out'
  readonly y: number
  /** How thick its line is, in pixels. */
  readonly thickness: number
}

const MAX_THICK = 7

/** Those from whom something comes on one side, those to whom it goes on the other, each side spread over the height. */
export function egoOf(
  inbound: readonly Neighbour[],
  outbound: readonly Neighbour[],
  height: number,
  most: number,
): { placed: PlacedNeighbour[]; hiddenIn: number; hiddenOut: number } {
  const peak = Math.max(1, ...[...inbound, ...outbound].map(({ value }) => value))
  const place = (all: readonly Neighbour[], side: 'in' | 'out'): PlacedNeighbour[] => {
    const shown = all.toSorted((a, b) => b.value - a.value).slice(0, most)
    const step = height / Math.max(1, shown.length)
    return shown.map((one, i) => ({
      ...one,
      side,
      y: step * (i + 0.5),
      thickness: 1 + (one.value / peak) * (MAX_THICK - 1),
    }))
  }
  return {
    placed: [...place(inbound, 'in'), ...place(outbound, 'out')],
    hiddenIn: Math.max(0, inbound.length - most),
    hiddenOut: Math.max(0, outbound.length - most),
  }
}
