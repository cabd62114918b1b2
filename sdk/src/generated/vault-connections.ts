// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Accounts that people have elsewhere, for agents to use in their name. */
export class VaultConnectionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Disconnect an account of somebody.
   *
   * Ended at the provider where that can be asked, then here, and with it the tokens of every agent that fetched from
   * it. With dry_run it only answers what would end. Admin key or operator session with the scope vault:write.
   */
  delete(id: string, query?: VaultConnectionsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/vault/connections/${id}`, { ...options, query })
  }

  /**
   * List the accounts that people connected.
   *
   * Newest first, without what opens them; user_id and provider_id narrow the list. Admin key or operator session with
   * the scope vault:read.
   */
  list(query?: VaultConnectionsListQuery, options?: RequestOptions): PageRequest<UserVaultConnection> {
    return this.#transport.list('/api/v1/admin/vault/connections', { ...options, query })
  }
}

export interface UserVaultConnection {
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
  user_id: string
}

export interface VaultConnectionsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface VaultConnectionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those of this user. */
  user_id?: string | undefined
  /** Only those at this provider. */
  provider_id?: string | undefined
}
