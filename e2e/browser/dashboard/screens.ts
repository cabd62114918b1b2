import type { Cast } from './cast.ts'

/** A screen of the dashboard, by its address. */
export interface DashboardScreen {
  readonly name: string
  readonly path: (cast: Cast) => string
  /** It is about one thing, so there is none on an empty server. */
  readonly isOfOne?: true
}

/** Every screen. The tests open each one empty and full, light and dark, in both languages; a screen appears here by its line. */
export const screens: readonly DashboardScreen[] = [
  { name: 'home', path: () => '/admin' },
  { name: 'health', path: () => '/admin/health' },
  { name: 'signing keys', path: () => '/admin/signing-keys' },
  { name: 'the live log', path: () => '/admin/logs' },
  { name: 'users', path: () => '/admin/users' },
  { name: 'new user', path: () => '/admin/users/new' },
  { name: 'a user', path: ({ user }) => `/admin/users/${user}`, isOfOne: true },
  { name: 'the sessions of a user', path: ({ user }) => `/admin/users/${user}?tab=sessions`, isOfOne: true },
  { name: 'the agents of a user', path: ({ user }) => `/admin/users/${user}?tab=agents`, isOfOne: true },
  { name: 'the access of a user', path: ({ user }) => `/admin/users/${user}?tab=access`, isOfOne: true },
  { name: 'the audit of a user', path: ({ user }) => `/admin/users/${user}?tab=audit`, isOfOne: true },
  { name: 'a user as JSON', path: ({ user }) => `/admin/users/${user}?tab=json`, isOfOne: true },
  { name: 'organizations', path: () => '/admin/organizations' },
  { name: 'new organization', path: () => '/admin/organizations/new' },
  { name: 'the members of an organization', path: (it) => `/admin/organizations/${it.organization}`, isOfOne: true },
  {
    name: 'the invitations of one',
    path: (it) => `/admin/organizations/${it.organization}?tab=invitations`,
    isOfOne: true,
  },
  { name: 'the roles of one', path: (it) => `/admin/organizations/${it.organization}?tab=roles`, isOfOne: true },
  {
    name: 'about an organization',
    path: (it) => `/admin/organizations/${it.organization}?tab=overview`,
    isOfOne: true,
  },
  { name: 'agents', path: () => '/admin/agents' },
  { name: 'new agent', path: () => '/admin/agents/new' },
  { name: 'an agent', path: ({ agent }) => `/admin/agents/${agent}`, isOfOne: true },
  { name: 'the tokens of an agent', path: ({ agent }) => `/admin/agents/${agent}?tab=tokens`, isOfOne: true },
  { name: 'the policies of an agent', path: ({ agent }) => `/admin/agents/${agent}?tab=policies`, isOfOne: true },
  { name: 'the chains of an agent', path: ({ agent }) => `/admin/agents/${agent}?tab=chains`, isOfOne: true },
  { name: 'the keys of an agent', path: ({ agent }) => `/admin/agents/${agent}?tab=keys`, isOfOne: true },
  { name: 'the audit of an agent', path: ({ agent }) => `/admin/agents/${agent}?tab=audit`, isOfOne: true },
  { name: 'how to stop an agent', path: ({ agent }) => `/admin/agents/${agent}?tab=stop`, isOfOne: true },
  { name: 'the delegation map', path: () => '/admin/delegations' },
  { name: 'the delegation map as a list', path: () => '/admin/delegations?view=list' },
  { name: 'tokens', path: () => '/admin/tokens' },
  { name: 'consents', path: () => '/admin/consents' },
  { name: 'devices', path: () => '/admin/device-codes' },
  { name: 'the approval of a device', path: () => '/admin/device-codes?code=ABCD-EFGH' },
  { name: 'the vault', path: () => '/admin/vault' },
  { name: 'the connections of the vault', path: () => '/admin/vault?tab=connections' },
  { name: 'new provider of the vault', path: () => '/admin/vault/new' },
  { name: 'applications', path: () => '/admin/apps' },
  { name: 'new application', path: () => '/admin/apps/new' },
  { name: 'an application', path: ({ app }) => `/admin/apps/${app}`, isOfOne: true },
  { name: 'the code for an application', path: ({ app }) => `/admin/apps/${app}?tab=code`, isOfOne: true },
  { name: 'the settings of an application', path: ({ app }) => `/admin/apps/${app}?tab=settings`, isOfOne: true },
  { name: 'the audit log', path: () => '/admin/audit-logs' },
  { name: 'the audit log, narrowed', path: () => '/admin/audit-logs?actor_type=admin&search=agent&range=24h' },
  { name: 'the gateway', path: () => '/admin/gateway' },
  { name: 'the upstreams of the gateway', path: () => '/admin/gateway?tab=upstreams' },
  { name: 'the rules of the gateway', path: () => '/admin/gateway?tab=rules' },
  { name: 'a simulation of the gateway', path: () => '/admin/gateway?tab=simulate' },
  { name: 'webhooks', path: () => '/admin/webhooks' },
  { name: 'new webhook', path: () => '/admin/webhooks/new' },
  { name: 'a webhook', path: ({ webhook }) => `/admin/webhooks/${webhook}`, isOfOne: true },
  {
    name: 'the deliveries of a webhook',
    path: ({ webhook }) => `/admin/webhooks/${webhook}?tab=deliveries`,
    isOfOne: true,
  },
  {
    name: 'the settings of a webhook',
    path: ({ webhook }) => `/admin/webhooks/${webhook}?tab=settings`,
    isOfOne: true,
  },
  { name: 'API keys', path: () => '/admin/api-keys' },
  { name: 'new API key', path: () => '/admin/api-keys/new' },
  { name: 'an API key', path: ({ apiKey }) => `/admin/api-keys/${apiKey}`, isOfOne: true },
  { name: 'settings', path: () => '/admin/settings' },
  { name: 'the mode', path: () => '/admin/settings?tab=mode' },
  { name: 'what wipes the server', path: () => '/admin/settings?tab=danger' },
  { name: 'an address that no screen has', path: () => '/admin/nowhere' },
]
