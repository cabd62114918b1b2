import { failures } from './contrast.ts'
import { atLightness, contrast, lightnessOf, luminance, nearest } from './colour.ts'
import type { Colour } from './colour.ts'
import type { DesignTokens, ThemeTokens } from './tokens.ts'

export const modes = ['light', 'dark'] as const

/** A colour scheme: which of the two the reader's device asks for. */
export type Mode = (typeof modes)[number]

/** Every colour of the pages in one scheme, by what it is for. */
export interface Palette {
  readonly background: Colour
  readonly surface: Colour
  readonly line: Colour
  readonly border: Colour
  readonly text: Colour
  readonly muted: Colour
  readonly accent: Colour
  readonly accentHover: Colour
  readonly onAccent: Colour
  readonly person: Colour
  readonly agent: Colour
  readonly ok: Colour
  readonly warn: Colour
  readonly bad: Colour
}

/** What an operator chose of the colours. */
export interface ColourChoices {
  readonly accent: Colour | null
  readonly accentDark: Colour | null
  readonly tokens: DesignTokens
}

/** The pages of an installation that nobody gave a look. */
export const defaultPalettes: Readonly<Record<Mode, Palette>> = {
  light: {
    background: '#f9fafc',
    surface: '#ffffff',
    line: '#dbdee2',
    border: '#80878f',
    text: '#1a2029',
    muted: '#545b66',
    accent: '#305eb7',
    accentHover: '#264b94',
    onAccent: '#ffffff',
    person: '#215da5',
    agent: '#7a4aba',
    ok: '#0b7643',
    warn: '#945a00',
    bad: '#be222a',
  },
  dark: {
    background: '#0c1015',
    surface: '#13171e',
    line: '#292e36',
    border: '#6e7581',
    text: '#eceff3',
    muted: '#a5abb5',
    accent: '#7daafd',
    accentHover: '#a3c4fe',
    onAccent: '#0c1015',
    person: '#79b6f4',
    agent: '#cba1fa',
    ok: '#66d592',
    warn: '#f7bc50',
    bad: '#fc7a79',
  },
}

/** All colours that follow from the choices. An accent for the dark pages that nobody chose is made from the light one. */
export function paletteOf(choices: ColourChoices, mode: Mode): Palette {
  const tokens = choices.tokens[mode] ?? {}
  const accent = mode === 'light' ? choices.accent : choices.accentDark
  const base = withGreys(defaultPalettes[mode], tokens)
  if (accent !== null) return withAccent(base, accent, tokens)
  return mode === 'light' || choices.accent === null
    ? withAccent(base, base.accent, tokens)
    : withAccent(base, darkFrom(choices.accent, base, tokens), tokens)
}

function withGreys(base: Palette, { background, surface, text, muted, line, border }: ThemeTokens): Palette {
  return {
    ...base,
    background: background ?? base.background,
    surface: surface ?? base.surface,
    text: text ?? base.text,
    muted: muted ?? base.muted,
    line: line ?? base.line,
    border: border ?? base.border,
  }
}

function withAccent(base: Palette, accent: Colour, tokens: ThemeTokens): Palette {
  const isOurs = accent === base.accent
  const onAccent = tokens.on_accent ?? (isOurs ? base.onAccent : bestOn(accent))
  const accentHover = tokens.accent_hover ?? (isOurs ? base.accentHover : away(accent, onAccent))
  return { ...base, accent, onAccent, accentHover }
}

const onAccents = [defaultPalettes.light.onAccent, defaultPalettes.dark.onAccent]

const bestOn = (accent: Colour): Colour =>
  onAccents.toSorted((a, b) => contrast(accent, b) - contrast(accent, a))[0] as Colour

const HOVER = 0.07

/** A shade further from what is written on it, so that hovering never makes words harder to read. */
const away = (accent: Colour, onAccent: Colour): Colour =>
  atLightness(accent, lightnessOf(accent) + (luminance(onAccent) > luminance(accent) ? -HOVER : HOVER))

const LIGHTNESS_IN_THE_DARK = 0.74

function darkFrom(accent: Colour, base: Palette, tokens: ThemeTokens): Colour {
  const bright = atLightness(accent, Math.max(LIGHTNESS_IN_THE_DARK, lightnessOf(accent)))
  return nearest(bright, (candidate) => failures(withAccent(base, candidate, tokens), 'dark').length === 0) ?? bright
}
