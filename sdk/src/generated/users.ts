// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { ActingClient, ApiKey, AuditLog, DryRun, EndedCounts, Membership, OAuthAccount, Passkey, Session, SsoIdentity } from './shared.ts'

/** People, with what they have and what acts for them. */
export class UsersApi {
  readonly #transport: Transport
  readonly agents: UsersAgentsApi
  readonly apiKeys: UsersApiKeysApi
  readonly auditLogs: UsersAuditLogsApi
  readonly oauthAccounts: UsersOauthAccountsApi
  readonly organizations: UsersOrganizationsApi
  readonly passkeys: UsersPasskeysApi
  readonly permissions: UsersPermissionsApi
  readonly roles: UsersRolesApi
  readonly sessions: UsersSessionsApi
  readonly ssoIdentities: UsersSsoIdentitiesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.agents = new UsersAgentsApi(transport)
    this.apiKeys = new UsersApiKeysApi(transport)
    this.auditLogs = new UsersAuditLogsApi(transport)
    this.oauthAccounts = new UsersOauthAccountsApi(transport)
    this.organizations = new UsersOrganizationsApi(transport)
    this.passkeys = new UsersPasskeysApi(transport)
    this.permissions = new UsersPermissionsApi(transport)
    this.roles = new UsersRolesApi(transport)
    this.sessions = new UsersSessionsApi(transport)
    this.ssoIdentities = new UsersSsoIdentitiesApi(transport)
  }

  /**
   * Create a user.
   *
   * Sends no mail. POST /users/{id}/verify/send lets the person prove the address. Admin key or operator session with
   * the scope users:write; a person needs a fresh proof (reauthentication_required).
   */
  create(body: UsersCreateBody, options?: RequestOptions): Promise<AdminUser> {
    return this.#transport.request('POST', '/api/v1/admin/users', { ...options, body, keyed: true })
  }

  /**
   * Delete a user.
   *
   * With everything that hangs on them, in one transaction. Who takes the address later inherits nothing. API keys go
   * on without their maker unless keys=revoke says otherwise. With dry_run it only answers what would end. Admin key or
   * operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).
   */
  delete(id: string, query?: UsersDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/users/${id}`, { ...options, query })
  }

  /**
   * Take a user’s second factor away.
   *
   * For people who lost their authenticator app and their recovery codes. They can set up another one; their sessions
   * and passkeys go on. For a user without one nothing changes. With dry_run it only answers what would end with it.
   * Admin key or operator session with the scope users:write; a person needs a fresh proof (reauthentication_required).
   */
  disableMfa(id: string, query?: UsersDisableMfaQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/users/${id}/mfa`, { ...options, query })
  }

  /**
   * Get a user.
   *
   * With metadata, and since when they are disabled. Admin key or operator session with the scope users:read.
   */
  get(id: string, options?: RequestOptions): Promise<AdminUser> {
    return this.#transport.request('GET', path`/api/v1/users/${id}`, options)
  }

  /**
   * Import users.
   *
   * People of another system, up to 500 at once and 1 MiB, with the hashes of their passwords. Each has an outcome of
   * their own. Whoever has an address already stays as they are, so the same request can be made again. Nobody gets a
   * system role, and no mail is sent. With dry_run it only says what would become of each. Admin key or operator
   * session with the scope users:write; a person needs a fresh proof (reauthentication_required).
   */
  import(body: UsersImportBody, options?: RequestOptions): Promise<ImportedUsers> {
    return this.#transport.request('POST', '/api/v1/admin/users/import', { ...options, body })
  }

  /**
   * List users.
   *
   * Newest first. search finds what an address or a name begins with; the filters combine. Admin key or operator
   * session with the scope users:read.
   */
  list(query?: UsersListQuery, options?: RequestOptions): PageRequest<AdminUser> {
    return this.#transport.list('/api/v1/users', { ...options, query })
  }

  /**
   * Mail a user a link that confirms their address.
   *
   * Nothing is sent when the address is confirmed already. Admin key or operator session with the scope users:write.
   */
  sendEmailVerification(id: string, options?: RequestOptions): Promise<UsersSendEmailVerificationResult> {
    return this.#transport.request('POST', path`/api/v1/users/${id}/verify/send`, options)
  }

  /**
   * Set the tier of a user.
   *
   * A word that your applications give a meaning to; the server itself treats all tiers alike. Admin key or operator
   * session with the scope users:write.
   */
  setTier(id: string, body: UsersSetTierBody, options?: RequestOptions): Promise<AdminUser> {
    return this.#transport.request('PATCH', path`/api/v1/admin/users/${id}/tier`, { ...options, body })
  }

  /**
   * Update a user.
   *
   * A JSON merge patch (RFC 7396). People who run the server are changed only by an owner, or with the scope *. API
   * keys go on without their maker: after a change of disabled or system_role the response lists them, and with
   * keys=revoke they end in the same transaction. Admin key or operator session with the scope users:write; a person
   * needs a fresh proof (reauthentication_required).
   */
  update(id: string, body: UsersUpdateBody, query?: UsersUpdateQuery, options?: RequestOptions): Promise<ChangedUser> {
    return this.#transport.request('PATCH', path`/api/v1/users/${id}`, { ...options, body, query })
  }
}

