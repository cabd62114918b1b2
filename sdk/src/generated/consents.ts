// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { TokenDryRun } from './shared.ts'

/** What people allowed clients to do in their name. */
export class ConsentsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Give a consent for a user.
   *
   * The person is not asked again about what is allowed here. Widens a consent that exists already. Admin key or
   * operator session with the scope consents:write.
   */
  create(body: ConsentsCreateBody, options?: RequestOptions): Promise<AdminConsent> {
    return this.#transport.request('POST', '/api/v1/admin/consents', { ...options, body, keyed: true })
  }

  /**
   * Get a living consent.
   *
   * One that was taken back is not found. Admin key or operator session with the scope consents:read.
   */
  get(id: string, options?: RequestOptions): Promise<AdminConsent> {
    return this.#transport.request('GET', path`/api/v1/admin/oauth/consents/${id}`, options)
  }

  /**
   * List living consents.
   *
   * Of all users, newest first: which client may do what for whom. Admin key or operator session with the scope
   * consents:read.
   */
  list(query?: ConsentsListQuery, options?: RequestOptions): PageRequest<AdminConsent> {
    return this.#transport.list('/api/v1/admin/oauth/consents', { ...options, query })
  }

  /**
   * Take a consent back for a user.
   *
   * Ends every code and token that came from it, in one transaction. With dry_run it only answers what would end. Admin
   * key or operator session with the scope consents:write.
   */
  revoke(id: string, query?: ConsentsRevokeQuery, options?: RequestOptions): Promise<TokenDryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/oauth/consents/${id}`, { ...options, query })
  }
}

export interface AdminConsent {
  id: string
  client_id: string
  /** Null when the client was deleted. */
  client_name: string | null
  /** All that was allowed somewhere, separated by spaces. */
  scope: string
  /** The resource servers where something was allowed. */
  resource: string[]
  /** What was allowed where: a scope at one resource server is not allowed at another. */
  granted: {
    resource: string
    scope: string
  }[]
  created_at: string
  /** When it was last given or widened. */
  updated_at: string
  user_id: string
}

export interface ConsentsCreateBody {
  user_id: string
  client_id: string
  scope: string
  /** This server when left out. */
  resource?: readonly string[] | undefined
}

export interface ConsentsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The id of a user. */
  user_id?: string | undefined
  /** The client_id of a client. */
  client_id?: string | undefined
}

export interface ConsentsRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}
