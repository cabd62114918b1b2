// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Accounts that people have elsewhere, for agents to use in their name. */
export class VaultGrantsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List what clients may use of the vault.
   *
   * Newest first; user_id, client_id, connection_id and provider_id narrow the list. Admin key or operator session with
   * the scope vault:read.
   */
  list(query?: VaultGrantsListQuery, options?: RequestOptions): PageRequest<UserVaultGrant> {
    return this.#transport.list('/api/v1/admin/vault/grants', { ...options, query })
  }

  /**
   * No longer let a client use an account of somebody.
   *
   * The next use is refused. With dry_run it only answers what would end. Admin key or operator session with the scope
   * vault:write.
   */
  revoke(id: string, query?: VaultGrantsRevokeQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/vault/grants/${id}`, { ...options, query })
  }
}

export interface UserVaultGrant {
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
  user_id: string
}

export interface VaultGrantsListQuery {
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
  /** Only those of this user. */
  user_id?: string | undefined
  /** Only those at this provider. */
  provider_id?: string | undefined
}

export interface VaultGrantsRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}
