import { Type } from 'typebox'
import { DryRunQuery, DryRunSchema, dryRunView } from '#/modules/lifecycle/index.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { created, noContent } from '#/platform/http/routing/reply.ts'
import { apiRoute } from '#/platform/http/routing/route.ts'
import { brandingErrors } from './errors.ts'
import { draftView } from './history-views.ts'
import { LOGO_LIMIT_BYTES } from './logo.ts'
import { BrandingDraftSchema, BrandingSchema } from './schemas.ts'
import { brandingView } from './views.ts'
import type { Part } from '#/platform/http/input/multipart.ts'

const write = { kind: 'admin', scope: 'branding:write' } as const

/** The body of an upload. */
const LogoUpload = Type.Object({
  logo: Type.String({ format: 'binary', description: 'A PNG, JPEG or WebP picture. Its bytes decide, not its name.' }),
})

/** How routes take one: the picture, and what multipart puts around it. */
const logoUpload = { multipart: true, bodyLimitBytes: LOGO_LIMIT_BYTES + 4096 } as const

/** The bytes of the one part that an upload holds. */
function onlyLogo(parts: readonly Part[]): Uint8Array {
  const [part, ...others] = parts
  if (part?.name !== 'logo' || part.filename === undefined || part.content.length === 0 || others.length > 0) {
    throw new AppError(brandingErrors.logo_missing)
  }
  return part.content
}

const uploadLogo = apiRoute({
  name: 'branding.uploadLogo',
  method: 'POST',
  url: '/admin/branding/logo',
  auth: write,
  summary: 'Upload the logo',
  description:
    'Takes the place of the one before. At most 256 KiB, 16 to 2048 pixels each way; served without authentication under a name made from its bytes.',
  ...logoUpload,
  schema: { body: LogoUpload, response: { 201: BrandingSchema, 409: ErrorSchema } },
  handler: async ({ parts, principal }, { branding, issuer }) => {
    const brand = brandingView(await branding.setLogo(onlyLogo(parts), principal.actor), issuer)
    return created(brand.logo?.url ?? issuer, brand)
  },
})

const uploadDraftLogo = apiRoute({
  name: 'branding.draft.uploadLogo',
  method: 'POST',
  url: '/admin/branding/draft/logo',
  auth: write,
  summary: 'Upload a logo for the draft',
  description: 'The same pictures as for the published logo. Pages have it once the draft is published.',
  ...logoUpload,
  schema: { body: LogoUpload, response: { 201: BrandingDraftSchema, 409: ErrorSchema } },
  handler: async ({ parts, principal }, { branding, issuer }) => {
    const draft = draftView(await branding.drafts.setLogo(onlyLogo(parts), principal.actor), issuer)
    return created(draft.logo?.url ?? issuer, draft)
  },
})

const deleteLogo = apiRoute({
  name: 'branding.deleteLogo',
  method: 'DELETE',
  url: '/admin/branding/logo',
  auth: write,
  summary: 'Remove the logo',
  description:
    'Pages and mail show the name instead. Earlier logos, kept for messages that were sent, go too; one that only the draft has stays. With dry_run it only answers how many.',
  schema: { query: DryRunQuery, response: { 200: DryRunSchema, 204: Type.Undefined() } },
  handler: async ({ query, principal }, { branding }) => {
    if (query.dry_run === true) return dryRunView({ logos: await branding.countLogos() })
    await branding.deleteLogo(principal.actor)
    return noContent()
  },
})

/** The admin routes of the logo, of what is published and of the draft. */
export const logoRoutes = [uploadLogo, deleteLogo, uploadDraftLogo]
