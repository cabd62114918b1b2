// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { RequestOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'
import type { DelegationChain } from './shared.ts'

/** Every token with what it descends from, and how to end it. */
export class DelegationsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Map who acts for whom.
   *
   * People, clients and resources, and the lines between them, from the tokens that were made by exchange in a time,
   * newest first. A page looks at `limit` tokens and shows whole chains of those that fit; next_before goes on with
   * older ones. A token stays for a day after it expired. To end what is below a line, revoke its tokens by their jti,
   * with dry_run to count first. Admin key or operator session with the scope tokens:read.
   */
  getMap(query?: DelegationsGetMapQuery, options?: RequestOptions): Promise<DelegationMap> {
    return this.#transport.request('GET', '/api/v1/admin/delegations', { ...options, query })
  }
}

export interface DelegationMap {
  from: string
  to: string
  /** How many tokens this page is made from. */
  tokens: number
  nodes: {
    /** A user id, a client_id, or the URI of a resource. */
    id: string
    kind: 'person' | 'agent' | 'app' | 'client' | 'resource'
    name: string | null
    /** The id that routes take; null for resources and whoever is gone. */
    record_id: string | null
    active: boolean
  }[]
  edges: {
    /** A subject lets a client act, a client hands_on to another, an actor reaches a resource. */
    kind: 'lets' | 'hands_on' | 'reaches'
    from: string
    to: string
    tokens: number
    living: number
    /** Ended before their time. */
    broken: number
    key_bound: number
    /** Of the deepest token. */
    depth: number
    last_at: string
    /** The newest 50; of lets the roots. Revoking one ends what is below it. */
    token_ids: string[]
  }[]
  /** The same as lines, newest first: a hundred at most. */
  chains: DelegationChain[]
  /** Null when there are no older tokens. */
  next_before: string | null
}

export interface DelegationsGetMapQuery {
  /** How many tokens to look at. */
  limit?: number | undefined
  /** The next_before of another answer, to go on with older tokens. */
  before?: string | undefined
  /** ISO 8601. A day ago when not given. */
  from?: string | undefined
  /** ISO 8601. Tokens before this time. */
  to?: string | undefined
  /** Chains with so many hops at least. */
  min_depth?: number | undefined
  /** Only chains in which a token ended before its time. */
  broken?: boolean | undefined
  /** Only chains with this user id, client_id or resource. */
  actor?: string | undefined
}
