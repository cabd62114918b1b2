import { sampleId, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const roleSamples: Samples = {
  'roles.id': sampleId('role'),
  'Permission.id': sampleId('perm'),
  'Role.id': sampleId('role'),
  'AssignedRole.id': sampleId('role'),
  'role.id': sampleId('role'),
  'PermissionHolder.id': sampleId('usr'),
  'RoleHolder.id': sampleId('usr'),
  'EffectivePermission.id': sampleId('perm'),
  role_id: sampleId('role'),
  permission_id: sampleId('perm'),
  assigned_by: sampleId('key'),
  assigned_at: sampleTime('11-21T09:41:07'),
  'roles.name': 'Editor',
  'role.name': 'Editor',
  permission: 'documents:read',
  'Permission.resource': 'documents',
  'EffectivePermission.resource': 'documents',
  action: 'read',
  'reason.message': 'A role of the user grants it.',
  'Permission.description': 'Read documents.',
  'roles.description': 'Edits what others wrote.',
  'POST /api/v1/roles': { name: 'Editor', description: 'Edits what others wrote.' },
  'POST /api/v1/auth/check': {
    user_id: 'usr_1m7yqp7xk7q2m9x4k1vd8hz3n6t0c5wrbyg',
    permission: 'documents:read',
  },
}
