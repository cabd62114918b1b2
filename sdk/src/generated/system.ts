// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { RequestOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'

/** The server itself: its health, settings, mode, numbers and first steps. */
export class SystemApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Set the server up.
   *
   * Creates the first owner and signs them in. The token in the body is the credential; it works once, and no token
   * works once there is an owner. Where operators.require_second_factor says so the session opens nothing before the
   * owner has set up a second factor; signing in says how. Open to everybody: nobody has an account yet; the setup
   * token is the credential and works once.
   */
  bootstrap(body: SystemBootstrapBody, options?: RequestOptions): Promise<User> {
    return this.#transport.request('POST', '/api/v1/admin/bootstrap/consume', { ...options, body })
  }

  /**
   * Check health.
   *
   * For the supervisor of the process. It never says why the database can’t be reached: the log does. Open to
   * everybody.
   */
  checkHealth(options?: RequestOptions): Promise<SystemCheckHealthResult> {
    return this.#transport.request('GET', '/healthz', options)
  }

  /**
   * Check readiness.
   *
   * For load balancers. 503 as soon as the server drains before it stops, and while the database takes no writes, such
   * as on a full disk. A finding about writes counts for two seconds. Open to everybody.
   */
  checkReadiness(options?: RequestOptions): Promise<SystemCheckReadinessResult> {
    return this.#transport.request('GET', '/readyz', options)
  }

  /**
   * Tell whether the server is set up.
   *
   * Whether somebody owns the server. Says nothing else, because it is asked before anybody can sign in. Open to
   * everybody.
   */
  getBootstrapStatus(options?: RequestOptions): Promise<BootstrapStatus> {
    return this.#transport.request('GET', '/api/v1/admin/bootstrap/status', options)
  }

  /**
   * Read the runtime settings.
   *
   * All of them, with the default where nothing was set. Secrets are masked. Admin key or operator session with the
   * scope system:read.
   */
  getConfig(options?: RequestOptions): Promise<Settings> {
    return this.#transport.request('GET', '/api/v1/admin/config', options)
  }

  /**
   * Read the first admin key.
   *
   * For 30 minutes after a start, until the server is set up, and by default only from the machine it runs on and with
   * a base URL on localhost; 404 otherwise. Open to everybody.
   */
  getFirstKey(options?: RequestOptions): Promise<FirstKey> {
    return this.#transport.request('GET', '/api/v1/admin/firstboot/key', options)
  }

  /**
   * Read the health report.
   *
   * Seen from the process that responds: database, migrations, keys, mail. Admin key or operator session with the scope
   * system:read.
   */
  getHealthReport(options?: RequestOptions): Promise<HealthReport> {
    return this.#transport.request('GET', '/api/v1/admin/health', options)
  }

  /**
   * Read metrics.
   *
   * Prometheus text, for an admin key with the scope metrics:read. Where the base URL is on localhost, this machine
   * needs none. Open to everybody.
   */
  getMetrics(options?: RequestOptions): Promise<string> {
    return this.#transport.request('GET', '/metrics', options)
  }

  /**
   * Read the mode.
   *
   * dev or production; both serve everything, dev forgives more. Admin key or operator session with the scope
   * system:read.
   */
  getMode(options?: RequestOptions): Promise<Mode> {
    return this.#transport.request('GET', '/api/v1/admin/system/mode', options)
  }

  /**
   * Wipe sessions, tokens and audit logs.
   *
   * People, clients, agents, policies, consents, settings and keys stay; everybody signs in anew. A signed marker of
   * the wipe survives. Applications are not told that their sessions ended. Admin key or operator session with the
   * scope system:write; every scope must be open to the caller; a person needs a fresh proof
   * (reauthentication_required).
   */
  reset(body: Reset, options?: RequestOptions): Promise<ResetDone> {
    return this.#transport.request('POST', '/api/v1/admin/system/reset', { ...options, body })
  }

  /**
   * Swap the mode.
   *
   * Requests under way finish under the old mode, those that come meanwhile wait and run under the new one: none is
   * lost. Other nodes follow within a second. Admin key or operator session with the scope system:write; a person needs
   * a fresh proof (reauthentication_required).
   */
  swapMode(body?: SwapMode, options?: RequestOptions): Promise<SwappedMode> {
    return this.#transport.request('POST', '/api/v1/admin/system/swap-mode', { ...options, body })
  }

  /**
   * Change runtime settings.
   *
   * A merge patch: what is not named stays, null goes back to the default. Every node follows within a second. Admin
   * key or operator session with the scope system:write; a person needs a fresh proof (reauthentication_required).
   */
  updateConfig(body: SettingsPatch, options?: RequestOptions): Promise<Settings> {
    return this.#transport.request('PATCH', '/api/v1/admin/config', { ...options, body })
  }
}

