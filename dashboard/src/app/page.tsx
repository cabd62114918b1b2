import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useWords, words } from '#/i18n/words.ts'
import { Icon } from '#/ui/icons.tsx'
import { ErrorState, Skeleton } from '#/ui/states.tsx'
import styles from './page.module.css'

interface PageProps {
  /** The heading, which is also the title of the window. */
  readonly title: string
  /** What stands above the heading: the list that this is one of. */
  readonly crumbs?: readonly { readonly label: string; readonly to: string }[]
  /** Beside the heading: states in words. */
  readonly badges?: ReactNode
  /** What can be done here; what somebody may not do is not there. */
  readonly actions?: ReactNode
  /** One sentence on what this is, where the title does not say it. */
  readonly lead?: ReactNode
  readonly children: ReactNode
}

let shownPath: string | undefined

/** What every screen is: a heading, and what stands below it. A change of screen moves the focus to the heading. */
export function Page({ title, crumbs = [], badges, actions, lead, children }: PageProps): ReactNode {
  // Where one is, not where one is going: until another screen is there, this heading is that of the one before.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Mandate`
  }, [title])
  useEffect(() => {
    // A screen that begins with a field has given that the focus.
    const isInField = document.activeElement?.matches('main :is(input, textarea, select)')
    if (shownPath !== undefined && shownPath !== path && !isInField) heading.current?.focus({ preventScroll: true })
    shownPath = path
  }, [path])
  const { breadcrumb } = useWords(texts)
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        {crumbs.length > 0 && (
          <nav className={styles['crumbs']} aria-label={breadcrumb}>
            {crumbs.map(({ label, to }) => (
              <span key={to}>
                <Link to={to}>{label}</Link> <Icon name="right" size={11} />
              </span>
            ))}
          </nav>
        )}
        <div className={styles['line']}>
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {badges && <div className={styles['badges']}>{badges}</div>}
          {actions && <div className={styles['actions']}>{actions}</div>}
        </div>
        {lead && <p className={styles['lead']}>{lead}</p>}
      </div>
      {children}
    </div>
  )
}

interface PendingPageProps extends Pick<PageProps, 'title' | 'crumbs'> {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
}

/** The page of something that is not here yet: that it is loading, or what went wrong. */
export const PendingPage = ({ query: { error, refetch }, ...head }: PendingPageProps): ReactNode => (
  <Page {...head}>{error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />}</Page>
)

const texts = words({ en: { breadcrumb: 'Breadcrumb' }, es: { breadcrumb: 'Ruta' } })
