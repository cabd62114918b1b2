import { multipart, png } from '#test/support/pictures.ts'
import { byAdmin, changes } from './call.ts'
import type { TestApp, TestRequest } from '#test/support/app.ts'
import type { WorkedCall } from './call.ts'

function upload(app: TestApp, path = '/admin/branding/logo'): TestRequest {
  const { headers, body } = multipart({ name: 'logo', filename: 'logo.png', content: png(320, 80) })
  const request = byAdmin(app, 'POST', path)
  return { ...request, body, headers: { ...request.headers, ...headers } }
}

const DRAFT = '/admin/branding/draft'

/** The look of the pages. */
export const brandingCalls: readonly WorkedCall[] = [
  changes('branding.update', 'branding.updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/branding', { name: 'Harbour' }),
  ),
  changes('branding.updateDesignTokens', 'branding.design_tokens_updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/branding/design-tokens', { radius_px: 12 }),
  ),
  changes('branding.uploadLogo', 'branding.logo_changed', (app) => upload(app)),
  changes('branding.deleteLogo', 'branding.logo_deleted', async (app) => {
    await app.send(upload(app))
    return byAdmin(app, 'DELETE', '/admin/branding/logo')
  }),
  changes('branding.draft.update', 'branding.draft_updated', (app) =>
    byAdmin(app, 'PATCH', DRAFT, { name: 'Harbour', design_tokens: { radius_px: 12 } }),
  ),
  changes('branding.draft.uploadLogo', 'branding.draft_updated', (app) => upload(app, `${DRAFT}/logo`)),
  changes('branding.draft.publish', 'branding.published', async (app) => {
    const { published_version, etag } = (await app.admin('PATCH', DRAFT, { name: 'Harbour' })).json
    return byAdmin(app, 'POST', `${DRAFT}/publish`, { published_version, etag })
  }),
  changes('branding.draft.delete', 'branding.draft_reverted', async (app) => {
    await app.admin('PATCH', DRAFT, { name: 'Harbour' })
    return byAdmin(app, 'DELETE', DRAFT)
  }),
  changes('branding.versions.restore', 'branding.version_restored', async (app) => {
    await app.admin('PATCH', '/admin/branding', { name: 'Harbour' })
    return byAdmin(app, 'POST', '/admin/branding/versions/1/restore', { published_version: 2, keep_as_draft: true })
  }),
]