export interface BootstrapStatus {
  bootstrapped: boolean
}

export interface FirstKey {
  key: string
}

export interface HealthReport {
  /** Degraded: the server responds, but no key signs tokens. */
  status: 'ok' | 'degraded'
  version: string
  /** Of the process that responded. */
  uptime_seconds: number
  db: {
    driver: 'sqlite' | 'postgres'
    size_mb: number
    /** A database that does not respond is a 503. */
    status: 'ok'
  }
  migrations: {
    current: number
    name: string
  }
  jwt: {
    mode: 'jwt'
    algorithm: 'ES256'
    active_keys: number
  }
  master_key: {
    /** Names the current master key, and tells nothing about it. */
    id: string
    /** How many data keys another master key still wraps; with 0 earlier ones may be thrown away. */
    waiting: number
  }
  smtp: {
    /** `dev` keeps messages in the inbox of this server; `smtp` sends them. */
    tier: string
    configured: boolean
    sent_today: number
    daily_limit: number
  }
  /** Providers people may sign in with, by name. */
  oauth_providers: string[]
  /** For single sign-on, also those that are turned off. */
  sso_connections: number
  /**
   * What is careless about a server that other machines can reach or that is in production, as the process that
   * responded sees it.
   */
  warnings: {
    code: 'dev_mode_exposed' | 'proxy_not_listed' | 'operators_without_second_factor' | 'mail_not_sent' | 'pkce_waived'
    /** What to change. */
    message: string
  }[]
}

export interface Mode {
  mode: 'dev' | 'production'
}

export interface Reset {
  /** This very word, so that nobody does it by mistake. */
  confirm: 'RESET'
}

export interface ResetDone {
  /** How many were wiped. */
  sessions: number
  tokens: number
  audit_logs: number
  /** The number of the signed marker; `audit-logs/verify` lists it. */
  marker: number
  /** The one entry the log has now. */
  audit_event_id: string
}

export interface Settings {
  /** Who may register a client: anyone, holders of the registration token, nobody. */
  'oauth.registration': 'open' | 'token' | 'off'
  /** The initial access token that registration asks for when it is set to `token`. Stored hashed. */
  'oauth.registration_token': string | null
  /**
   * Scopes of a client that registers itself and names none, and in production the only ones it gets for itself.
   * Discovery lists them as supported.
   */
  'oauth.registration_scopes': string[]
  /**
   * How many token requests of one client that registered itself succeed in an hour, which bounds the rows it leaves.
   * Token exchanges count when they are refused, too.
   */
  'oauth.registered_client_tokens_per_hour': number
  /**
   * Whose clients may come with the https address of a document as their client_id: those of any domain, of
   * `oauth.client_document_domains`, of none. Where it is not open to a domain any more, its clients are unknown.
   */
  'oauth.client_documents': 'open' | 'domains' | 'off'
  /** Domains whose clients may come where `oauth.client_documents` is `domains`; none below them. */
  'oauth.client_document_domains': string[]
  /**
   * The scope of an authorization request that names none and no resource with scopes. With null such a request gets,
   * in dev mode, what a client that registered itself has registered, and is refused otherwise.
   */
  'oauth.default_scope': string | null
  /**
   * Whether the authorization requests of every client must be pushed to `/oauth/par` (RFC 9126). Clients can say so
   * for themselves.
   */
  'oauth.require_pushed_authorization_requests': boolean
  /** Lifetime of an access token whose client has no lifetime of its own. */
  'oauth.access_token_ttl_seconds': number
  /** Lifetime of a token family; rotation does not extend it. */
  'oauth.refresh_token_ttl_seconds': number
  /**
   * For how long a rotated refresh token still yields the same successor while that is unused, for a client that lost
   * the response or renews twice at once; 0 turns it off. Clients can have their own.
   */
  'oauth.refresh_grace_seconds': number
  /** Whether a proof must carry a nonce of the server (RFC 9449 §8). */
  'dpop.require_nonce': boolean
  /**
   * Whether a token exchange needs a policy that allows it; null means yes in production mode only. A client that
   * registered itself always needs one.
   */
  'token_exchange.require_policy': boolean | null
  /** How many actors a chain of delegation may have. */
  'token_exchange.max_depth': number
  /**
   * Who may read the first admin key over HTTP before the server is set up: this machine, as long as the base URL is on
   * localhost; anyone; nobody. Changed with full access only.
   */
  firstboot_key_access: 'loopback' | 'any' | 'off'
  /** How many days every entry of the audit log is kept: no purge takes younger ones. Lowered with full access only. */
  'audit.min_retention_days': number
  /**
   * Whether signing out also ends the tokens that applications got through the session. Those that were granted
   * offline_access go on.
   */
  'sessions.logout_revokes_tokens': boolean
  /**
   * Hosts the server may call although they are on a private network or speak plain http: names or addresses in lower
   * case, with a port or for every port. Link-local addresses are never called.
   */
  'outbound.allowed_hosts': string[]
  /** How long the endpoint of a webhook may take to respond, from the lookup of its name to the last byte. */
  'webhooks.timeout_ms': number
  /** How many days the log of deliveries is kept. */
  'webhooks.retention_days': number
  /**
   * Origins that a redirect step of an auth flow may lead people to, besides our own: https, or http on this machine.
   */
  'flows.redirect_origins': string[]
  /** How many days the runs of auth flows are kept. */
  'flows.run_retention_days': number
  /** Whether people create organizations of their own. Whoever owns one can have invitations mailed to strangers. */
  'organizations.self_creation': boolean
  /**
   * Who may make themselves an account, by password or by a provider: anyone, people whom an organization has invited,
   * addresses of `signup.domains`, nobody. Only a proven address shows that it is theirs.
   */
  'signup.mode': 'open' | 'invited' | 'domains' | 'off'
  /** Domains whose addresses may sign up where `signup.mode` is `domains`, in lower case; none below them. */
  'signup.domains': string[]
  /**
   * Whether people with a system role need a second factor: a sign-in without one opens nothing but setting one up.
   * null means yes in production mode only. Turned off with full access only.
   */
  'operators.require_second_factor': boolean | null
  /**
   * Whether people with a system role may sign in to the command line, by a code that they approve in the browser.
   * Turned off, sign-ins of before open nothing; turned on again with full access only.
   */
  'operators.command_line_sign_in': boolean
  /** The shortest password; 15 is the strict profile. */
  'password.min_length': number
}

