// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { RequestOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'

/** The server itself: its health, settings, mode, numbers and first steps. */
export class StatsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Read how many there are.
   *
   * Counted in the background every few seconds, not while you wait: `as_of` says when. Admin key or operator session
   * with the scope system:read.
   */
  get(options?: RequestOptions): Promise<Stats> {
    return this.#transport.request('GET', '/api/v1/admin/stats', options)
  }

  /**
   * Read who acts for whom.
   *
   * People, the agents that acted for them, and the resources those got tokens for, from counts by the hour: a token
   * counts ten seconds after it was issued. Names of people are told to whoever may read users. Admin key or operator
   * session with the scopes system:read and tokens:read.
   */
  getActing(query?: StatsGetActingQuery, options?: RequestOptions): Promise<Acting> {
    return this.#transport.request('GET', '/api/v1/admin/stats/acting', { ...options, query })
  }

  /**
   * Read how many tokens clients got over time.
   *
   * Access tokens of each client, from counts by the hour. Admin key or operator session with the scopes system:read
   * and tokens:read.
   */
  getClients(query: StatsGetClientsQuery, options?: RequestOptions): Promise<ClientCurves> {
    return this.#transport.request('GET', '/api/v1/admin/stats/clients', { ...options, query })
  }

  /**
   * Read what happened over time.
   *
   * From counts by the hour that are made a few seconds after things happen, and kept for 400 days. Admin key or
   * operator session with the scope system:read.
   */
  getTrends(query?: StatsGetTrendsQuery, options?: RequestOptions): Promise<Trends> {
    return this.#transport.request('GET', '/api/v1/admin/stats/trends', { ...options, query })
  }
}

export interface Acting {
  /** The beginning of the window, or where the newest 10,000 hourly counts begin when there are more. */
  from: string
  to: string
  /** The most frequent first: 300 at most. `via` handed on to the actor. */
  flows: {
    /** The person, or the client, who was acted for. */
    subject: string
    via: string | null
    /** The client_id of whoever acted. */
    actor: string
    resource: string | null
    tokens: number
  }[]
  /** False when there were more. */
  is_complete: boolean
  /** By user id and client_id. Whoever is gone is left out. */
  names: Record<string, {
      kind: 'person' | 'agent' | 'app' | 'client'
      /** The id that the routes of their kind take. */
      id: string
      /** Of people only for whoever may read users. */
      name: string | null
      active: boolean
    }>
}

export interface ClientCurves {
  from: string
  to: string
  interval: 'hour' | 'day'
  clients: {
    client_id: string
    /** A number for every interval from `from` on, also where there was nothing. */
    tokens: number[]
  }[]
}

export interface Stats {
  users: {
    total: number
    with_second_factor: number
    disabled: number
    /** By whole hours: the one under way and those before. */
    created: {
      last_24h: number
      last_7d: number
    }
  }
  sessions: {
    active: number
    /** By whole hours: the one under way and those before. */
    created: {
      last_24h: number
      last_7d: number
    }
  }
  sign_ins: {
    /** By whole hours: the one under way and those before. */
    failed: {
      last_24h: number
      last_7d: number
    }
    /** By whole hours: the one under way and those before. */
    stopped: {
      last_24h: number
      last_7d: number
    }
  }
  agents: {
    total: number
    active: number
  }
  clients: {
    apps: number
    registered: number
  }
  consents: {
    active: number
    /** By whole hours: the one under way and those before. */
    granted: {
      last_24h: number
      last_7d: number
    }
    /** By whole hours: the one under way and those before. */
    revoked: {
      last_24h: number
      last_7d: number
    }
  }
  tokens: {
    /** By whole hours: the one under way and those before. */
    issued: {
      last_24h: number
      last_7d: number
    }
    /** By whole hours: the one under way and those before. */
    exchanged: {
      last_24h: number
      last_7d: number
    }
    /** By whole hours: the one under way and those before. */
    exchanges_refused: {
      last_24h: number
      last_7d: number
    }
    /** By whole hours: the one under way and those before. */
    reuse_detected: {
      last_24h: number
      last_7d: number
    }
  }
  oauth_providers: {
    total: number
  }
  organizations: {
    total: number
  }
  /** When the totals were counted. Null on a server that started a moment ago. */
  as_of: string | null
}

export interface Trends {
  from: string
  to: string
  interval: 'hour' | 'day'
  series: {
    /** A point for every interval, oldest first, also where nothing happened. */
    sign_ups: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    sign_ins: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    failed_sign_ins: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    stopped_sign_ins: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    second_factors_enabled: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    consents_granted: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    consents_revoked: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    tokens_issued: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    token_exchanges: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    token_exchanges_refused: {
      at: string
      count: number
    }[]
    /** A point for every interval, oldest first, also where nothing happened. */
    token_reuse_detected: {
      at: string
      count: number
    }[]
  }
  tokens_by_grant: {
    grant_type: string
    count: number
  }[]
  sign_ins_by_method: {
    /** As in RFC 8176 §2. */
    method: string
    count: number
  }[]
}

export interface StatsGetActingQuery {
  /** By whole hours, the one under way included. */
  window?: '24h' | '7d' | '30d' | undefined
}

export interface StatsGetClientsQuery {
  /** The client_ids of 50 clients at most, with commas between. */
  client_ids: string
  /** How many days, today included. */
  days?: number | undefined
  /** How long each number counts. Days are UTC. */
  interval?: 'hour' | 'day' | undefined
}

export interface StatsGetTrendsQuery {
  /** How many days, today included. By the hour at most 7. */
  days?: number | undefined
  /** How long each point lasts. Days are UTC. */
  interval?: 'hour' | 'day' | undefined
}
