import type { Branding, BrandingPatch, DesignTokens } from '@mandate/sdk'
import type { Font } from '#/generated/fonts.ts'

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

/** The merge patch that leads from some design tokens to others. */
export function tokensPatch(before: DesignTokens, after: DesignTokens): DesignTokens {
  const { light: lightBefore, dark: darkBefore, ...measuresBefore } = before
  const { light, dark, ...measures } = after
  return given({
    ...changes(measuresBefore, measures),
    light: given(changes(lightBefore ?? {}, light ?? {})),
    dark: given(changes(darkBefore ?? {}, dark ?? {})),
  })
}

/** Design tokens with a merge patch upon them. */
export const withChanges = (before: DesignTokens, patch: DesignTokens): DesignTokens => ({
  ...before,
  ...patch,
  light: { ...before.light, ...patch.light },
  dark: { ...before.dark, ...patch.dark },
})

type Members = Readonly<Record<string, unknown>>

const changes = <Of extends Members>(before: Of, after: Of): Of =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => (value ?? null) !== (before[name] ?? null)),
  ) as unknown as Of

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
