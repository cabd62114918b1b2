import { sampleId, sampleIssuer } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const providerSamples: Samples = {
  'oauth-providers.id': sampleId('idp'),
  'OAuthAccount.id': sampleId('oac'),
  'OAuthAccount.subject': '248289761001',
  'oauth-providers.name': 'google',
  'OAuthProvider.display_name': 'Google',
  'OAuthProvider.issuer': 'https://accounts.google.com',
  'data.display_name': 'Google',
  'data.name': 'google',
  'OAuthProvider.client_id': '407408718192.apps.example.com',
  'OAuthProvider.token_endpoint_auth_method': 'client_secret_post',
  'OAuthProvider.scopes': 'openid email profile',
  oauth_providers: ['google'],
  key_id: '2X9R4HXF34',
  team_id: '8MBNGY5ZT3',
  tenant: 'common',
  authorization_url: 'https://accounts.example.com/authorize?client_id=407408718192&response_type=code',
  start_url: `${sampleIssuer}/api/v1/auth/providers/google`,
  callback_url: `${sampleIssuer}/api/v1/auth/providers/google/callback`,
  provider: 'google',
  'POST /api/v1/admin/oauth-providers': {
    kind: 'google',
    client_id: '407408718192.apps.example.com',
    client_secret: 'zR4vN0bq7TfXcW2mJ9sKpL5hYd8uGe3A',
  },
  'PATCH /api/v1/admin/oauth-providers/:id': { enabled: false },
}
