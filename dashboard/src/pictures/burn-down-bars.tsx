import { useId } from 'react'
import type { ReactNode } from 'react'
import { useLocale, useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { shortened } from '#/ui/shortened.ts'
import { burnDown } from './burn-down.ts'
import type { BurnBar, Burning } from './burn-down.ts'
import { Hatch, Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import { timeTicks } from './axis.ts'
import styles from './marks.module.css'

interface BurnDownProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  readonly tokens: readonly Burning[]
  readonly now: number
  readonly onChoose?: (id: string) => void
}

const ROW = 20
const LEFT = 128

/** Tokens as bars that burn down to their expiry; ended ones are hatched, bound ones carry a key. */
export function BurnDownBars({ title, summary, name, tokens, now, onChoose }: BurnDownProps): ReactNode {
  const locale = useLocale()
  const id = useId()
  const w = useWords(texts)
  const { bars, from, to, now: line } = burnDown(tokens, now)
  const { mark, onKeyDown } = useMarks(bars.length)
  const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' })
  const tells = ({ id: token, state, left, to: end, isBound }: BurnBar): string =>
    `${token}: ${state === 'living' ? w.living(Math.round(left * 100), moment.format(end)) : w[state]}${isBound ? `, ${w.bound}` : ''}`
  const table = {
    columns: [w.token, w.from, w.to, w.state],
    rows: bars.map((bar) => [
      bar.id,
      new Date(bar.from).toISOString(),
      new Date(bar.to).toISOString(),
      bar.state === 'living' ? w.alive : w[bar.state],
    ]),
  }
  const height = bars.length * ROW
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const inner = Math.max(60, width - LEFT - 8)
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={height + 22}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            <Hatch id={`${id}-hatch`} />
            {bars.map((bar, i) => (
              <g
                key={bar.id}
                {...mark(i)}
                role={onChoose ? 'button' : 'img'}
                aria-label={tells(bar)}
                className={cx(
                  styles['mark'],
                  onChoose && styles['pressable'],
                  bar.isBound ? styles['agent'] : styles['accent'],
                )}
                transform={`translate(0 ${i * ROW})`}
                {...(onChoose
                  ? { onClick: () => onChoose(bar.id), onKeyDown: (event) => event.key === 'Enter' && onChoose(bar.id) }
                  : {})}
              >
                <title>{tells(bar)}</title>
                <rect x="0" y="0" width={width} height={ROW - 2} fill="transparent" />
                <text aria-hidden="true" x="0" y="13">
                  {bar.isBound ? '⚿ ' : ''}
                  {shortened(bar.id)}
                </text>
                <g transform={`translate(${LEFT} 0)`}>
                  <rect
                    className={styles['ground']}
                    x={bar.x0 * inner}
                    width={Math.max(2, (bar.x1 - bar.x0) * inner)}
                    y="4"
                    height="9"
                    rx="4"
                  />
                  {bar.state === 'living' && (
                    <rect
                      className={styles['fill']}
                      x={bar.now * inner}
                      width={Math.max(2, (bar.x1 - bar.now) * inner)}
                      y="4"
                      height="9"
                      rx="4"
                    />
                  )}
                  {bar.state === 'ended' && (
                    <rect
                      fill={`url(#${id}-hatch)`}
                      x={bar.x0 * inner}
                      width={Math.max(2, (bar.x1 - bar.x0) * inner)}
                      y="4"
                      height="9"
                      rx="4"
                    />
                  )}
                </g>
              </g>
            ))}
            <g transform={`translate(${LEFT} 0)`}>
              <line
                className={cx(styles['line'], styles['bad'])}
                x1={line * inner}
                x2={line * inner}
                y1="0"
                y2={height}
              />
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
    living: (percent: number, end: string) => `alive, ${percent}% of its life left, expires ${end} UTC`,
    alive: 'alive',
    expired: 'expired',
    ended: 'ended before its time',
    bound: 'bound to a key',
    token: 'Token',
    from: 'Made',
    to: 'Expires',
    state: 'State',
  },
  es: {
    living: (percent: number, end: string) => `vivo, le queda el ${percent} % de su vida, caduca el ${end} UTC`,
    alive: 'vivo',
    expired: 'caducado',
    ended: 'terminado antes de tiempo',
    bound: 'ligado a una clave',
    token: 'Token',
    from: 'Creado',
    to: 'Caduca',
    state: 'Estado',
  },
})
