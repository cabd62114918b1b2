import { sampleId, sampleTime } from '#/platform/openapi/sample-values.ts'
import type { Samples } from '#/platform/openapi/examples.ts'

/** What stands in the examples of the reference. */
export const systemSamples: Samples = {
  'system.id': sampleId('usr'),
  from: sampleTime('11-20T00:00:00'),
  'system.name': 'Maya Lindqvist',
  version: '0.1.0',
  uptime_seconds: 86_400,
  size_mb: 12.4,
  'migrations.current': 11,
  'migrations.name': 'organizations',
  sso_connections: 0,
  'master_key.id': '3fa91c07be52',
  'warnings.code': 'dev_mode_exposed',
  'warnings.message': 'Other machines can reach this server, but its mode is dev.',
  active_keys: 1,
  count: 12,
  method: 'password',
  'smtp.tier': 'dev',
  error: 'database unavailable',
  'PATCH /api/v1/admin/config': { 'oauth.access_token_ttl_seconds': 900, 'oauth.default_scope': null },
  'POST /api/v1/admin/system/swap-mode': { mode: 'production' },
  'SwappedMode.mode': 'production',
  'jwt.algorithm': 'ES256',
  'oauth.registration_token': null,
  'oauth.registration_scopes': ['openid', 'profile', 'email', 'offline_access'],
  'oauth.default_scope': null,
  'oauth.client_document_domains': ['client.example.com'],
  'outbound.allowed_hosts': ['hooks.internal.example.com'],
  'flows.redirect_origins': ['https://terms.example.com'],
}
