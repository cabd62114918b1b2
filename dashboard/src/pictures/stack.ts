import { area, curveMonotoneX, line, stack } from 'd3-shape'
import { scaleLinear, scaleUtc } from 'd3-scale'

/** One of several curves that are stacked; a value for every time. */
export interface Series {
  readonly id: string
  readonly label: string
  readonly values: readonly number[]
  /** Refused or failed: hatched. */
  readonly isDenied?: boolean
}

interface Box {
  readonly width: number
  readonly height: number
}

/** What stands at a place along an axis. */
export interface Tick {
  readonly at: number
  readonly label: string
}

export interface StackedArea {
  readonly areas: readonly { readonly id: string; readonly path: string; readonly edge: string }[]
  /** The places of the times. */
  readonly xs: readonly number[]
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  /** The height of each column, as y of its top. */
  readonly tops: readonly number[]
}

/** Areas on one another, from zero up. */
export function stackedArea(
  times: readonly number[],
  series: readonly Series[],
  { width, height }: Box,
  locale: string,
): StackedArea {
  const x = scaleUtc([times[0] ?? 0, times.at(-1) ?? 1], [0, width])
  const totals = times.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const y = scaleLinear([0, Math.max(1, ...totals)], [height, 0]).nice(3)
  const layers = stack<number, string>()
    .keys(series.map(({ id }) => id))
    .value((i, id) => series.find((one) => one.id === id)?.values[i] ?? 0)(times.map((_, i) => i))
  const at = (i: number): number => x(times[i] ?? 0)
  const shape = area()
    .x((_, i) => at(i))
    .y0(([low]) => y(low))
    .y1(([, high]) => y(high))
    .curve(curveMonotoneX)
  const edge = line()
    .x((_, i) => at(i))
    .y(([, high]) => y(high))
    .curve(curveMonotoneX)
  return {
    areas: layers.map((layer) => {
      const points = layer.map((pair): [number, number] => [pair[0], pair[1]])
      return { id: layer.key, path: shape(points) ?? '', edge: edge(points) ?? '' }
    }),
    xs: times.map((time) => x(time)),
    xTicks: timeTicks(times, width, locale),
    yTicks: y
      .ticks(3)
      .map((value) => ({ at: y(value), label: new Intl.NumberFormat(locale, { notation: 'compact' }).format(value) })),
    tops: totals.map((total) => y(total)),
  }
}

const LABEL = 15

/** Where the names of stacked curves stand at their ends: in the middle of each, moved apart where they would touch. */
export function labelPlaces(last: readonly number[], top: number, height: number): number[] {
  const total = last.reduce((sum, value) => sum + value, 0)
  let base = 0
  let above = height + LABEL + 4
  return last.map((value) => {
    const middle = base + value / 2
    base += value
    const y = total === 0 ? height : height - ((height - top) * middle) / total
    above = Math.min(y + 4, above - LABEL)
    return above
  })
}

/** A few times along an axis, as short as they can be told apart. */
export function timeTicks(times: readonly number[], width: number, locale: string): Tick[] {
  const [from = 0, to = 1] = [times[0], times.at(-1)]
  const x = scaleUtc([from, to], [0, width])
  const isHours = to - from <= 2 * 86_400_000
  const format = new Intl.DateTimeFormat(
    locale,
    isHours
      ? { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }
      : { month: 'short', day: 'numeric', timeZone: 'UTC' },
  )
  return x.ticks(Math.max(2, Math.floor(width / 110))).map((time) => ({ at: x(time), label: format.format(time) }))
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
