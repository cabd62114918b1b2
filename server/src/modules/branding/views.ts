import { toIso } from '#/platform/clock.ts'
import { lookOf } from './look.ts'
import { DEFAULT_FONT, PRODUCT_NAME } from '#/ui/look.ts'
import type { Static } from 'typebox'
import type { Brand, BrandDocument, Logo } from './brand.ts'
import type { Palette } from '#/ui/css/palette.ts'
import type { BrandingSchema } from './schemas.ts'

/** The branding as operators see it; `issuer` makes the address of the logo whole. */
export function brandingView(brand: Brand, issuer: string): Static<typeof BrandingSchema> {
  const { row, logo } = brand
  const { palettes } = lookOf(brand)
  const body = row.bodyFont ?? DEFAULT_FONT
  return {
    name: row.name ?? PRODUCT_NAME,
    colors: { accent: palettes.light.accent, accent_dark: row.accentDark },
    fonts: { body, heading: row.headingFont ?? body },
    support_url: row.supportUrl,
    terms_url: row.termsUrl,
    privacy_url: row.privacyUrl,
    logo: logo && logoView(logo, issuer),
    texts: row.texts,
    design_tokens: row.designTokens,
    palettes: { light: paletteView(palettes.light), dark: paletteView(palettes.dark) },
    updated_at: row.updatedAt === 0 ? null : toIso(row.updatedAt),
  }
}

const logoView = ({ name, type, width, height, size, createdAt }: Logo, issuer: string) => ({
  url: `${issuer}/assets/branding/${name}`,
  type,
  width,
  height,
  size,
  uploaded_at: toIso(createdAt),
})

const paletteView = (palette: Palette) => ({
  background: palette.background,
  surface: palette.surface,
  line: palette.line,
  border: palette.border,
  text: palette.text,
  muted: palette.muted,
  accent: palette.accent,
  accent_hover: palette.accentHover,
  on_accent: palette.onAccent,
})

/** The choices by their names on the wire, one level deep, for telling what changed. */
export function choicesView(row: BrandDocument): Record<string, unknown> {
  const { light, dark, ...measures } = row.designTokens
  return {
    name: row.name,
    'colors.accent': row.accent,
    'colors.accent_dark': row.accentDark,
    'fonts.body': row.bodyFont,
    'fonts.heading': row.headingFont,
    support_url: row.supportUrl,
    terms_url: row.termsUrl,
    privacy_url: row.privacyUrl,
    ...Object.assign({}, ...Object.entries(row.texts).map(([locale, texts]) => withPrefix(`texts.${locale}.`, texts))),
    logo: row.logo,
    ...withPrefix('light.', light ?? {}),
    ...withPrefix('dark.', dark ?? {}),
    ...measures,
  }
}

const withPrefix = (prefix: string, members: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [prefix + name, value]))
