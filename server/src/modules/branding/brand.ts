import { integer, json, table, text, textOrNull, wordOrNull } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'
import type { Font } from '#/ui/css/fonts.ts'
import type { Texts } from './texts.ts'
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
  texts: json<Texts>(),
  logo: textOrNull,
  version: integer,
  updatedAt: integer,
})

/** What an operator chose; null and absent is the built-in look. */
export type BrandRow = EntityOf<typeof brands>

/** All that can be chosen, as one document: it is drafted, published, kept as a version and restored as a whole. */
export type BrandDocument = Omit<BrandRow, 'id' | 'version' | 'updatedAt'>

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
    texts: {},
    logo: null,
    version: 1,
    updatedAt: 0,
  },
}

/** The choices of a row. */
export function documentOf({
  id: _id,
  version: _version,
  updatedAt: _updatedAt,
  ...document
}: BrandRow): BrandDocument {
  return document
}

/** A document as it was kept, perhaps by a release that had fewer choices: those are built in. */
export const wholeDocument = (kept: Partial<BrandDocument>): BrandDocument => ({
  ...documentOf(defaultBrand.row),
  ...kept,
})
