import { nice, ticks } from 'd3-array'
import { area, curveMonotoneX, line, stack } from 'd3-shape'
import { linear, timeTicks } from './axis.ts'
import type { Tick } from './axis.ts'

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

export interface StackedArea {
  readonly areas: readonly { readonly id: string; readonly path: string; readonly edge: string }[]
  /** The places of the times. */
  readonly xs: readonly number[]
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  /** The height of each column, as y of its top. */
  readonly tops: readonly number[]
}

const STEPS = 3

/** Areas on one another, from zero up. */
export function stackedArea(
  times: readonly number[],
  series: readonly Series[],
  { width, height }: Box,
  locale: string,
): StackedArea {
  const x = linear([times[0] ?? 0, times.at(-1) ?? 1], [0, width])
  const totals = times.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const [, most] = nice(0, Math.max(1, ...totals), STEPS)
  const y = linear([0, most], [height, 0])
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
    yTicks: ticks(0, most, STEPS).map((value) => ({
      at: y(value),
      label: new Intl.NumberFormat(locale, { notation: 'compact' }).format(value),
    })),
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
