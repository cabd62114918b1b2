import type { BrandPalette } from '@mandate/sdk'
import { nearest } from '#/generated/colour.ts'
import { spelled } from './colours.ts'
import { pairs, passes, ratioOf } from './pairs.ts'
import { paletteOf } from './palette.ts'
import type { Mode } from './built-in.ts'
import type { Colour } from '#/generated/colour.ts'
import type { Pair, Role } from './pairs.ts'
import type { ColourChoices } from './palette.ts'

/** A colour that can be chosen in one scheme: the accent, or a design token. */
export type Setting = keyof BrandPalette

/** How well a colour can be read where it is hardest. */
interface Reading {
  readonly pair: Pair
  readonly ratio: number
  readonly isEnough: boolean
  /** The nearest shade of it that is enough everywhere; undefined where it is enough, or no shade is. */
  readonly nearest: Colour | undefined
}

/** What is read of a choice; undefined for a colour that stands in no pair, such as that of lines. */
export function readingOf(setting: Setting, mode: Mode, choices: ColourChoices): Reading | undefined {
  const palette = paletteOf(choices, mode)
  const concerned = pairs.filter(({ foreground, background }) =>
    [foreground, background].some((role) => settingOf(role, mode, choices) === setting),
  )
  const read = concerned.map((pair) => ({ pair, ratio: ratioOf(pair, palette, mode) }))
  const worst = read.toSorted((a, b) => a.ratio / a.pair.needed - b.ratio / b.pair.needed)[0]
  if (worst === undefined) return undefined
  const isEnough = worst.ratio >= worst.pair.needed
  return { ...worst, isEnough, nearest: isEnough ? undefined : nearestOf(setting, mode, choices, concerned) }
}

/** The choice that a colour comes from: hover and label follow the accent until somebody chooses them. */
function settingOf(role: Role, mode: Mode, { tokens }: ColourChoices): Role {
  const isFollowing =
    (role === 'accent_hover' || role === 'on_accent') && spelled((tokens[mode] ?? {})[role]) === undefined
  return isFollowing ? 'accent' : role
}

function nearestOf(
  setting: Setting,
  mode: Mode,
  choices: ColourChoices,
  concerned: readonly Pair[],
): Colour | undefined {
  const palette = paletteOf(choices, mode)
  // The accent of dark pages that nobody chose is searched for itself: once, not for each candidate.
  const settled = mode === 'dark' ? { ...choices, accentDark: palette.accent } : choices
  return nearest(palette[setting], (candidate) =>
    passes(paletteOf(withColour(settled, setting, mode, candidate), mode), mode, concerned),
  )
}

/** The choices with another colour in one place; empty takes it back. */
export function withColour(choices: ColourChoices, setting: Setting, mode: Mode, colour: string): ColourChoices {
  if (setting === 'accent') return { ...choices, [mode === 'light' ? 'accent' : 'accentDark']: colour }
  const { [setting]: _, ...others } = choices.tokens[mode] ?? {}
  const tokens = colour === '' ? others : { ...choices.tokens[mode], [setting]: colour }
  return { ...choices, tokens: { ...choices.tokens, [mode]: tokens } }
}

/** A ratio as it is shown. Cut, not rounded: 4.496 must not read as enough. */
export const shown = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2)
