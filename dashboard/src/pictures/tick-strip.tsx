import type { ReactNode } from 'react'
import { cx } from '#/ui/cx.ts'
import styles from './marks.module.css'
import strips from './strips.module.css'

/** How one of many went: well, badly, or not at all. */
export type Tick = 'ok' | 'bad' | 'none'

interface TickStripProps {
  /** The oldest first. */
  readonly ticks: readonly Tick[]
  /** What it says in words: “88 of the last 90 deliveries arrived”. */
  readonly label: string
  readonly height?: number
}

/** The last so many of something as ticks; what failed is taller than the rest and goes below the line. */
export function TickStrip({ ticks, label, height = 20 }: TickStripProps): ReactNode {
  const width = ticks.length * 4
  return (
    <svg className={styles['plot']} width={width} height={height} role="img" aria-label={label}>
      <title>{label}</title>
      {ticks.map((tick, i) => (
        <rect
          key={i}
          x={i * 4}
          width="2.5"
          y={tick === 'bad' ? 0 : tick === 'ok' ? height * 0.25 : height * 0.45}
          height={tick === 'bad' ? height : tick === 'ok' ? height * 0.5 : height * 0.1}
          rx="1"
          className={cx(strips[tick])}
        />
      ))}
    </svg>
  )
}
