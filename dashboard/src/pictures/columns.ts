import type { Series } from './stack.ts'

interface Box {
  readonly width: number
  readonly height: number
}

/** One column of a histogram, a part for each series from the bottom up. */
export interface Column {
  readonly x: number
  readonly width: number
  readonly total: number
  readonly parts: readonly {
    readonly id: string
    readonly y: number
    readonly height: number
    readonly isDenied: boolean
  }[]
}

/** Columns on a zero baseline; what is there at all is a pixel high at least. */
export function columnsOf(series: readonly Series[], { width, height }: Box): Column[] {
  const count = Math.max(...series.map(({ values }) => values.length), 0)
  const totals = Array.from({ length: count }, (_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const most = Math.max(1, ...totals)
  const step = width / Math.max(1, count)
  const gap = step > 5 ? Math.min(3, step * 0.2) : 0
  return totals.map((total, i) => {
    let base = height
    const parts = series.map(({ id, values, isDenied = false }) => {
      const value = values[i] ?? 0
      const tall = value === 0 ? 0 : Math.max(1, (value / most) * height)
      base -= tall
      return { id, y: base, height: tall, isDenied }
    })
    return { x: i * step + gap / 2, width: step - gap, total, parts }
  })
}

/** The columns between two places, in either order: what a brush that goes from one to the other holds. */
export function brushed(from: number, to: number, width: number, count: number): readonly [number, number] {
  const index = (at: number): number => Math.min(count - 1, Math.max(0, Math.floor((at / width) * count)))
  const [a, b] = [index(from), index(to)]
  return a <= b ? [a, b] : [b, a]
}
