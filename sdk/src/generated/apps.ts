// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { TokenDryRun } from './shared.ts'

/** Applications that people sign in to: web, single-page, native and machine. */
export class AppsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Create an application.
   *
   * The type decides the defaults, and what the application may not have. The answer is the only one that carries
   * client_secret. Admin key or operator session with the scope apps:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  create(body: AppsCreateBody, options?: RequestOptions): Promise<AppsCreateResult> {
    return this.#transport.request('POST', '/api/v1/admin/apps', { ...options, body, keyed: true })
  }

  /**
   * Delete an application.
   *
   * Ends its tokens, codes and consents with it. With dry_run it only answers what would end. Admin key or operator
   * session with the scope apps:write; a person needs a fresh proof (reauthentication_required).
   */
  delete(id: string, query?: AppsDeleteQuery, options?: RequestOptions): Promise<TokenDryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/apps/${id}`, { ...options, query })
  }

  /**
   * Get an application.
   *
   * Without its secret, which was shown when it was made. Admin key or operator session with the scope apps:read.
   */
  get(id: string, options?: RequestOptions): Promise<App> {
    return this.#transport.request('GET', path`/api/v1/admin/apps/${id}`, options)
  }

  /**
   * Write code for an application.
   *
   * Working code with the client_id and the address of this server, in every language and for every use that fits.
   * Secrets are names of the environment. With Accept: text/plain the response is the code itself, the first of those
   * chosen. Admin key or operator session with the scope apps:read.
   */
  getSnippet(id: string, query?: AppsGetSnippetQuery, options?: RequestOptions): Promise<AppsGetSnippetResult> {
    return this.#transport.request('GET', path`/api/v1/admin/apps/${id}/snippet`, { ...options, query })
  }

  /**
   * List applications.
   *
   * Newest first. Secrets are not shown. Admin key or operator session with the scope apps:read.
   */
  list(query?: AppsListQuery, options?: RequestOptions): PageRequest<App> {
    return this.#transport.list('/api/v1/admin/apps', { ...options, query })
  }

  /**
   * Give an application a new secret.
   *
   * The old secret stops working at once, or after overlap_seconds; an older one stops in either case. Admin key or
   * operator session with the scope apps:write; a person needs a fresh proof (reauthentication_required).
   */
  rotateSecret(id: string, body?: AppsRotateSecretBody, options?: RequestOptions): Promise<AppsRotateSecretResult> {
    return this.#transport.request('POST', path`/api/v1/admin/apps/${id}/rotate-secret`, { ...options, body })
  }

  /**
   * Update an application.
   *
   * A JSON merge patch (RFC 7396). active: false ends its tokens, codes and consents; a redirect URI that is left out
   * ends the codes that nobody has redeemed yet, an added one ends nothing. Admin key or operator session with the
   * scope apps:write; a person needs a fresh proof (reauthentication_required).
   */
  update(id: string, body: AppsUpdateBody, options?: RequestOptions): Promise<App> {
    return this.#transport.request('PATCH', path`/api/v1/admin/apps/${id}`, { ...options, body })
  }
}

export interface App {
  id: string
  client_id: string
  name: string
  description: string | null
  /**
   * Where it runs: web (a server of yours), spa (a browser), native (a device), machine (no person signs in). Fixed.
   */
  type: 'web' | 'spa' | 'native' | 'machine'
  /**
   * It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes
   * such an application.
   */
  first_party: boolean
  /**
   * false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only
   * for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it.
   */
  require_pkce: boolean
  active: boolean
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt'
  grant_types: ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:device_code')[]
  /** Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7. */
  redirect_uris: string[]
  /** Where people may be sent after signing out (RP-Initiated Logout §3.1). */
  post_logout_redirect_uris: string[]
  backchannel_logout_uri: string | null
  backchannel_logout_session_required: boolean
  /**
   * Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the
   * origins of its redirect URIs.
   */
  allowed_origins: string[]
  /** Space-separated; the most it can ask for. */
  scope: string
  audiences: string[]
  access_token_ttl_seconds: number | null
  refresh_token_ttl_seconds: number | null
  dpop_bound: boolean
  jwks: {
    keys: Record<string, unknown>[]
    [member: string]: unknown
  } | null
  jwks_uri: string | null
  /** Up to ten notes of yours, each a short text. */
  metadata: Record<string, string>
  /** Until when the secret before the last rotation works. */
  old_secret_until: string | null
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
  /** https URL. Its home page. */
  client_uri: string | null
  /**
   * https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this
   * server fetches.
   */
  logo_uri: string | null
  /** https URL. Its privacy policy, linked from the consent page. */
  policy_uri: string | null
  /** https URL. Its terms of service, linked from the consent page. */
  tos_uri: string | null
  created_by: string
  created_at: string
  updated_at: string
  /** To the hour. */
  last_used_at: string | null
}

export interface AppsCreateBody {
  /** What people read, as on the consent page. */
  name: string
  /**
   * Where it runs: web (a server of yours), spa (a browser), native (a device), machine (no person signs in). Fixed.
   */
  type: 'web' | 'spa' | 'native' | 'machine'
  description?: string | undefined
  /**
   * It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes
   * such an application.
   */
  first_party?: boolean | undefined
  /**
   * false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only
   * for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it.
   */
  require_pkce?: boolean | undefined
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt' | undefined
  /** By default what fits the type. */
  grant_types?: readonly ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:device_code')[] | undefined
  /** Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7. */
  redirect_uris?: readonly string[] | undefined
  /** Where people may be sent after signing out (RP-Initiated Logout §3.1). */
  post_logout_redirect_uris?: readonly string[] | undefined
  /** The https URL that gets a logout token when a session ends (Back-Channel Logout §2.2). */
  backchannel_logout_uri?: string | undefined
  backchannel_logout_session_required?: boolean | undefined
  /**
   * Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the
   * origins of its redirect URIs.
   */
  allowed_origins?: readonly string[] | undefined
  /** Space-separated; the most it can ask for. */
  scope?: string | undefined
  /** Resources it may ask tokens for, beside those open to every client (RFC 8707). */
  audiences?: readonly string[] | undefined
  /** At most twice the lifetime that the server is set to. */
  access_token_ttl_seconds?: number | undefined
  /** How long a sign-in lasts without a new one. At most twice what the server is set to; spa: a day. */
  refresh_token_ttl_seconds?: number | undefined
  /** Refuse to issue tokens without a DPoP proof (RFC 9449). */
  dpop_bound?: boolean | undefined
  /** Public keys for private_key_jwt (RFC 7517). */
  jwks?: {
    keys: readonly Record<string, unknown>[]
    [member: string]: unknown
  } | undefined
  /** The https URL of the keys, instead of jwks. */
  jwks_uri?: string | undefined
  /** Up to ten notes of yours, each a short text. */
  metadata?: Record<string, string> | undefined
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
  /** https URL. Its home page. */
  client_uri?: string | null | undefined
  /**
   * https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this
   * server fetches.
   */
  logo_uri?: string | null | undefined
  /** https URL. Its privacy policy, linked from the consent page. */
  policy_uri?: string | null | undefined
  /** https URL. Its terms of service, linked from the consent page. */
  tos_uri?: string | null | undefined
}

export interface AppsCreateResult {
  id: string
  client_id: string
  name: string
  description: string | null
  /**
   * Where it runs: web (a server of yours), spa (a browser), native (a device), machine (no person signs in). Fixed.
   */
  type: 'web' | 'spa' | 'native' | 'machine'
  /**
   * It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes
   * such an application.
   */
  first_party: boolean
  /**
   * false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only
   * for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it.
   */
  require_pkce: boolean
  active: boolean
  token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none' | 'private_key_jwt'
  grant_types: ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:device_code')[]
  /** Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7. */
  redirect_uris: string[]
  /** Where people may be sent after signing out (RP-Initiated Logout §3.1). */
  post_logout_redirect_uris: string[]
  backchannel_logout_uri: string | null
  backchannel_logout_session_required: boolean
  /**
   * Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the
   * origins of its redirect URIs.
   */
  allowed_origins: string[]
  /** Space-separated; the most it can ask for. */
  scope: string
  audiences: string[]
  access_token_ttl_seconds: number | null
  refresh_token_ttl_seconds: number | null
  dpop_bound: boolean
  jwks: {
    keys: Record<string, unknown>[]
    [member: string]: unknown
  } | null
  jwks_uri: string | null
  /** Up to ten notes of yours, each a short text. */
  metadata: Record<string, string>
  /** Until when the secret before the last rotation works. */
  old_secret_until: string | null
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
  /** https URL. Its home page. */
  client_uri: string | null
  /**
   * https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this
   * server fetches.
   */
  logo_uri: string | null
  /** https URL. Its privacy policy, linked from the consent page. */
  policy_uri: string | null
  /** https URL. Its terms of service, linked from the consent page. */
  tos_uri: string | null
  created_by: string
  created_at: string
  updated_at: string
  /** To the hour. */
  last_used_at: string | null
  /** Shown this once; absent for those without a secret. */
  client_secret?: string
}

export interface AppsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface AppsGetSnippetQuery {
  /** Only the code in this language. */
  language?: 'node' | 'spa' | 'python' | 'go' | 'curl' | undefined
  /**
   * What the code does: signs people in, gets a machine its token, signs a device in, hands a token on down a chain of
   * agents, or is the API that gets the tokens.
   */
  use?: 'sign_in' | 'token' | 'device' | 'exchange' | 'api' | undefined
}

export type AppsGetSnippetResult = {
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

export interface AppsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those of this type. */
  type?: 'web' | 'spa' | 'native' | 'machine' | undefined
  /** Only those that are active, or only those that are not. */
  active?: boolean | undefined
  /** How the name or the client_id begins, whatever the case, or the id, as it is spelled. */
  search?: string | undefined
}

export interface AppsRotateSecretBody {
  /** How long the old secret works on, at most seven days; by default it stops at once. */
  overlap_seconds?: number | undefined
}

export interface AppsRotateSecretResult {
  client_id: string
  client_secret: string
  old_secret_until: string | null
}

export interface AppsUpdateBody {
  /** What people read, as on the consent page. */
  name?: string | undefined
  description?: string | null | undefined
  /**
   * It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes
   * such an application.
   */
  first_party?: boolean | undefined
  /**
   * false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only
   * for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it.
   */
  require_pkce?: boolean | undefined
  /** false ends its tokens, codes and consents. */
  active?: boolean | undefined
  /** By default what fits the type. */
  grant_types?: readonly ('authorization_code' | 'refresh_token' | 'client_credentials' | 'urn:ietf:params:oauth:grant-type:token-exchange' | 'urn:ietf:params:oauth:grant-type:device_code')[] | undefined
  /** Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7. */
  redirect_uris?: readonly string[] | undefined
  /** Where people may be sent after signing out (RP-Initiated Logout §3.1). */
  post_logout_redirect_uris?: readonly string[] | undefined
  backchannel_logout_uri?: string | null | undefined
  backchannel_logout_session_required?: boolean | undefined
  /**
   * Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the
   * origins of its redirect URIs.
   */
  allowed_origins?: readonly string[] | undefined
  /** Space-separated; the most it can ask for. */
  scope?: string | undefined
  /** Resources it may ask tokens for, beside those open to every client (RFC 8707). */
  audiences?: readonly string[] | undefined
  access_token_ttl_seconds?: number | null | undefined
  refresh_token_ttl_seconds?: number | null | undefined
  dpop_bound?: boolean | undefined
  jwks?: {
    keys: readonly Record<string, unknown>[]
    [member: string]: unknown
  } | null | undefined
  jwks_uri?: string | null | undefined
  metadata?: Record<string, string | null> | null | undefined
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
  /** https URL. Its home page. */
  client_uri?: string | null | undefined
  /**
   * https URL. A PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most; the consent page shows a copy that this
   * server fetches.
   */
  logo_uri?: string | null | undefined
  /** https URL. Its privacy policy, linked from the consent page. */
  policy_uri?: string | null | undefined
  /** https URL. Its terms of service, linked from the consent page. */
  tos_uri?: string | null | undefined
}
