import { pasted } from './pasted.ts'
import type { IconName } from '#/ui/icons.tsx'
import type { Locale } from '#/i18n/words.ts'
import type { Screen } from './screen.ts'

/** Somewhere to go from the palette. */
export interface Command {
  readonly label: string
  readonly detail: string
  readonly icon: IconName
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}

/** Where a typed or pasted text leads: to the object it names, to those it may find, to the screens called so. */
export function commandsFor(typed: string, screens: readonly Screen[], locale: Locale): readonly Command[] {
  const wanted = folded(typed)
  const named = screens
    .filter((screen) => Object.values(screen.label).some((label) => folded(label).includes(wanted)))
    .map((screen) => ({ label: screen.label[locale], detail: '', icon: screen.icon, to: homeOf(screen) }))
  return [...objectsFor(typed, screens, locale), ...named]
}

const homeOf = ({ routes }: Screen): string => routes[0]?.path ?? '/'

/** Small letters without accents: who types “applicacion” finds “Aplicación”. */
const folded = (text: string): string => text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

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
    const found = finds[given.kind]?.(value)
    return found === undefined ? [] : [{ label: value, detail: label[locale], icon, ...found }]
  })
}
