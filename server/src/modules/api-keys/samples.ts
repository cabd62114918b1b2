import { sampleId } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const apiKeySamples: Samples = {
  'api keys.id': sampleId('key'),
  last_used_address: '203.0.113.24',
  'api keys.name': 'Deployment',
  scopes: ['users:read'],
  key: 'mandate_sk_4Xz9Lc2Ba7Nf5Yk1Rd8Hs3Vj6mW0tq',
  hint: 'W0tq',
  'POST /api/v1/api-keys/:id/rotate': { overlap_seconds: 3600 },
}
