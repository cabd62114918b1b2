/** What can end with something else, as events and answers name it. */
export const kinds = {
  sessions: 'That were open; those that waited for a second factor are not counted',
  authorization_codes: 'That nobody had redeemed',
  device_codes: 'That waited for an answer or for their device',
  access_tokens: 'Living ones',
  refresh_tokens: 'Living families',
  delegated_tokens: 'Those of the access tokens that were made by token exchange',
  consents: 'Living ones',
  policies: 'That let an agent act for the user, or that let the client act',
  email_links: 'That were mailed and not used',
  passkeys: undefined,
  second_factors: 'Authenticator apps',
  recovery_codes: 'That were left',
  linked_accounts: 'Accounts at providers to sign in with',
  sso_connections: 'That were turned off',
  sso_identities: 'Whom connections for single sign-on knew people as',
  sso_domains: 'That connections for single sign-on spoke for',
  vault_connections: 'Accounts elsewhere that agents could use',
  vault_grants: 'That let a client use one of these',
  role_assignments: undefined,
  role_permissions: 'Permissions that a role held',
  memberships: 'In organizations',
  organization_roles: undefined,
  invitations: 'To organizations',
  logos: 'The one that is shown, and earlier ones',
  api_keys: 'Of the admin API, that the person made or that were made by these; only where they were named',
  saved_views: 'Of lists of the dashboard',
  emails: 'In the development inbox',
  webhook_deliveries: 'That waited to be sent',
  proxy_rules: 'Of the gateway',
  flow_runs: 'Sign-ins on their way through an auth flow',
} as const satisfies Record<string, string | undefined>

type Kind = keyof typeof kinds

/** How many of each kind ended, or would end. A kind that is not named can't end that way. */
export type Counts = { readonly [K in Kind]?: number }

/** Both together. */
export function addCounts(one: Counts, other: Counts): Counts {
  const sum: { [K in Kind]?: number } = { ...one }
  for (const [kind, count] of Object.entries(other) as [Kind, number][]) sum[kind] = (sum[kind] ?? 0) + count
  return sum
}

/** Whether nothing ended. */
export const isNothing = (counts: Counts): boolean => Object.values(counts).every((count) => count === 0)

/** How many tokens ended, of either kind. */
export const tokenTotal = ({ access_tokens = 0, refresh_tokens = 0 }: Counts): number => access_tokens + refresh_tokens
