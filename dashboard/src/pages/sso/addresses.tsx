import type { ReactNode } from 'react'
import { Command } from '#/ui/copy.tsx'
import styles from './sso.module.css'

/** Lines to copy and enter elsewhere, each with what it is called there. */
export const Addresses = ({ lines }: { readonly lines: readonly (readonly [string, string])[] }): ReactNode => (
  <div className={styles['addresses']}>
    {lines.map(([name, value]) => (
      <div key={name}>
        <h3>{name}</h3>
        <Command>{value}</Command>
      </div>
    ))}
  </div>
)
