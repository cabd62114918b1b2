import { sampleId, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const organizationRole = { name: 'billing', description: 'Pays the bills.', permissions: ['organization:read'] }

/** What stands in the examples of the reference. */
export const organizationSamples: Samples = {
  'organizations.id': sampleId('org'),
  'my-organizations.id': sampleId('org'),
  'OrganizationRole.id': sampleId('role'),
  'OrganizationInvitation.id': sampleId('inv'),
  'Membership.id': sampleId('org'),
  invited_by: sampleId('usr'),
  joined_at: sampleTime('11-21T09:41:07'),
  sent_at: sampleTime('11-21T09:41:07'),
  'organizations.name': 'Harbour',
  'my-organizations.name': 'Harbour',
  'OrganizationRole.name': 'billing',
  'OrganizationMember.name': 'Maya Lindqvist',
  slug: 'harbour',
  role: 'member',
  permissions: ['documents:read'],
  'OrganizationRole.description': 'Pays the bills.',
  'POST /api/v1/admin/organizations': { name: 'Harbour', slug: 'harbour' },
  'POST /api/v1/admin/organizations/:id/roles': organizationRole,
  'POST /api/v1/organizations/:id/roles': organizationRole,
}
