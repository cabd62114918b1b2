import { isColour } from '#/ui/css/colour.ts'

/** How mail looks, in the colours of light mail programs and of dark ones. */
export interface EmailBrand {
  readonly productName: string
  /** An absolute address, or null for the name in letters. */
  readonly logoUrl: string | null
  readonly accent: string
  readonly onAccent: string
  readonly accentDark: string
  readonly onAccentDark: string
  /** Names of fonts with commas between, in the order to try them. */
  readonly font: string
  readonly radiusPx: number
}

/** The look of an installation that nobody gave one: the tokens of the hosted pages. */
export const defaultBrand: EmailBrand = {
  productName: 'Mandate',
  logoUrl: null,
  accent: '#305eb7',
  onAccent: '#ffffff',
  accentDark: '#7daafd',
  onAccentDark: '#0c1015',
  font: '-apple-system, Segoe UI, Roboto, Helvetica Neue, Arial, sans-serif',
  radiusPx: 6,
}

const FONTS = /^[\w -]+(?:, [\w -]+)*$/

/** The same with every colour, font and measure that is none replaced: they are written into style sheets. */
export function soundBrand(brand: EmailBrand): EmailBrand {
  const colour = (name: 'accent' | 'onAccent' | 'accentDark' | 'onAccentDark') =>
    isColour(brand[name]) ? brand[name] : defaultBrand[name]
  return {
    ...brand,
    accent: colour('accent'),
    onAccent: colour('onAccent'),
    accentDark: colour('accentDark'),
    onAccentDark: colour('onAccentDark'),
    font: FONTS.test(brand.font) ? brand.font : defaultBrand.font,
    radiusPx: Number.isInteger(brand.radiusPx) ? brand.radiusPx : defaultBrand.radiusPx,
  }
}
