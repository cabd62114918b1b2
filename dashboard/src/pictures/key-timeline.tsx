import type { ReactNode } from 'react'
import { useLocale, useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { shortened } from '#/ui/shortened.ts'
import { Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import { linear, timeTicks } from './axis.ts'
import styles from './marks.module.css'

/** A key over time: it was published, signs for a while, and stays published so that its tokens verify. */
export interface KeySpan {
  readonly id: string
  readonly label: string
  readonly from: number
  /** When it began to sign; null before that. */
  readonly signsFrom: number | null
  /** When it stopped; null while it signs. */
  readonly signsTo: number | null
  /** When it leaves the key set; null while nobody knows. */
  readonly to: number | null
  readonly state: 'next' | 'active' | 'retired' | 'gone'
}

interface KeyTimelineProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  readonly keys: readonly KeySpan[]
  readonly now: number
  /** How far to look ahead, in milliseconds. */
  readonly ahead: number
}

const ROW = 26
const LEFT = 132

/** Keys as bars: thin while they are only published, thick while they sign, with a line for now. */
export function KeyTimeline({ title, summary, name, keys, now, ahead }: KeyTimelineProps): ReactNode {
  const locale = useLocale()
  const w = useWords(texts)
  const { mark, onKeyDown } = useMarks(keys.length)
  const from = Math.min(now, ...keys.map((key) => key.from))
  const to = now + ahead
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const tells = (key: KeySpan): string =>
    `${key.label}: ${w[key.state]}, ${w.published} ${date.format(key.from)}${key.to === null ? '' : `, ${w.leaves} ${date.format(key.to)}`}`
  const table = {
    columns: [w.key, w.state, w.published, w.leaves],
    rows: keys.map((key) => [
      key.label,
      w[key.state],
      new Date(key.from).toISOString(),
      key.to === null ? null : new Date(key.to).toISOString(),
    ]),
  }
  const height = keys.length * ROW
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const inner = Math.max(60, width - LEFT - 8)
        const along = linear([from, to], [0, inner])
        const x = (time: number): number => Math.min(inner, Math.max(0, along(time)))
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={height + 22}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            {keys.map((key, i) => {
              const tone = { next: 'accent', active: 'ok', retired: 'off', gone: 'off' }[key.state]
              return (
                <g
                  key={key.id}
                  {...mark(i)}
                  role="img"
                  aria-label={tells(key)}
                  className={cx(styles['mark'], styles[tone])}
                  transform={`translate(0 ${i * ROW})`}
                >
                  <title>{tells(key)}</title>
                  <text aria-hidden="true" x="0" y="15" className={styles['strong']}>
                    {shortened(key.label)}
                  </text>
                  <g transform={`translate(${LEFT} 0)`}>
                    <rect
                      className={styles['soft']}
                      x={x(key.from)}
                      width={Math.max(2, x(key.to ?? to) - x(key.from))}
                      y="7"
                      height="8"
                      rx="4"
                    />
                    {key.signsFrom !== null && (
                      <rect
                        className={styles['fill']}
                        x={x(key.signsFrom)}
                        width={Math.max(2, x(key.signsTo ?? Math.min(now, to)) - x(key.signsFrom))}
                        y="3"
                        height="16"
                        rx="4"
                      />
                    )}
                  </g>
                </g>
              )
            })}
            <g transform={`translate(${LEFT} 0)`}>
              <line className={cx(styles['line'], styles['bad'])} x1={x(now)} x2={x(now)} y1="0" y2={height} />
              {timeTicks([from, to], inner, locale).map(({ at, label }) => (
                <text aria-hidden="true" key={at} x={at} y={height + 16} textAnchor="middle">
                  {label}
                </text>
              ))}
            </g>
          </svg>
        )
      }}
    </Picture>
  )
}

const texts = words({
  en: {
    key: 'Key',
    state: 'State',
    next: 'signs next',
    active: 'signs now',
    retired: 'verifies only',
    gone: 'left the key set',
    published: 'published',
    leaves: 'leaves',
  },
  es: {
    key: 'Clave',
    state: 'Estado',
    next: 'firmará después',
    active: 'firma ahora',
    retired: 'solo verifica',
    gone: 'salió del conjunto',
    published: 'publicada',
    leaves: 'sale',
  },
})
