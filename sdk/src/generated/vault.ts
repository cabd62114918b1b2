// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Accounts that people have elsewhere, for agents to use in their name. */
export class VaultApi {
  readonly connections: VaultOwnConnectionsApi
  readonly grants: VaultOwnGrantsApi
  readonly providers: VaultProvidersApi
  readonly templates: VaultTemplatesApi
  readonly token: VaultTokenApi

  constructor(transport: Transport) {
    this.connections = new VaultOwnConnectionsApi(transport)
    this.grants = new VaultOwnGrantsApi(transport)
    this.providers = new VaultProvidersApi(transport)
    this.templates = new VaultTemplatesApi(transport)
    this.token = new VaultTokenApi(transport)
  }
}

/** `vault.connections` */
export class VaultOwnConnectionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Keep a key of mine.
   *
   * At a provider of the kind api_key: a key or a personal access token. It is stored encrypted and never shown.
   * Session of a signed-in person; needs a fresh proof (reauthentication_required).
   */
  create(body: VaultOwnConnectionsCreateBody, options?: RequestOptions): Promise<VaultConnection> {
    return this.#transport.request('POST', '/api/v1/vault/connections', { ...options, body, keyed: true })
  }

  /**
   * Disconnect an account of mine.
   *
   * Ended at the provider where that can be asked, then here, and with it the tokens of every agent that fetched from
   * it. With dry_run it only answers what would end. Session of a signed-in person.
   */
  delete(id: string, query?: VaultOwnConnectionsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/vault/connections/${id}`, { ...options, query })
  }

  /**
   * Get an account I connected.
   *
   * Without what opens it. Session of a signed-in person.
   */
  get(id: string, options?: RequestOptions): Promise<VaultConnection> {
    return this.#transport.request('GET', path`/api/v1/vault/connections/${id}`, options)
  }

  /**
   * List the accounts I connected.
   *
   * Newest first, without what opens them. Session of a signed-in person.
   */
  list(query?: VaultOwnConnectionsListQuery, options?: RequestOptions): PageRequest<VaultConnection> {
    return this.#transport.list('/api/v1/vault/connections', { ...options, query })
  }
}

/** `vault.grants` */
export class VaultOwnGrantsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Let a client use an account of mine.
   *
   * For a client that acts for this person and may ask for vault:read or vault:use. It takes the place of what the
   * client was let use of the account before. Session of a signed-in person.
   */
  create(body: VaultOwnGrantsCreateBody, options?: RequestOptions): Promise<VaultGrant> {
    return this.#transport.request('POST', '/api/v1/vault/grants', { ...options, body, keyed: true })
  }

  /**
   * Get what a client may use of an account of mine.
   *
   * Those of other people are not found. Session of a signed-in person.
   */
  get(id: string, options?: RequestOptions): Promise<VaultGrant> {
    return this.#transport.request('GET', path`/api/v1/vault/grants/${id}`, options)
  }

  /**
   * List what clients may use of my accounts.
   *
   * Newest first; client_id and connection_id narrow the list. Session of a signed-in person.
   */
  list(query?: VaultOwnGrantsListQuery, options?: RequestOptions): PageRequest<VaultGrant> {
    return this.#transport.list('/api/v1/vault/grants', { ...options, query })
  }

  /**
   * No longer let a client use an account of mine.
   *
   * The next use is refused; a token of the provider that the client fetched before lives until it ends there. With
   * dry_run it only answers what would end. Session of a signed-in person.
   */
  revoke(id: string, query?: VaultOwnGrantsRevokeQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/vault/grants/${id}`, { ...options, query })
  }
}