/** `users.agents` */
export class UsersAgentsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List agents and apps that act for a user.
   *
   * Whoever has a living consent or token for them, and how many tokens live. Admin key or operator session with the
   * scope users:read.
   */
  list(id: string, query?: UsersAgentsListQuery, options?: RequestOptions): PageRequest<ActingClient> {
    return this.#transport.list(path`/api/v1/users/${id}/agents`, { ...options, query })
  }

  /**
   * Stop agents and apps from acting for a user.
   *
   * Ends their consents, codes and tokens for this user in one transaction, and nobody else’s. Admin key or operator
   * session with the scope users:write.
   */
  revoke(id: string, body?: UsersAgentsRevokeBody, options?: RequestOptions): Promise<UsersAgentsRevokeResult> {
    return this.#transport.request('POST', path`/api/v1/users/${id}/revoke-agents`, { ...options, body })
  }
}

/** `users.apiKeys` */
export class UsersApiKeysApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the API keys that go back to a user.
   *
   * Newest first: those the user made, and those that were made by these. They go on without their maker; also for a
   * user who was deleted. Admin key or operator session with the scope api-keys:read.
   */
  list(id: string, query?: UsersApiKeysListQuery, options?: RequestOptions): PageRequest<ApiKey> {
    return this.#transport.list(path`/api/v1/users/${id}/api-keys`, { ...options, query })
  }
}

/** `users.auditLogs` */
export class UsersAuditLogsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List audit entries of a user.
   *
   * What the user did, and what was done to them. Admin key or operator session with the scope users:read.
   */
  list(id: string, query?: UsersAuditLogsListQuery, options?: RequestOptions): PageRequest<AuditLog> {
    return this.#transport.list(path`/api/v1/users/${id}/audit-logs`, { ...options, query })
  }
}

/** `users.oauthAccounts` */
export class UsersOauthAccountsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the accounts a user has at providers.
   *
   * Each is a way for the user to sign in. Admin key or operator session with the scope users:read.
   */
  list(id: string, query?: UsersOauthAccountsListQuery, options?: RequestOptions): PageRequest<OAuthAccount> {
    return this.#transport.list(path`/api/v1/users/${id}/oauth-accounts`, { ...options, query })
  }

  /**
   * Unlink an account at a provider from its user.
   *
   * Also the last way to sign in that a user has. With dry_run it only answers what would end with it, which is
   * nothing. Admin key or operator session with the scope users:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  unlink(id: string, oauthId: string, query?: UsersOauthAccountsUnlinkQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/users/${id}/oauth-accounts/${oauthId}`, { ...options, query })
  }
}

/** `users.organizations` */
export class UsersOrganizationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the organizations of a user.
   *
   * With what the user is there. Admin key or operator session with the scope organizations:read.
   */
  list(id: string, query?: UsersOrganizationsListQuery, options?: RequestOptions): PageRequest<Membership> {
    return this.#transport.list(path`/api/v1/users/${id}/organizations`, { ...options, query })
  }
}

