// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { ServerEvent } from '#/client/event-stream.ts'
import type { RequestOptions, StreamOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** The gateway: hosts behind it, the rules that say who comes through, and how it does. */
export class ProxyApi {
  readonly #transport: Transport
  readonly rules: ProxyRulesApi
  readonly upstreams: ProxyUpstreamsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.rules = new ProxyRulesApi(transport)
    this.upstreams = new ProxyUpstreamsApi(transport)
  }

  /**
   * Show whether the gateway runs.
   *
   * What is wanted of every node, and how the one that responds stands. Admin key or operator session with the scope
   * proxy:read.
   */
  lifecycle(options?: RequestOptions): Promise<ProxyLifecycle> {
    return this.#transport.request('GET', '/api/v1/admin/proxy/lifecycle', options)
  }

  /**
   * Compile the rules and connect to the upstreams anew.
   *
   * On every node, within a second, without dropping a request. Changes of rules need none of it; it closes circuit
   * breakers and finds upstreams whose names lead elsewhere now. Admin key or operator session with the scope
   * proxy:write; a person needs a fresh proof (reauthentication_required).
   */
  reload(options?: RequestOptions): Promise<ProxyLifecycle> {
    return this.#transport.request('POST', '/api/v1/admin/proxy/reload', options)
  }

  /**
   * Ask what the gateway would decide.
   *
   * About anybody: a person known here, or somebody described. It decides by the same rules as for a real request and
   * sends nothing anywhere. Without identity nobody is signed in. Admin key or operator session with the scope
   * proxy:read.
   */
  simulate(body: ProxySimulateBody, options?: RequestOptions): Promise<ProxySimulateResult> {
    return this.#transport.request('POST', '/api/v1/admin/proxy/simulate', { ...options, body })
  }

  /**
   * Start the gateway.
   *
   * On every node, within a second. One that can not listen says why in last_error, and tries on. Admin key or operator
   * session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).
   */
  start(options?: RequestOptions): Promise<ProxyLifecycle> {
    return this.#transport.request('POST', '/api/v1/admin/proxy/start', options)
  }

  /**
   * Show how the gateway does.
   *
   * On the node that responds, all of its processes together: each upstream with its circuit breaker, and the figures
   * of the last minute. Admin key or operator session with the scope proxy:read.
   */
  status(options?: RequestOptions): Promise<ProxyStatusResult> {
    return this.#transport.request('GET', '/api/v1/admin/proxy/status', options)
  }

  /**
   * Stop the gateway.
   *
   * On every node, within a second, until it is started again: also after a restart. Requests in flight finish;
   * WebSockets end. Admin key or operator session with the scope proxy:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  stop(options?: RequestOptions): Promise<ProxyLifecycle> {
    return this.#transport.request('POST', '/api/v1/admin/proxy/stop', options)
  }

  /**
   * Follow how the gateway does.
   *
   * Server-sent events: `status` carries what GET /api/v1/admin/proxy/status responds, every second. The stream is of
   * the one node that responds, and ends within a second when the key or session that opened it does. Admin key or
   * operator session with the scope proxy:read.
   */
  streamStatus(options?: StreamOptions): AsyncGenerator<ServerEvent, void, undefined> {
    return this.#transport.events('/api/v1/admin/proxy/status/stream', options)
  }
}

