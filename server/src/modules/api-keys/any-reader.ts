/** The scopes by which something can be read whose name or id leads somewhere. */
const READ_SCOPES = [
  'agents:read',
  'apps:read',
  'organizations:read',
  'roles:read',
  'permissions:read',
  'resources:read',
  'api-keys:read',
  'webhooks:read',
  'sso:read',
  'flows:read',
  'vault:read',
  'providers:read',
  'proxy:read',
  'tokens:read',
  'sessions:read',
  'consents:read',
  'audit-logs:read',
  'signing-keys:read',
] as const

/** Who may come in that may read anything; what they see of it, the handler decides by their scopes. */
export const anyReader = { kind: 'admin', scope: 'users:read', orScopes: READ_SCOPES } as const
