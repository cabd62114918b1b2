import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Stats } from '@mandate/sdk'
import { useLocale, useWords } from '#/i18n/words.ts'
import { homeWords } from './words.ts'
import styles from './home.module.css'
import type { Window } from './windows.ts'

interface FiguresProps {
  readonly stats: Stats
  readonly window: Window
}

const FIGURES = 6

/** What stands where the numbers will be. */
export const FiguresSkeleton = (): ReactNode => (
  <ul className={styles['figures']} aria-hidden="true">
    {Array.from({ length: FIGURES }, (_, i) => (
      <li key={i} className={styles['figure']}>
        <span className={styles['label']}>&nbsp;</span>
        <span className={styles['value']}>&nbsp;</span>
        <span className={styles['more']}>&nbsp;</span>
      </li>
    ))}
  </ul>
)

/** The numbers that matter, each leading to what it counts. */
export function Figures({ stats, window }: FiguresProps): ReactNode {
  const w = useWords(homeWords)
  const locale = useLocale()
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent' })
  const { users, sessions, agents, tokens, consents } = stats
  const in_ = window === '24h' ? 'last_24h' : 'last_7d'
  const since = window === '24h' ? w.windows.last24h : w.windows.last7d
  const share = users.total === 0 ? 0 : users.with_second_factor / users.total
  const figures = [
    {
      label: w.people,
      value: number.format(users.total),
      more: w.newSince(number.format(users.created[in_]), since),
      to: '/users',
    },
    {
      label: w.signedIn,
      value: number.format(sessions.active),
      more: w.newSince(number.format(sessions.created[in_]), since),
      to: '/users',
    },
    { label: w.agents, value: number.format(agents.active), more: w.ofAll(number.format(agents.total)), to: '/agents' },
    {
      label: w.tokens,
      value: number.format(tokens.issued[in_]),
      more: w.delegated(number.format(tokens.exchanged[in_])),
      to: '/tokens',
    },
    {
      label: w.consents,
      value: number.format(consents.active),
      more: w.newSince(number.format(consents.granted[in_]), since),
      to: '/consents',
    },
    {
      label: w.secondFactor,
      value: percent.format(share),
      more: w.ofPeople,
      to: '/users',
      search: { mfa_enabled: 'false' },
    },
  ]
  return (
    <ul className={styles['figures']}>
      {figures.map(({ label, value, more, to, search = {} }) => (
        <li key={label}>
          <Link to={to} search={search} className={styles['figure']}>
            <span className={styles['label']}>{label}</span>
            <span className={styles['value']}>{value}</span>
            <span className={styles['more']}>{more}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