/** `users.passkeys` */
export class UsersPasskeysApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List a user’s passkeys.
   *
   * Names and dates; nothing that would let anybody sign in. Admin key or operator session with the scope users:read.
   */
  list(id: string, query?: UsersPasskeysListQuery, options?: RequestOptions): PageRequest<Passkey> {
    return this.#transport.list(path`/api/v1/users/${id}/passkeys`, { ...options, query })
  }
}

/** `users.permissions` */
export class UsersPermissionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List what a user may do.
   *
   * Every listed permission the user has through a global role, wildcards spelled out, each with the roles that grant
   * it. What organizations grant counts only there: POST /auth/check with organization_id. Admin key or operator
   * session with the scope permissions:read.
   */
  list(id: string, query?: UsersPermissionsListQuery, options?: RequestOptions): PageRequest<EffectivePermission> {
    return this.#transport.list(path`/api/v1/users/${id}/permissions`, { ...options, query })
  }
}

/** `users.roles` */
export class UsersRolesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Give a user a role.
   *
   * The user has it until expires_at, or until it is taken away. 200 when they had the role already: it then ends when
   * this request says. Roles of people who run the server are changed only by an owner, or with the scope *. Admin key
   * or operator session with the scope roles:write.
   */
  assign(id: string, body: UsersRolesAssignBody, options?: RequestOptions): Promise<AssignedRole> {
    return this.#transport.request('POST', path`/api/v1/users/${id}/roles`, { ...options, body })
  }

  /**
   * Get a role of a user.
   *
   * With when the user got it, from whom, and until when they have it. Admin key or operator session with the scope
   * roles:read.
   */
  get(id: string, rid: string, options?: RequestOptions): Promise<AssignedRole> {
    return this.#transport.request('GET', path`/api/v1/users/${id}/roles/${rid}`, options)
  }

  /**
   * List the roles of a user.
   *
   * By when the user got them, newest first. Admin key or operator session with the scope roles:read.
   */
  list(id: string, query?: UsersRolesListQuery, options?: RequestOptions): PageRequest<AssignedRole> {
    return this.#transport.list(path`/api/v1/users/${id}/roles`, { ...options, query })
  }

  /**
   * Take a role from a user.
   *
   * Roles of people who run the server are changed only by an owner, or with the scope *. With dry_run it only answers
   * what would end with it, which is nothing. Admin key or operator session with the scope roles:write.
   */
  unassign(id: string, rid: string, query?: UsersRolesUnassignQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/users/${id}/roles/${rid}`, { ...options, query })
  }
}

/** `users.sessions` */
export class UsersSessionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the living sessions of a user.
   *
   * Newest first, with where each was last seen. Admin key or operator session with the scope sessions:read.
   */
  list(id: string, query?: UsersSessionsListQuery, options?: RequestOptions): PageRequest<Session> {
    return this.#transport.list(path`/api/v1/users/${id}/sessions`, { ...options, query })
  }

  /**
   * Sign a user out everywhere.
   *
   * Ends every session of the user and every token that came from one. With dry_run it changes nothing. Admin key or
   * operator session with the scope sessions:write.
   */
  revokeAll(id: string, query?: UsersSessionsRevokeAllQuery, options?: RequestOptions): Promise<UsersSessionsRevokeAllResult> {
    return this.#transport.request('DELETE', path`/api/v1/users/${id}/sessions`, { ...options, query })
  }
}

/** `users.ssoIdentities` */
export class UsersSsoIdentitiesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List where a user signs in by single sign-on.
   *
   * Newest first: what each connection knows the user by. Admin key or operator session with the scope users:read.
   */
  list(id: string, query?: UsersSsoIdentitiesListQuery, options?: RequestOptions): PageRequest<SsoIdentity> {
    return this.#transport.list(path`/api/v1/users/${id}/sso-identities`, { ...options, query })
  }

  /**
   * Take single sign-on by a connection from a user.
   *
   * With what their groups there gave, and the sessions that it opened. Who comes back through it proves the account
   * anew, unless the company provisions them; to keep somebody out, disable the user. With dry_run it only answers what
   * would end with it. Admin key or operator session with the scope users:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  unlink(id: string, identityId: string, query?: UsersSsoIdentitiesUnlinkQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/users/${id}/sso-identities/${identityId}`, { ...options, query })
  }
}

