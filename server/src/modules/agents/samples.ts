import { sampleId, samplePublicKey } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const agentSamples: Samples = {
  'agents.id': sampleId('agt'),
  'Policy.id': sampleId('pol'),
  agent_id: sampleId('agt'),
  policy_id: sampleId('pol'),
  subject: sampleId('usr'),
  public_jwk: samplePublicKey,
  scope: 'mail:read',
  'POST /api/v1/agents': {
    client_name: 'Mail assistant',
    grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    scope: 'mail:read',
    token_endpoint_auth_method: 'client_secret_basic',
  },
  'POST /api/v1/agents/:id/policies': { subject: '*', scope: 'mail:read', max_depth: 2, may_redelegate: false },
  may_redelegate: false,
}
