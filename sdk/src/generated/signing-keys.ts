// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { TokenDryRun } from './shared.ts'

/** The keys that sign tokens. */
export class SigningKeysApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the signing keys.
   *
   * Newest first, without their private halves. Keys that left the key set are listed for another day. Admin key or
   * operator session with the scope signing-keys:read.
   */
  list(query?: SigningKeysListQuery, options?: RequestOptions): PageRequest<SigningKey> {
    return this.#transport.list('/api/v1/admin/signing-keys', { ...options, query })
  }

  /**
   * Drop a signing key that leaked.
   *
   * It leaves the key set, and the access tokens it signed end with all that descends from them, on every node within a
   * second. Refresh tokens go on, so clients get new tokens by themselves. Of an active key the next one takes the
   * place at once. Whoever verifies tokens without asking this server takes those of the dropped key for as long as it
   * keeps the key set it has, five minutes at most. With dry_run it only answers what would end. Admin key or operator
   * session with the scope signing-keys:write; a person needs a fresh proof (reauthentication_required).
   */
  revoke(kid: string, query?: SigningKeysRevokeQuery, options?: RequestOptions): Promise<TokenDryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/signing-keys/${kid}`, { ...options, query })
  }

  /**
   * Rotate the signing key.
   *
   * New tokens are signed by the key that was published ahead, on every node within a second, and another is published
   * to follow it. Tokens of the old key stay valid: it remains in the key set for twice the access token lifetime.
   * Admin key or operator session with the scope signing-keys:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  rotate(options?: RequestOptions): Promise<SigningKeyRotation> {
    return this.#transport.request('POST', '/api/v1/admin/auth/rotate-signing-key', options)
  }
}

export interface SigningKey {
  kid: string
  algorithm: 'ES256' | 'RS256'
  /**
   * active: signs. next: published, signs after the next rotation. retired: signs no more, verifies on. expired: has
   * left the key set. revoked: was dropped.
   */
  state: 'active' | 'next' | 'retired' | 'expired' | 'revoked'
  created_at: string
  /** From then on every verifier that heeds Cache-Control knows it. */
  known_from: string
  activated_at: string | null
  retired_at: string | null
  /** Null while it signs or will. */
  published_until: string | null
  revoked_at: string | null
}

export interface SigningKeyRotation {
  /** The key that signs from now on. */
  kid: string
  algorithm: 'ES256' | 'RS256'
  created_at: string
  /**
   * From then on every verifier that heeds Cache-Control knows the key. Usually over: keys are published ahead. A time
   * to come is the price of rotating again so soon: until then whoever keeps an older key set may refuse new tokens.
   */
  known_from: string
  /** The key that is published to sign after the next rotation. */
  next_kid: string | null
  retired: {
    kid: string
    /** Until then the key set carries it and its tokens verify. */
    published_until: string
  } | null
  /** The same for RS256, once a client has asked for ID tokens signed by it. */
  others: {
    /** The key that signs from now on. */
    kid: string
    algorithm: 'ES256' | 'RS256'
    created_at: string
    /**
     * From then on every verifier that heeds Cache-Control knows the key. Usually over: keys are published ahead. A
     * time to come is the price of rotating again so soon: until then whoever keeps an older key set may refuse new
     * tokens.
     */
    known_from: string
    /** The key that is published to sign after the next rotation. */
    next_kid: string | null
    retired: {
      kid: string
      /** Until then the key set carries it and its tokens verify. */
      published_until: string
    } | null
  }[]
}

export interface SigningKeysListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface SigningKeysRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}