/** `vault.providers` */
export class VaultProvidersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Set up a provider of the vault.
   *
   * From a template, or with addresses of your own, of which quirks says how they differ from the standards. Register
   * the callback_url of the response with the provider. Admin key or operator session with the scope vault:write; a
   * person needs a fresh proof (reauthentication_required).
   */
  create(body?: VaultProvidersCreateBody, options?: RequestOptions): Promise<VaultProvider> {
    return this.#transport.request('POST', '/api/v1/vault/providers', { ...options, body, keyed: true })
  }

  /**
   * Delete a provider of the vault.
   *
   * What people connected there goes with it. With dry_run it only answers what would end. Admin key or operator
   * session with the scope vault:write; a person needs a fresh proof (reauthentication_required).
   */
  delete(id: string, query?: VaultProvidersDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/vault/providers/${id}`, { ...options, query })
  }

  /**
   * Get a provider of the vault.
   *
   * With the callback_url to register there. The secret is not shown. Admin key or operator session with the scope
   * vault:read.
   */
  get(id: string, options?: RequestOptions): Promise<VaultProvider> {
    return this.#transport.request('GET', path`/api/v1/vault/providers/${id}`, options)
  }

  /**
   * List the providers of the vault.
   *
   * Newest first. Secrets are not shown; has_secret says whether there is one. Admin key or operator session with the
   * scope vault:read.
   */
  list(query?: VaultProvidersListQuery, options?: RequestOptions): PageRequest<VaultProvider> {
    return this.#transport.list('/api/v1/vault/providers', { ...options, query })
  }

  /**
   * Update a provider of the vault.
   *
   * A JSON merge patch (RFC 7396), also to rotate the secret; scopes, extra_auth_params and quirks are replaced as a
   * whole. With another token_url, client_id or address among the quirks that tokens are sent to, the tokens of all
   * connections are thrown away, and people have to connect again. A change that would send the secret to another host
   * has to bring the secret. Admin key or operator session with the scope vault:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  update(id: string, body: VaultProvidersUpdateBody, options?: RequestOptions): Promise<VaultProvider> {
    return this.#transport.request('PATCH', path`/api/v1/vault/providers/${id}`, { ...options, body })
  }
}

/** `vault.templates` */
export class VaultTemplatesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the providers this server knows.
   *
   * Each with its addresses, the scopes it usually takes, and how it differs from the standards. Admin key or operator
   * session with the scope vault:read.
   */
  list(query?: VaultTemplatesListQuery, options?: RequestOptions): PageRequest<VaultTemplate> {
    return this.#transport.list('/api/v1/vault/templates', { ...options, query })
  }
}

/** `vault.token` */
export class VaultTokenApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Fetch a token for an account of a person.
   *
   * For an agent whose access token is for a person and has vault:read. The token is refreshed before it ends. A person
   * who has to connect, or to connect again, is sent to connect_url of the error. Access token with the scope
   * vault:read.
   */
  get(provider: string, query?: VaultTokenGetQuery, options?: RequestOptions): Promise<VaultToken> {
    return this.#transport.request('GET', path`/api/v1/vault/${provider}/token`, { ...options, query })
  }
}

export interface VaultCalls {
  /** The methods that are meant, all when left out. GET stands for HEAD too. */
  methods?: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[] | undefined
  /**
   * Each a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever
   * follows, the path before it included.
   */
  paths: readonly string[]
}

export interface VaultConnection {
  id: string
  provider_id: string
  provider_name: string
  provider_display_name: string
  provider_icon_url: string | null
  /** What the provider calls it. */
  account: string | null
  /** What its person calls it. */
  label: string | null
  scopes: string[]
  /** Whether only the person can go on, by connecting it again. */
  needs_reauth: boolean
  /** When the access token ends; it is refreshed before that. */
  expires_at: string | null
  last_refreshed_at: string | null
  created_at: string
  updated_at: string
}

export interface VaultGrant {
  id: string
  client_id: string
  /** Null when the client was deleted. */
  client_name: string | null
  connection_id: string
  provider_id: string
  provider_name: string
  provider_display_name: string
  /** What the provider calls it. */
  account: string | null
  /** What its person calls it. */
  label: string | null
  /** What it may be used with; the account may carry more. */
  scopes: string[]
  created_at: string
  updated_at: string
}

export interface VaultProvider {
  id: string
  name: string
  /** `oauth`, or `api_key` where people bring a key or a personal access token. */
  kind: 'oauth' | 'api_key'
  template: string | null
  display_name: string
  auth_url: string | null
  token_url: string | null
  client_id: string | null
  has_secret: boolean
  scopes: string[]
  icon_url: string | null
  active: boolean
  extra_auth_params: Record<string, string>
  quirks: VaultQuirks
  /**
   * The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use.
   */
  allowed_clients: {
    client_id: string
    /** The most it may use an account with; all when left out. */
    scopes?: string[]
  }[] | null
  /** Which calls agents with the scope vault:use make through the vault; null for none. */
  proxy: VaultProxyRules | null
  /** Register this with the provider. */
  callback_url: string | null
  created_at: string
  updated_at: string
}

export interface VaultProxyRules {
  /**
   * Where calls may go, each as an origin such as https://api.example.com. The first is meant where a call names none.
   * {account} stands for the address that the provider calls the account by.
   */
  hosts: readonly string[]
  /** The calls that go through. What fits none of these does not. */
  allow: readonly VaultCalls[]
  /** Calls that do not, whatever allow says. Letters count in either case. */
  deny?: readonly VaultCalls[] | undefined
  /**
   * Where the key of a person goes, at a provider of the kind api_key: the header `Authorization: Bearer` when left
   * out. A query is kept in the logs of many servers: prefer a header.
   */
  credential?: {
    in: 'header' | 'query'
    name: string
    /** What stands before the key: `Bearer `. */
    prefix?: string | undefined
  } | undefined
}

export interface VaultQuirks {
  /** What stands between scopes in the authorization request; a space. */
  scope_separator?: ' ' | ',' | undefined
  /** What the authorization request calls its scopes; `scope`. */
  scope_parameter?: string | undefined
  /** How the client authenticates; by default `client_secret_post`. */
  token_endpoint_auth_method?: 'client_secret_post' | 'client_secret_basic' | undefined
  /** What a token request is written in; by default a form. */
  token_request_format?: 'form' | 'json' | undefined
  /** Where in the answer the tokens stand, if not at its top: `authed_user`. */
  token_member?: string | undefined
  /** Where tokens are refreshed, if not at the token_url. */
  refresh_url?: string | undefined
  /**
   * A refresh token works once. One that was spent without a successor is thrown away, since to send it again looks
   * like theft.
   */
  rotates_refresh_tokens?: boolean | undefined
  /** Errors of a refresh that only the person can mend, beside invalid_grant. */
  reauth_errors?: readonly string[] | undefined
  /** How long an access token lives whose answer does not say it. */
  expires_in_seconds?: number | undefined
  /** Where tokens are ended when somebody disconnects. */
  revocation_url?: string | undefined
  /**
   * How: `rfc7009` (the default) sends the token in a form, `bearer` the access token as credential, `json` the token
   * in JSON, `github` deletes the grant of the application.
   */
  revocation_style?: 'rfc7009' | 'bearer' | 'json' | 'github' | undefined
  /** Says whose account a token is for; without it the token answer does. */
  account_url?: string | undefined
  /** The member that identifies the account. */
  account_id?: string | undefined
  /** The member that people know the account by. */
  account_name?: string | undefined
}

export interface VaultTemplate {
  name: string
  display_name: string
  auth_url: string
  token_url: string
  default_scopes: string[]
  extra_auth_params: Record<string, string>
  quirks: VaultQuirks
  /** Which calls agents with the scope vault:use make through the vault; null for none. */
  proxy: VaultProxyRules | null
}

export interface VaultToken {
  /** Of the provider, or the key the person brought. */
  access_token: string
  token_type: 'Bearer' | 'api_key'
  expires_at: string | null
  scopes: string[]
  connection_id: string
}

export interface VaultOwnConnectionsCreateBody {
  /** The name of a provider of the kind api_key. */
  provider: string
  /** Stored encrypted and never shown. */
  api_key: string
  /** What you call it; one key is kept for each label. */
  label?: string | undefined
}

export interface VaultOwnConnectionsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface VaultOwnConnectionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface VaultOwnGrantsCreateBody {
  /** A client that acts for you. */
  client_id: string
  /** An account that you connected. */
  connection_id: string
  /** Of those that the account carries; all that the operator allows the client when left out. */
  scopes?: readonly string[] | undefined
}

export interface VaultOwnGrantsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those of this client. */
  client_id?: string | undefined
  /** Only those for this account. */
  connection_id?: string | undefined
}

export interface VaultOwnGrantsRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface VaultProvidersCreateBody {
  /** One of `GET /api/v1/vault/templates`. */
  template?: 'google_calendar' | 'google_drive' | 'google_gmail' | 'slack' | 'github' | 'microsoft' | 'notion' | 'linear' | 'jira' | 'confluence' | 'gitlab' | 'salesforce' | 'hubspot' | 'zoom' | 'dropbox' | 'discord' | 'figma' | undefined
  /** `oauth`, or `api_key` where people bring a key or a personal access token. */
  kind?: 'oauth' | 'api_key' | undefined
  /** Its name in addresses; that of the template when not given. It stays, because the provider knows the callback. */
  name?: string | undefined
  /** What people read. */
  display_name?: string | undefined
  /** Where people allow us to act for them there. */
  auth_url?: string | undefined
  /** Where codes and refresh tokens are sent. */
  token_url?: string | undefined
  /** What the provider calls this server. */
  client_id?: string | undefined
  /** Stored encrypted and never shown. */
  client_secret?: string | undefined
  /** The most that a connection can have. People may connect with fewer. */
  scopes?: readonly string[] | undefined
  /** A picture for pages of yours; the hosted pages show none. */
  icon_url?: string | undefined
  /** Whether anybody connects or uses it. */
  active?: boolean | undefined
  /** What goes along with every authorization request. */
  extra_auth_params?: Record<string, string> | undefined
  quirks?: VaultQuirks | undefined
  /**
   * The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use.
   */
  allowed_clients?: readonly {
    client_id: string
    /** The most it may use an account with; all when left out. */
    scopes?: readonly string[] | undefined
  }[] | null | undefined
  /** Which calls agents with the scope vault:use make through the vault; null for none. */
  proxy?: VaultProxyRules | null | undefined
}

export interface VaultProvidersDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface VaultProvidersListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those that are active, or only those that are not. */
  active?: boolean | undefined
}

export interface VaultProvidersUpdateBody {
  /** What people read. */
  display_name?: string | undefined
  /** Where people allow us to act for them there. */
  auth_url?: string | undefined
  /** Where codes and refresh tokens are sent. */
  token_url?: string | undefined
  /** What the provider calls this server. */
  client_id?: string | undefined
  /** Stored encrypted and never shown. */
  client_secret?: string | undefined
  /** The most that a connection can have. People may connect with fewer. */
  scopes?: readonly string[] | undefined
  icon_url?: string | null | undefined
  /** Whether anybody connects or uses it. */
  active?: boolean | undefined
  /** What goes along with every authorization request. */
  extra_auth_params?: Record<string, string> | undefined
  quirks?: VaultQuirks | undefined
  /**
   * The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use.
   */
  allowed_clients?: readonly {
    client_id: string
    /** The most it may use an account with; all when left out. */
    scopes?: readonly string[] | undefined
  }[] | null | undefined
  /** Which calls agents with the scope vault:use make through the vault; null for none. */
  proxy?: VaultProxyRules | null | undefined
}

export interface VaultTemplatesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface VaultTokenGetQuery {
  /** Which account, where a person has several. */
  connection?: string | undefined
  /** Scopes of the provider, with commas or spaces between. */
  scopes?: string | undefined
}
