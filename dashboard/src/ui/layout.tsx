import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icons.tsx'
import { useSearchText } from './search-params.ts'
import { Skeleton } from './states.tsx'
import styles from './layout.module.css'

interface CardProps {
  readonly title?: string
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A part of a page, with a heading of its own. */
export const Card = ({ title, actions, children }: CardProps): ReactNode => (
  <section className={styles['card']} aria-label={title}>
    {(title !== undefined || actions) && (
      <div className={styles['head']}>
        {title !== undefined && <h2>{title}</h2>}
        {actions}
      </div>
    )}
    {children}
  </section>
)

/** Parts side by side, as many as there is room for. */
export const Columns = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles['columns']}>{children}</div>
)

/** Parts below one another. */
export const Stack = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles['stack']}>{children}</div>
)

/** What is known of a thing: names and values; one without a value is left out. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }): ReactNode => (
  <dl className={styles['facts']}>
    {facts.map(([name, value]) =>
      value === undefined ? null : (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)

interface NoticeProps {
  readonly tone?: 'info' | 'ok' | 'warn' | 'bad'
  readonly children: ReactNode
}

/** Something to know before reading on. */
export const Notice = ({ tone = 'info', children }: NoticeProps): ReactNode => (
  <div className={cx(styles['notice'], tone !== 'info' && styles[tone])}>
    <Icon name={tone === 'ok' ? 'check' : tone === 'info' ? 'info' : 'warn'} />
    <div>{children}</div>
  </div>
)

interface TabsProps {
  /** What the tabs are about, for screen readers. */
  readonly label: string
  readonly tabs: readonly { readonly id: string; readonly label: string; readonly content: () => ReactNode }[]
}

/** Parts of a page one at a time. Each has an address (`?tab=`), so tabs are links; the first one is the page's own. */
export function Tabs({ label, tabs }: TabsProps): ReactNode {
  const [wanted] = useSearchText('tab')
  const shown = tabs.find(({ id }) => id === wanted) ?? tabs[0]
  return (
    <>
      <nav className={styles['tabs']} aria-label={label}>
        {tabs.map(({ id, label: name }, index) => (
          <Link
            key={id}
            to="."
            search={index === 0 ? {} : { tab: id }}
            replace
            resetScroll={false}
            // By its own reckoning an address without a query is that of every tab.
            activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
            activeProps={{}}
            aria-current={id === shown?.id ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {/* What a tab alone needs is loaded with it. */}
      <Suspense fallback={<Skeleton lines={8} />}>{shown?.content()}</Suspense>
    </>
  )
}
