import { stackOf } from '#/ui/css/fonts.ts'
import { sheetsOf } from '#/ui/css/stylesheet.ts'
import { DEFAULT_FONT, defaultMeasures, PRODUCT_NAME } from '#/ui/look.ts'
import { paletteOf } from './colour-choices.ts'
import { textsOfLook } from './texts.ts'
import type { Look } from '#/ui/look.ts'
import type { Brand } from './brand.ts'
import type { DesignTokens } from './tokens.ts'

const measures = ({ radius_px, shadow, logo_height_px, logo_plate }: DesignTokens): Look['tokens'] => ({
  radiusPx: radius_px ?? defaultMeasures.radiusPx,
  shadow: shadow ?? defaultMeasures.shadow,
  logoHeightPx: logo_height_px ?? defaultMeasures.logoHeightPx,
  logoPlate: logo_plate ?? defaultMeasures.logoPlate,
})

/** What follows from the choices of an operator. */
export function lookOf({ row, logo }: Brand): Look {
  const choices = { accent: row.accent, accentDark: row.accentDark, tokens: row.designTokens }
  const palettes = { light: paletteOf(choices, 'light'), dark: paletteOf(choices, 'dark') }
  const tokens = measures(row.designTokens)
  const bodyFont = stackOf(row.bodyFont ?? DEFAULT_FONT)
  const headingFont = stackOf(row.headingFont ?? row.bodyFont ?? DEFAULT_FONT)
  const name = row.name ?? PRODUCT_NAME
  return {
    name,
    logo,
    links: { support: row.supportUrl, terms: row.termsUrl, privacy: row.privacyUrl },
    texts: textsOfLook(row.texts, name),
    palettes,
    bodyFont,
    tokens,
    ...sheetsOf({ palettes, tokens, bodyFont, headingFont }),
  }
}