/** `proxy.rules` */
export class ProxyRulesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Show the rules as they are asked.
   *
   * The set that this node holds requests against, host by host: rules that are enabled, in their order. Admin key or
   * operator session with the scope proxy:read.
   */
  compiled(options?: RequestOptions): Promise<ProxyRulesCompiledResult> {
    return this.#transport.request('GET', '/api/v1/admin/proxy/rules', options)
  }

  /**
   * Create a rule of the gateway.
   *
   * Every node decides by it within a second. Of the rules that fit a request the one with the highest priority
   * decides; where none fits nobody comes through. Admin key or operator session with the scope proxy:write; a person
   * needs a fresh proof (reauthentication_required).
   */
  create(body: ProxyRulesCreateBody, options?: RequestOptions): Promise<ProxyRule> {
    return this.#transport.request('POST', '/api/v1/admin/proxy/rules/db', { ...options, body, keyed: true })
  }

  /**
   * Delete a rule of the gateway.
   *
   * What only it let through is denied on every node within a second. With dry_run it only answers what would end.
   * Admin key or operator session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).
   */
  delete(id: string, query?: ProxyRulesDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/proxy/rules/db/${id}`, { ...options, query })
  }

  /**
   * Get a rule of the gateway.
   *
   * As it is stored. Admin key or operator session with the scope proxy:read.
   */
  get(id: string, options?: RequestOptions): Promise<ProxyRule> {
    return this.#transport.request('GET', path`/api/v1/admin/proxy/rules/db/${id}`, options)
  }

  /**
   * List the rules of the gateway.
   *
   * As they are stored, newest first; GET /api/v1/admin/proxy/rules shows the order in which they are asked. Admin key
   * or operator session with the scope proxy:read.
   */
  list(query?: ProxyRulesListQuery, options?: RequestOptions): PageRequest<ProxyRule> {
    return this.#transport.list('/api/v1/admin/proxy/rules/db', { ...options, query })
  }

  /**
   * Update a rule of the gateway.
   *
   * A JSON merge patch (RFC 7396); lists are replaced as a whole. Where the rule holds stays. Admin key or operator
   * session with the scope proxy:write; a person needs a fresh proof (reauthentication_required).
   */
  update(id: string, body: ProxyRulesUpdateBody, options?: RequestOptions): Promise<ProxyRule> {
    return this.#transport.request('PATCH', path`/api/v1/admin/proxy/rules/db/${id}`, { ...options, body })
  }
}

/** `proxy.upstreams` */
export class ProxyUpstreamsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Put a host behind the gateway.
   *
   * Until it has a rule nobody comes through. Admin key or operator session with the scope proxy:write; a person needs
   * a fresh proof (reauthentication_required).
   */
  create(body: ProxyUpstreamsCreateBody, options?: RequestOptions): Promise<ProxyUpstream> {
    return this.#transport.request('POST', '/api/v1/admin/proxy/upstreams', { ...options, body, keyed: true })
  }

  /**
   * Take a host from the gateway.
   *
   * With its rules. With dry_run it only answers what would end. Admin key or operator session with the scope
   * proxy:write; a person needs a fresh proof (reauthentication_required).
   */
  delete(id: string, query?: ProxyUpstreamsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/proxy/upstreams/${id}`, { ...options, query })
  }

  /**
   * Get a host behind the gateway.
   *
   * With the resource that tokens for it name. Admin key or operator session with the scope proxy:read.
   */
  get(id: string, options?: RequestOptions): Promise<ProxyUpstream> {
    return this.#transport.request('GET', path`/api/v1/admin/proxy/upstreams/${id}`, options)
  }

  /**
   * List the hosts behind the gateway.
   *
   * Newest first; host and app_id narrow the list. Admin key or operator session with the scope proxy:read.
   */
  list(query?: ProxyUpstreamsListQuery, options?: RequestOptions): PageRequest<ProxyUpstream> {
    return this.#transport.list('/api/v1/admin/proxy/upstreams', { ...options, query })
  }

  /**
   * Update a host behind the gateway.
   *
   * A JSON merge patch (RFC 7396). Every node follows within a second; requests in flight end where they began. The
   * host stays: delete it to change it. Admin key or operator session with the scope proxy:write; a person needs a
   * fresh proof (reauthentication_required).
   */
  update(id: string, body: ProxyUpstreamsUpdateBody, options?: RequestOptions): Promise<ProxyUpstream> {
    return this.#transport.request('PATCH', path`/api/v1/admin/proxy/upstreams/${id}`, { ...options, body })
  }
}

export interface ProxyFigures {
  /** How far back they reach. */
  window_seconds: 60
  requests: number
  /** That the upstream answered, whatever it said. */
  served: number
  /** By reason. */
  denied: Record<string, number>
  /** That a rule let through and the upstream did not answer, by reason. */
  failed: Record<string, number>
  /** Until the head of the response; null without any. */
  p50_ms: number | null
  /** Until the head of the response; null without any. */
  p99_ms: number | null
}

export interface ProxyLifecycle {
  /** Of the node that responds. */
  state: 'running' | 'stopped' | 'draining' | 'failed'
  /** Of every node. */
  wanted: 'running' | 'stopped'
  /** Where it listens. */
  listeners: string[]
  /** Requests and tunnels that are being served. */
  in_flight: number
  rules_loaded: number
  hosts_loaded: number
  /** How often it was told to start afresh. */
  reloads: number
  /** Since when it listens. */
  started_at: string | null
  /** Why it could not listen. */
  last_error: string | null
}

