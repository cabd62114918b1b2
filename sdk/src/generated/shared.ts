// Made from the OpenAPI document by `npm run generate`; changes here are lost.

export interface ActingClient {
  client_id: string
  /** Null when the client was deleted. */
  client_name: string | null
  /** Null when only tokens let it act. */
  consent_id: string | null
  /** What the consent covers. */
  scope: string
  living_tokens: number
}

export interface ApiKey {
  id: string
  name: string
  /** The last four letters of the secret. */
  hint: string
  scopes: string[]
  /** false: turned off, or expired. */
  active: boolean
  expires_at: string | null
  /** Until when the secret before the last rotation works. */
  old_secret_until: string | null
  /** To the minute. */
  last_used_at: string | null
  last_used_address: string | null
  /** The key or the person that made it. */
  created_by: string
  created_at: string
}

export interface AuditLog {
  id: string
  /** admin is an API key or an operator, agent any OAuth client, system a job of the server. */
  actor_type: 'user' | 'admin' | 'agent' | 'system'
  actor_id: string
  /** The name of the event. */
  action: string
  target_type: string | null
  target_id: string | null
  status: 'success' | 'denied' | 'failure'
  /** The data of the event; what changed has both values. */
  metadata: Record<string, unknown>
  /** The X-Request-Id of the response to the request it happened in. */
  request_id: string | null
  /** What the caller called that request: the X-Request-Id it sent. */
  client_request_id: string | null
  /** Where the request came from. */
  address: string | null
  created_at: string
  /** Its place in the hash chain; null until it is sealed, a moment after it happened. */
  sequence: number | null
}

export interface DelegationChain {
  /** The token at the end of the chain. */
  id: string
  subject: string
  user_id: string | null
  depth: number
  status: string
  created_at: string
  /** From the root token down to this one. */
  hops: {
    token_id: string
    /** client_id of the actor at this hop. */
    actor: string
    delegator: string | null
    scope: string
    dpop_jkt: string | null
    policy_id: string | null
    status: string
    expires_at: string
  }[]
}

export interface DryRun {
  dry_run: true
  audit_event_id: null
  counts: EndedCounts
}

/** How many of each kind ended with it, or in a dry run would end. A kind that is not named can’t end so. */
export interface EndedCounts {
  /** That were open; those that waited for a second factor are not counted */
  sessions?: number
  /** That nobody had redeemed */
  authorization_codes?: number
  /** That waited for an answer or for their device */
  device_codes?: number
  /** Living ones */
  access_tokens?: number
  /** Living families */
  refresh_tokens?: number
  /** Those of the access tokens that were made by token exchange */
  delegated_tokens?: number
  /** Living ones */
  consents?: number
  /** That let an agent act for the user, or that let the client act */
  policies?: number
  /** That were mailed and not used */
  email_links?: number
  passkeys?: number
  /** Authenticator apps */
  second_factors?: number
  /** That were left */
  recovery_codes?: number
  /** Accounts at providers to sign in with */
  linked_accounts?: number
  /** That were turned off */
  sso_connections?: number
  /** Whom connections for single sign-on knew people as */
  sso_identities?: number
  /** That connections for single sign-on spoke for */
  sso_domains?: number
  /** Accounts elsewhere that agents could use */
  vault_connections?: number
  /** That let a client use one of these */
  vault_grants?: number
  role_assignments?: number
  /** Permissions that a role held */
  role_permissions?: number
  /** In organizations */
  memberships?: number
  organization_roles?: number
  /** To organizations */
  invitations?: number
  /** The one that is shown, and earlier ones */
  logos?: number
  /** Of the admin API, that the person made or that were made by these; only where they were named */
  api_keys?: number
  /** Of lists of the dashboard */
  saved_views?: number
  /** In the development inbox */
  emails?: number
  /** That waited to be sent */
  webhook_deliveries?: number
  /** Of the gateway */
  proxy_rules?: number
  /** Sign-ins on their way through an auth flow */
  flow_runs?: number
}

export interface Membership {
  id: string
  name: string
  slug: string
  /** What the user is there. */
  role: string
  joined_at: string
  created_at: string
  updated_at: string
}

export interface OAuthAccount {
  id: string
  provider: string
  /** Of the provider. */
  display_name: string
  /** Who the user is to the provider. */
  subject: string
  email: string | null
  name: string | null
  created_at: string
  last_used_at: string
}

export interface OrganizationInvitation {
  id: string
  organization_id: string
  email: string
  role: string
  state: 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired'
  /** The member who invited; null for an operator. */
  invited_by: string | null
  created_at: string
  sent_at: string
  expires_at: string
}

export interface OrganizationMember {
  user_id: string
  email: string
  name: string
  role: string
  /** Whether the user is stopped from signing in; then the role opens nothing. */
  disabled: boolean
  joined_at: string
}

export interface OrganizationRole {
  id: string
  name: string
  description: string
  permissions: string[]
  built_in: boolean
  created_at: string
  updated_at: string
}

export interface Passkey {
  id: string
  name: string
  /** The model of the authenticator; zeros when it does not say. */
  aaguid: string
  /** Whether it may live on several devices. */
  backup_eligible: boolean
  /** Whether it did when it was last used. */
  backed_up: boolean
  transports: string[]
  created_at: string
  last_used_at: string | null
}

export interface Permission {
  id: string
  /**
   * resource:action in lower case, such as documents:read; documents:* for every action on a resource, *:read for an
   * action on every resource, * for everything.
   */
  permission: string
  resource: string
  action: string
  description: string | null
  created_at: string
}

export interface Role {
  id: string
  name: string
  description: string | null
  created_at: string
  updated_at: string
}

export interface Session {
  id: string
  /** In words: Firefox on Linux. */
  device: string
  /** In words, as far as the address shows it. */
  place: string
  address: string | null
  /** How the person proved who they are (RFC 8176 §2). */
  methods: string[]
  authenticated_at: string
  created_at: string
  last_seen_at: string
  expires_at: string
  user_id: string
  user_email: string | null
  user_agent: string | null
  /** Whether it waits for the second factor or an auth flow; until then it opens nothing. */
  pending: boolean
}

export interface SsoIdentity {
  id: string
  connection_id: string
  connection_name: string
  /** Who the user is to the identity provider. */
  subject: string
  /** As the identity provider said it last. */
  email: string | null
  name: string | null
  created_at: string
  last_used_at: string
}

export interface Token {
  /** The jti. */
  id: string
  kind: 'access' | 'refresh'
  grant_type: string
  client_id: string
  subject: string
  user_id: string | null
  scope: string
  audience: string[]
  dpop_jkt: string | null
  session_id: string | null
  consent_id: string | null
  policy_id: string | null
  parent_id: string | null
  root_id: string
  /** Delegation hops above this token. */
  depth: number
  status: 'active' | 'expired' | 'revoked'
  created_at: string
  expires_at: string
  revoked_at: string | null
  revoked_reason: string | null
}

export interface TokenDryRun {
  revoked_count: 0
  dry_run: true
  audit_event_id: null
  counts: EndedCounts
  tokens: {
    total: number
    access_tokens: number
    refresh_tokens: number
    /** Those of the access tokens that were made by token exchange */
    delegated_tokens: number
  }
}
