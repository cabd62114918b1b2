import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { aroundMiddle } from './around.ts'
import { Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import styles from './marks.module.css'

/** A part of the server and how it is. */
export interface Star {
  readonly id: string
  readonly label: string
  readonly state: 'ok' | 'warn' | 'bad' | 'off'
  /** In words: “12 ms”, “not configured”. */
  readonly says: string
}

interface ConstellationProps {
  readonly title: string
  readonly summary: string
  readonly name: string
  /** What stands in the middle. */
  readonly center: string
  readonly stars: readonly Star[]
  readonly onChoose?: (id: string) => void
}

const HEIGHT = 260
/** A mark for each state, so that none is told by its colour alone. */
const signs = { ok: 'M-5 0-1.5 4 5-4', warn: 'M0-5V1M0 5v.01', bad: 'M-4-4 4 4M4-4-4 4', off: 'M-5 0H5' } as const

/** The server and what it hangs on, each with how it is in a sign and in words. */
export function Constellation({ title, summary, name, center, stars, onChoose }: ConstellationProps): ReactNode {
  const w = useWords(texts)
  const { mark, onKeyDown } = useMarks(stars.length)
  const table = { columns: [w.part, w.state, ''], rows: stars.map(({ label, state, says }) => [label, w[state], says]) }
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const places = aroundMiddle(stars.length, width, HEIGHT)
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={HEIGHT}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            {stars.map(({ id, state }, i) => (
              <line
                key={id}
                className={cx(styles['line'], styles[state])}
                style={{ strokeDasharray: state === 'ok' ? undefined : '4 4' }}
                x1={width / 2}
                y1={HEIGHT / 2}
                x2={places[i]?.x}
                y2={places[i]?.y}
              />
            ))}
            <g transform={`translate(${width / 2} ${HEIGHT / 2})`}>
              <path d="M0-30 30 0 0 30-30 0z" className={styles['panel']} />
              <path d="M0-30 30 0 0 30-30 0z" className={cx(styles['line'], styles['accent'])} />
              <text aria-hidden="true" className={styles['strong']} y="4" textAnchor="middle">
                {center}
              </text>
            </g>
            {stars.map(({ id, label, state, says }, i) => {
              const tells = `${label}: ${w[state]}, ${says}`
              return (
                <g
                  key={id}
                  {...mark(i)}
                  role={onChoose ? 'button' : 'img'}
                  aria-label={tells}
                  className={cx(styles['mark'], styles[state], onChoose && styles['pressable'])}
                  transform={`translate(${places[i]?.x} ${places[i]?.y})`}
                  {...(onChoose
                    ? { onClick: () => onChoose(id), onKeyDown: (event) => event.key === 'Enter' && onChoose(id) }
                    : {})}
                >
                  <title>{tells}</title>
                  <circle r="13" className={styles['panel']} />
                  <circle r="13" className={styles['soft']} />
                  <path d={signs[state]} className={styles['line']} />
                  <text aria-hidden="true" className={styles['strong']} y="28" textAnchor="middle">
                    {label}
                  </text>
                  <text aria-hidden="true" y="42" textAnchor="middle">
                    {says}
                  </text>
                </g>
              )
            })}
          </svg>
        )
      }}
    </Picture>
  )
}

const texts = words({
  en: { part: 'Part', state: 'State', ok: 'fine', warn: 'to be looked at', bad: 'wrong', off: 'not in use' },
  es: { part: 'Parte', state: 'Estado', ok: 'bien', warn: 'por revisar', bad: 'mal', off: 'sin usar' },
})
