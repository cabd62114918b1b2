import { giveRole, makePermission, makeRole, makeUser } from '#test/support/roles.ts'
import { byAdmin, changes, excepted } from './call.ts'
import type { WorkedCall } from './call.ts'

const READ = 'documents:read'

/** Global roles and permissions. */
export const roleCalls: readonly WorkedCall[] = [
  changes('roles.create', 'role.created', (app) => byAdmin(app, 'POST', '/roles', { name: 'editor' })),
  changes('roles.replace', 'role.updated', async (app) =>
    byAdmin(app, 'PUT', `/roles/${await makeRole(app, 'editor')}`, { name: 'writer' }),
  ),
  changes('roles.delete', 'role.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/roles/${await makeRole(app, 'editor')}`),
  ),
  changes('roles.permissions.add', 'role.permission_added', async (app) => {
    const permission = await makePermission(app, READ)
    return byAdmin(app, 'POST', `/roles/${await makeRole(app, 'editor')}/permissions`, { permission_id: permission })
  }),
  changes('roles.permissions.remove', 'role.permission_removed', async (app) => {
    const permission = await makePermission(app, READ)
    return byAdmin(app, 'DELETE', `/roles/${await makeRole(app, 'editor', [READ])}/permissions/${permission}`)
  }),
  changes('permissions.create', 'permission.created', (app) =>
    byAdmin(app, 'POST', '/permissions', { permission: READ }),
  ),
  changes('permissions.delete', 'permission.deleted', async (app) =>
    byAdmin(app, 'DELETE', `/permissions/${await makePermission(app, READ)}`),
  ),
  changes('users.roles.assign', 'role.assigned', async (app) => {
    const user = await makeUser(app, 'maya@example.com')
    return byAdmin(app, 'POST', `/users/${user}/roles`, { role_id: await makeRole(app, 'editor') })
  }),
  changes('users.roles.unassign', 'role.unassigned', async (app) => {
    const [user, role] = [await makeUser(app, 'maya@example.com'), await makeRole(app, 'editor')]
    await giveRole(app, user, role)
    return byAdmin(app, 'DELETE', `/users/${user}/roles/${role}`)
  }),
  excepted('permissions.check', [], 'it reads', async (app) => {
    const user = await makeUser(app, 'maya@example.com')
    return byAdmin(app, 'POST', '/auth/check', { user_id: user, permission: READ })
  }),
]
