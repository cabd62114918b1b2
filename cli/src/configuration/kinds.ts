import type { Kind, Members, Single } from './kind.ts'

const text = (value: unknown): string => String(value ?? '')

/** Settings of which there is one set. */
export const singles: readonly Single[] = [
  { name: 'settings', path: '/api/v1/admin/config' },
  {
    name: 'branding',
    path: '/api/v1/admin/branding',
    members: ['name', 'colors', 'fonts', 'support_url', 'terms_url', 'privacy_url', 'texts', 'design_tokens'],
    parts: { design_tokens: '/api/v1/admin/branding/design-tokens' },
  },
]

/** Everything else, in the order it is made: what others refer to comes first. */
export const kinds: readonly Kind[] = [
  {
    name: 'templates',
    load: () => import('#/generated/email.ts'),
    list: 'email.templates.list',
    update: 'email.templates.update',
    identity: ['id', 'locale'],
    keyOf: ({ id, locale }) => `${text(id)}.${text(locale)}`,
    ignores: ({ customized }) => customized !== true,
    updateQuery: ({ locale }) => ({ locale }),
  },
  {
    name: 'resources',
    load: () => import('#/generated/resources.ts'),
    list: 'resources.list',
    create: 'resources.create',
    update: 'resources.update',
    remove: 'resources.delete',
    identity: ['uri'],
    keyOf: ({ uri }) => text(uri),
  },
  {
    name: 'permissions',
    load: () => import('#/generated/permissions.ts'),
    list: 'permissions.list',
    create: 'permissions.create',
    remove: 'permissions.delete',
    identity: ['permission'],
    keyOf: ({ permission }) => text(permission),
    shape: ({ permission, description }) => ({ permission, description }),
  },
  {
    name: 'roles',
    load: () => import('#/generated/roles.ts'),
    list: 'roles.list',
    detail: 'roles.get',
    create: 'roles.create',
    update: 'roles.replace',
    remove: 'roles.delete',
    identity: ['name'],
    keyOf: ({ name }) => text(name),
    shape: (item) => ({ ...item, permissions: namesOf(item['permissions']) }),
  },
  {
    name: 'organizations',
    load: () => import('#/generated/organizations.ts'),
    list: 'organizations.list',
    create: 'organizations.create',
    update: 'organizations.update',
    remove: 'organizations.delete',
    identity: ['slug'],
    keyOf: ({ slug }) => text(slug),
  },
  {
    name: 'apps',
    load: () => import('#/generated/apps.ts'),
    list: 'apps.list',
    create: 'apps.create',
    update: 'apps.update',
    remove: 'apps.delete',
    identity: ['name'],
    keyOf: ({ name }) => text(name),
  },
  {
    name: 'agents',
    load: () => import('#/generated/agents.ts'),
    list: 'agents.list',
    create: 'agents.create',
    update: 'agents.update',
    remove: 'agents.deactivate',
    identity: ['client_id'],
    keyOf: ({ client_id: clientId }) => text(clientId),
    ignores: ({ active }) => active === false,
  },
  {
    name: 'policies',
    load: () => import('#/generated/agents.ts'),
    list: 'agents.policies.list',
    create: 'agents.policies.create',
    remove: 'agents.policies.revoke',
    parent: { kind: 'agents', member: 'agent_id' },
    identity: ['agent_id', 'subject'],
    keyOf: ({ agent_id: agent, subject }) => `${text(agent).replace(/^ref:agents\//, '')} for ${text(subject)}`,
  },
  {
    name: 'oauth_providers',
    load: () => import('#/generated/oauth-providers.ts'),
    list: 'oauthProviders.list',
    create: 'oauthProviders.create',
    update: 'oauthProviders.update',
    remove: 'oauthProviders.delete',
    identity: ['name'],
    keyOf: ({ name }) => text(name),
    shape: withChosenIssuer,
  },
  {
    name: 'sso_connections',
    load: () => import('#/generated/sso.ts'),
    list: 'ssoConnections.list',
    create: 'ssoConnections.create',
    update: 'ssoConnections.replace',
    remove: 'ssoConnections.delete',
    identity: ['name'],
    keyOf: ({ name }) => text(name),
    shape: (item) => ({
      ...item,
      oidc: without(item['oidc'], ['redirect_uri']),
      saml: without(item['saml'], ['sp_entity_id', 'acs_url', 'sp_logout_url']),
    }),
  },
  {
    name: 'flows',
    load: () => import('#/generated/flows.ts'),
    list: 'flows.list',
    create: 'flows.create',
    update: 'flows.update',
    remove: 'flows.delete',
    identity: ['name'],
    keyOf: ({ name }) => text(name),
  },
  {
    name: 'webhooks',
    load: () => import('#/generated/webhooks.ts'),
    list: 'webhooks.list',
    create: 'webhooks.create',
    update: 'webhooks.update',
    remove: 'webhooks.delete',
    identity: ['url'],
    keyOf: ({ url }) => text(url),
  },
  {
    name: 'vault_providers',
    load: () => import('#/generated/vault.ts'),
    list: 'vault.providers.list',
    create: 'vault.providers.create',
    update: 'vault.providers.update',
    remove: 'vault.providers.delete',
    identity: ['name'],
    keyOf: ({ name }) => text(name),
  },
  {
    name: 'gateway_upstreams',
    load: () => import('#/generated/gateway.ts'),
    list: 'proxy.upstreams.list',
    create: 'proxy.upstreams.create',
    update: 'proxy.upstreams.update',
    remove: 'proxy.upstreams.delete',
    identity: ['host'],
    keyOf: ({ host }) => text(host),
  },
  {
    name: 'gateway_rules',
    load: () => import('#/generated/gateway.ts'),
    list: 'proxy.rules.list',
    create: 'proxy.rules.create',
    update: 'proxy.rules.update',
    remove: 'proxy.rules.delete',
    identity: ['name'],
    keyOf: ({ name }) => text(name),
  },
]

/** The issuer is chosen of some kinds, and shown of all. */
function withChosenIssuer(item: Members): Members {
  return item['kind'] === 'oidc' || item['kind'] === 'gitlab' ? item : { ...item, issuer: null }
}

const namesOf = (permissions: unknown): unknown =>
  Array.isArray(permissions) ? permissions.map((each: Members) => each['permission'] ?? each) : permissions

/** What the server adds by itself; whether it has a secret is told by `has_secret`, and never the secret. */
function without(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}
