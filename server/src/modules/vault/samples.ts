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
  'VaultConnection.id': sampleId('vc'),
  'UserVaultConnection.id': sampleId('vc'),
  provider_id: sampleId('vp'),
  provider_name: 'github',
  provider_display_name: 'GitHub',
  provider_icon_url: null,
  account: 'maya',
  label: 'Work',
  'VaultConnection.scopes': scopes,
  'UserVaultConnection.scopes': scopes,
  last_refreshed_at: null,
  'VaultToken.access_token': 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
  'VaultToken.scopes': scopes,
  connection_id: sampleId('vc'),
  'POST /api/v1/vault/connections': { provider: 'ledger', api_key: 'ldg_4eC39HqLyjWDarjtT1zdp7dc', label: 'Work' },
  extra_auth_params: { allow_signup: 'false' },
  quirks: { rotates_refresh_tokens: true, reauth_errors: ['bad_refresh_token'] },
  'POST /api/v1/vault/providers': {
    template: 'github',
    client_id: 'Iv1.8a61f9b3a7aba766',
    client_secret: 'a secret that GitHub shows once',
  },
  'PATCH /api/v1/vault/providers/:id': { active: false },
}
