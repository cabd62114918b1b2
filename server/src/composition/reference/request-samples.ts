import type { Samples } from '#/platform/openapi/examples.ts'

const registration = {
  client_name: 'Mail assistant',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: ['https://app.example.com/callback'],
  token_endpoint_auth_method: 'none',
  scope: 'openid email mail:read',
}

const organizationRole = { name: 'billing', description: 'Pays the bills.', permissions: ['organization:read'] }

/** Bodies that say more than the least, by operation. */
const bodies: Samples = {
  'POST /oauth/register': registration,
  'PUT /oauth/register/:client_id': { client_id: 'agt_mail_assistant', ...registration },
  'POST /api/v1/agents': {
    client_name: 'Mail assistant',
    grant_types: ['client_credentials', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    scope: 'mail:read',
    token_endpoint_auth_method: 'client_secret_basic',
  },
  'POST /api/v1/agents/:id/policies': { subject: '*', scope: 'mail:read', max_depth: 2, may_redelegate: false },
  'POST /api/v1/admin/users': { email: 'maya@example.com', name: 'Maya Lindqvist', metadata: { plan: 'team' } },
  'POST /api/v1/admin/apps': { type: 'web', name: 'Store', redirect_uris: ['https://store.example.com/callback'] },
  'POST /api/v1/roles': { name: 'Editor', description: 'Edits what others wrote.' },
  'POST /api/v1/admin/organizations': { name: 'Harbour', slug: 'harbour' },
  'POST /api/v1/admin/organizations/:id/roles': organizationRole,
  'POST /api/v1/organizations/:id/roles': organizationRole,
  'POST /api/v1/auth/check': {
    user_id: 'usr_1m7yqp7xk7q2m9x4k1vd8hz3n6t0c5wrbyg',
    permission: 'documents:read',
  },
  'POST /api/v1/auth/email/change': { email: 'maya@example.org', password: 'plum-harbour-lantern' },
  'POST /api/v1/auth/password/change': {
    current_password: 'plum-harbour-lantern',
    new_password: 'quiet-orchard-compass',
  },
  'POST /api/v1/admin/oauth-providers': {
    kind: 'google',
    client_id: '407408718192.apps.example.com',
    client_secret: 'zR4vN0bq7TfXcW2mJ9sKpL5hYd8uGe3A',
  },
  'POST /api/v1/admin/oauth/revoke-by-pattern': { client_id_pattern: 'agt_mail_*', reason: 'The laptop was lost.' },
  'PATCH /api/v1/admin/config': { 'oauth.access_token_ttl_seconds': 900, 'oauth.default_scope': null },
  'POST /api/v1/admin/system/swap-mode': { mode: 'production' },
  'POST /api/v1/audit-logs/export': { format: 'csv', action: 'user.*', from: '2026-11-01T00:00:00Z' },
  'POST /api/v1/admin/audit-logs/purge': { before: '2026-08-23T00:00:00Z' },
  'PATCH /api/v1/auth/passkeys/:id': { name: 'My phone' },
  'PATCH /api/v1/admin/oauth-providers/:id': { enabled: false },
  'POST /api/v1/api-keys/:id/rotate': { overlap_seconds: 3600 },
  'POST /api/v1/admin/apps/:id/rotate-secret': { overlap_seconds: 3600 },
}

/** The usual case, where the first that the schema allows is another. */
const states: Samples = {
  disabled: false,
  dry_run: false,
  customized: false,
  unsealed: 0,
  may_redelegate: false,
  system_role: null,
  'SwappedMode.mode': 'production',
  actor_type: 'admin',
  email_verified: true,
  'auth.sent': true,
  'jwt.algorithm': 'ES256',
  algorithm: 'ES256',
  'left out': ['total', 'total_is_minimum'],
}

/** Runtime settings; what is empty by default is not in an example. */
const settings: Samples = {
  'oauth.registration_token': null,
  'oauth.registration_scopes': ['openid', 'profile', 'email', 'offline_access'],
  'oauth.default_scope': null,
  'oauth.resources': ['https://mail.example.com'],
  'outbound.allowed_hosts': ['hooks.internal.example.com'],
}

/** What requests carry, and the state that things are in. */
export const requestSamples: Samples = { ...bodies, ...states, ...settings }