export interface AdminUser {
  id: string
  email: string
  email_verified: boolean
  name: string
  mfa_enabled: boolean
  /** The role of a person who runs the server; null for everyone else. */
  system_role: 'owner' | 'operator' | 'support' | 'auditor' | null
  tier: string
  created_at: string
  updated_at: string
  /** At most 16 KiB as JSON. */
  metadata: Record<string, unknown>
  /** Whether sign-in is stopped. */
  disabled: boolean
  disabled_at: string | null
}

export interface AssignedRole {
  id: string
  name: string
  description: string | null
  created_at: string
  updated_at: string
  assigned_at: string
  /** The key or person that gave it, or last changed until when. */
  assigned_by: string
  expires_at: string | null
}

export interface ChangedUser {
  id: string
  email: string
  email_verified: boolean
  name: string
  mfa_enabled: boolean
  /** The role of a person who runs the server; null for everyone else. */
  system_role: 'owner' | 'operator' | 'support' | 'auditor' | null
  tier: string
  created_at: string
  updated_at: string
  /** At most 16 KiB as JSON. */
  metadata: Record<string, unknown>
  /** Whether sign-in is stopped. */
  disabled: boolean
  disabled_at: string | null
  /**
   * After a change of disabled or system_role, for callers with api-keys:read: keys that work, which the person made,
   * or which were made by these. Repeat the request with keys=revoke to end them.
   */
  api_keys?: ApiKey[]
}

export interface EffectivePermission {
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
  sources: {
    /** Whether the role holds it, or a wildcard over it. */
    type: 'role' | 'wildcard'
    role: {
      id: string
      name: string
    }
    /** What the role holds. */
    permission: string
  }[]
}

export interface ImportedUsers {
  dry_run: boolean
  /** With dry_run: who would be. */
  created: number
  /** Who have this address already, and stay as they are. */
  existing: number
  refused: number
  /** One for each of users, in their order. */
  results: {
    /** Where in users, from 0. */
    index: number
    outcome: 'created' | 'exists' | 'refused'
    /** The user; null for whoever is none. */
    id: string | null
    /** What is wrong with whom is refused. */
    errors: {
      pointer: string
      message: string
    }[]
  }[]
}

export interface UsersCreateBody {
  email: string
  /** At most 200 characters. */
  name?: string | undefined
  /** Without one the person signs in by another way, or resets it by mail. */
  password?: string | undefined
  /** False when left out. */
  email_verified?: boolean | undefined
  /** Small letters, digits, hyphens and underscores, beginning with a letter. */
  tier?: string | undefined
  /** At most 16 KiB as JSON. */
  metadata?: Record<string, unknown> | undefined
  /** The role of a person who runs the server. Only an owner, or a key with the scope *, may set it. */
  system_role?: 'owner' | 'operator' | 'support' | 'auditor' | null | undefined
}

export interface UsersDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
  /**
   * Also ends the API keys that the person made, and those that were made by these. Takes api-keys:write, and no key
   * wider than the caller’s own.
   */
  keys?: 'revoke' | undefined
}

