import type { ReactNode } from 'react'
import { cx } from '#/ui/cx.ts'
import styles from './home.module.css'

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
}

/** One of a few that stand side by side. */
export const Choice = ({ label, value, options, onChange }: ChoiceProps): ReactNode => (
  <div className={styles['choice']} role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        className={cx(option.value === value && styles['chosen'])}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
)
