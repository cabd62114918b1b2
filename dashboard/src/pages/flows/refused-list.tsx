import type { ReactNode } from 'react'
import type { Refused } from './refused.ts'
import styles from './flows.module.css'

/** What the server refused, each with where it stands. */
export const RefusedList = ({ errors }: { readonly errors: readonly Refused[] | undefined }): ReactNode =>
  errors !== undefined &&
  errors.length > 0 && (
    <ul className={styles['errors']}>
      {errors.map(({ pointer, message }) => (
        <li key={`${pointer} ${message}`}>
          {pointer !== '' && <code>{pointer}</code>} {message}
        </li>
      ))}
    </ul>
  )
