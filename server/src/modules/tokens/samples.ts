import { sampleId, sampleThumbprint } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const tokenSamples: Samples = {
  'DelegationChain.id': sampleId('tok'),
  'Token.id': sampleId('tok'),
  session_id: sampleId('sess'),
  token_id: sampleId('tok'),
  root_id: sampleId('tok'),
  parent_id: sampleId('tok'),
  audit_event_id: sampleId('aud'),
  'hops.actor': sampleId('agt'),
  'hops.delegator': sampleId('usr'),
  jti: sampleId('tok'),
  revoked_at: null,
  revoked_reason: null,
  pattern_matched: 'agt_mail_*',
  audience: 'https://mail.example.com',
  dpop_jkt: sampleThumbprint,
  old_jkt: sampleThumbprint,
  new_jkt: 'IBdVtaQ-GLbHe4Y0oRk2Pn8sUx5Wc1DZm7JfTqAvE3g',
  'DelegationChain.status': 'active',
  'hops.status': 'active',
  'POST /api/v1/admin/oauth/revoke-by-pattern': { client_id_pattern: 'agt_mail_*', reason: 'The laptop was lost.' },
}
