import { LOOPBACK_NAMES } from '#/platform/loopback.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { given, mergePatch } from '#/platform/merge-patch.ts'
import { INVISIBLE } from '#/platform/validation/invisible.ts'
import { colour } from '#/ui/css/colour.ts'
import { brandingErrors } from './errors.ts'
import { NOT_ONE_LINE, patchedTexts } from './texts.ts'
import type { Static } from 'typebox'
import type { BrandDocument } from './brand.ts'
import type { BrandingDraftPatch, BrandingPatch } from './schemas.ts'
import type { DesignTokens } from './tokens.ts'

type Patch = Static<typeof BrandingPatch>
type DraftPatch = Static<typeof BrandingDraftPatch>

/** The choices after a merge patch (RFC 7396): null goes back to the default. */
export function patched<Of extends BrandDocument>(before: Of, patch: Patch): Of {
  const { name, colors = {}, fonts = {}, support_url, terms_url, privacy_url, texts } = patch
  const choices = given<BrandDocument>({
    name: showable(name),
    accent: spelled(colors.accent),
    accentDark: spelled(colors.accent_dark),
    bodyFont: fonts.body,
    headingFont: fonts.heading,
    supportUrl: address('support_url', support_url, true),
    termsUrl: address('terms_url', terms_url),
    privacyUrl: address('privacy_url', privacy_url),
  })
  return { ...before, ...choices, texts: patchedTexts(before.texts, texts) }
}

/** The choices of a draft after a merge patch, which takes design tokens along, and the logo away. */
export function patchedDraft(
  before: BrandDocument,
  { design_tokens: tokens, logo, ...patch }: DraftPatch,
): BrandDocument {
  const after = patched(before, patch)
  const designTokens = tokens === undefined ? after.designTokens : patchedTokens(after.designTokens, tokens ?? {})
  return { ...after, designTokens: tokens === null ? {} : designTokens, logo: logo === null ? null : after.logo }
}

/** The design tokens after a merge patch: null, at either depth, goes back to the default. */
export function patchedTokens(before: DesignTokens, patch: DesignTokens): DesignTokens {
  return mergePatch(before, patch, spelledColour)
}

/** A name that can be shown wherever the service is named, in its own sentences and in those of others. */
function showable(name: string | null | undefined): string | null | undefined {
  if (name && INVISIBLE.test(name)) throw invalid('/name', NOT_ONE_LINE)
  return name
}

const spelledColour = (value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('#') ? colour(value) : value

const spelled = (text: string | null | undefined): string | null | undefined => (text ? colour(text) : text)

/** An address as a browser writes it. A link on our pages runs nothing and shows nobody's password. */
function address(field: string, text: string | null | undefined, mailToo = false): string | null | undefined {
  if (text === null || text === undefined) return text
  const url = URL.parse(text)
  const isMail = mailToo && url?.protocol === 'mailto:'
  const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK_NAMES.includes(url.hostname))
  if (url && (isWeb || isMail) && url.username === '' && url.password === '') return url.href
  const message = `must be an address that begins with https://${mailToo ? ' or mailto:' : ''} and holds no password`
  throw new AppError(brandingErrors.branding_address_not_allowed, {
    details: { errors: [{ pointer: `/${field}`, message }] },
  })
}
