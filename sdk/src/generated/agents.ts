// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { AuditLog, DelegationChain, EndedCounts, Token, TokenDryRun } from './shared.ts'

/** Machine clients that act for themselves or for people, the policies that let them, and their tokens. */
export class AgentsApi {
  readonly #transport: Transport
  readonly auditLogs: AgentsAuditLogsApi
  readonly delegations: AgentsDelegationsApi
  readonly policies: AgentsPoliciesApi
  readonly tokens: AgentsTokensApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.auditLogs = new AgentsAuditLogsApi(transport)
    this.delegations = new AgentsDelegationsApi(transport)
    this.policies = new AgentsPoliciesApi(transport)
    this.tokens = new AgentsTokensApi(transport)
  }

  /**
   * Create an agent.
   *
   * No other response carries client_secret. Admin key or operator session with the scope agents:write.
   */
  create(body: AgentsCreateBody, options?: RequestOptions): Promise<AgentsCreateResult> {
    return this.#transport.request('POST', '/api/v1/agents', { ...options, body, keyed: true })
  }

  /**
   * Deactivate an agent.
   *
   * Ends its tokens, codes and consents. The agent stays on record; PATCH with active: true turns it on again. With
   * purge a deactivated agent is removed for good, with its policies, which takes full access; its audit entries stay.
   * With dry_run it only answers what would end. Admin key or operator session with the scope agents:write.
   */
  deactivate(id: string, query?: AgentsDeactivateQuery, options?: RequestOptions): Promise<TokenDryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/agents/${id}`, { ...options, query })
  }

  /**
   * Get an agent.
   *
   * Without its secret, which was shown when it was made. Admin key or operator session with the scope agents:read.
   */
  get(id: string, options?: RequestOptions): Promise<Agent> {
    return this.#transport.request('GET', path`/api/v1/agents/${id}`, options)
  }

  /**
   * Write code for an agent.
   *
   * Working code with the client_id and the address of this server, in every language and for every use that fits.
   * Secrets are names of the environment. With Accept: text/plain the response is the code itself, the first of those
   * chosen. Admin key or operator session with the scope agents:read.
   */
  getSnippet(id: string, query?: AgentsGetSnippetQuery, options?: RequestOptions): Promise<AgentsGetSnippetResult> {
    return this.#transport.request('GET', path`/api/v1/agents/${id}/snippet`, { ...options, query })
  }

  /**
   * List agents.
   *
   * Newest first. Secrets are not shown. Admin key or operator session with the scope agents:read.
   */
  list(query?: AgentsListQuery, options?: RequestOptions): PageRequest<Agent> {
    return this.#transport.list('/api/v1/agents', { ...options, query })
  }

  /**
   * Replace the proof key of an agent.
   *
   * Pins the key given, as public_jwk or jkt; without one the agent is free to choose its next key. Ends the tokens
   * bound to the old key, or all of them when no key was pinned. Admin key or operator session with the scope
   * agents:write.
   */
  rotateDpopKey(id: string, body?: AgentsRotateDpopKeyBody, options?: RequestOptions): Promise<AgentsRotateDpopKeyResult> {
    return this.#transport.request('POST', path`/api/v1/agents/${id}/rotate-dpop-key`, { ...options, body })
  }

  /**
   * Give an agent a new secret.
   *
   * The old secret stops at once. Admin key or operator session with the scope agents:write.
   */
  rotateSecret(id: string, options?: RequestOptions): Promise<AgentsRotateSecretResult> {
    return this.#transport.request('POST', path`/api/v1/agents/${id}/rotate-secret`, options)
  }

  /**
   * Update an agent.
   *
   * A JSON merge patch (RFC 7396). active: false ends the tokens, codes and consents of the agent; a redirect URI that
   * is left out ends the codes that nobody has redeemed yet, an added one ends nothing. Admin key or operator session
   * with the scope agents:write.
   */
  update(id: string, body: AgentsUpdateBody, options?: RequestOptions): Promise<Agent> {
    return this.#transport.request('PATCH', path`/api/v1/agents/${id}`, { ...options, body })
  }
}

/** `agents.auditLogs` */
export class AgentsAuditLogsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List audit entries of an agent.
   *
   * What the agent did, and what was done to it. Admin key or operator session with the scope agents:read.
   */
  list(id: string, query?: AgentsAuditLogsListQuery, options?: RequestOptions): PageRequest<AuditLog> {
    return this.#transport.list(path`/api/v1/agents/${id}/audit`, { ...options, query })
  }
}

/** `agents.delegations` */
export class AgentsDelegationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the delegation chains through an agent.
   *
   * Every chain in which the agent acted or handed on, newest first, from its root to its last actor. Beyond 10,000
   * there is no total. Admin key or operator session with the scope agents:read.
   */
  list(id: string, query?: AgentsDelegationsListQuery, options?: RequestOptions): PageRequest<DelegationChain> {
    return this.#transport.list(path`/api/v1/agents/${id}/delegations`, { ...options, query })
  }
}

/** `agents.policies` */
export class AgentsPoliciesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Allow an agent to act for a subject.
   *
   * The subject is a user, an agent, or * for everybody. Nothing is issued by it: it lets token exchange succeed within
   * its scope, depth and time. A client that registered itself and token exchange with it can have policies too. Admin
   * key or operator session with the scope agents:write.
   */
  create(id: string, body: AgentsPoliciesCreateBody, options?: RequestOptions): Promise<Policy> {
    return this.#transport.request('POST', path`/api/v1/agents/${id}/policies`, { ...options, body, keyed: true })
  }

  /**
   * Get a policy of an agent.
   *
   * One that was revoked is not found. Admin key or operator session with the scope agents:read.
   */
  get(id: string, policyId: string, options?: RequestOptions): Promise<Policy> {
    return this.#transport.request('GET', path`/api/v1/agents/${id}/policies/${policyId}`, options)
  }

  /**
   * List whom an agent may act for.
   *
   * Newest first; those that were revoked are not listed. Admin key or operator session with the scope agents:read.
   */
  list(id: string, query?: AgentsPoliciesListQuery, options?: RequestOptions): PageRequest<Policy> {
    return this.#transport.list(path`/api/v1/agents/${id}/policies`, { ...options, query })
  }

  /**
   * Revoke a policy.
   *
   * Ends the tokens made under it, and what descends from them. With dry_run it only answers what would end. Admin key
   * or operator session with the scope agents:write.
   */
  revoke(id: string, policyId: string, query?: AgentsPoliciesRevokeQuery, options?: RequestOptions): Promise<TokenDryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/agents/${id}/policies/${policyId}`, { ...options, query })
  }
}

