import type { ReactNode } from 'react'
import { useLocale } from '#/i18n/words.ts'
import { cx } from '#/ui/cx.ts'
import { ringPath } from './dots.ts'
import styles from './marks.module.css'

interface CoverageRingProps {
  readonly value: number
  readonly of: number
  /** “64% of people have a second factor”. */
  readonly label: string
  readonly tone?: 'ok' | 'warn' | 'bad' | 'accent'
  readonly size?: number
}

/** How much of a whole: two slices and never more, the number in the middle. */
export function CoverageRing({ value, of, label, tone = 'accent', size = 96 }: CoverageRingProps): ReactNode {
  const locale = useLocale()
  const share = of === 0 ? 0 : value / of
  const radius = size / 2 - 6
  return (
    <svg
      className={cx(styles['plot'], styles[tone])}
      width={size}
      height={size}
      viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      <circle r={radius} className={styles['axis']} fill="none" strokeWidth="8" />
      <path d={ringPath(share, radius)} className={styles['line']} style={{ strokeWidth: 8, strokeLinecap: 'round' }} />
      <text y="6" textAnchor="middle" className={styles['strong']} style={{ fontSize: size / 5 }}>
        {new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share)}
      </text>
    </svg>
  )
}
