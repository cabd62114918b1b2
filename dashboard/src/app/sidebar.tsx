import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '#/api/session.ts'
import { useLocale, useWords, words } from '#/i18n/words.ts'
import { screens } from '#/pages/index.ts'
import { Icon } from '#/ui/icons.tsx'
import { groups } from './screen.ts'
import type { Screen } from './screen.ts'
import styles from './shell.module.css'

/** Where one can go: the screens whose scope whoever is signed in has. */
export function Sidebar({ isNarrow }: { readonly isNarrow: boolean }): ReactNode {
  const may = useMay()
  const { navigation, ...names } = useWords(texts)
  const shown = screens.filter(({ scope }) => scope === undefined || may(scope))
  return (
    <nav className={styles['side']} id="menu" aria-label={navigation}>
      <Link to="/" className={styles['brand']} aria-label="Mandate">
        <Mark />
        <span className={styles['word']}>Mandate</span>
      </Link>
      <div className={styles['nav']}>
        <ul>
          {shown
            .filter(({ group }) => group === null)
            .map((screen) => (
              <Item key={screen.label.en} screen={screen} isNarrow={isNarrow} />
            ))}
        </ul>
        {groups.map((group) => {
          const items = shown.filter((screen) => screen.group === group)
          return items.length === 0 ? null : (
            <div key={group} className={styles['group']}>
              <h2>{names[group]}</h2>
              <ul>
                {items.map((screen) => (
                  <Item key={screen.label.en} screen={screen} isNarrow={isNarrow} />
                ))}
              </ul>
            </div>
          )
        })}
      </div>
    </nav>
  )
}

function Item({ screen, isNarrow }: { readonly screen: Screen; readonly isNarrow: boolean }): ReactNode {
  const label = screen.label[useLocale()]
  const to = screen.routes[0]?.path ?? '/'
  return (
    <li>
      <Link
        to={to}
        className={styles['item']}
        title={isNarrow ? label : undefined}
        activeOptions={{ exact: to === '/', includeSearch: false }}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Icon name={screen.icon} />
        <span className={styles['word']}>{label}</span>
      </Link>
    </li>
  )
}

const Mark = (): ReactNode => (
  <svg width="24" height="24" viewBox="0 0 32 32" fill="none" strokeWidth="2.5" aria-hidden="true">
    <circle cx="8" cy="16" r="5.5" stroke="var(--human)" />
    <path d="M13.5 16h5" stroke="var(--border)" />
    <path d="M18.5 10.5h8.2l2.8 2.8v8.2h-11z" stroke="var(--agent)" strokeLinejoin="round" />
  </svg>
)

const texts = words({
  en: {
    navigation: 'Main',
    people: 'People',
    agents: 'Agents',
    apps: 'Apps',
    signIn: 'Sign-in',
    activity: 'Activity',
    platform: 'Platform',
  },
  es: {
    navigation: 'Principal',
    people: 'Personas',
    agents: 'Agentes',
    apps: 'Aplicaciones',
    signIn: 'Acceso',
    activity: 'Actividad',
    platform: 'Plataforma',
  },
})
