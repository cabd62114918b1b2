import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { Time } from '#/ui/time.tsx'
import { claimWords } from './claim-words.ts'
import styles from './claim-table.module.css'

interface ClaimTableProps {
  readonly label: string
  readonly claims: Readonly<Record<string, unknown>>
}

const TIMES = ['exp', 'iat', 'nbf', 'auth_time', 'updated_at']

/** What a token says, claim by claim, with what each is for. */
export function ClaimTable({ label, claims }: ClaimTableProps): ReactNode {
  const { claim, value, meaning, unknown, meanings } = useWords(claimWords)
  const known: Readonly<Record<string, string>> = meanings
  return (
    <div className={styles['frame']} role="region" aria-label={label} tabIndex={0}>
      <table className={styles['table']}>
        <thead>
          <tr>
            {[claim, value, meaning].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(claims).map(([name, said]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>
                {TIMES.includes(name) && typeof said === 'number' ? (
                  <Time at={new Date(said * 1000).toISOString()} isExact />
                ) : (
                  <code>
                    <bdi>{typeof said === 'string' ? said : JSON.stringify(said)}</bdi>
                  </code>
                )}
              </td>
              <td>{known[name] ?? unknown}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