export interface UsersDisableMfaQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface UsersImportBody {
  users: readonly {
    email: string
    /** At most 200 characters. */
    name?: string | undefined
    /**
     * As the other system kept it: bcrypt ($2a$, $2b$, $2y$), $argon2id$, $argon2i$, $pbkdf2-sha256$ (sha1, sha512),
     * $scrypt$, $firebase-scrypt$, {SSHA}, {SSHA256}, {SSHA512}. It is replaced by one of ours at the next sign-in.
     */
    password_hash?: string | undefined
    /** Counts only with trust_email_verified. */
    email_verified?: boolean | undefined
    /** Whether sign-in is stopped from the start. */
    disabled?: boolean | undefined
    tier?: string | undefined
    /** At most 16 KiB as JSON. */
    metadata?: Record<string, unknown> | undefined
  }[]
  /** Takes email_verified as the other system has it. Without it nobody is verified. */
  trust_email_verified?: boolean | undefined
  /** Only say what would become of each, and change nothing. */
  dry_run?: boolean | undefined
}

export interface UsersListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /**
   * How the address or the name begins, whatever the case, or the id, as it is spelled. Of a beginning that more than
   * 1,000 share, a page looks at 2,000 users and may hold fewer than limit; next_cursor goes on, and there is no total.
   */
  search?: string | undefined
  /** Only those that are disabled, or only those that are not. */
  disabled?: boolean | undefined
  /** Whether the address is proven. */
  email_verified?: boolean | undefined
  /** Whether there is a second factor. */
  mfa_enabled?: boolean | undefined
  /** Small letters, digits, hyphens and underscores, beginning with a letter. */
  tier?: string | undefined
  /** The system role. */
  system_role?: 'owner' | 'operator' | 'support' | 'auditor' | undefined
}

export interface UsersSendEmailVerificationResult {
  /** False when there was nothing to confirm. */
  sent: boolean
  email_verified: boolean
}

export interface UsersSetTierBody {
  /** Small letters, digits, hyphens and underscores, beginning with a letter. */
  tier: string
}

export interface UsersUpdateBody {
  /** Null takes the name away. */
  name?: string | null | undefined
  /** Another address counts as unproven unless email_verified says more. */
  email?: string | undefined
  email_verified?: boolean | undefined
  /** Merged into what is there; null empties it. */
  metadata?: Record<string, unknown> | null | undefined
  /** True ends every session and token. */
  disabled?: boolean | undefined
  /** The role of a person who runs the server. Only an owner, or a key with the scope *, may set it. */
  system_role?: 'owner' | 'operator' | 'support' | 'auditor' | null | undefined
}

export interface UsersUpdateQuery {
  /**
   * Also ends the API keys that the person made, and those that were made by these. Takes api-keys:write, and no key
   * wider than the caller’s own.
   */
  keys?: 'revoke' | undefined
}

export interface UsersAgentsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersAgentsRevokeBody {
  /** Everybody when left out. */
  client_ids?: readonly string[] | undefined
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface UsersAgentsRevokeResult {
  client_ids: string[]
  /** 0 in a dry run. */
  revoked_consents: number
  /** 0 in a dry run. */
  revoked_count: number
  audit_event_id: string | null
  dry_run: boolean
  tokens: {
    total: number
    access_tokens: number
    refresh_tokens: number
    /** Those of the access tokens that were made by token exchange. */
    delegated_tokens: number
  }
  counts: EndedCounts
}

export interface UsersApiKeysListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersAuditLogsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersOauthAccountsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersOauthAccountsUnlinkQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface UsersOrganizationsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersPasskeysListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersPermissionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersRolesAssignBody {
  role_id: string
  expires_at?: string | null | undefined
}

export interface UsersRolesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersRolesUnassignQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface UsersSessionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersSessionsRevokeAllQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface UsersSessionsRevokeAllResult {
  /** 0 in a dry run. */
  revoked_sessions: number
  /** 0 in a dry run. */
  revoked_tokens: number
  dry_run: boolean
  /** How many of these lived when it was asked. */
  living_sessions: number
  /** How many tokens that came from them lived. */
  living_tokens: number
  counts: EndedCounts
}

export interface UsersSsoIdentitiesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface UsersSsoIdentitiesUnlinkQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}
