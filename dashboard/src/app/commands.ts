import { pasted } from './pasted.ts'
import type { IconName } from '#/ui/icons.tsx'
import type { Locale } from '#/i18n/words.ts'
import type { PaletteAction } from '#/pages/actions.ts'
import type { SearchResult } from '@mandate/sdk'
import type { Screen } from './screen.ts'

/** Somewhere to go from the palette, or something to do. */
export interface Command {
  readonly label: string
  readonly detail: string
  readonly icon: IconName
  /** The address with its query; what is done at once has none. */
  readonly to: string | undefined
  /** What does the same from a terminal. */
  readonly cli?: string | undefined
  readonly run?: PaletteAction['run']
}

/** What the palette knows of: what somebody may open and do, and what the server found. */
export interface Known {
  readonly screens: readonly Screen[]
  readonly actions: readonly PaletteAction[]
  readonly found: SearchResult['matches']
  /** What was opened from here before, the last one first. */
  readonly recent: readonly Command[]
}

/** Where a typed or pasted text leads: to the object it names, to those it may find, to the screens and actions called so. */
export function commandsFor(
  typed: string,
  { screens, actions, found, recent }: Known,
  locale: Locale,
): readonly Command[] {
  const wanted = folded(typed)
  const named = screens
    .filter((screen) => hasName(screen.label, wanted))
    .map((screen) => ({ label: screen.label[locale], detail: '', icon: screen.icon, to: homeOf(screen) }))
  const doing = actions
    .filter(({ label }) => hasName(label, wanted))
    .map(({ label, icon, cli, to, run }) => ({ label: label[locale], detail: '', icon, cli, to, run }))
  const objects = [...objectsFor(typed, screens, locale), ...matches(found, screens, locale)]
  if (wanted === '') return withoutTwins([...recent, ...named, ...doing])
  return withoutTwins([...objects, ...named, ...doing])
}

const homeOf = ({ routes }: Screen): string => routes[0]?.path ?? '/'

const hasName = (label: Screen['label'], wanted: string): boolean =>
  Object.values(label).some((text) => folded(text).includes(wanted))

/** Small letters without accents: who types “aplicacion” finds “Aplicación”. */
const folded = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Tells commands apart: several may lead to one place, each with a command of its own. */
export const keyOf = ({ to, label, cli = '' }: Command): string => `${to ?? label} ${cli}`

/** What leads to the same place stands once: the first time, but by its name where one of them has one. */
function withoutTwins(commands: readonly Command[]): readonly Command[] {
  const byPlace = new Map<string, Command>()
  for (const command of commands) {
    const key = keyOf(command)
    const before = byPlace.get(key)
    if (before === undefined) byPlace.set(key, command)
    else if (before.label.includes('_') && command.detail !== '') byPlace.set(key, command)
  }
  return [...byPlace.values()]
}

function objectsFor(typed: string, screens: readonly Screen[], locale: Locale): readonly Command[] {
  const given = pasted(typed)
  if (!given) return []
  if (given.kind === 'id') {
    return screens.flatMap(({ objects = {}, label, icon }) => {
      const to = objects[given.prefix]?.(given.id)
      return to === undefined ? [] : [{ label: given.id, detail: label[locale], icon, to }]
    })
  }
  const value = given.kind === 'email' ? given.email : given.kind === 'token' ? given.jti : given.code
  return screens.flatMap(({ finds = {}, label, icon }) => {
    const place = finds[given.kind]?.(value)
    if (place === undefined) return []
    const query = new URLSearchParams(place.search).toString()
    return [{ label: value, detail: label[locale], icon, to: `${place.to}${query === '' ? '' : `?${query}`}` }]
  })
}

/** What the server found, where a screen shows such things. */
function matches(found: Known['found'], screens: readonly Screen[], locale: Locale): readonly Command[] {
  return found.flatMap(({ kind, id, label, detail, parent_id: parent }) => {
    if (kind === 'signing_key') return linkTo(screens, '/signing-keys', { label, detail }, locale)
    const prefix = id.slice(0, id.indexOf('_'))
    return screens.flatMap(({ objects = {}, label: screen, icon }) => {
      const to = objects[prefix]?.(id, parent ?? undefined)
      return to === undefined ? [] : [{ label, detail: detailOf(detail, screen[locale]), icon, to }]
    })
  })
}

const detailOf = (detail: string | null, screen: string): string => (detail === null ? screen : `${detail} · ${screen}`)

const linkTo = (
  screens: readonly Screen[],
  path: string,
  { label, detail }: { readonly label: string; readonly detail: string | null },
  locale: Locale,
): readonly Command[] =>
  screens
    .filter((screen) => homeOf(screen) === path)
    .map((screen) => ({ label, detail: detailOf(detail, screen.label[locale]), icon: screen.icon, to: path }))
