import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { dotField } from './dots.ts'
import { Picture } from './picture.tsx'
import { useMarks } from './roving.ts'
import styles from './marks.module.css'

interface DotFieldProps {
  /** “14 of 312 clients match ci-*”. */
  readonly title: string
  readonly summary: string
  readonly name: string
  readonly all: readonly { readonly id: string; readonly name: string; readonly isHit: boolean }[]
}

const STEP = 14
const MAX_DOTS = 1500

/** A dot for each of many, those that something would hit filled: how far it reaches, before it is done. */
export function DotField({ title, summary, name, all }: DotFieldProps): ReactNode {
  const w = useWords(texts)
  const names = new Map(all.map((one) => [one.id, one.name]))
  const { mark, onKeyDown } = useMarks(Math.min(all.length, MAX_DOTS))
  const table = { columns: [w.name, w.hit], rows: all.map((one) => [one.name, one.isHit ? w.yes : w.no]) }
  return (
    <Picture title={title} summary={summary} name={name} table={table}>
      {(width) => {
        const { dots, height, hidden } = dotField(all, width, STEP, MAX_DOTS)
        return (
          <svg
            className={styles['plot']}
            width={width}
            height={height + (hidden > 0 ? 18 : 0)}
            role="group"
            aria-label={title}
            onKeyDown={onKeyDown}
          >
            {dots.map(({ id, x, y, isHit }, i) => {
              const tells = `${names.get(id) ?? id}: ${isHit ? w.yes : w.no}`
              return (
                <g
                  key={id}
                  {...mark(i)}
                  role="img"
                  aria-label={tells}
                  className={cx(styles['mark'], isHit ? styles['bad'] : styles['off'])}
                >
                  <title>{tells}</title>
                  {isHit ? (
                    <rect className={styles['fill']} x={x - 5} y={y - 5} width="10" height="10" rx="2" />
                  ) : (
                    <circle className={styles['soft']} cx={x} cy={y} r="3.5" />
                  )}
                </g>
              )
            })}
            {hidden > 0 && (
              <text aria-hidden="true" x="0" y={height + 14}>
                {w.more(hidden)}
              </text>
            )}
          </svg>
        )
      }}
    </Picture>
  )
}

const texts = words({
  en: {
    name: 'Name',
    hit: 'Matches',
    yes: 'matches',
    no: 'does not match',
    more: (count: number) => `and ${count} more`,
  },
  es: {
    name: 'Nombre',
    hit: 'Coincide',
    yes: 'coincide',
    no: 'no coincide',
    more: (count: number) => `y ${count} más`,
  },
})
