import { apiRoute } from '#/platform/http/routing/route.ts'
import { brandingDraftRoutes } from './draft-routes.ts'
import { logoRoutes } from './logo-routes.ts'
import { BrandingPatch, BrandingSchema } from './schemas.ts'
import { textRoutes } from './text-routes.ts'
import { DesignTokensSchema } from './tokens.ts'
import { brandingView } from './views.ts'

const read = { kind: 'admin', scope: 'branding:read' } as const
const write = { kind: 'admin', scope: 'branding:write' } as const

const readBranding = apiRoute({
  name: 'branding.get',
  method: 'GET',
  url: '/admin/branding',
  auth: read,
  summary: 'Read how the hosted pages look',
  description:
    'What was chosen, and the palette that follows from it. GET /api/v1/admin/branding/texts has the sentences that are built in.',
  schema: { response: { 200: BrandingSchema } },
  handler: async (_request, { branding, issuer }) => brandingView(await branding.current(), issuer),
})

const updateBranding = apiRoute({
  name: 'branding.update',
  method: 'PATCH',
  url: '/admin/branding',
  auth: write,
  summary: 'Change name, colours, fonts, links and sentences of the hosted pages',
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

/** The admin routes of the branding. */
export const brandingRoutes = [
  readBranding,
  updateBranding,
  updateDesignTokens,
  ...textRoutes,
  ...logoRoutes,
  ...brandingDraftRoutes,
]
