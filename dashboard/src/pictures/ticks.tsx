import type { ReactNode } from 'react'
import { cx } from '#/ui/cx.ts'
import styles from './marks.module.css'

/** How one of them went: well, badly, or nobody knows yet. */
export type Tick = 'ok' | 'bad' | 'off'

interface TicksProps {
  /** The oldest first. */
  readonly ticks: readonly Tick[]
  /** What they say in words: “88 of 90 delivered, 2 failed”. */
  readonly label: string
  /** How many there is room for: fewer stand at the end, so that several of these are read in one scale. */
  readonly room: number
}

const STEP = 3
const HEIGHT = 18
/** What failed is taller, and what is not known lower: nobody has to see colours. */
const heights: Readonly<Record<Tick, number>> = { ok: 10, bad: HEIGHT, off: 3 }

/** How the last of something went, a mark each, within a line of text or a cell; its words are its label. */
export function Ticks({ ticks, label, room }: TicksProps): ReactNode {
  const width = room * STEP
  const from = room - ticks.length
  return (
    <svg
      className={styles['plot']}
      style={{ width: '100%', maxWidth: width, height: HEIGHT }}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {ticks.map((tick, i) => (
        <rect
          key={i}
          className={cx(styles['fill'], styles[tick])}
          x={(from + i) * STEP}
          width={STEP - 1}
          y={HEIGHT - heights[tick]}
          height={heights[tick]}
        />
      ))}
    </svg>
  )
}
