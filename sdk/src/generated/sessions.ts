// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun, EndedCounts, Session } from './shared.ts'

/** Where people are signed in. */
export class SessionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List living sessions.
   *
   * Newest first, with whose each is and where it was last seen. Admin key or operator session with the scope
   * sessions:read.
   */
  list(query?: SessionsListQuery, options?: RequestOptions): PageRequest<Session> {
    return this.#transport.list('/api/v1/admin/sessions', { ...options, query })
  }

  /**
   * Remove what is left of sessions that are over.
   *
   * A job does the same from time to time; nobody is signed out by it. With dry_run it only answers how many there are.
   * Admin key or operator session with the scope sessions:write.
   */
  purgeExpired(body?: SessionsPurgeExpiredBody, options?: RequestOptions): Promise<SessionsPurgeExpiredResult> {
    return this.#transport.request('POST', '/api/v1/admin/sessions/purge-expired', { ...options, body })
  }

  /**
   * End a session.
   *
   * With every token that came from it. With dry_run it only answers what would end with it. Admin key or operator
   * session with the scope sessions:write.
   */
  revoke(id: string, query?: SessionsRevokeQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/sessions/${id}`, { ...options, query })
  }

  /**
   * Sign everybody out.
   *
   * Ends every session and every token that came from one. The session of whoever asks goes on unless include_own says
   * otherwise. Those of people who run the server end only for an owner, or with the scope *. Admin key or operator
   * session with the scope sessions:write.
   */
  revokeAll(query?: SessionsRevokeAllQuery, options?: RequestOptions): Promise<SessionsRevokeAllResult> {
    return this.#transport.request('DELETE', '/api/v1/admin/sessions', { ...options, query })
  }
}

export interface SessionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The id of a user. */
  user_id?: string | undefined
}

export interface SessionsPurgeExpiredBody {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface SessionsPurgeExpiredResult {
  /** 0 in a dry run. */
  deleted: number
  dry_run: boolean
  /** How many were over when it was asked. */
  expired: number
}

export interface SessionsRevokeQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface SessionsRevokeAllQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
  /** Also the session this request came with. */
  include_own?: boolean | undefined
}

export interface SessionsRevokeAllResult {
  /** 0 in a dry run. */
  revoked_sessions: number
  /** 0 in a dry run. */
  revoked_tokens: number
  dry_run: boolean
  /** How many of these lived when it was asked. */
  living_sessions: number
  /** How many tokens that came from them lived. */
  living_tokens: number
  counts: EndedCounts
}
