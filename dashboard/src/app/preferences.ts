import { isLocale } from '#/i18n/words.ts'
import { Store } from '#/ui/store.ts'
import type { Locale } from '#/i18n/words.ts'

/** What somebody chose for the dashboard in this browser. Nothing of it says who they are. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark'
  readonly density: 'comfortable' | 'compact'
  readonly times: 'local' | 'utc'
  readonly sidebar: 'wide' | 'narrow'
  readonly shortcuts: 'on' | 'off'
  /** Null while the language is that of the page, which the server chose. */
  readonly locale: Locale | null
}

const KEY = 'mandate.dashboard'
const choices: { readonly [Name in Exclude<keyof Preferences, 'locale'>]: readonly Preferences[Name][] } = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  times: ['local', 'utc'],
  sidebar: ['wide', 'narrow'],
  shortcuts: ['on', 'off'],
}

/** Reads what was kept; whatever is none of the choices counts as not chosen. */
export function readPreferences(text: string | null): Preferences {
  const kept = parsed(text)
  const chosen = <Name extends keyof typeof choices>(name: Name): Preferences[Name] => {
    const options = choices[name] as readonly Preferences[Name][]
    return options.find((option) => option === kept[name]) ?? (options[0] as Preferences[Name])
  }
  const { locale } = kept
  return {
    theme: chosen('theme'),
    density: chosen('density'),
    times: chosen('times'),
    sidebar: chosen('sidebar'),
    shortcuts: chosen('shortcuts'),
    locale: typeof locale === 'string' && isLocale(locale) ? locale : null,
  }
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const stored = (): string | null => {
  try {
    return globalThis.localStorage?.getItem(KEY) ?? null
  } catch {
    return null // a browser that keeps nothing for anybody
  }
}

/** The choices of this browser. */
export const preferences = new Store<Preferences>(readPreferences(stored()))

/** Changes some of the choices, and keeps them. */
export function prefer(change: Partial<Preferences>): void {
  const chosen = { ...preferences.get(), ...change }
  preferences.set(chosen)
  applyTheme(chosen)
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen))
  } catch {
    // Then they last as long as the page.
  }
}

/** Puts theme and density where the style sheets read them. */
export function applyTheme({ theme, density }: Preferences): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  dataset['density'] = density
}
