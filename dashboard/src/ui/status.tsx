import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './status.module.css'

/** How something is: fine, to be looked at, wrong, not in use, or worth knowing. */
export type Tone = 'ok' | 'warn' | 'bad' | 'off' | 'info'

interface StatusProps {
  readonly tone: Tone
  readonly children: ReactNode
}

/** A state in words, with a mark whose shape and colour say the same. */
export const Status = ({ tone, children }: StatusProps): ReactNode => (
  <span className={cx(styles['status'], styles[tone])}>
    <span className={styles['mark']} aria-hidden="true" />
    <span className={styles['words']}>{children}</span>
  </span>
)

/** A word that belongs to something: a role, a tier, “verified”. */
export const Badge = ({ tone, children }: { readonly tone?: Tone; readonly children: ReactNode }): ReactNode => (
  <span className={cx(styles['badge'], tone && styles[tone])}>{children}</span>
)
