// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { RequestOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'

/** Every token with what it descends from, and how to end it. */
export class TokensApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Revoke one token by its jti.
   *
   * Ends the token and everything that descends from it. Admin key or operator session with the scope tokens:write.
   */
  revokeByJti(body: TokensRevokeByJtiBody, options?: RequestOptions): Promise<TokensRevokeByJtiResult> {
    return this.#transport.request('POST', '/api/v1/admin/auth/revoke-jti', { ...options, body })
  }

  /**
   * Revoke the tokens of every client that matches a pattern.
   *
   * The clients stay active and may issue new tokens at once. Writes one audit event. Admin key or operator session
   * with the scope tokens:write.
   */
  revokeByPattern(body: TokensRevokeByPatternBody, options?: RequestOptions): Promise<TokensRevokeByPatternResult> {
    return this.#transport.request('POST', '/api/v1/admin/oauth/revoke-by-pattern', { ...options, body })
  }
}

export interface TokensRevokeByJtiBody {
  jti: string
  /** Answer what would be revoked and change nothing. */
  dry_run?: boolean | undefined
}

export interface TokensRevokeByJtiResult {
  /** 0 in a dry run. */
  revoked_count: number
  audit_event_id: string | null
  dry_run: boolean
  tokens: {
    total: number
    access_tokens: number
    refresh_tokens: number
    /** Those of the access tokens that were made by token exchange. */
    delegated_tokens: number
  }
}

export interface TokensRevokeByPatternBody {
  /** GLOB: * any sequence, ? one character, case-sensitive. */
  client_id_pattern: string
  reason?: string | undefined
  /** Answer what would be revoked and change nothing. */
  dry_run?: boolean | undefined
}

export interface TokensRevokeByPatternResult {
  /** 0 in a dry run. */
  revoked_count: number
  audit_event_id: string | null
  dry_run: boolean
  tokens: {
    total: number
    access_tokens: number
    refresh_tokens: number
    /** Those of the access tokens that were made by token exchange. */
    delegated_tokens: number
  }
  pattern_matched: string
}
