import type { ReactNode } from 'react'
import { useLocale } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import { calendarOf, levelOf } from './strips.ts'
import { dayNames } from './week-strip.tsx'
import styles from './marks.module.css'
import strips from './strips.module.css'

interface CalendarProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  /** Midnight in UTC of the first day. */
  readonly from: number
  readonly days: readonly number[]
}

const LEFT = 34
const STEP = 14

/** A year or a season of days, as columns of weeks. */
export function Calendar({ title, summary, name, from, days }: CalendarProps): ReactNode {
  const locale = useLocale()
  const cells = calendarOf(from, days)
  const most = Math.max(0, ...days)
  const { mark, onKeyDown } = useMarks(cells.length)
  const names = dayNames(locale)
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const table = { columns: ['UTC', name], rows: cells.map(({ at, value }) => [date.format(at), value]) }
  const weeks = (cells.at(-1)?.week ?? 0) + 1
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const step = Math.min(STEP, (width - LEFT) / weeks)
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={7 * step + 2}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            {[0, 2, 4].map((row) => (
              <text aria-hidden="true" key={row} x="0" y={row * step + step - 3}>
                {names[row]}
              </text>
            ))}
            {cells.map(({ at, value, week, row }, i) => {
              const tells = `${date.format(at)}: ${value}`
              return (
                <g key={at} {...mark(i)} role="img" aria-label={tells}>
                  <title>{tells}</title>
                  <rect
                    x={LEFT + week * step}
                    y={row * step}
                    width={step - 2}
                    height={step - 2}
                    rx="2"
                    className={cx(strips['cell'], value > 0 && strips[`level${levelOf(value, most)}`])}
                  />
                </g>
              )
            })}
          </svg>
        )
      }}
    </Picture>
  )
}
