import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const userSamples: Samples = {
  'users.id': sampleId('usr'),
  disabled_at: null,
  email: 'maya@example.com',
  tier: 'free',
  metadata: { plan: 'team' },
  'users.name': 'Maya Lindqvist',
  'POST /api/v1/admin/users': { email: 'maya@example.com', name: 'Maya Lindqvist', metadata: { plan: 'team' } },
  'POST /api/v1/admin/users/import': {
    users: [
      {
        email: 'maya@example.com',
        name: 'Maya Lindqvist',
        password_hash: '$2b$10$vI8aWBnW3fID.ZQ4/zo1G.q1lRps.9cGLcZEiGDMVr5yUP1KUOYTa',
        email_verified: true,
      },
    ],
    trust_email_verified: true,
  },
  disabled: false,
  system_role: null,
  email_verified: true,
}
