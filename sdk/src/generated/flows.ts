// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** What stands between a proof of who somebody is and their session. */
export class FlowsApi {
  readonly #transport: Transport
  readonly runs: FlowsRunsApi
  readonly steps: FlowsStepsApi
  readonly versions: FlowsVersionsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.runs = new FlowsRunsApi(transport)
    this.steps = new FlowsStepsApi(transport)
    this.versions = new FlowsVersionsApi(transport)
  }

  /**
   * Create an auth flow.
   *
   * It takes sign-ins at once, unless enabled is false. Steps that do what a scope is for need that scope, too:
   * users:read for webhook, users:write for set_metadata, roles:write for assign_role, organizations:write for
   * add_to_org. No other response carries the secret, but that of rotate-secret. Admin key or operator session with the
   * scope flows:write; a person needs a fresh proof (reauthentication_required).
   */
  create(body: FlowsCreateBody, options?: RequestOptions): Promise<FlowsCreateResult> {
    return this.#transport.request('POST', '/api/v1/admin/flows', { ...options, body, keyed: true })
  }

  /**
   * Delete an auth flow.
   *
   * Sign-ins that wait in it end; its runs stay for a while. With dry_run it only answers what would end. Admin key or
   * operator session with the scope flows:write.
   */
  delete(id: string, query?: FlowsDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/admin/flows/${id}`, { ...options, query })
  }

  /**
   * Get an auth flow.
   *
   * As its last save made it, without its secret. Admin key or operator session with the scope flows:read.
   */
  get(id: string, options?: RequestOptions): Promise<Flow> {
    return this.#transport.request('GET', path`/api/v1/admin/flows/${id}`, options)
  }

  /**
   * List auth flows.
   *
   * Newest first. Which of them takes a sign-in is decided by priority. Admin key or operator session with the scope
   * flows:read.
   */
  list(query?: FlowsListQuery, options?: RequestOptions): PageRequest<Flow> {
    return this.#transport.list('/api/v1/admin/flows', { ...options, query })
  }

  /**
   * Give an auth flow a new secret.
   *
   * Calls of its webhook steps are signed with it; with overlap_seconds the old one signs, too, for a while. Admin key
   * or operator session with the scopes flows:write and users:read; a person needs a fresh proof
   * (reauthentication_required).
   */
  rotateSecret(id: string, body?: FlowsRotateSecretBody, options?: RequestOptions): Promise<FlowsRotateSecretResult> {
    return this.#transport.request('POST', path`/api/v1/admin/flows/${id}/rotate-secret`, { ...options, body })
  }

  /**
   * Try an auth flow out.
   *
   * A dry run: nothing is written, and nobody is called unless live_webhooks asks for that. Each step says what it
   * would do and what its conditions saw; a step that waits is taken as done. Admin key or operator session with the
   * scopes flows:write and users:read.
   */
  test(id: string, body?: FlowsTestBody, query?: FlowsTestQuery, options?: RequestOptions): Promise<FlowTest> {
    return this.#transport.request('POST', path`/api/v1/admin/flows/${id}/test`, { ...options, body, query })
  }

  /**
   * Update an auth flow.
   *
   * A JSON merge patch (RFC 7396): steps are replaced as a whole, conditions member by member, and all of them by null.
   * What it changes is a new version. The caller needs the scopes of all its steps, except to rename it or turn it off.
   * Admin key or operator session with the scope flows:write; a person needs a fresh proof (reauthentication_required).
   */
  update(id: string, body: FlowsUpdateBody, options?: RequestOptions): Promise<Flow> {
    return this.#transport.request('PATCH', path`/api/v1/admin/flows/${id}`, { ...options, body })
  }
}

/** `flows.runs` */
export class FlowsRunsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get a run.
   *
   * What became of one sign-in, step by step. People read its id when a flow ends their sign-in. Admin key or operator
   * session with the scope flows:read.
   */
  get(runId: string, options?: RequestOptions): Promise<FlowRunDetail> {
    return this.#transport.request('GET', path`/api/v1/admin/flows/runs/${runId}`, options)
  }

  /**
   * List the runs of an auth flow.
   *
   * Newest first. They are kept for the days of the setting flows.run_retention_days. Admin key or operator session
   * with the scope flows:read.
   */
  list(id: string, query?: FlowsRunsListQuery, options?: RequestOptions): PageRequest<FlowRun> {
    return this.#transport.list(path`/api/v1/admin/flows/${id}/runs`, { ...options, query })
  }
}

/** `flows.steps` */
export class FlowsStepsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get what flows are made of.
   *
   * Each type of step and each condition, with the JSON schema of what it takes. Admin key or operator session with the
   * scope flows:read.
   */
  get(options?: RequestOptions): Promise<FlowsStepsGetResult> {
    return this.#transport.request('GET', '/api/v1/admin/flows/steps', options)
  }
}

/** `flows.versions` */
export class FlowsVersionsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * List the versions of an auth flow.
   *
   * Newest first: what it was with each save. The last hundred are kept. Admin key or operator session with the scope
   * flows:read.
   */
  list(id: string, query?: FlowsVersionsListQuery, options?: RequestOptions): PageRequest<FlowVersion> {
    return this.#transport.list(path`/api/v1/admin/flows/${id}/versions`, { ...options, query })
  }

  /**
   * Restore a version of an auth flow.
   *
   * The flow becomes what it was then, with its name, trigger, conditions, priority and whether it takes sign-ins, as a
   * new version. What its steps lead to and name is looked at as on a save: where one of them is gone, details.errors
   * names the step, and nothing changes. The caller needs the scopes of all its steps. Admin key or operator session
   * with the scope flows:write; a person needs a fresh proof (reauthentication_required).
   */
  restore(id: string, version: string, body: FlowsVersionsRestoreBody, options?: RequestOptions): Promise<Flow> {
    return this.#transport.request('POST', path`/api/v1/admin/flows/${id}/versions/${version}/restore`, { ...options, body })
  }
}

export interface Flow {
  id: string
  /** What operators call it. */
  name: string
  /**
   * What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail,
   * coming back from a provider.
   */
  trigger: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback'
  /** In order. */
  steps: FlowStep[]
  /** false: it takes no sign-in. Those on their way go on. */
  enabled: boolean
  /** Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest. */
  priority: number
  /**
   * Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET
   * /api/v1/admin/flows/steps lists them.
   */
  conditions: Record<string, unknown>
  /** One more with each change; a run names the one it takes. */
  version: number
  /** Until when the secret before the last rotation signs, too. */
  old_secret_until: string | null
  created_at: string
  updated_at: string
}

export interface FlowRun {
  id: string
  flow_id: string
  flow_version: number
  user_id: string
  /**
   * What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail,
   * coming back from a provider.
   */
  trigger: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback'
  /**
   * ready, running and waiting are on their way; denied by a step, failed because one broke, expired after 15 minutes,
   * ended with the flow.
   */
  state: 'ready' | 'running' | 'waiting' | 'passed' | 'denied' | 'failed' | 'ended' | 'expired'
  /** What the person has to do now. */
  waits_for: string | null
  /** Where it stopped: /steps/0, or /conditions when they could not be asked. */
  blocked_at_step: string | null
  /** Why it stopped. */
  reason: string | null
  /** Whether an owner skipped all but the steps of their own security. */
  recovery: boolean
  started_at: string
  finished_at: string | null
}

export interface FlowRunDetail {
  id: string
  flow_id: string
  flow_version: number
  user_id: string
  /**
   * What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail,
   * coming back from a provider.
   */
  trigger: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback'
  /**
   * ready, running and waiting are on their way; denied by a step, failed because one broke, expired after 15 minutes,
   * ended with the flow.
   */
  state: 'ready' | 'running' | 'waiting' | 'passed' | 'denied' | 'failed' | 'ended' | 'expired'
  /** What the person has to do now. */
  waits_for: string | null
  /** Where it stopped: /steps/0, or /conditions when they could not be asked. */
  blocked_at_step: string | null
  /** Why it stopped. */
  reason: string | null
  /** Whether an owner skipped all but the steps of their own security. */
  recovery: boolean
  started_at: string
  finished_at: string | null
  client_id: string | null
  ip: string
  /** What happened at each step, in order. */
  timeline: {
    /** Where the step stands in its version: /steps/2/config/then/0. */
    step: string
    type: 'require_email_verification' | 'require_mfa_enrollment' | 'require_mfa_challenge' | 'require_password_strength' | 'redirect' | 'webhook' | 'set_metadata' | 'assign_role' | 'add_to_org' | 'custom_check' | 'delay' | 'conditional'
    outcome: 'passed' | 'skipped' | 'waiting' | 'denied' | 'failed' | 'continued'
    reason: string | null
    at: string
    duration_ms: number
  }[]
}

export interface FlowStep {
  type: 'require_email_verification' | 'require_mfa_enrollment' | 'require_mfa_challenge' | 'require_password_strength' | 'redirect' | 'webhook' | 'set_metadata' | 'assign_role' | 'add_to_org' | 'custom_check' | 'delay' | 'conditional'
  /** What a step of this type takes: GET /api/v1/admin/flows/steps. */
  config: Record<string, unknown>
  /** What happens when the step breaks: the sign-in ends, or goes on without it, which the audit log shows. */
  on_error?: 'deny' | 'continue'
}

export interface FlowTest {
  flow_id: string
  version: number
  /** not_taken: its conditions do not hold, or it is disabled. waiting: it passes once the person did what is asked. */
  outcome: 'not_taken' | 'passed' | 'waiting' | 'denied' | 'failed'
  /** Whether the flow would take this sign-in, if no other one comes before it. */
  taken: boolean
  /** Each condition with what it found. */
  saw: {
    pointer: string
    condition: string
    expected: unknown
    saw: unknown
    holds: boolean
  }[]
  /** As if the person did whatever is asked of them. */
  timeline: {
    /** Where the step stands in its version: /steps/2/config/then/0. */
    step: string
    type: 'require_email_verification' | 'require_mfa_enrollment' | 'require_mfa_challenge' | 'require_password_strength' | 'redirect' | 'webhook' | 'set_metadata' | 'assign_role' | 'add_to_org' | 'custom_check' | 'delay' | 'conditional'
    outcome: 'passed' | 'skipped' | 'waiting' | 'denied' | 'failed' | 'continued'
    /** What it would do. */
    would: string
    /** Each condition with what it found. */
    saw: {
      pointer: string
      condition: string
      expected: unknown
      saw: unknown
      holds: boolean
    }[]
  }[]
}

export interface FlowVersion {
  version: number
  /** What operators call it. */
  name: string
  /**
   * What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail,
   * coming back from a provider.
   */
  trigger: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback'
  /** In order. */
  steps: FlowStep[]
  /** false: it takes no sign-in. Those on their way go on. */
  enabled: boolean
  /** Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest. */
  priority: number
  /**
   * Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET
   * /api/v1/admin/flows/steps lists them.
   */
  conditions: Record<string, unknown>
  created_by: string
  created_at: string
}

export interface FlowsCreateBody {
  /** What operators call it. */
  name: string
  /**
   * What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail,
   * coming back from a provider.
   */
  trigger: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback'
  /** In order; those in branches count, too. */
  steps: readonly {
    type: string
    /** What a step of this type takes: GET /api/v1/admin/flows/steps. */
    config?: Record<string, unknown> | undefined
    /** What happens when the step breaks: the sign-in ends, or goes on without it, which the audit log shows. */
    on_error?: 'deny' | 'continue' | undefined
  }[]
  /** false: it takes no sign-in. Those on their way go on. */
  enabled?: boolean | undefined
  /** Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest. */
  priority?: number | undefined
  /**
   * Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET
   * /api/v1/admin/flows/steps lists them.
   */
  conditions?: Record<string, unknown> | undefined
}

export interface FlowsCreateResult {
  id: string
  /** What operators call it. */
  name: string
  /**
   * What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail,
   * coming back from a provider.
   */
  trigger: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback'
  /** In order. */
  steps: FlowStep[]
  /** false: it takes no sign-in. Those on their way go on. */
  enabled: boolean
  /** Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest. */
  priority: number
  /**
   * Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET
   * /api/v1/admin/flows/steps lists them.
   */
  conditions: Record<string, unknown>
  /** One more with each change; a run names the one it takes. */
  version: number
  /** Until when the secret before the last rotation signs, too. */
  old_secret_until: string | null
  created_at: string
  updated_at: string
  /** What calls of webhook steps are signed with; shown this once. */
  secret: string
}

export interface FlowsDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface FlowsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The trigger. */
  trigger?: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback' | undefined
  /** The enabled. */
  enabled?: boolean | undefined
}

export interface FlowsRotateSecretBody {
  /** How long the old secret works on, at most seven days; by default it stops at once. */
  overlap_seconds?: number | undefined
}

export interface FlowsRotateSecretResult {
  id: string
  /** What operators call it. */
  name: string
  /**
   * What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail,
   * coming back from a provider.
   */
  trigger: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback'
  /** In order. */
  steps: FlowStep[]
  /** false: it takes no sign-in. Those on their way go on. */
  enabled: boolean
  /** Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest. */
  priority: number
  /**
   * Which sign-ins it takes: every member is a condition and holds. All of the trigger without one. GET
   * /api/v1/admin/flows/steps lists them.
   */
  conditions: Record<string, unknown>
  /** One more with each change; a run names the one it takes. */
  version: number
  /** Until when the secret before the last rotation signs, too. */
  old_secret_until: string | null
  created_at: string
  updated_at: string
  /** What calls of webhook steps are signed with; shown this once. */
  secret: string
}

export interface FlowsTestBody {
  /** One that is kept; without it the current one. */
  version?: number | undefined
  /** Somebody there is; their data is what counts. */
  user_id?: string | undefined
  /** Somebody there could be; over what is known of user_id. */
  user?: {
    email?: string | undefined
    email_verified?: boolean | undefined
    name?: string | undefined
    mfa_enabled?: boolean | undefined
    metadata?: Record<string, unknown> | undefined
    role_ids?: readonly string[] | undefined
    organization_ids?: readonly string[] | undefined
  } | undefined
  /** The one they type; nothing keeps it. */
  password?: string | undefined
  auth_methods?: readonly ('password' | 'magic_link' | 'passkey' | 'social' | 'sso' | 'second_factor')[] | undefined
  client_id?: string | undefined
  /** An IPv4 or IPv6 address. */
  ip?: string | undefined
  new_device?: boolean | undefined
  /** The moment; now when not given. */
  at?: string | undefined
}

export interface FlowsTestQuery {
  /** Really asks the servers of webhook steps, with test: true in what they get. */
  live_webhooks?: boolean | undefined
}

export interface FlowsUpdateBody {
  /** What operators call it. */
  name?: string | undefined
  /**
   * What sets it off: signing up, signing in by password or passkey, the end of a password reset, a link in a mail,
   * coming back from a provider.
   */
  trigger?: 'signup' | 'login' | 'password_reset' | 'magic_link' | 'oauth_callback' | undefined
  /** In order; those in branches count, too. */
  steps?: readonly {
    type: string
    /** What a step of this type takes: GET /api/v1/admin/flows/steps. */
    config?: Record<string, unknown> | undefined
    /** What happens when the step breaks: the sign-in ends, or goes on without it, which the audit log shows. */
    on_error?: 'deny' | 'continue' | undefined
  }[] | undefined
  /** false: it takes no sign-in. Those on their way go on. */
  enabled?: boolean | undefined
  /** Of the flows whose conditions hold, the one with the highest takes the sign-in; of equals, the oldest. */
  priority?: number | undefined
  conditions?: Record<string, unknown> | null | undefined
}

export interface FlowsRunsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** The id of a user. */
  user_id?: string | undefined
  /** Only those in this state. */
  state?: 'ready' | 'running' | 'waiting' | 'passed' | 'denied' | 'failed' | 'ended' | 'expired' | undefined
}

export interface FlowsStepsGetResult {
  steps: {
    type: 'require_email_verification' | 'require_mfa_enrollment' | 'require_mfa_challenge' | 'require_password_strength' | 'redirect' | 'webhook' | 'set_metadata' | 'assign_role' | 'add_to_org' | 'custom_check' | 'delay' | 'conditional'
    description: string
    /** A JSON schema. */
    config: Record<string, unknown>
    /** What a key needs besides flows:write to save such a step. */
    required_scope: string | null
  }[]
  conditions: {
    name: string
    description: string
    /** A JSON schema. */
    schema: Record<string, unknown>
  }[]
  triggers: string[]
}

export interface FlowsVersionsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface FlowsVersionsRestoreBody {
  /** The version that the caller saw as the current one; nothing is restored over a later one. */
  current_version: number
}
