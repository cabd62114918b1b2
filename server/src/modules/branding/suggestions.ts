import { failures, pairs, passes } from './contrast.ts'
import { nearest } from '#/ui/css/colour.ts'
import { paletteOf } from './colour-choices.ts'
import { modes } from '#/ui/css/palette.ts'
import type { Colour } from '#/ui/css/colour.ts'
import type { Failure, Role } from './contrast.ts'
import type { ColourChoices } from './colour-choices.ts'
import type { Mode } from '#/ui/css/palette.ts'

/** Where a choice stands in the wire form of the branding. */
type Setting = string

/** A pair that falls short, and the choice to make otherwise. */
export interface Shortfall extends Failure {
  readonly mode: Mode
  /** The choice that decides; undefined when the colour is built in. */
  readonly setting: Setting | undefined
  /** The nearest colour of the same hue for it with which all of its pairs pass; undefined when none does. */
  readonly suggestion: Colour | undefined
}

/** What falls short in either scheme. What differs from `before` is what should give way. */
export function shortfalls(choices: ColourChoices, before: ColourChoices): Shortfall[] {
  return modes.flatMap((mode) => {
    const found = failures(paletteOf(choices, mode), mode)
    const suggested = new Map<Setting, Colour | undefined>()
    return found.map((failure) => {
      const setting = movable(failure, mode, choices, before)
      if (setting !== undefined && !suggested.has(setting)) suggested.set(setting, suggest(setting, mode, choices))
      return { ...failure, mode, setting, suggestion: setting === undefined ? undefined : suggested.get(setting) }
    })
  })
}

const tokenRoles: Partial<Record<Role, string>> = {
  background: 'background',
  surface: 'surface',
  text: 'text',
  muted: 'muted',
  border: 'border',
  accentHover: 'accent_hover',
  onAccent: 'on_accent',
}

/** The choice a colour comes from. Hover and label follow the accent until somebody chooses them. */
function settingOf(role: Role, mode: Mode, choices: ColourChoices): Setting | undefined {
  const accent = mode === 'light' ? 'colors.accent' : 'colors.accent_dark'
  if (role === 'accent') return accent
  const token = tokenRoles[role]
  if (token === undefined) return undefined
  const setting = `design_tokens.${mode}.${token}`
  const isFollowing = (role === 'accentHover' || role === 'onAccent') && valueOf(choices, setting) === undefined
  return isFollowing ? accent : setting
}

/** Of the two colours the one that was just changed gives way; if neither or both, the one in front. */
function movable(failure: Failure, mode: Mode, choices: ColourChoices, before: ColourChoices): Setting | undefined {
  const both = [failure.foreground, failure.background].map((role) => settingOf(role, mode, choices))
  const given = both.filter((setting) => setting !== undefined)
  return given.find((setting) => valueOf(choices, setting) !== valueOf(before, setting)) ?? given[0]
}

function suggest(setting: Setting, mode: Mode, choices: ColourChoices): Colour | undefined {
  const palette = paletteOf(choices, mode)
  const role = pairs
    .flatMap(({ foreground, background }) => [foreground, background])
    .find((one) => one !== 'mail' && roleSetting(one, mode) === setting)
  if (role === undefined || role === 'mail') return undefined
  const concerned = pairs.filter(({ foreground, background }) =>
    [foreground, background].some((one) => settingOf(one, mode, choices) === setting),
  )
  // The accent of dark pages that nobody chose is searched for itself: once, not for each candidate.
  const settled = mode === 'dark' && choices.accentDark === null ? { ...choices, accentDark: palette.accent } : choices
  return nearest(palette[role], (candidate) =>
    passes(paletteOf(withValue(settled, setting, candidate), mode), mode, concerned),
  )
}

/** The setting that is a colour itself, not one that follows from another. */
function roleSetting(role: Role, mode: Mode): Setting | undefined {
  if (role === 'accent') return mode === 'light' ? 'colors.accent' : 'colors.accent_dark'
  return tokenRoles[role] && `design_tokens.${mode}.${tokenRoles[role]}`
}

type Tokens = Readonly<Record<string, Colour | null | undefined>>

function valueOf({ accent, accentDark, tokens }: ColourChoices, setting: Setting): Colour | undefined {
  if (setting === 'colors.accent') return accent ?? undefined
  if (setting === 'colors.accent_dark') return accentDark ?? undefined
  const [, mode, name] = setting.split('.') as [string, Mode, string]
  return (tokens[mode] as Tokens | null | undefined)?.[name] ?? undefined
}

function withValue(choices: ColourChoices, setting: Setting, value: Colour): ColourChoices {
  if (setting === 'colors.accent') return { ...choices, accent: value }
  if (setting === 'colors.accent_dark') return { ...choices, accentDark: value }
  const [, mode, name] = setting.split('.') as [string, Mode, string]
  return { ...choices, tokens: { ...choices.tokens, [mode]: { ...choices.tokens[mode], [name]: value } } }
}
