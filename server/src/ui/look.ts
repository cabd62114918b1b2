import { stackOf } from './css/fonts.ts'
import { locales } from './i18n/index.ts'
import { builtInTexts } from './page-texts.ts'
import type { Font } from './css/fonts.ts'
import { defaultPalettes } from './css/palette.ts'
import { sheetsOf } from './css/stylesheet.ts'
import type { Sheet } from './css/stylesheet.ts'
import type { Theme } from './css/theme-css.ts'
import type { Locale } from './i18n/index.ts'
import type { PageTexts } from './page-texts.ts'

/** The name of an installation that nobody gave one. */
export const PRODUCT_NAME = 'Mandate'

/** The font of an installation that nobody gave another. */
export const DEFAULT_FONT: Font = 'inter'

/** The measures of an installation that nobody gave others. */
export const defaultMeasures = { radiusPx: 6, shadow: 'soft', logoHeightPx: 32, logoPlate: 'light' } as const

/** Where people find help and the small print; null where an operator named no address. */
export interface BrandLinks {
  readonly support: string | null
  readonly terms: string | null
  readonly privacy: string | null
}

/** The picture that stands for an installation: its address is made from `name`. */
export interface Logo {
  readonly name: string
  readonly type: string
  readonly width: number
  readonly height: number
}

/** Everything a page needs to know about the brand, worked out once for each change of it. */
export interface Look {
  readonly name: string
  readonly logo: Logo | null
  readonly links: BrandLinks
  /** The sentences that may be chosen, in every language; a page is written with those of its own. */
  readonly texts: Readonly<Record<Locale, PageTexts>>
  readonly palettes: Theme['palettes']
  readonly bodyFont: string
  readonly tokens: Theme['tokens']
  /** Of pages with one card, and of pages with a way around a room. */
  readonly sheet: Sheet
  readonly roomSheet: Sheet
}

const font = stackOf(DEFAULT_FONT)

/** The look of an installation that nobody gave one. */
export const defaultLook: Look = {
  name: PRODUCT_NAME,
  logo: null,
  links: { support: null, terms: null, privacy: null },
  texts: Object.fromEntries(locales.map((locale) => [locale, builtInTexts(locale)])) as Look['texts'],
  palettes: defaultPalettes,
  bodyFont: font,
  tokens: defaultMeasures,
  ...sheetsOf({ palettes: defaultPalettes, tokens: defaultMeasures, bodyFont: font, headingFont: font }),
}
