import { multipart, png } from '#test/support/pictures.ts'
import { byAdmin, changes } from './call.ts'
import type { TestApp, TestRequest } from '#test/support/app.ts'
import type { WorkedCall } from './call.ts'

function upload(app: TestApp): TestRequest {
  const { headers, body } = multipart({ name: 'logo', filename: 'logo.png', content: png(320, 80) })
  const request = byAdmin(app, 'POST', '/admin/branding/logo')
  return { ...request, body, headers: { ...request.headers, ...headers } }
}

/** The look of the pages. */
export const brandingCalls: readonly WorkedCall[] = [
  changes('branding.update', 'branding.updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/branding', { name: 'Harbour' }),
  ),
  changes('branding.updateDesignTokens', 'branding.design_tokens_updated', (app) =>
    byAdmin(app, 'PATCH', '/admin/branding/design-tokens', { radius_px: 12 }),
  ),
  changes('branding.uploadLogo', 'branding.logo_changed', upload),
  changes('branding.deleteLogo', 'branding.logo_deleted', async (app) => {
    await app.send(upload(app))
    return byAdmin(app, 'DELETE', '/admin/branding/logo')
  }),
]
