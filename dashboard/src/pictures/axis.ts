import { utcTicks } from 'd3-time'

/** What stands at a place along an axis. */
export interface Tick {
  readonly at: number
  readonly label: string
}

/** Where a value stands along an axis. A stretch without a length has all of them in the middle. */
export const linear =
  ([first, last]: readonly [number, number], [start, end]: readonly [number, number]) =>
  (value: number): number =>
    start + (last === first ? 0.5 : (value - first) / (last - first)) * (end - start)

/** A few times along an axis, as short as they can be told apart. */
export function timeTicks(times: readonly number[], width: number, locale: string): Tick[] {
  const [from = 0, to = 1] = [times[0], times.at(-1)]
  const x = linear([from, to], [0, width])
  const isHours = to - from <= 2 * 86_400_000
  const format = new Intl.DateTimeFormat(
    locale,
    isHours
      ? { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }
      : { month: 'short', day: 'numeric', timeZone: 'UTC' },
  )
  return utcTicks(new Date(from), new Date(to), Math.max(2, Math.floor(width / 110))).map((time) => ({
    at: x(time.getTime()),
    label: format.format(time),
  }))
}
