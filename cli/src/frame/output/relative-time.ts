const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })

/** A moment as people say it: `3 min ago`, `in 2 days`. */
export function relativeTime(iso: string, now: number): string {
  const distance = Date.parse(iso) - now
  if (Number.isNaN(distance)) return iso
  for (const [unit, ms] of UNITS) {
    if (Math.abs(distance) >= ms) return format.format(Math.trunc(distance / ms), unit)
  }
  return 'just now'
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/** Whether a member of an object is a moment. */
export const isMoment = (value: unknown): value is string => typeof value === 'string' && ISO.test(value)
