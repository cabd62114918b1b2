import type { ReactNode } from 'react'
import { useLocale } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import { levelOf, weekOf } from './strips.ts'
import styles from './marks.module.css'
import strips from './strips.module.css'

interface WeekStripProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  /** When the first hour begins. */
  readonly from: number
  readonly hours: readonly number[]
}

const LEFT = 34
const ROW = 16

/** When in the week something happens: a row for each day, a cell for each hour, in UTC. */
export function WeekStrip({ title, summary, name, from, hours }: WeekStripProps): ReactNode {
  const locale = useLocale()
  const week = weekOf(from, hours)
  const days = dayNames(locale)
  const { mark, onKeyDown } = useMarks(7 * 24, 24)
  const most = Math.max(...week.flat())
  const table = {
    columns: ['', ...Array.from({ length: 24 }, (_, hour) => `${hour}:00`)],
    rows: week.map((row, day) => [days[day] ?? '', ...row]),
  }
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const step = Math.min(26, (width - LEFT) / 24)
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={7 * ROW + 20}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            {week.map((row, day) => (
              <g key={days[day]} transform={`translate(0 ${day * ROW})`}>
                <text aria-hidden="true" x="0" y="12">
                  {days[day]}
                </text>
                {row.map((value, hour) => {
                  const tells = `${days[day]} ${hour}:00 UTC: ${value}`
                  return (
                    <g key={hour} {...mark(day * 24 + hour)} role="img" aria-label={tells}>
                      <title>{tells}</title>
                      <rect
                        x={LEFT + hour * step}
                        width={step - 2}
                        height={ROW - 2}
                        rx="2"
                        className={cx(strips['cell'], value > 0 && strips[`level${levelOf(value, most)}`])}
                      />
                    </g>
                  )
                })}
              </g>
            ))}
            {[0, 6, 12, 18].map((hour) => (
              <text aria-hidden="true" key={hour} x={LEFT + hour * step} y={7 * ROW + 14}>
                {`${hour}:00`}
              </text>
            ))}
          </svg>
        )
      }}
    </Picture>
  )
}

/** Monday to Sunday, as short as the language has them. */
export function dayNames(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)))
}
