// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
export class SsoDomainsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Add a domain to a connection.
   *
   * The response has the TXT record that proves it. Until the domain is verified, nobody with an address of it is
   * signed up or led to the connection. Admin key or operator session with the scope sso:write; a person needs a fresh
   * proof (reauthentication_required).
   */
  create(id: string, body: SsoDomainsCreateBody, options?: RequestOptions): Promise<SsoDomain> {
    return this.#transport.request('POST', path`/api/v1/sso/connections/${id}/domains`, { ...options, body, keyed: true })
  }

  /**
   * Delete a domain of a connection.
   *
   * People that the connection knows go on signing in through it. With dry_run it only answers what would end with it,
   * which is nothing. Admin key or operator session with the scope sso:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  delete(id: string, domainId: string, query?: SsoDomainsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/sso/connections/${id}/domains/${domainId}`, { ...options, query })
  }

  /**
   * Get a domain of a connection.
   *
   * With the TXT record that proves it. Admin key or operator session with the scope sso:read.
   */
  get(id: string, domainId: string, options?: RequestOptions): Promise<SsoDomain> {
    return this.#transport.request('GET', path`/api/v1/sso/connections/${id}/domains/${domainId}`, options)
  }

  /**
   * List the domains of a connection.
   *
   * Newest first, each with the TXT record that proves it. Admin key or operator session with the scope sso:read.
   */
  list(id: string, query?: SsoDomainsListQuery, options?: RequestOptions): PageRequest<SsoDomain> {
    return this.#transport.list(path`/api/v1/sso/connections/${id}/domains`, { ...options, query })
  }

  /**
   * Verify a domain of a connection.
   *
   * Looks for the TXT record, or with by=operator takes your word that the domain belongs to whoever runs the identity
   * provider: every address of it is then what that provider says. Admin key or operator session with the scope
   * sso:write; a person needs a fresh proof (reauthentication_required).
   */
  verify(id: string, domainId: string, body?: SsoDomainsVerifyBody, options?: RequestOptions): Promise<SsoDomain> {
    return this.#transport.request('POST', path`/api/v1/sso/connections/${id}/domains/${domainId}/verify`, { ...options, body })
  }
}

export interface SsoDomain {
  id: string
  connection_id: string
  domain: string
  verified: boolean
  verified_by: 'dns' | 'operator' | null
  verified_at: string | null
  /** Whoever sets this in the DNS of the domain proves that it is theirs. */
  record: {
    type: 'TXT'
    name: string
    value: string
  }
  created_at: string
}

export interface SsoDomainsCreateBody {
  /** What stands behind the @ of addresses. */
  domain: string
}

export interface SsoDomainsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface SsoDomainsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface SsoDomainsVerifyBody {
  /** `dns` looks for the TXT record; `operator` takes your word for it. */
  by?: 'dns' | 'operator' | undefined
}