/** `agents.tokens` */
export class AgentsTokensApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List an agent’s tokens.
   *
   * Newest first, with what each descends from. With active, and with both a client and a person, a page looks at 2,000
   * tokens and may hold fewer than limit; next_cursor goes on. Beyond 100,000 there is no total, and none beyond the
   * 2,000 that such a page looks at. The tokens themselves are nowhere to be read. Admin key or operator session with
   * the scope agents:read.
   */
  list(id: string, query?: AgentsTokensListQuery, options?: RequestOptions): PageRequest<Token> {
    return this.#transport.list(path`/api/v1/agents/${id}/tokens`, { ...options, query })
  }

  /**
   * Revoke all of an agent’s tokens.
   *
   * With everything that descends from them. The agent itself stays active. Admin key or operator session with the
   * scope agents:write.
   */
  revokeAll(id: string, body?: AgentsTokensRevokeAllBody, options?: RequestOptions): Promise<AgentsTokensRevokeAllResult> {
    return this.#transport.request('POST', path`/api/v1/agents/${id}/tokens/revoke-all`, { ...options, body })
  }
}

export interface Agent {
  id: string
  client_id: string
  client_name: string
  description: string | null
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt'
  grant_types: ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:device_code')[]
  redirect_uris: string[]
  scope: string
  audiences: string[]
  jwks: {
    keys: Record<string, unknown>[]
    [member: string]: unknown
  } | null
  jwks_uri: string | null
  post_logout_redirect_uris: string[]
  backchannel_logout_uri: string | null
  backchannel_logout_session_required: boolean
  active: boolean
  dpop_bound: boolean
  /** Thumbprint of the one key its proofs may use. */
  dpop_jkt: string | null
  access_token_ttl_seconds: number | null
  /**
   * For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it
   * off, null takes what the server is set to.
   */
  refresh_grace_seconds: number | null
  /** What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256. */
  id_token_signed_response_alg: 'ES256' | 'RS256'
  /** Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true. */
  id_token_claims: boolean
  /** Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6). */
  require_pushed_authorization_requests: boolean
  /**
   * fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone,
   * pushed requests, DPoP, and a refresh token that is not rotated.
   */
  security_profile: 'fapi2' | null
  created_by: string
  created_at: string
  updated_at: string
  /** To the hour. */
  last_used_at: string | null
}

