// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'

/** The server itself: its health, settings, mode, numbers and first steps. */
export class SavedViewsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Save a view.
   *
   * A list with its filters, under a name. It opens nothing: whoever opens it sees of the list what they may read. It
   * is private unless shared says so. Admin key or operator session with any of the scopes users:read, agents:read,
   * apps:read, organizations:read, roles:read, permissions:read, resources:read, api-keys:read, webhooks:read,
   * sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read, consents:read,
   * audit-logs:read, signing-keys:read.
   */
  create(body: CreateSavedView, options?: RequestOptions): Promise<SavedView> {
    return this.#transport.request('POST', '/api/v1/admin/saved-views', { ...options, body, keyed: true })
  }

  /**
   * Delete a saved view.
   *
   * By whoever made it; one that is shared by whoever has full access as well. Admin key or operator session with any
   * of the scopes users:read, agents:read, apps:read, organizations:read, roles:read, permissions:read, resources:read,
   * api-keys:read, webhooks:read, sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read,
   * sessions:read, consents:read, audit-logs:read, signing-keys:read.
   */
  delete(id: string, options?: RequestOptions): Promise<void> {
    return this.#transport.request('DELETE', path`/api/v1/admin/saved-views/${id}`, options)
  }

  /**
   * Get a saved view.
   *
   * One of the caller, or one that is shared. Admin key or operator session with any of the scopes users:read,
   * agents:read, apps:read, organizations:read, roles:read, permissions:read, resources:read, api-keys:read,
   * webhooks:read, sso:read, flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read,
   * consents:read, audit-logs:read, signing-keys:read.
   */
  get(id: string, options?: RequestOptions): Promise<SavedView> {
    return this.#transport.request('GET', path`/api/v1/admin/saved-views/${id}`, options)
  }

  /**
   * List saved views.
   *
   * Those of the caller and those that are shared, newest first; list narrows them to those of one list. Admin key or
   * operator session with any of the scopes users:read, agents:read, apps:read, organizations:read, roles:read,
   * permissions:read, resources:read, api-keys:read, webhooks:read, sso:read, flows:read, vault:read, providers:read,
   * proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read, signing-keys:read.
   */
  list(query?: SavedViewsListQuery, options?: RequestOptions): PageRequest<SavedView> {
    return this.#transport.list('/api/v1/admin/saved-views', { ...options, query })
  }
}

export interface CreateSavedView {
  /** The list it is of, by the noun in its address: users, audit-logs. */
  list: string
  name: string
  /** The filters as they stand in the address, encoded: ids and filters only. */
  query: string
  /** Whether every operator sees it. */
  shared?: boolean | undefined
}

export interface SavedView {
  id: string
  /** The list it is of, by the noun in its address: users, audit-logs. */
  list: string
  name: string
  /** The filters as they stand in the address, encoded: ids and filters only. */
  query: string
  /** Whether every operator sees it. */
  shared: boolean
  /** Whether the caller made it. */
  mine: boolean
  created_at: string
}

export interface SavedViewsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only views of this list. */
  list?: string | undefined
}
