import { createApplication, leastInput } from '#test/support/apps.ts'
import { byAdmin, changes } from './call.ts'
import type { WorkedCall } from './call.ts'

/** Applications that people sign in to. */
export const appCalls: readonly WorkedCall[] = [
  changes('POST /api/v1/admin/apps', 'app.created', (app) => byAdmin(app, 'POST', '/admin/apps', leastInput.web)),
  changes('PATCH /api/v1/admin/apps/{id}', 'app.updated', async (app) => {
    const { id } = await createApplication(app, 'web')
    return byAdmin(app, 'PATCH', `/admin/apps/${id}`, { name: 'Store' })
  }),
  changes('DELETE /api/v1/admin/apps/{id}', 'app.deleted', async (app) => {
    const { id } = await createApplication(app, 'web')
    return byAdmin(app, 'DELETE', `/admin/apps/${id}`)
  }),
  changes('POST /api/v1/admin/apps/{id}/rotate-secret', 'app.secret_rotated', async (app) => {
    const { id } = await createApplication(app, 'web')
    return byAdmin(app, 'POST', `/admin/apps/${id}/rotate-secret`, {})
  }),
]
