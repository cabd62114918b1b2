import type { ReactNode } from 'react'
import { cx } from '#/ui/cx.ts'
import { columnsOf } from './columns.ts'
import styles from './marks.module.css'

interface SparkBarsProps {
  readonly values: readonly number[]
  /** What it says in words: “120 tokens in 14 days, most on Tuesday”. */
  readonly label: string
  readonly tone?: 'human' | 'agent' | 'ok' | 'warn' | 'bad' | 'accent'
  readonly width?: number
  readonly height?: number
}

/** A few numbers as small bars within a line of text or a cell; its words are its label. */
export function SparkBars({ values, label, tone = 'accent', width = 84, height = 22 }: SparkBarsProps): ReactNode {
  const columns = columnsOf([{ id: 'values', label, values }], { width, height: height - 1 })
  return (
    <svg className={cx(styles['plot'], styles[tone])} width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      <line className={styles['axis']} x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
      {columns.map(({ x, width: wide, parts }) => (
        <rect
          key={x}
          className={styles['fill']}
          x={x}
          width={wide}
          y={parts[0]?.y}
          height={parts[0]?.height}
          rx="0.5"
        />
      ))}
    </svg>
  )
}
