/**
 * The fields of the resources that the interface specification shows, as data: which answer carries them, under which
 * name, as which type. `?` behind a name: the specification says when it is left out.
 */

/** A type of JSON; a number where the specification says integer may have a fraction. */
export type FieldType = 'string' | 'integer' | 'boolean' | 'object' | 'array'

/** A resource of the specification with the answer that shows it. */
export interface ContractShape {
  readonly name: string
  /** Operation and status: `GET /oauth/userinfo 200`. */
  readonly answer: `${'GET' | 'POST' | 'PUT' | 'PATCH'} ${string} ${number}`
  /** Members to go down first: into the list of keys, or into the report. */
  readonly within?: readonly string[]
  readonly fields: Readonly<Record<string, FieldType>>
}

const clientMetadata = {
  client_id: 'string',
  client_name: 'string',
  grant_types: 'array',
  token_endpoint_auth_method: 'string',
  scope: 'string',
  redirect_uris: 'array',
} as const

const webhook = {
  id: 'string',
  url: 'string',
  events: 'array',
  enabled: 'boolean',
  description: 'string',
  created_at: 'string',
  updated_at: 'string',
} as const

const health = 'GET /api/v1/admin/health 200'

/** Every resource whose fields the specification shows, but for those of parts that are still to come. */
export const contractShapes: readonly ContractShape[] = [
  {
    name: 'OAuth client, at registration',
    answer: 'POST /oauth/register 201',
    fields: {
      ...clientMetadata,
      'client_secret?': 'string',
      registration_access_token: 'string',
      registration_client_uri: 'string',
    },
  },
  { name: 'OAuth client', answer: 'GET /oauth/register/{client_id} 200', fields: clientMetadata },
  { name: 'OAuth client, replaced', answer: 'PUT /oauth/register/{client_id} 200', fields: clientMetadata },
  {
    name: 'Rotated client secret',
    answer: 'POST /oauth/register/{client_id}/secret 200',
    fields: { client_id: 'string', client_secret: 'string' },
  },
  {
    name: 'Token response',
    answer: 'POST /oauth/token 200',
    fields: {
      access_token: 'string',
      token_type: 'string',
      expires_in: 'integer',
      'refresh_token?': 'string',
      scope: 'string',
    },
  },
  {
    name: 'Introspection response',
    answer: 'POST /oauth/introspect 200',
    fields: {
      active: 'boolean',
      'sub?': 'string',
      'client_id?': 'string',
      'scope?': 'string',
      'exp?': 'integer',
      'iat?': 'integer',
      'token_type?': 'string',
    },
  },
  {
    name: 'UserInfo response',
    answer: 'GET /oauth/userinfo 200',
    // The claims follow the scopes profile and email.
    fields: { sub: 'string', 'email?': 'string', 'email_verified?': 'boolean', 'name?': 'string' },
  },
  {
    name: 'JSON Web Key',
    answer: 'GET /.well-known/jwks.json 200',
    within: ['keys'],
    // An RSA key, which is there once a client asked for RS256, has n and e where the others have a point.
    fields: {
      kty: 'string',
      use: 'string',
      alg: 'string',
      kid: 'string',
      'crv?': 'string',
      'x?': 'string',
      'y?': 'string',
    },
  },
  {
    name: 'Authorization server metadata',
    answer: 'GET /.well-known/oauth-authorization-server 200',
    fields: {
      issuer: 'string',
      authorization_endpoint: 'string',
      token_endpoint: 'string',
      jwks_uri: 'string',
      // Left out while registration is turned off.
      'registration_endpoint?': 'string',
      introspection_endpoint: 'string',
      revocation_endpoint: 'string',
      grant_types_supported: 'array',
      response_types_supported: 'array',
      code_challenge_methods_supported: 'array',
      dpop_signing_alg_values_supported: 'array',
    },
  },
  {
    name: 'Device authorization response',
    answer: 'POST /oauth/device 200',
    fields: {
      device_code: 'string',
      user_code: 'string',
      verification_uri: 'string',
      verification_uri_complete: 'string',
      expires_in: 'integer',
      interval: 'integer',
    },
  },
  {
    name: 'User',
    answer: 'GET /api/v1/users/{id} 200',
    fields: {
      id: 'string',
      email: 'string',
      email_verified: 'boolean',
      name: 'string',
      mfa_enabled: 'boolean',
      created_at: 'string',
      metadata: 'object',
      tier: 'string',
    },
  },
  {
    name: 'Agent, created',
    answer: 'POST /api/v1/agents 201',
    fields: {
      id: 'string',
      client_id: 'string',
      // A public agent has none.
      'client_secret?': 'string',
      client_name: 'string',
      grant_types: 'array',
      scope: 'string',
      active: 'boolean',
      dpop_bound: 'boolean',
      created_at: 'string',
    },
  },
  {
    name: 'Audit event',
    answer: 'GET /api/v1/audit-logs/{id} 200',
    fields: {
      id: 'string',
      actor_type: 'string',
      actor_id: 'string',
      action: 'string',
      target_type: 'string',
      target_id: 'string',
      metadata: 'object',
      created_at: 'string',
    },
  },
  {
    name: 'Health report',
    answer: health,
    fields: {
      status: 'string',
      version: 'string',
      uptime_seconds: 'integer',
      db: 'object',
      migrations: 'object',
      jwt: 'object',
      smtp: 'object',
      oauth_providers: 'array',
      sso_connections: 'integer',
    },
  },
  {
    name: 'Health report: db',
    answer: health,
    within: ['db'],
    fields: { driver: 'string', size_mb: 'integer', status: 'string' },
  },
  {
    name: 'Health report: migrations',
    answer: health,
    within: ['migrations'],
    fields: { current: 'integer', name: 'string' },
  },
  {
    name: 'Health report: jwt',
    answer: health,
    within: ['jwt'],
    fields: { mode: 'string', algorithm: 'string', active_keys: 'integer' },
  },
  {
    name: 'Health report: smtp',
    answer: health,
    within: ['smtp'],
    fields: { tier: 'string', configured: 'boolean', sent_today: 'integer', daily_limit: 'integer' },
  },
  {
    name: 'Bulk revoke result',
    answer: 'POST /api/v1/admin/oauth/revoke-by-pattern 200',
    fields: { revoked_count: 'integer', audit_event_id: 'string', pattern_matched: 'string' },
  },
  {
    name: 'Webhook subscription, at creation',
    answer: 'POST /api/v1/webhooks 201',
    fields: { ...webhook, secret: 'string' },
  },
  { name: 'Webhook subscription', answer: 'GET /api/v1/webhooks/{id} 200', fields: webhook },
  {
    name: 'Webhook delivery',
    answer: 'GET /api/v1/webhooks/{id}/deliveries 200',
    within: ['data'],
    fields: {
      id: 'string',
      webhook_id: 'string',
      event: 'string',
      payload: 'string',
      status_code: 'integer',
      success: 'boolean',
      created_at: 'string',
    },
  },
  {
    name: 'Webhook test',
    answer: 'POST /api/v1/webhooks/{id}/test 202',
    fields: { message: 'string', delivery_id: 'string', event: 'string' },
  },
  {
    name: 'Webhook replay',
    answer: 'POST /api/v1/webhooks/{id}/deliveries/{deliveryId}/replay 202',
    fields: { message: 'string', new_delivery_id: 'string', event: 'string' },
  },
  { name: 'Webhook events', answer: 'GET /api/v1/webhooks/events 200', fields: { events: 'array' } },
  { name: 'First admin key', answer: 'GET /api/v1/admin/firstboot/key 200', fields: { key: 'string' } },
  { name: 'Health check', answer: 'GET /healthz 200', fields: { status: 'string' } },
  { name: 'Health check, failed', answer: 'GET /healthz 503', fields: { status: 'string', error: 'string' } },
  {
    name: 'Error of the protocol endpoints',
    answer: 'POST /oauth/token 400',
    fields: { error: 'string', error_description: 'string', error_uri: 'string' },
  },
  {
    name: 'Error of the admin routes',
    answer: 'POST /api/v1/admin/oauth/revoke-by-pattern 400',
    fields: { error: 'string', code: 'string', message: 'string', docs_url: 'string', details: 'object' },
  },
]
