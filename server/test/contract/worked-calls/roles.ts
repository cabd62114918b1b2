import { giveRole, makePermission, makeRole, makeUser } from '#test/support/roles.ts'
import { byAdmin, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const READ = 'documents:read'

/** Global roles and permissions. */
export const roleCalls: readonly WorkedCall[] = [
  changes('POST /api/v1/roles', 'role.created', (app) => byAdmin(app, 'POST', '/roles', { name: 'editor' })),
  changes('PUT /api/v1/roles/{id}', 'role.updated', async (app) =>
    byAdmin(app, 'PUT', `/roles/${await makeRole(app, 'editor')}`, { name: 'writer' }),
  ),
  changes('DELETE /api/v1/roles/{id}', 'role.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/roles/${await makeRole(app, 'editor')}`),
  ),
  changes('POST /api/v1/roles/{id}/permissions', 'role.permission_added', async (app) => {
    const permission = await makePermission(app, READ)
    return byAdmin(app, 'POST', `/roles/${await makeRole(app, 'editor')}/permissions`, { permission_id: permission })
  }),
  changes('DELETE /api/v1/roles/{id}/permissions/{pid}', 'role.permission_removed', async (app) => {
    const permission = await makePermission(app, READ)
    return byAdmin(app, 'DELETE', `/roles/${await makeRole(app, 'editor', [READ])}/permissions/${permission}`)
  }),
  changes('POST /api/v1/permissions', 'permission.created', (app) =>
    byAdmin(app, 'POST', '/permissions', { permission: READ }),
  ),
  changes('DELETE /api/v1/permissions/{id}', 'permission.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/permissions/${await makePermission(app, READ)}`),
  ),
  changes('POST /api/v1/users/{id}/roles', 'role.assigned', async (app) => {
    const user = await makeUser(app, 'maya@example.com')
    return byAdmin(app, 'POST', `/users/${user}/roles`, { role_id: await makeRole(app, 'editor') })
  }),
  changes('DELETE /api/v1/users/{id}/roles/{rid}', 'role.unassigned', async (app) => {
    const [user, role] = [await makeUser(app, 'maya@example.com'), await makeRole(app, 'editor')]
    await giveRole(app, user, role)
    return byAdmin(app, 'DELETE', `/users/${user}/roles/${role}`)
  }),
  excepted('POST /api/v1/auth/check', [], 'it reads', async (app) => {
    const user = await makeUser(app, 'maya@example.com')
    return byAdmin(app, 'POST', '/auth/check', { user_id: user, permission: READ })
  }),
]
