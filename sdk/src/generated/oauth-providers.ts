// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Where people have accounts that they may sign in with. */
export class OauthProvidersApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Set up a provider to sign in with.
   *
   * Register the callback_url of the response with the provider. Admin key or operator session with the scope
   * providers:write; a person needs a fresh proof (reauthentication_required).
   */
  create(body: OauthProvidersCreateBody, options?: RequestOptions): Promise<OAuthProvider> {
    return this.#transport.request('POST', '/api/v1/admin/oauth-providers', { ...options, body, keyed: true })
  }

  /**
   * Delete a provider.
   *
   * People who signed in through it alone need another way: the link to their account there is gone. With dry_run it
   * only answers what would end with it. Admin key or operator session with the scope providers:write; a person needs a
   * fresh proof (reauthentication_required).
   */
  delete(id: string, query?: OauthProvidersDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/oauth-providers/${id}`, { ...options, query })
  }

  /**
   * Get a provider.
   *
   * With the callback_url to register there. The secret is not shown. Admin key or operator session with the scope
   * providers:read.
   */
  get(id: string, options?: RequestOptions): Promise<OAuthProvider> {
    return this.#transport.request('GET', path`/api/v1/admin/oauth-providers/${id}`, options)
  }

  /**
   * List providers.
   *
   * Newest first. Secrets are not shown; has_secret says whether there is one. Admin key or operator session with the
   * scope providers:read.
   */
  list(query?: OauthProvidersListQuery, options?: RequestOptions): PageRequest<OAuthProvider> {
    return this.#transport.list('/api/v1/admin/oauth-providers', { ...options, query })
  }

  /**
   * Update a provider.
   *
   * A JSON merge patch (RFC 7396). Name, kind and issuer stay as they are: delete the provider to change them. Admin
   * key or operator session with the scope providers:write; a person needs a fresh proof (reauthentication_required).
   */
  update(id: string, body: OauthProvidersUpdateBody, options?: RequestOptions): Promise<OAuthProvider> {
    return this.#transport.request('PATCH', path`/api/v1/admin/oauth-providers/${id}`, { ...options, body })
  }
}

export interface OAuthProvider {
  id: string
  name: string
  /** `oidc` is any OpenID Connect issuer. */
  kind: 'google' | 'github' | 'microsoft' | 'apple' | 'gitlab' | 'discord' | 'oidc'
  display_name: string
  issuer: string
  client_id: string
  has_secret: boolean
  scopes: string
  enabled: boolean
  tenant?: string
  team_id?: string
  key_id?: string
  token_endpoint_auth_method?: string
  /** Register this with the provider. */
  callback_url: string
  created_at: string
  updated_at: string
}

export interface OauthProvidersCreateBody {
  /** `oidc` is any OpenID Connect issuer. */
  kind: 'google' | 'github' | 'microsoft' | 'apple' | 'gitlab' | 'discord' | 'oidc'
  /** Its name in addresses; the kind when not given. It stays, because the provider knows the callback. */
  name?: string | undefined
  /** What the button says. */
  display_name?: string | undefined
  /** For `oidc`, and for `gitlab` on a host of your own. */
  issuer?: string | undefined
  client_id: string
  /** Stored encrypted and never shown. For Apple the private key, in PEM, that signs client secrets. */
  client_secret?: string | undefined
  scopes?: string | undefined
  enabled?: boolean | undefined
  /** Microsoft: the tenant; `common` when not given. */
  tenant?: string | undefined
  /** Apple. */
  team_id?: string | undefined
  /** Apple. */
  key_id?: string | undefined
  /** `oidc`: how the client authenticates; by default, as the metadata of the provider says. */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | undefined
}

export interface OauthProvidersDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface OauthProvidersListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface OauthProvidersUpdateBody {
  /** What the button says. */
  display_name?: string | undefined
  client_id?: string | undefined
  /** Stored encrypted and never shown. For Apple the private key, in PEM, that signs client secrets. */
  client_secret?: string | undefined
  scopes?: string | null | undefined
  enabled?: boolean | undefined
  /** Microsoft: the tenant; `common` when not given. */
  tenant?: string | undefined
  /** Apple. */
  team_id?: string | undefined
  /** Apple. */
  key_id?: string | undefined
  /** `oidc`: how the client authenticates; by default, as the metadata of the provider says. */
  token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | undefined
}
