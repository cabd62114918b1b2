const HOUR = 3_600_000

/** How dark a cell is for its value: 0 for nothing, then four steps. */
export function levelOf(value: number, most: number): 0 | 1 | 2 | 3 | 4 {
  if (value <= 0 || most <= 0) return 0
  return Math.min(4, Math.max(1, Math.ceil((value / most) * 4))) as 1 | 2 | 3 | 4
}

/** The day of the week of a time, Monday first, in UTC. */
export const weekdayOf = (at: number): number => (new Date(at).getUTCDay() + 6) % 7

/** Sums of hours by day of the week, Monday first, and hour of the day, both in UTC: 7 rows of 24. */
export function weekOf(from: number, hours: readonly number[]): number[][] {
  const week = Array.from({ length: 7 }, () => Array<number>(24).fill(0))
  for (const [i, value] of hours.entries()) {
    const at = new Date(from + i * HOUR)
    const row = week[weekdayOf(at.getTime())]
    if (row) row[at.getUTCHours()] = (row[at.getUTCHours()] ?? 0) + value
  }
  return week
}
