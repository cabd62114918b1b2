/** A dot for each of many, in rows that fill a width; the ones that match stand first. */
export interface Dot {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly isHit: boolean
}

/** Dots in rows, those that are hit first, as many as there is room to draw. */
export function dotField(
  all: readonly { readonly id: string; readonly isHit: boolean }[],
  width: number,
  step: number,
  most: number,
): { dots: Dot[]; height: number; hidden: number } {
  const perRow = Math.max(1, Math.floor(width / step))
  const shown = [...all.filter(({ isHit }) => isHit), ...all.filter(({ isHit }) => !isHit)].slice(0, most)
  const dots = shown.map(({ id, isHit }, i) => ({
    id,
    isHit,
    x: (i % perRow) * step + step / 2,
    y: Math.floor(i / perRow) * step + step / 2,
  }))
  return { dots, height: Math.ceil(shown.length / perRow) * step, hidden: all.length - shown.length }
}

/** Where a ring of so much begins and ends, as the path of a stroke: from the top, clockwise. */
export function ringPath(share: number, radius: number): string {
  const part = Math.min(1, Math.max(0, share))
  if (part === 0) return ''
  if (part === 1) return `M0 ${-radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 ${-radius}`
  const angle = part * 2 * Math.PI
  const [x, y] = [Math.sin(angle) * radius, -Math.cos(angle) * radius]
  return `M0 ${-radius}A${radius} ${radius} 0 ${part > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}`
}

/** So many around one in the middle, on an ellipse, the first on the left. */
export function aroundMiddle(count: number, width: number, height: number): { x: number; y: number }[] {
  const [rx, ry] = [width / 2 - 70, height / 2 - 28]
  return Array.from({ length: count }, (_, i) => {
    const angle = Math.PI + (i / Math.max(1, count)) * 2 * Math.PI
    return { x: width / 2 + Math.cos(angle) * rx, y: height / 2 + Math.sin(angle) * ry }
  })
}
