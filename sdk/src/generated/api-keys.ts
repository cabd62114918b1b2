// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { ApiKey, DryRun } from './shared.ts'

/** Credentials of operators and scripts, never wider than those of whoever made them. */
export class ApiKeysApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Create an API key.
   *
   * No other response carries the key. It allows no more than the credential that makes it, and a key that expires
   * makes none that lives longer. Admin key or operator session with the scope api-keys:write; a person needs a fresh
   * proof (reauthentication_required).
   */
  create(body: ApiKeysCreateBody, options?: RequestOptions): Promise<ApiKeysCreateResult> {
    return this.#transport.request('POST', '/api/v1/api-keys', { ...options, body, keyed: true })
  }

  /**
   * Delete an API key.
   *
   * It stops working at once, on every node. A key may delete itself. The last key that opens everything stays while
   * nobody owns the server. The views it saved end with it; with dry_run it only answers how many, or why it can not be
   * deleted. Admin key or operator session with the scope api-keys:write.
   */
  delete(id: string, query?: ApiKeysDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/api-keys/${id}`, { ...options, query })
  }

  /**
   * Get an API key.
   *
   * With when and from where it was last used. Admin key or operator session with the scope api-keys:read.
   */
  get(id: string, options?: RequestOptions): Promise<ApiKey> {
    return this.#transport.request('GET', path`/api/v1/api-keys/${id}`, options)
  }

  /**
   * List API keys.
   *
   * Newest first. Of the key itself only its last letters are known. Admin key or operator session with the scope
   * api-keys:read.
   */
  list(query?: ApiKeysListQuery, options?: RequestOptions): PageRequest<ApiKey> {
    return this.#transport.list('/api/v1/api-keys', { ...options, query })
  }

  /**
   * Give an API key a new secret.
   *
   * The old secret stops working at once, or after overlap_seconds; an older one stops in either case. A key that
   * expires rotates none that lives longer. Admin key or operator session with the scope api-keys:write; a person needs
   * a fresh proof (reauthentication_required).
   */
  rotate(id: string, body?: ApiKeysRotateBody, options?: RequestOptions): Promise<ApiKeysRotateResult> {
    return this.#transport.request('POST', path`/api/v1/api-keys/${id}/rotate`, { ...options, body })
  }

  /**
   * Update an API key.
   *
   * A JSON merge patch (RFC 7396). Neither the key nor what it becomes may be wider than you; an expired key stays
   * expired. Admin key or operator session with the scope api-keys:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  update(id: string, body: ApiKeysUpdateBody, options?: RequestOptions): Promise<ApiKey> {
    return this.#transport.request('PATCH', path`/api/v1/api-keys/${id}`, { ...options, body })
  }
}

export interface ApiKeysCreateBody {
  /** What the key is for, in your words. */
  name: string
  /** * for everything, or <resource>:read, :write or :*. Never more than you hold yourself. */
  scopes: readonly string[]
  /** When the key stops; null for never. A key that expires makes no key that outlives it. */
  expires_at?: string | null | undefined
}

export interface ApiKeysCreateResult {
  id: string
  name: string
  /** The last four letters of the secret. */
  hint: string
  scopes: string[]
  /** false: turned off, or expired. */
  active: boolean
  expires_at: string | null
  /** Until when the secret before the last rotation works. */
  old_secret_until: string | null
  /** To the minute. */
  last_used_at: string | null
  last_used_address: string | null
  /** The key or the person that made it. */
  created_by: string
  created_at: string
  /** The secret, mandate_sk_…; shown this once. */
  key: string
}

export interface ApiKeysDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface ApiKeysListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those that work, or only those turned off or expired. */
  active?: boolean | undefined
}

export interface ApiKeysRotateBody {
  /** How long the old secret works on, at most seven days; by default it stops at once. */
  overlap_seconds?: number | undefined
}

export interface ApiKeysRotateResult {
  id: string
  name: string
  /** The last four letters of the secret. */
  hint: string
  scopes: string[]
  /** false: turned off, or expired. */
  active: boolean
  expires_at: string | null
  /** Until when the secret before the last rotation works. */
  old_secret_until: string | null
  /** To the minute. */
  last_used_at: string | null
  last_used_address: string | null
  /** The key or the person that made it. */
  created_by: string
  created_at: string
  /** The secret, mandate_sk_…; shown this once. */
  key: string
}

export interface ApiKeysUpdateBody {
  /** What the key is for, in your words. */
  name?: string | undefined
  /** * for everything, or <resource>:read, :write or :*. Never more than you hold yourself. */
  scopes?: readonly string[] | undefined
  /** When the key stops; null for never. A key that expires makes no key that outlives it. */
  expires_at?: string | null | undefined
  /** false turns the key off, until true turns it on again. */
  active?: boolean | undefined
}
