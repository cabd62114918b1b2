import type { Branding, BrandingPatch, DesignTokens } from '@mandate/sdk'
import type { Font } from '#/generated/fonts.ts'
import type { Change } from '#/ui/form/merge-patch.ts'

/** The basics of a look as the fields of the form have them. Empty is what is built in. */
export interface LookDraft {
  readonly name: string
  readonly accent: string
  readonly accentDark: string
  readonly body: Font
  /** Empty: that of the text. */
  readonly heading: Font | ''
  readonly support: string
  readonly terms: string
  readonly privacy: string
}

/** What the form shows at first. */
export const draftOf = ({ name, colors, fonts, ...links }: Branding): LookDraft => ({
  name,
  accent: colors.accent,
  accentDark: colors.accent_dark ?? '',
  body: fonts.body,
  heading: fonts.heading === fonts.body ? '' : fonts.heading,
  support: links.support_url ?? '',
  terms: links.terms_url ?? '',
  privacy: links.privacy_url ?? '',
})

/** The merge patch that leads from one draft to another: what was not touched stays whether it was chosen or built in. */
export function lookPatch(before: LookDraft, after: LookDraft): BrandingPatch {
  const changed = <Name extends keyof LookDraft>(name: Name): LookDraft[Name] | null | undefined =>
    after[name] === before[name] ? undefined : after[name] || null
  const followsBody = after.heading === '' && after.body !== before.body
  return given({
    name: changed('name'),
    colors: given({ accent: changed('accent'), accent_dark: changed('accentDark') }),
    fonts: given({
      body: changed('body') as Font | undefined,
      heading: followsBody ? null : (changed('heading') as Font | null | undefined),
    }),
    support_url: changed('support'),
    terms_url: changed('terms'),
    privacy_url: changed('privacy'),
  })
}

/** The design tokens as the fields of the form have them. What is built in is null, or a colour that is not there. */
export interface TokensDraft {
  readonly radius_px: number | null
  readonly shadow: NonNullable<DesignTokens['shadow']> | null
  readonly logo_height_px: number | null
  readonly logo_plate: NonNullable<DesignTokens['logo_plate']> | null
  readonly light: NonNullable<DesignTokens['light']>
  readonly dark: NonNullable<DesignTokens['dark']>
}

/** What that form shows at first. */
export const draftOfTokens = ({ design_tokens: tokens }: Pick<Branding, 'design_tokens'>): TokensDraft => ({
  radius_px: tokens.radius_px ?? null,
  shadow: tokens.shadow ?? null,
  logo_height_px: tokens.logo_height_px ?? null,
  logo_plate: tokens.logo_plate ?? null,
  light: tokens.light ?? {},
  dark: tokens.dark ?? {},
})

/**
 * What became of the basics; undefined where nothing changed. Nobody can tell a name, an accent or a font that was chosen from the same one
 * that is built in: where one of them changed, nothing takes the change back.
 */
export function lookChange(before: LookDraft, after: LookDraft): Change<BrandingPatch> | undefined {
  const patch = lookPatch(before, after)
  if (Object.keys(patch).length === 0) return undefined
  const isLost = (['name', 'accent', 'body', 'heading'] as const).some((name) => after[name] !== before[name])
  return { patch, back: isLost ? undefined : lookPatch(after, before) }
}

/** Without what is undefined or an object of nothing. */
const given = <Of extends object>(members: Of): Of =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) =>
        value !== undefined && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0),
    ),
  ) as unknown as Of

/** What takes every basic back. The logo stays: it is removed by itself. */
export const plainLook: BrandingPatch = {
  name: null,
  colors: { accent: null, accent_dark: null },
  fonts: { body: null, heading: null },
  support_url: null,
  terms_url: null,
  privacy_url: null,
  texts: null,
}
