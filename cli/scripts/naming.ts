/** Which noun and verb of the command line each operation of the API has. */

interface NounRule {
  readonly noun: string
  readonly about: string
  readonly aliases?: readonly string[]
  /** What stands between the noun and the verb. */
  readonly below?: readonly string[]
}

/** The first part of an operation's id with the noun it stands below. */
export const nounRules: Readonly<Record<string, NounRule>> = {
  users: { noun: 'users', about: 'People: accounts, roles, sessions, factors' },
  agents: { noun: 'agents', about: 'Agents: secrets, keys, policies, tokens, delegations' },
  apps: { noun: 'apps', about: 'Applications that people sign in to' },
  organizations: { noun: 'organizations', about: 'Organizations: members, roles, invitations', aliases: ['orgs'] },
  roles: { noun: 'roles', about: 'Roles and the permissions they give' },
  permissions: { noun: 'permissions', about: 'Permissions, who has them, and whether somebody may' },
  apiKeys: { noun: 'api-keys', about: 'Keys that open the admin API', aliases: ['keys'] },
  resources: { noun: 'resources', about: 'Protected resources and their scopes' },
  sessions: { noun: 'sessions', about: 'Sessions of people' },
  consents: { noun: 'consents', about: 'What people allowed applications and agents' },
  tokens: { noun: 'tokens', about: 'Access tokens: decode, introspect, revoke' },
  deviceCodes: { noun: 'device-codes', about: 'Devices that wait for an answer' },
  oauthProviders: { noun: 'oauth-providers', about: 'Providers that people sign in with', aliases: ['providers'] },
  ssoConnections: { noun: 'sso', about: 'Single sign-on: connections, domains, keys, SCIM tokens' },
  ssoDomains: { noun: 'sso', about: '', below: ['domains'] },
  ssoSamlKeys: { noun: 'sso', about: '', below: ['saml-keys'] },
  ssoScimTokens: { noun: 'sso', about: '', below: ['scim-tokens'] },
  flows: { noun: 'flows', about: 'Steps between a proof and its session: test, runs, versions' },
  webhooks: { noun: 'webhooks', about: 'Webhooks: deliveries, replay, test, listen' },
  vault: { noun: 'vault', about: 'The token vault: providers, connections, grants' },
  vaultConnections: { noun: 'vault', about: '', below: ['connections'] },
  vaultGrants: { noun: 'vault', about: '', below: ['grants'] },
  proxy: { noun: 'gateway', about: 'The gateway: upstreams, rules, simulation', aliases: ['proxy'] },
  auditLogs: { noun: 'audit', about: 'The audit log: tail, search, export, verify', aliases: ['audit-logs'] },
  signingKeys: { noun: 'signing', about: 'Signing keys: list, rotate, revoke', aliases: ['signing-keys'] },
  email: { noun: 'email', about: 'Mail: configuration, templates, dev inbox, tests' },
  branding: { noun: 'branding', about: 'How the hosted pages look: push, pull' },
  stats: { noun: 'stats', about: 'Counts and trends' },
  system: { noun: 'system', about: 'Health report and reset' },
}

/**
 * Operations whose words don't follow from their ids. Without words the command is written by hand, and agents have the tool all the
 * same; `null` keeps from agents, too, what goes on without end, what is a file, and what loosens the bounds of the server.
 */
const exceptions: Readonly<Record<string, readonly string[] | null>> = {
  'tokens.revokeByJti': [],
  'tokens.revokeByPattern': [],
  'auditLogs.export': null,
  'auditLogs.verify': [],
  'system.getConfig': [],
  'system.updateConfig': null,
  'system.getMode': [],
  'system.swapMode': null,
  'system.getMetrics': null,
  'system.getHealthReport': ['health'],
  'logs.stream': null,
  'proxy.streamStatus': null,
  'proxy.rules.compiled': ['rules', 'compiled'],
  'email.preview': [],
  'email.sendTest': [],
  'email.getConfig': ['config', 'get'],
  'email.updateConfig': ['config', 'update'],
  'webhooks.listEvents': ['events'],
  'webhooks.deliveries.replay': [],
  'webhooks.deliveries.replayFailed': [],
}

/** Verbs that stand at the noun too: what somebody means who doesn't say which of its parts. */
export const shortcuts: Readonly<Record<string, string>> = { gateway: 'rules', vault: 'providers' }

const kebab = (word: string): string => word.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The noun and the words of an operation; undefined when no command is made of it. */
export function wordsOf(id: string, method: string): { noun: string; verb: string[]; aliases: string[] } | undefined {
  const [group = '', ...rest] = id.split('.')
  const rule = nounRules[group]
  const exception = exceptions[id]
  if (!rule || exception === null) return undefined
  if (exception) return { noun: rule.noun, verb: [...exception], aliases: [] }
  const [last = '', ...above] = rest.toReversed()
  const { verb, aliases } = verbOf(last, method)
  return { noun: rule.noun, verb: [...(rule.below ?? []), ...above.toReversed().map(kebab), verb], aliases }
}

/** What a DELETE or a PUT is called is said by the API in many words; here each has one, and the others as aliases. */
function verbOf(last: string, method: string): { verb: string; aliases: string[] } {
  const own = kebab(last).replace(/^get-/, '')
  if (method === 'PUT') return { verb: 'update', aliases: [own] }
  const isOne = method === 'DELETE' && ['deactivate', 'revoke', 'remove', 'unassign', 'unlink'].includes(own)
  if (isOne) return { verb: 'delete', aliases: [own] }
  return { verb: own, aliases: [] }
}