export interface Policy {
  id: string
  agent_id: string
  /** A user id, an agent id, or * for anyone. */
  subject: string
  /** *: no limit beyond those of the subject token and the agent. */
  scope: string
  /** Empty: nothing beyond the audience of the subject token. */
  audience: string[]
  /** How many hops from the subject the agent may stand. */
  max_depth: number
  /** Whether another agent may act on from its tokens. */
  may_redelegate: boolean
  expires_at: string | null
  created_by: string
  created_at: string
}

export interface AgentsCreateBody {
  /** What people read, such as on the consent page. */
  client_name: string
  description?: string | undefined
  /** Your own name for it in the protocol. */
  client_id?: string | undefined
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt' | undefined
  grant_types?: readonly ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:device_code')[] | undefined
  /** Required for authorization_code. */
  redirect_uris?: readonly string[] | undefined
  /** Space-separated scopes; the most this agent can ask for. */
  scope?: string | undefined
  /** Resources the agent may ask tokens for, beside those open to every client (RFC 8707). */
  audiences?: readonly string[] | undefined
  /** Public keys for private_key_jwt (RFC 7517). */
  jwks?: {
    keys: readonly Record<string, unknown>[]
    [member: string]: unknown
  } | undefined
  /** The https URL of the keys, instead of jwks; fetched when the agent authenticates. */
  jwks_uri?: string | undefined
  /** Where people may be sent after signing out (OpenID Connect RP-Initiated Logout §3.1). */
  post_logout_redirect_uris?: readonly string[] | undefined
  /** The https URL that gets a logout token when a session ends (OpenID Connect Back-Channel Logout §2.2). */
  backchannel_logout_uri?: string | undefined
  backchannel_logout_session_required?: boolean | undefined
  /** Refuse to issue tokens without a DPoP proof (RFC 9449 §5.2). */
  dpop_bound?: boolean | undefined
  /** At most twice the lifetime that the server is set to. */
  access_token_ttl_seconds?: number | undefined
  /**
   * For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it
   * off, null takes what the server is set to.
   */
  refresh_grace_seconds?: number | null | undefined
  /** What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256. */
  id_token_signed_response_alg?: 'ES256' | 'RS256' | undefined
  /** Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true. */
  id_token_claims?: boolean | undefined
  /** Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6). */
  require_pushed_authorization_requests?: boolean | undefined
  /**
   * fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone,
   * pushed requests, DPoP, and a refresh token that is not rotated.
   */
  security_profile?: 'fapi2' | null | undefined
}

export interface AgentsCreateResult {
  id: string
  client_id: string
  client_name: string
  description: string | null
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt'
  grant_types: ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:device_code')[]
  redirect_uris: string[]
  scope: string
  audiences: string[]
  jwks: {
    keys: Record<string, unknown>[]
    [member: string]: unknown
  } | null
  jwks_uri: string | null
  post_logout_redirect_uris: string[]
  backchannel_logout_uri: string | null
  backchannel_logout_session_required: boolean
  active: boolean
  dpop_bound: boolean
  /** Thumbprint of the one key its proofs may use. */
  dpop_jkt: string | null
  access_token_ttl_seconds: number | null
  /**
   * For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it
   * off, null takes what the server is set to.
   */
  refresh_grace_seconds: number | null
  /** What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256. */
  id_token_signed_response_alg: 'ES256' | 'RS256'
  /** Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true. */
  id_token_claims: boolean
  /** Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6). */
  require_pushed_authorization_requests: boolean
  /**
   * fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone,
   * pushed requests, DPoP, and a refresh token that is not rotated.
   */
  security_profile: 'fapi2' | null
  created_by: string
  created_at: string
  updated_at: string
  /** To the hour. */
  last_used_at: string | null
  /** Shown this once; absent for agents without a secret. */
  client_secret?: string
}

export interface AgentsDeactivateQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
  /** Remove a deactivated agent for good. */
  purge?: boolean | undefined
}