export interface ProxyRule {
  id: string
  /** The host it holds at; null when it holds at every host of app_id. */
  upstream_id: string | null
  /** The application at whose hosts it holds; null when it holds at one host. */
  app_id: string | null
  /** What operators know it by. */
  name: string
  /**
   * As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever
   * follows, the path before it included.
   */
  pattern: string
  /** The methods that it fits; all of them when empty. GET stands for HEAD too. */
  methods: ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS')[]
  /**
   * What must hold of whoever calls, all of it: anonymous, authenticated, agent, role:<name>,
   * permission:<resource>:<action>, org:<id or slug> or scope:<scope>.
   */
  require: string[]
  /** Scopes that the access token must carry besides. A session has none. */
  scopes: string[]
  /** How strongly the person must have signed in, at least (RFC 9470); null for no matter how. */
  acr: 'urn:mandate:acr:1fa' | 'urn:mandate:acr:2fa' | 'phr' | null
  /** How long ago the person may have proved who they are; null for no matter when. */
  max_age_seconds: number | null
  /** The rule with the highest one that fits decides; of two alike the older. */
  priority: number
  /** Whether it holds. */
  enabled: boolean
  created_at: string
  updated_at: string
}

export interface ProxyUpstream {
  id: string
  /**
   * The host as browsers send it: in lower case, with its port when that is not the usual one. It is reached by the
   * scheme of the base URL, and is not the host of this server.
   */
  host: string
  /**
   * The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us.
   */
  upstream: string | null
  /** The application whose rules hold here, besides those of this host. */
  app_id: string | null
  /** What clients send as resource to get a token for this host. List it with POST /api/v1/admin/resources. */
  resource: string
  created_at: string
  updated_at: string
}

export interface ProxySimulateBody {
  /** Of an upstream. */
  host: string
  /** By default GET. */
  method?: string | undefined
  /** As a client would send it, with its query. */
  path: string
  identity?: {
    /** A person, known here or not. */
    user_id?: string | undefined
    /** Without it, as it is with the person of user_id. */
    user_email?: string | undefined
    /** Names of roles. Without it, as it is with the person of user_id. */
    roles?: readonly string[] | undefined
    /** What they hold, such as documents:read. Without it, as it is with the person of user_id. */
    permissions?: readonly string[] | undefined
    /** Ids or slugs, as the rules name them. Without it, as it is with the person of user_id. */
    organizations?: readonly string[] | undefined
    /** The agent that acts. */
    agent_id?: string | undefined
    /** Of the access token. Without them a person has a session, and an agent a token without scopes. */
    scopes?: readonly string[] | undefined
    /** What X-Auth-Method would say. */
    auth_method?: 'session' | 'bearer' | 'dpop' | undefined
    /** How strongly the person signed in. */
    acr?: 'urn:mandate:acr:1fa' | 'urn:mandate:acr:2fa' | 'phr' | undefined
    /** When they did. */
    authenticated_seconds_ago?: number | undefined
  } | undefined
}

export interface ProxySimulateResult {
  decision: 'allow' | 'deny'
  /** Why. */
  reason: 'allowed' | 'unknown_host' | 'method_not_allowed' | 'ambiguous_path' | 'no_rule' | 'not_signed_in' | 'not_an_agent' | 'missing_role' | 'missing_permission' | 'not_a_member' | 'missing_scope' | 'step_up_required'
  /** What of the rule was not met, as it is written there. */
  unmet: string | null
  /** The rule that decided. */
  matched_rule: ProxyRule | null
  /** Where the request would go. */
  upstream: ProxyUpstream | null
  /** The path and query that the upstream would get; null when it would get none. */
  path: string | null
  /** What the upstream would be told of whoever calls, besides X-Mandate-Assertion. */
  headers: Record<string, string>
}

export interface ProxyStatusResult {
  /** How many processes of the node these are the figures of. */
  processes: number
  lifecycle: ProxyLifecycle
  upstreams: {
    id: string
    host: string
    upstream: string | null
    /**
     * open: nothing is sent there for a while, because it failed several times in a row. Of several processes, each of
     * which has one, the one that is furthest.
     */
    circuit: 'closed' | 'open' | 'half-open'
    failures_in_a_row: number
    in_flight: number
    figures: ProxyFigures
  }[]
  others: ProxyFigures
}

