import { integer, json, table, text, textOrNull, wordOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Font } from '#/ui/css/fonts.ts'
import type { DesignTokens } from './tokens.ts'

/** The codec of the one row of `branding`. */
export const brands = table('branding', {
  id: text,
  name: textOrNull,
  accent: textOrNull,
  accentDark: textOrNull,
  bodyFont: wordOrNull<Font>(),
  headingFont: wordOrNull<Font>(),
  supportUrl: textOrNull,
  termsUrl: textOrNull,
  privacyUrl: textOrNull,
  designTokens: json<DesignTokens>(),
  logo: textOrNull,
  updatedAt: integer,
})

/** What an operator chose; null and absent is the built-in look. */
export type BrandRow = EntityOf<typeof brands>

/** The codec of `branding_assets`. */
export const assets = table('branding_assets', {
  name: text,
  type: text,
  width: integer,
  height: integer,
  size: integer,
  content: text,
  createdAt: integer,
})

/** A picture with its bytes in base64. */
export type Asset = EntityOf<typeof assets>

/** A picture as a page needs to know it. */
export type Logo = Omit<Asset, 'content'>

/** The choices and the picture of an installation. */
export interface Brand {
  readonly row: BrandRow
  readonly logo: Logo | null
}

export const BRAND_ID = 'current'

/** Before an operator changes anything. */
export const defaultBrand: Brand = {
  logo: null,
  row: {
    id: BRAND_ID,
    name: null,
    accent: null,
    accentDark: null,
    bodyFont: null,
    headingFont: null,
    supportUrl: null,
    termsUrl: null,
    privacyUrl: null,
    designTokens: {},
    logo: null,
    updatedAt: 0,
  },
}
