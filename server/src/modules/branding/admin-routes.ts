import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { brandingErrors } from './errors.ts'
import { LOGO_LIMIT_BYTES } from './logo.ts'
import { BrandingPatch, BrandingSchema } from './schemas.ts'
import { DesignTokensSchema } from './tokens.ts'
import { brandingView } from './views.ts'
import { Type } from 'typebox'
import type { Part } from '#/platform/http/input/multipart.ts'

const read = { kind: 'admin', scope: 'branding:read' } as const
const write = { kind: 'admin', scope: 'branding:write' } as const

const readBranding = apiRoute({
  name: 'branding.get',
  method: 'GET',
  url: '/admin/branding',
  auth: read,
  summary: 'Read how the hosted pages look',
  description: 'What was chosen, and the palette that follows from it.',
  schema: { response: { 200: BrandingSchema } },
  handler: async (_request, { branding, issuer }) => brandingView(await branding.current(), issuer),
})

const updateBranding = apiRoute({
  name: 'branding.update',
  method: 'PATCH',
  url: '/admin/branding',
  auth: write,
  summary: 'Change name, colours, fonts and links of the hosted pages',
  description:
    'A merge patch: null goes back to the default. Pages, consent and mail follow within a second. Colours that some people could not read are refused with contrast_too_low; details.pairs names the nearest that fit.',
  schema: { body: BrandingPatch, response: { 200: BrandingSchema } },
  handler: async ({ body, principal }, { branding, issuer }) =>
    brandingView(await branding.update(body, principal.actor), issuer),
})

const updateDesignTokens = apiRoute({
  name: 'branding.updateDesignTokens',
  method: 'PATCH',
  url: '/admin/branding/design-tokens',
  auth: write,
  summary: 'Change the fine print of the look',
  description: 'A merge patch at both depths. The pairs of colours it touches must stay readable, as for the accent.',
  schema: { body: DesignTokensSchema, response: { 200: BrandingSchema } },
  handler: async ({ body, principal }, { branding, issuer }) =>
    brandingView(await branding.updateTokens(body, principal.actor), issuer),
})

const LogoUpload = Type.Object({
  logo: Type.String({ format: 'binary', description: 'A PNG, JPEG or WebP picture. Its bytes decide, not its name.' }),
})

const uploadLogo = apiRoute({
  name: 'branding.uploadLogo',
  method: 'POST',
  url: '/admin/branding/logo',
  auth: write,
  summary: 'Upload the logo',
  description:
    'Takes the place of the one before. At most 256 KiB, 16 to 2048 pixels each way; served without authentication under a name made from its bytes.',
  multipart: true,
  // The picture, and what multipart puts around it.
  bodyLimitBytes: LOGO_LIMIT_BYTES + 4096,
  schema: { body: LogoUpload, response: { 201: BrandingSchema, 409: ErrorSchema } },
  handler: async ({ parts, principal }, { branding, issuer }) => {
    const brand = brandingView(await branding.setLogo(onlyLogo(parts), principal.actor), issuer)
    return created(brand.logo?.url ?? issuer, brand)
  },
})

function onlyLogo(parts: readonly Part[]): Uint8Array {
  const [part, ...others] = parts
  if (part?.name !== 'logo' || part.filename === undefined || part.content.length === 0 || others.length > 0) {
    throw new AppError(brandingErrors.logo_missing)
  }
  return part.content
}

const deleteLogo = apiRoute({
  name: 'branding.deleteLogo',
  method: 'DELETE',
  url: '/admin/branding/logo',
  auth: write,
  summary: 'Remove the logo',
  description:
    'Pages and mail show the name instead. Earlier logos, kept for messages that were sent, go too. With dry_run it only answers how many.',
  schema: { query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ query, principal }, { branding }) => {
    if (query.dry_run === true) return dryRunView({ logos: await branding.countLogos() })
    await branding.deleteLogo(principal.actor)
    return noContent()
  },
})

/** The admin routes of the branding. */
export const brandingRoutes = [readBranding, updateBranding, uploadLogo, deleteLogo, updateDesignTokens]
