import type { ReactNode } from 'react'
import { useLocale } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import { levelOf, weekdayOf } from './strips.ts'
import styles from './marks.module.css'
import strips from './strips.module.css'

interface YearHeatmapProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  /** When the first day begins, in UTC. */
  readonly from: number
  /** How often it happened, day by day. */
  readonly days: readonly number[]
}

const DAY = 86_400_000
const MOST_STEP = 15

/** On which days of a year something happened: a column for each week, a cell for each day, in UTC. */
export function YearHeatmap({ title, summary, name, from, days }: YearHeatmapProps): ReactNode {
  const locale = useLocale()
  const before = weekdayOf(from)
  const weeks = Math.ceil((before + days.length) / 7)
  const most = Math.max(...days)
  const { mark, onKeyDown } = useMarks(days.length, 7)
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
  const at = (index: number): number => from + index * DAY
  const firstOfMonth = days.flatMap((_, index) => (new Date(at(index)).getUTCDate() === 1 ? [index] : []))
  const table = { columns: ['', title], rows: days.map((count, index) => [day.format(at(index)), count]) }
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const step = Math.min(MOST_STEP, width / weeks)
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={7 * step + 20}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            {days.map((count, index) => {
              const place = before + index
              const tells = `${day.format(at(index))}: ${count}`
              return (
                <g key={index} {...mark(index)} role="img" aria-label={tells}>
                  <title>{tells}</title>
                  <rect
                    x={Math.floor(place / 7) * step}
                    y={(place % 7) * step}
                    width={Math.max(1, step - 2)}
                    height={Math.max(1, step - 2)}
                    rx="2"
                    className={cx(strips['cell'], count > 0 && strips[`level${levelOf(count, most)}`])}
                  />
                </g>
              )
            })}
            {firstOfMonth.map((index) => (
              <text aria-hidden="true" key={index} x={Math.floor((before + index) / 7) * step} y={7 * step + 14}>
                {month.format(at(index))}
              </text>
            ))}
          </svg>
        )
      }}
    </Picture>
  )
}
