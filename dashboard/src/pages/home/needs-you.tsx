import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useWords } from '#/i18n/words.ts'
import { Card } from '#/ui/layout.tsx'
import { Loaded } from '#/ui/states.tsx'
import { Status } from '#/ui/status.tsx'
import { healthQuery } from './queries.ts'
import { homeWords } from './words.ts'
import styles from './home.module.css'

/** What somebody has to look at. */
export function NeedsYou(): ReactNode {
  const w = useWords(homeWords)
  const query = useQuery(healthQuery)
  return (
    <Card title={w.needsYou}>
      <Loaded query={query}>
        {({ warnings, status }) => (
          <>
            <ul className={styles['needs']}>
              {status !== 'ok' && (
                <li>
                  <Status tone="bad">{w.noKey}</Status>
                </li>
              )}
              {warnings.map(({ code, message }) => (
                <li key={code}>
                  <Status tone="warn">
                    <span className={styles['need']}>{message}</span>
                  </Status>
                </li>
              ))}
              {status === 'ok' && warnings.length === 0 && (
                <li>
                  <Status tone="ok">{w.nothingNeeded}</Status>
                </li>
              )}
            </ul>
            <p>
              <Link to="/health">{w.toHealth}</Link>
            </p>
          </>
        )}
      </Loaded>
    </Card>
  )
}
