/**
 * The route list of the interface specification, as data: every line of every section, in the order of the document.
 * The contract test holds it against the route table, and `docs/spec-map.md` is made from it.
 */

/** How a line says its caller proves who they are. */
export type ContractAuth = 'none' | 'admin' | 'client' | 'registration' | 'bearer' | 'session' | 'optional session'

/** One method and path of the specification. */
export interface ContractLine {
  readonly section: string
  readonly method: string
  /** With `{name}` where a parameter stands, and `*` for whatever follows. */
  readonly path: string
  readonly auth: ContractAuth
}

/** Lines below one heading: `GET, PATCH /path` is a line for each method. */
function lines(section: string, auth: ContractAuth, texts: readonly string[]): ContractLine[] {
  return texts.flatMap((text) => {
    const start = text.indexOf('/')
    const methods = text.slice(0, start).trim().split(', ')
    const path = text.slice(start)
    return methods.map((method) => ({ section, method, path, auth }))
  })
}

/** The same below a path that all lines share. */
const below = (base: string, texts: readonly string[]): string[] => texts.map((text) => text.replace(' /', ` ${base}/`))

const webhookRoutes = [
  'POST, GET /',
  'GET /events',
  'GET, PATCH, DELETE /{id}',
  'POST /{id}/test',
  'GET /{id}/deliveries',
  'POST /{id}/deliveries/{deliveryId}/replay',
]
const webhooksAt = (base: string): string[] => below(base, webhookRoutes).map((text) => text.replace(/\/$/, ''))

const organizations = '/api/v1/admin/organizations'

