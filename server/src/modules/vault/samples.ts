import { sampleId, sampleIssuer } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

const scopes = ['repo', 'read:user', 'user:email']

/** What stands in the examples of the reference. */
export const vaultSamples: Samples = {
  'VaultProvider.id': sampleId('vp'),
  'VaultProvider.name': 'github',
  'VaultProvider.template': 'github',
  'VaultProvider.display_name': 'GitHub',
  'VaultProvider.auth_url': 'https://github.com/login/oauth/authorize',
  'VaultProvider.token_url': 'https://github.com/login/oauth/access_token',
  'VaultProvider.client_id': 'Iv1.8a61f9b3a7aba766',
  'VaultProvider.scopes': scopes,
  'VaultProvider.icon_url': 'https://assets.example.com/github.svg',
  'VaultProvider.callback_url': `${sampleIssuer}/api/v1/vault/callback/github`,
  'VaultTemplate.name': 'github',
  'VaultTemplate.display_name': 'GitHub',
  'VaultTemplate.auth_url': 'https://github.com/login/oauth/authorize',
  'VaultTemplate.token_url': 'https://github.com/login/oauth/access_token',
  'VaultTemplate.default_scopes': scopes,
  extra_auth_params: { allow_signup: 'false' },
  quirks: { rotates_refresh_tokens: true, reauth_errors: ['bad_refresh_token'] },
  'POST /api/v1/vault/providers': {
    template: 'github',
    client_id: 'Iv1.8a61f9b3a7aba766',
    client_secret: 'a secret that GitHub shows once',
  },
  'PATCH /api/v1/vault/providers/:id': { active: false },
}
