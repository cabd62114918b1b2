// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
export class SsoScimTokensApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Make a provisioning token for a connection.
   *
   * Give the identity provider the base_url and the token of the response, which is shown this once. Admin key or
   * operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).
   */
  create(id: string, body: SsoScimTokensCreateBody, options?: RequestOptions): Promise<SsoScimTokensCreateResult> {
    return this.#transport.request('POST', path`/api/v1/sso/connections/${id}/scim-tokens`, { ...options, body, keyed: true })
  }

  /**
   * Get a provisioning token of a connection.
   *
   * Without its secret. Admin key or operator session with the scope sso:read.
   */
  get(id: string, tokenId: string, options?: RequestOptions): Promise<ScimToken> {
    return this.#transport.request('GET', path`/api/v1/sso/connections/${id}/scim-tokens/${tokenId}`, options)
  }

  /**
   * List the provisioning tokens of a connection.
   *
   * Newest first, without their secrets. Admin key or operator session with the scope sso:read.
   */
  list(id: string, query?: SsoScimTokensListQuery, options?: RequestOptions): PageRequest<ScimToken> {
    return this.#transport.list(path`/api/v1/sso/connections/${id}/scim-tokens`, { ...options, query })
  }

  /**
   * Revoke a provisioning token of a connection.
   *
   * People and groups stay as they are. With dry_run it only answers what would end with it, which is nothing. Admin
   * key or operator session with the scope sso:write; a person needs a fresh proof (reauthentication_required).
   */
  revoke(id: string, tokenId: string, query?: SsoScimTokensRevokeQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/sso/connections/${id}/scim-tokens/${tokenId}`, { ...options, query })
  }
}

export interface ScimToken {
  id: string
  connection_id: string
  name: string
  last_used_at: string | null
  created_at: string
}

export interface SsoScimTokensCreateBody {
  name: string
}

export interface SsoScimTokensCreateResult {
  id: string
  connection_id: string
  name: string
  last_used_at: string | null
  created_at: string
  /** Shown this once. */
  token: string
  /** What the identity provider calls its SCIM or tenant URL. */
  base_url: string
}

export interface SsoScimTokensListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface SsoScimTokensRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}
