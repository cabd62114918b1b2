import type { ReactNode } from 'react'
import { base } from '#/api/mandate.ts'
import { useMe } from '#/api/session.ts'
import { useLocale, useWords, words } from '#/i18n/words.ts'
import { Button, quietButton } from '#/ui/button.tsx'
import { cx } from '#/ui/cx.ts'
import { Icon } from '#/ui/icons.tsx'
import { ChoiceMenu, Menu } from '#/ui/menu.tsx'
import { Badge } from '#/ui/status.tsx'
import { useStore } from '#/ui/store.ts'
import { activity, palette } from './panes.ts'
import { prefer, preferences } from './preferences.ts'
import type { Locale } from '#/i18n/words.ts'
import styles from './shell.module.css'

interface TopBarProps {
  /** Undefined while it is not known, or for those who may not know it. */
  readonly mode: string | undefined
  readonly isMenuOpen: boolean
  readonly onMenu: () => void
}

/** The bar above every screen: search, the calls behind what was clicked, help, the account. */
export function TopBar({ mode, isMenuOpen, onMenu }: TopBarProps): ReactNode {
  const { sidebar } = useStore(preferences)
  const { menu, fold, unfold, find, calls, dev, devMode, docs } = useWords(texts)
  const isNarrow = sidebar === 'narrow'
  return (
    <header className={styles['top']}>
      <span className={styles['phone']}>
        <Button
          kind="quiet"
          icon="menu"
          aria-label={menu}
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          onPress={onMenu}
        />
      </span>
      <span className={styles['desk']}>
        <Button
          kind="quiet"
          icon="sidebar"
          aria-label={isNarrow ? unfold : fold}
          onPress={() => prefer({ sidebar: isNarrow ? 'wide' : 'narrow' })}
        />
      </span>
      {mode === 'dev' && (
        <span title={devMode}>
          <Badge tone="warn">{dev}</Badge>
        </span>
      )}
      <span className={styles['grow']} />
      <button
        type="button"
        className={styles['find']}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => palette.set(true)}
      >
        <Icon name="search" />
        <span>{find}</span>
        <kbd aria-hidden="true">{/mac/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <Button kind="quiet" icon="terminal" aria-label={calls} onPress={() => activity.set(!activity.get())} />
      <a
        className={cx(styles['desk'], quietButton)}
        href={`${base}/docs/guide`}
        aria-label={docs}
        target="_blank"
        rel="noreferrer"
      >
        <Icon name="help" />
      </a>
      <Settings />
      <Account />
    </header>
  )
}

/** How the dashboard looks in this browser. */
function Settings(): ReactNode {
  const { theme, density, times, locale: chosenLocale } = useStore(preferences)
  const locale = useLocale()
  const { look, ...texts_ } = useWords(texts)
  const choose = (name: string, value: string) => ({
    value: `${name}:${value}`,
    label: texts_[`${name}_${value}` as keyof typeof texts_],
  })
  const options = [
    ...['system', 'light', 'dark'].map((value) => choose('theme', value)),
    ...['comfortable', 'compact'].map((value) => choose('density', value)),
    ...['local', 'utc'].map((value) => choose('times', value)),
    { value: 'locale:en', label: 'English' },
    { value: 'locale:es', label: 'Español' },
  ]
  const chosen = [`theme:${theme}`, `density:${density}`, `times:${times}`, `locale:${chosenLocale ?? locale}`]
  return (
    <ChoiceMenu
      label={look}
      options={options}
      value={chosen}
      onChange={(choice) => {
        const [name = '', value = ''] = choice.split(':')
        prefer(name === 'locale' ? { locale: value as Locale } : { [name]: value })
      }}
      trigger={<Button kind="quiet" icon="sun" aria-label={look} />}
    />
  )
}

function Account(): ReactNode {
  const { name, email, system_role: role } = useMe()
  const { account, yourAccount, signOut, as } = useWords(texts)
  return (
    <Menu
      label={account}
      head={`${as} ${name === '' ? email : name} · ${role}`}
      actions={[
        { id: 'account', label: yourAccount, icon: 'person', run: () => location.assign(`${base}/account`) },
        { id: 'out', label: signOut, icon: 'sso', run: () => location.assign(`${base}/logout`) },
      ]}
      trigger={<Button kind="quiet" icon="person" aria-label={account} />}
    />
  )
}

const texts = words({
  en: {
    menu: 'Menu',
    fold: 'Fold the sidebar',
    unfold: 'Unfold the sidebar',
    find: 'Search or paste an id',
    calls: 'API calls of this session',
    dev: 'dev',
    devMode: 'This server runs in dev mode, which forgives more than production',
    docs: 'Documentation',
    look: 'Appearance and language',
    theme_system: 'Theme of the device',
    theme_light: 'Light',
    theme_dark: 'Dark',
    density_comfortable: 'Comfortable rows',
    density_compact: 'Compact rows',
    times_local: 'Local times',
    times_utc: 'UTC times',
    account: 'Account',
    as: 'Signed in as',
    yourAccount: 'Your account',
    signOut: 'Sign out',
  },
  es: {
    menu: 'Menú',
    fold: 'Plegar la barra lateral',
    unfold: 'Desplegar la barra lateral',
    find: 'Busca o pega un identificador',
    calls: 'Llamadas a la API de esta sesión',
    dev: 'dev',
    devMode: 'Este servidor está en modo de desarrollo, que perdona más que producción',
    docs: 'Documentación',
    look: 'Apariencia e idioma',
    theme_system: 'Tema del dispositivo',
    theme_light: 'Claro',
    theme_dark: 'Oscuro',
    density_comfortable: 'Filas cómodas',
    density_compact: 'Filas compactas',
    times_local: 'Hora local',
    times_utc: 'Hora UTC',
    account: 'Cuenta',
    as: 'Sesión de',
    yourAccount: 'Tu cuenta',
    signOut: 'Cerrar sesión',
  },
})
