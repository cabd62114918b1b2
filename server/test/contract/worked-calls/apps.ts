import { createApplication, leastInput } from '#test/support/apps.ts'
import { byAdmin, changes } from './call.ts'
import type { WorkedCall } from './call.ts'

/** Applications that people sign in to. */
export const appCalls: readonly WorkedCall[] = [
  changes('apps.create', 'app.created', (app) => byAdmin(app, 'POST', '/admin/apps', leastInput.web)),
  changes('apps.update', 'app.updated', async (app) => {
    const { id } = await createApplication(app, 'web')
    return byAdmin(app, 'PATCH', `/admin/apps/${id}`, { name: 'Store' })
  }),
  changes('apps.delete', 'app.deleted', async (app) => {
    const { id } = await createApplication(app, 'web')
    return byAdmin(app, 'DELETE', `/admin/apps/${id}`)
  }),
  changes('apps.rotateSecret', 'app.secret_rotated', async (app) => {
    const { id } = await createApplication(app, 'web')
    return byAdmin(app, 'POST', `/admin/apps/${id}/rotate-secret`, {})
  }),
]
