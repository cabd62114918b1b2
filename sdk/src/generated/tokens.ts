// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { Token } from './shared.ts'

/** Every token with what it descends from, and how to end it. */
export class TokensApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Trace a token.
   *
   * A token by its jti: its line from the root down, what was made of it, and why it is alive or dead. Admin key or
   * operator session with the scope tokens:read.
   */
  get(id: string, options?: RequestOptions): Promise<TokenTrace> {
    return this.#transport.request('GET', path`/api/v1/admin/tokens/${id}`, options)
  }

  /**
   * List tokens.
   *
   * Newest first, with what each descends from: of everybody, or of a client, a person, or both. A token stays for a
   * day after it expired. With active, and with both a client and a person, a page looks at 2,000 tokens and may hold
   * fewer than limit; next_cursor goes on. Beyond 100,000 there is no total, and none beyond the 2,000 that such a page
   * looks at. The tokens themselves are nowhere to be read. Admin key or operator session with the scope tokens:read.
   */
  list(query?: TokensListQuery, options?: RequestOptions): PageRequest<Token> {
    return this.#transport.list('/api/v1/admin/tokens', { ...options, query })
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

export interface TokenTrace {
  token: Token
  /** Whether introspection says active. Expiry, revocation and whatever it hangs on count. */
  is_alive: boolean
  /** Everything that ended it, from the root down. Empty while it lives. */
  causes: {
    cause: 'expired' | 'revoked' | 'ancestor_gone' | 'client_inactive' | 'person_inactive' | 'consent_revoked' | 'policy_revoked'
    /** The token of the line that it met: this one or an ancestor. */
    token_id: string
    at: string | null
    reason: string | null
  }[]
  /** From the root down to the token. */
  line: {
    /** The jti. */
    id: string
    kind: 'access' | 'refresh'
    grant_type: string
    client_id: string
    subject: string
    user_id: string | null
    scope: string
    audience: string[]
    dpop_jkt: string | null
    session_id: string | null
    consent_id: string | null
    policy_id: string | null
    parent_id: string | null
    root_id: string
    /** Delegation hops above this token. */
    depth: number
    status: 'active' | 'expired' | 'revoked'
    created_at: string
    expires_at: string
    revoked_at: string | null
    revoked_reason: string | null
    delegator: string | null
    /** What the token above it had and this one has not. */
    dropped_scope: string
  }[]
  /** What was made of it, newest first: a hundred at most. */
  children: Token[]
}

export interface TokensListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The client_id of a client. */
  client_id?: string | undefined
  /** The id of a user. */
  user_id?: string | undefined
  /** Only those that live, or with false only those that are over. Needs client_id or user_id. */
  active?: boolean | undefined
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
