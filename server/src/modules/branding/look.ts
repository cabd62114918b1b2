import { defaultBrand, PRODUCT_NAME } from './brand.ts'
import { stackOf } from './fonts.ts'
import { paletteOf } from './colour-choices.ts'
import { sheetOf } from './stylesheet.ts'
import { defaultTokens } from './tokens.ts'
import type { Brand, Logo } from './brand.ts'
import type { Mode, Palette } from './palette.ts'
import type { Sheet } from './stylesheet.ts'
import type { DesignTokens } from './tokens.ts'

/** Where people find help and the small print; null where an operator named no address. */
export interface BrandLinks {
  readonly support: string | null
  readonly terms: string | null
  readonly privacy: string | null
}

/** Everything a page needs to know about the brand, worked out once for each change of it. */
export interface Look {
  readonly name: string
  readonly logo: Logo | null
  readonly links: BrandLinks
  readonly palettes: Readonly<Record<Mode, Palette>>
  readonly bodyFont: string
  readonly tokens: ReturnType<typeof measures>
  readonly sheet: Sheet
}

const measures = ({ radius_px, shadow, logo_height_px, logo_plate }: DesignTokens) => ({
  radiusPx: radius_px ?? defaultTokens.radius_px,
  shadow: shadow ?? defaultTokens.shadow,
  logoHeightPx: logo_height_px ?? defaultTokens.logo_height_px,
  logoPlate: logo_plate ?? defaultTokens.logo_plate,
})

/** What follows from the choices of an operator. */
export function lookOf({ row, logo }: Brand): Look {
  const choices = { accent: row.accent, accentDark: row.accentDark, tokens: row.designTokens }
  const palettes = { light: paletteOf(choices, 'light'), dark: paletteOf(choices, 'dark') }
  const tokens = measures(row.designTokens)
  const bodyFont = stackOf(row.bodyFont ?? 'system')
  const headingFont = stackOf(row.headingFont ?? row.bodyFont ?? 'system')
  return {
    name: row.name ?? PRODUCT_NAME,
    logo,
    links: { support: row.supportUrl, terms: row.termsUrl, privacy: row.privacyUrl },
    palettes,
    bodyFont,
    tokens,
    sheet: sheetOf({ palettes, tokens, bodyFont, headingFont }),
  }
}

/** The look of an installation that nobody gave one. */
export const defaultLook: Look = lookOf(defaultBrand)
