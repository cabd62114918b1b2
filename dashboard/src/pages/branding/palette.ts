import type { BrandPalette, DesignTokens } from '@mandate/sdk'
import { builtIn } from './built-in.ts'
import { atLightness, contrast, lightnessOf, luminance, nearest } from '#/generated/colour.ts'
import { spelled } from './colours.ts'
import { passes } from './pairs.ts'
import type { Colour } from '#/generated/colour.ts'
import type { Mode } from './built-in.ts'

/** What was chosen of the colours, perhaps not saved yet. What is no colour counts as not chosen. */
export interface ColourChoices {
  readonly accent: string
  /** Empty: made from the accent. */
  readonly accentDark: string
  readonly tokens: DesignTokens
}

type Tokens = NonNullable<DesignTokens['light']>

/** All colours that follow from the choices, as the server makes them (server/src/modules/branding/colour-choices.ts). */
export function paletteOf({ accent, accentDark, tokens }: ColourChoices, mode: Mode): BrandPalette {
  const own = tokens[mode] ?? {}
  const base = withGreys(builtIn[mode], own)
  const [light, dark] = [spelled(accent), spelled(accentDark)]
  const chosen = mode === 'light' ? light : dark
  if (chosen !== undefined) return withAccent(base, mode, chosen, own)
  const isBuiltIn = mode === 'light' || light === undefined || light === builtIn.light.accent
  return withAccent(base, mode, isBuiltIn ? base.accent : darkFrom(light, base, own), own)
}

function withGreys(base: BrandPalette, tokens: Tokens): BrandPalette {
  return {
    ...base,
    background: spelled(tokens.background) ?? base.background,
    surface: spelled(tokens.surface) ?? base.surface,
    text: spelled(tokens.text) ?? base.text,
    muted: spelled(tokens.muted) ?? base.muted,
    line: spelled(tokens.line) ?? base.line,
    border: spelled(tokens.border) ?? base.border,
  }
}

function withAccent(base: BrandPalette, mode: Mode, accent: Colour, tokens: Tokens): BrandPalette {
  const ours = builtIn[mode]
  const isOurs = accent === ours.accent
  const onAccent = spelled(tokens.on_accent) ?? (isOurs ? ours.on_accent : bestOn(accent))
  const hover = spelled(tokens.accent_hover) ?? (isOurs ? ours.accent_hover : away(accent, onAccent))
  return { ...base, accent, on_accent: onAccent, accent_hover: hover }
}

const bestOn = (accent: Colour): Colour => {
  const [light, dark] = [builtIn.light.on_accent, builtIn.dark.on_accent]
  return contrast(accent, light) >= contrast(accent, dark) ? light : dark
}

const HOVER = 0.07

/** A shade further from what is written on it, so that hovering never makes words harder to read. */
const away = (accent: Colour, onAccent: Colour): Colour =>
  atLightness(accent, lightnessOf(accent) + (luminance(onAccent) > luminance(accent) ? -HOVER : HOVER))

const LIGHTNESS_IN_THE_DARK = 0.74

function darkFrom(accent: Colour, base: BrandPalette, tokens: Tokens): Colour {
  const bright = atLightness(accent, Math.max(LIGHTNESS_IN_THE_DARK, lightnessOf(accent)))
  return nearest(bright, (candidate) => passes(withAccent(base, 'dark', candidate, tokens), 'dark')) ?? bright
}
