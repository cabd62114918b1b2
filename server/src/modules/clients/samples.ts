import { sampleId, samplePublicKey } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const secret = 'mandate_cs_zR4vN0bq7TfXcW2mJ9sKpL5hYd8uGe3A'

/** What stands in the examples of the reference. */
export const clientSamples: Samples = {
  created_by: sampleId('key'),
  old_secret_until: null,
  client_id: 'agt_mail_assistant',
  client_ids: ['agt_mail_assistant'],
  client_name: 'Mail assistant',
  client_secret: secret,
  client_uri: 'https://app.example.com',
  logo_uri: 'https://app.example.com/logo.png',
  tos_uri: 'https://app.example.com/terms',
  policy_uri: 'https://app.example.com/privacy',
  contacts: ['ops@example.com'],
  software_id: 'com.example.mail',
  software_version: '2.1.0',
  application_type: 'web',
  redirect_uris: ['https://app.example.com/callback'],
  post_logout_redirect_uris: ['https://app.example.com/'],
  backchannel_logout_uri: 'https://app.example.com/logout',
  backchannel_logout_session_required: true,
  jwks_uri: 'https://app.example.com/jwks.json',
  jwks: { keys: [samplePublicKey] },
  grant_type: 'client_credentials',
  grant_types: ['client_credentials'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  audiences: ['https://mail.example.com'],
}