export interface AgentsGetSnippetQuery {
  /** Only the code in this language. */
  language?: 'node' | 'spa' | 'python' | 'go' | 'curl' | undefined
  /**
   * What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of
   * agents, or is the API that gets the tokens.
   */
  use?: 'sign_in' | 'token' | 'device' | 'exchange' | 'api' | undefined
}

export type AgentsGetSnippetResult = {
  client_id: string
  issuer: string
  snippets: {
    language: 'node' | 'spa' | 'python' | 'go' | 'curl'
    /**
     * What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain
     * of agents, or is the API that gets the tokens.
     */
    use: 'sign_in' | 'token' | 'device' | 'exchange' | 'api'
    title: string
    /** What to call the file. */
    file: string
    /** Fetches what it needs. */
    install: string | null
    /** What it reads from the environment, secrets above all. */
    environment: string[]
    code: string
  }[]
  unavailable: {
    language: 'node' | 'spa' | 'python' | 'go' | 'curl'
    /**
     * What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain
     * of agents, or is the API that gets the tokens.
     */
    use: 'sign_in' | 'token' | 'device' | 'exchange' | 'api'
    reason: string
  }[]
} | string

export interface AgentsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those that are active, or only those that are not. */
  active?: boolean | undefined
  /** How the name or the client_id begins, whatever the case, or the id, as it is spelled. */
  search?: string | undefined
}

export interface AgentsRotateDpopKeyBody {
  /** The new key: EC P-256, RSA or Ed25519. */
  public_jwk?: Record<string, unknown> | undefined
  /** Or only its thumbprint (RFC 7638). */
  jkt?: string | undefined
  /** Kept in the audit log. */
  reason?: string | undefined
  dry_run?: boolean | undefined
}

export interface AgentsRotateDpopKeyResult {
  old_jkt: string | null
  new_jkt: string | null
  /** 0 in a dry run. */
  revoked_token_count: number
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

export interface AgentsRotateSecretResult {
  client_id: string
  client_secret: string
}

export interface AgentsUpdateBody {
  /** What people read, such as on the consent page. */
  client_name?: string | undefined
  description?: string | null | undefined
  grant_types?: readonly ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:device_code')[] | undefined
  /** Required for authorization_code. */
  redirect_uris?: readonly string[] | undefined
  /** Space-separated scopes; the most this agent can ask for. */
  scope?: string | undefined
  /** Resources the agent may ask tokens for, beside those open to every client (RFC 8707). */
  audiences?: readonly string[] | undefined
  jwks?: {
    keys: readonly Record<string, unknown>[]
    [member: string]: unknown
  } | null | undefined
  jwks_uri?: string | null | undefined
  /** Where people may be sent after signing out (OpenID Connect RP-Initiated Logout §3.1). */
  post_logout_redirect_uris?: readonly string[] | undefined
  backchannel_logout_uri?: string | null | undefined
  backchannel_logout_session_required?: boolean | undefined
  /** false ends the tokens, codes and consents of the agent. */
  active?: boolean | undefined
  dpop_bound?: boolean | undefined
  access_token_ttl_seconds?: number | null | undefined
  /**
   * For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it
   * off, null takes what the server is set to.
   */
  refresh_grace_seconds?: number | null | undefined
  /** What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256. */
  id_token_signed_response_alg?: 'ES256' | 'RS256' | undefined
  /** Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true. */
  id_token_claims?: boolean | undefined
  /** Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6). */
  require_pushed_authorization_requests?: boolean | undefined
  /**
   * fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone,
   * pushed requests, DPoP, and a refresh token that is not rotated.
   */
  security_profile?: 'fapi2' | null | undefined
}

export interface AgentsAuditLogsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AgentsDelegationsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AgentsPoliciesCreateBody {
  subject: string
  /** What the agent may do at most; * sets no limit beyond those of the subject token and the agent. */
  scope: string
  /** Where its tokens may go; without it, never beyond the audience of the subject token. */
  audience?: readonly string[] | undefined
  max_depth?: number | undefined
  may_redelegate?: boolean | undefined
  expires_at?: string | null | undefined
}

export interface AgentsPoliciesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface AgentsPoliciesRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface AgentsTokensListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only tokens with the status active; with false only those that are over. */
  active?: boolean | undefined
}

export interface AgentsTokensRevokeAllBody {
  /** Answer what would be revoked and change nothing. */
  dry_run?: boolean | undefined
}

export interface AgentsTokensRevokeAllResult {
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
}