export interface SettingsPatch {
  'oauth.registration'?: 'open' | 'token' | 'off' | null | undefined
  'oauth.registration_token'?: string | '********' | null | undefined
  'oauth.registration_scopes'?: readonly string[] | null | undefined
  'oauth.registered_client_tokens_per_hour'?: number | null | undefined
  'oauth.client_documents'?: 'open' | 'domains' | 'off' | null | undefined
  'oauth.client_document_domains'?: readonly string[] | null | undefined
  'oauth.default_scope'?: string | null | null | undefined
  'oauth.require_pushed_authorization_requests'?: boolean | null | undefined
  'oauth.access_token_ttl_seconds'?: number | null | undefined
  'oauth.refresh_token_ttl_seconds'?: number | null | undefined
  'oauth.refresh_grace_seconds'?: number | null | undefined
  'dpop.require_nonce'?: boolean | null | undefined
  'token_exchange.require_policy'?: boolean | null | null | undefined
  'token_exchange.max_depth'?: number | null | undefined
  firstboot_key_access?: 'loopback' | 'any' | 'off' | null | undefined
  'audit.min_retention_days'?: number | null | undefined
  'sessions.logout_revokes_tokens'?: boolean | null | undefined
  'outbound.allowed_hosts'?: readonly string[] | null | undefined
  'webhooks.timeout_ms'?: number | null | undefined
  'webhooks.retention_days'?: number | null | undefined
  'flows.redirect_origins'?: readonly string[] | null | undefined
  'flows.run_retention_days'?: number | null | undefined
  'organizations.self_creation'?: boolean | null | undefined
  'signup.mode'?: 'open' | 'invited' | 'domains' | 'off' | null | undefined
  'signup.domains'?: readonly string[] | null | undefined
  'operators.require_second_factor'?: boolean | null | null | undefined
  'operators.command_line_sign_in'?: boolean | null | undefined
  'password.min_length'?: number | null | undefined
}

export interface SwapMode {
  /** The mode to switch to; by default the other one. A script that may run twice should name it. */
  mode?: 'dev' | 'production' | undefined
}

export interface SwappedMode {
  mode: 'dev' | 'production'
  previous_mode: 'dev' | 'production'
  /** False when a request took longer than the 5 seconds the swap waits, and may have seen both modes. */
  drained: boolean
}

export interface User {
  id: string
  email: string
  email_verified: boolean
  name: string
  mfa_enabled: boolean
  /** The role of a person who runs the server; null for everyone else. */
  system_role: 'owner' | 'operator' | 'support' | 'auditor' | null
  tier: string
  created_at: string
  updated_at: string
}

export interface SystemBootstrapBody {
  /**
   * From the setup link that the server prints when it starts, or an API key with full access, such as the first one.
   */
  token: string
  email: string
  password: string
}

export interface SystemCheckHealthResult {
  status: 'ok'
}

export interface SystemCheckReadinessResult {
  status: 'ok'
}
