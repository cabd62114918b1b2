import { passes } from './contrast.ts'
import { atLightness, contrast, lightnessOf, luminance, nearest } from '#/ui/css/colour.ts'
import { defaultPalettes } from '#/ui/css/palette.ts'
import type { Colour } from '#/ui/css/colour.ts'
import type { Mode, Palette } from '#/ui/css/palette.ts'
import type { DesignTokens, ThemeTokens } from './tokens.ts'

/** What an operator chose of the colours. */
export interface ColourChoices {
  readonly accent: Colour | null
  readonly accentDark: Colour | null
  readonly tokens: DesignTokens
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
  return nearest(bright, (candidate) => passes(withAccent(base, candidate, tokens), 'dark')) ?? bright
}