/** Every line of the specification. */
export const contractLines: readonly ContractLine[] = [
  lines('Dynamic client registration', 'none', ['POST /oauth/register']),
  lines('Dynamic client registration', 'registration', [
    'GET, PUT, DELETE /oauth/register/{client_id}',
    'POST /oauth/register/{client_id}/secret',
    'DELETE /oauth/register/{client_id}/registration-token',
  ]),
  lines('Authorization endpoint', 'optional session', ['GET, POST /oauth/authorize']),
  lines('Token endpoint', 'client', ['POST /oauth/token']),
  lines('Other protocol endpoints', 'client', ['POST /oauth/revoke', 'POST /oauth/introspect']),
  lines('Other protocol endpoints', 'bearer', ['GET /oauth/userinfo']),
  lines('Other protocol endpoints', 'none', [
    'GET /.well-known/jwks.json',
    'GET /.well-known/oauth-authorization-server',
  ]),
  lines('Other protocol endpoints', 'client', ['POST /oauth/device']),
  lines('Other protocol endpoints', 'optional session', ['GET, POST /oauth/device/verify']),
  lines('Admin: OAuth token management', 'admin', [
    'POST /api/v1/admin/oauth/revoke-by-pattern',
    'GET /api/v1/admin/oauth/consents',
    'DELETE /api/v1/admin/oauth/consents/{id}',
    'POST /api/v1/admin/consents',
    'GET /api/v1/admin/oauth/device-codes',
    'POST /api/v1/admin/oauth/device-codes/{user_code}/approve',
    'POST /api/v1/admin/oauth/device-codes/{user_code}/deny',
  ]),
  lines('Admin: system and bootstrap', 'admin', ['GET /api/v1/admin/health']),
  lines('Admin: system and bootstrap', 'none', ['GET /healthz']),
  lines('Admin: system and bootstrap', 'admin', [
    'GET /api/v1/admin/stats',
    'GET /api/v1/admin/stats/trends',
    'GET, PATCH /api/v1/admin/config',
    'GET /api/v1/admin/system/mode',
    'POST /api/v1/admin/system/swap-mode',
    'POST /api/v1/admin/system/reset',
    'POST /api/v1/admin/auth/rotate-signing-key',
    'POST /api/v1/admin/auth/revoke-jti',
  ]),
  lines('Admin: system and bootstrap', 'none', [
    'GET /api/v1/admin/firstboot/key',
    'POST /api/v1/admin/bootstrap/consume',
    'GET /api/v1/admin/bootstrap/status',
  ]),
  lines('Users', 'admin', [
    'GET /api/v1/users',
    'GET, PATCH, DELETE /api/v1/users/{id}',
    'POST /api/v1/admin/users',
    'PATCH /api/v1/admin/users/{id}/tier',
    'POST, GET /api/v1/users/{id}/roles',
    'DELETE /api/v1/users/{id}/roles/{rid}',
    'GET /api/v1/users/{id}/permissions',
    'GET /api/v1/users/{id}/audit-logs',
    'GET, DELETE /api/v1/users/{id}/sessions',
    'GET /api/v1/users/{id}/oauth-accounts',
    'DELETE /api/v1/users/{id}/oauth-accounts/{oauthId}',
    'GET /api/v1/users/{id}/passkeys',
    'DELETE /api/v1/users/{id}/mfa',
    'POST /api/v1/users/{id}/verify/send',
    'GET /api/v1/users/{id}/agents',
    'POST /api/v1/users/{id}/revoke-agents',
  ]),
  lines('Agents', 'admin', [
    'POST, GET /api/v1/agents',
    'GET, PATCH, DELETE /api/v1/agents/{id}',
    'GET /api/v1/agents/{id}/tokens',
    'POST /api/v1/agents/{id}/tokens/revoke-all',
    'POST /api/v1/agents/{id}/rotate-secret',
    'POST /api/v1/agents/{id}/rotate-dpop-key',
    'GET /api/v1/agents/{id}/audit',
    'GET, POST /api/v1/agents/{id}/policies',
  ]),
  lines('Applications', 'admin', [
    'POST, GET /api/v1/admin/apps',
    'GET, PATCH, DELETE /api/v1/admin/apps/{id}',
    'POST /api/v1/admin/apps/{id}/rotate-secret',
    'GET /api/v1/admin/apps/{id}/snippet',
  ]),
  lines('Audit logs', 'admin', [
    'GET /api/v1/audit-logs',
    'GET /api/v1/audit-logs/{id}',
    'POST /api/v1/audit-logs/export',
    'POST /api/v1/admin/audit-logs/purge',
  ]),
  lines('Token vault', 'admin', [
    'POST, GET /api/v1/vault/providers',
    'GET, PATCH, DELETE /api/v1/vault/providers/{id}',
    'GET /api/v1/vault/templates',
    'GET /api/v1/admin/vault/connections',
    'DELETE /api/v1/admin/vault/connections/{id}',
  ]),
  lines('Token vault', 'session', [
    'GET /api/v1/vault/connect/{provider}',
    'GET /api/v1/vault/callback/{provider}',
    'GET /api/v1/vault/connections',
    'DELETE /api/v1/vault/connections/{id}',
  ]),
  lines('Token vault', 'bearer', ['GET /api/v1/vault/{provider}/token']),
  lines('Auth flows', 'admin', [
    'POST, GET /api/v1/admin/flows',
    'GET, PATCH, DELETE /api/v1/admin/flows/{id}',
    'POST /api/v1/admin/flows/{id}/test',
    'GET /api/v1/admin/flows/{id}/runs',
  ]),
  lines('Email', 'admin', [
    'GET, PATCH /api/v1/admin/email-config',
    'POST /api/v1/admin/test-email',
    'GET /api/v1/admin/email-preview/{template}',
    'GET, DELETE /api/v1/admin/dev/emails',
    'GET /api/v1/admin/dev/emails/{id}',
    'GET /api/v1/admin/email-templates',
    'GET, PATCH /api/v1/admin/email-templates/{id}',
    'POST /api/v1/admin/email-templates/{id}/preview',
    'POST /api/v1/admin/email-templates/{id}/send-test',
    'POST /api/v1/admin/email-templates/{id}/reset',
  ]),
  lines('Branding', 'admin', [
    'GET, PATCH /api/v1/admin/branding',
    'POST, DELETE /api/v1/admin/branding/logo',
    'PATCH /api/v1/admin/branding/design-tokens',
  ]),
  lines('Branding', 'none', ['GET /assets/branding/*']),
  lines('Sessions', 'admin', [
    'GET, DELETE /api/v1/admin/sessions',
    'DELETE /api/v1/admin/sessions/{id}',
    'POST /api/v1/admin/sessions/purge-expired',
  ]),
  lines('Roles and permissions', 'admin', [
    'POST, GET /api/v1/roles',
    'GET, PUT, DELETE /api/v1/roles/{id}',
    'POST /api/v1/roles/{id}/permissions',
    'DELETE /api/v1/roles/{id}/permissions/{pid}',
    'POST, GET /api/v1/permissions',
    'DELETE /api/v1/permissions/{id}',
    'GET /api/v1/permissions/{id}/roles',
    'GET /api/v1/permissions/{id}/users',
    'POST /api/v1/auth/check',
    'GET /api/v1/admin/permissions/batch-usage',
  ]),
  lines('Organizations', 'admin', [
    `POST, GET ${organizations}`,
    `GET, PATCH, DELETE ${organizations}/{id}`,
    `GET ${organizations}/{id}/members`,
    `DELETE, PATCH ${organizations}/{id}/members/{uid}`,
    `GET, POST ${organizations}/{id}/roles`,
    `GET, POST ${organizations}/{id}/invitations`,
    `DELETE ${organizations}/{id}/invitations/{invitationId}`,
    `POST ${organizations}/{id}/invitations/{invitationId}/resend`,
  ]),
  lines(
    'Reverse proxy',
    'admin',
    below('/api/v1/admin/proxy', [
      'GET /status',
      'GET /status/stream',
      'GET /rules',
      'POST /simulate',
      'GET, POST /rules/db',
      'GET, PATCH, DELETE /rules/db/{id}',
      'GET /lifecycle',
      'POST /start',
      'POST /stop',
      'POST /reload',
    ]),
  ),
  lines('SSO connections', 'admin', [
    'POST, GET /api/v1/sso/connections',
    'GET, PUT, DELETE /api/v1/sso/connections/{id}',
  ]),
  lines('SSO by SAML', 'none', [
    'GET /api/v1/sso/saml/{connection_id}/metadata',
    'POST /api/v1/sso/saml/{connection_id}/acs',
  ]),
  lines('SSO by OpenID Connect', 'none', [
    'GET /api/v1/sso/oidc/{connection_id}/auth',
    'GET /api/v1/sso/oidc/{connection_id}/callback',
  ]),
  lines('Admin API keys', 'admin', [
    'POST, GET /api/v1/api-keys',
    'GET, PATCH, DELETE /api/v1/api-keys/{id}',
    'POST /api/v1/api-keys/{id}/rotate',
  ]),
  lines('Logs', 'admin', ['GET /api/v1/admin/logs/stream']),
  lines('Webhooks', 'admin', webhooksAt('/api/v1/webhooks')),
  lines('Webhooks', 'admin', webhooksAt('/api/v1/admin/webhooks')),
].flat()