export interface ProxyRulesCompiledResult {
  /** At most a second ago. */
  compiled_at: string
  hosts: {
    host: string
    upstream_id: string
    upstream: string | null
    /** In the order in which they are asked; the first that fits decides. */
    rules: {
      id: string
      name: string
      pattern: string
      /** All of them when empty. */
      methods: string[]
      require: string[]
      scopes: string[]
      acr: string | null
      max_age_seconds: number | null
      priority: number
    }[]
  }[]
}

export interface ProxyRulesCreateBody {
  /** The host it holds at; null when it holds at every host of app_id. */
  upstream_id?: string | null | undefined
  /** The application at whose hosts it holds; null when it holds at one host. */
  app_id?: string | null | undefined
  /** What operators know it by. */
  name: string
  /**
   * As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever
   * follows, the path before it included.
   */
  pattern: string
  /** The methods that it fits; all of them when empty. GET stands for HEAD too. */
  methods?: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS')[] | undefined
  /**
   * What must hold of whoever calls, one or a list that must hold as a whole: anonymous, authenticated, agent,
   * role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>.
   */
  require: string | readonly string[]
  /** Scopes that the access token must carry besides. A session has none. */
  scopes?: readonly string[] | undefined
  /** How strongly the person must have signed in, at least (RFC 9470); null for no matter how. */
  acr?: 'urn:mandate:acr:1fa' | 'urn:mandate:acr:2fa' | 'phr' | null | undefined
  /** How long ago the person may have proved who they are; null for no matter when. */
  max_age_seconds?: number | null | undefined
  /** The rule with the highest one that fits decides; of two alike the older. */
  priority?: number | undefined
  /** Whether it holds. */
  enabled?: boolean | undefined
}

export interface ProxyRulesDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface ProxyRulesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those of this host. */
  upstream_id?: string | undefined
  /** Only those of this application. */
  app_id?: string | undefined
  /** Only those that hold, or only those that do not. */
  enabled?: boolean | undefined
}

export interface ProxyRulesUpdateBody {
  /** What operators know it by. */
  name?: string | undefined
  /**
   * As a path such as /reports/*: segments are literal, * or {name} for any one, and /* at the end for whatever
   * follows, the path before it included.
   */
  pattern?: string | undefined
  /** The methods that it fits; all of them when empty. GET stands for HEAD too. */
  methods?: readonly ('GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS')[] | undefined
  /**
   * What must hold of whoever calls, one or a list that must hold as a whole: anonymous, authenticated, agent,
   * role:<name>, permission:<resource>:<action>, org:<id or slug> or scope:<scope>.
   */
  require?: string | readonly string[] | undefined
  /** Scopes that the access token must carry besides. A session has none. */
  scopes?: readonly string[] | undefined
  /** How strongly the person must have signed in, at least (RFC 9470); null for no matter how. */
  acr?: 'urn:mandate:acr:1fa' | 'urn:mandate:acr:2fa' | 'phr' | null | undefined
  /** How long ago the person may have proved who they are; null for no matter when. */
  max_age_seconds?: number | null | undefined
  /** The rule with the highest one that fits decides; of two alike the older. */
  priority?: number | undefined
  /** Whether it holds. */
  enabled?: boolean | undefined
}

export interface ProxyUpstreamsCreateBody {
  /**
   * The host as browsers send it: in lower case, with its port when that is not the usual one. It is reached by the
   * scheme of the base URL, and is not the host of this server.
   */
  host: string
  /**
   * The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us.
   */
  upstream?: string | null | undefined
  /** The application whose rules hold here, besides those of this host. */
  app_id?: string | null | undefined
}

export interface ProxyUpstreamsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface ProxyUpstreamsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The one of this host. */
  host?: string | undefined
  /** Only those of this application. */
  app_id?: string | undefined
}

export interface ProxyUpstreamsUpdateBody {
  /**
   * The origin that requests go to, also in a private network; null when another proxy forwards them and only asks us.
   */
  upstream?: string | null | undefined
  /** The application whose rules hold here, besides those of this host. */
  app_id?: string | null | undefined
}
