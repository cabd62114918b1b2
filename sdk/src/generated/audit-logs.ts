// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { AuditLog } from './shared.ts'

/** What happened, by whom: to list, export, verify and purge. */
export class AuditLogsApi {
  readonly #transport: Transport
  readonly checkpoints: AuditLogsCheckpointsApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.checkpoints = new AuditLogsCheckpointsApi(transport)
  }

  /**
   * Export audit entries.
   *
   * Takes the filters of the list and returns a file, newest entry first. It is streamed, at any size; a connection
   * that ends early leaves a file without its last line. The export is an entry itself. Admin key or operator session
   * with the scope audit-logs:read.
   */
  export(body?: AuditLogsExportBody, options?: RequestOptions): Promise<Response> {
    return this.#transport.send('POST', '/api/v1/audit-logs/export', { ...options, body })
  }

  /**
   * Get an audit entry.
   *
   * One entry with its place in the hash chain and what its actor is called now. Admin key or operator session with the
   * scope audit-logs:read.
   */
  get(id: string, options?: RequestOptions): Promise<AuditLogDetail> {
    return this.#transport.request('GET', path`/api/v1/audit-logs/${id}`, options)
  }

  /**
   * Count audit entries over time.
   *
   * Takes the filters of the list, and counts in some sixty stretches of the time between from and to, or of the last
   * day. Counts the newest 10,000 entries that fit, or what fits among 5,000 where no single index answers. Admin key
   * or operator session with the scope audit-logs:read.
   */
  getHistogram(query?: AuditLogsGetHistogramQuery, options?: RequestOptions): Promise<AuditHistogram> {
    return this.#transport.request('GET', '/api/v1/audit-logs/histogram', { ...options, query })
  }

  /**
   * List audit entries.
   *
   * Newest first. With search, or with filters that no single index serves, a page looks at 5,000 entries and may hold
   * fewer than limit, or none; next_cursor then goes on behind those. Admin key or operator session with the scope
   * audit-logs:read.
   */
  list(query?: AuditLogsListQuery, options?: RequestOptions): PageRequest<AuditLog> {
    return this.#transport.list('/api/v1/audit-logs', { ...options, query })
  }

  /**
   * Purge old audit entries.
   *
   * Removes the beginning of the chain up to the first entry that is not older than the cutoff, and leaves a signed
   * marker: the rest still verifies, and the gap shows as what it is. Entries that do not verify are kept unless
   * accept_broken says otherwise. Admin key or operator session with the scope audit-logs:write; a person needs a fresh
   * proof (reauthentication_required).
   */
  purge(body: AuditLogsPurgeBody, options?: RequestOptions): Promise<AuditPurge> {
    return this.#transport.request('POST', '/api/v1/admin/audit-logs/purge', { ...options, body })
  }

  /**
   * Verify the audit log.
   *
   * Walks the hash chain with its signed checkpoints and markers and names the first broken place. through stops it at
   * a place. Works for five seconds at most; resume_after goes on. Who keeps checked_through and hash elsewhere and
   * gives them as anchor learns even of a log that was cut off together with its signatures. Admin key or operator
   * session with the scope audit-logs:read.
   */
  verify(query?: AuditLogsVerifyQuery, options?: RequestOptions): Promise<AuditVerification> {
    return this.#transport.request('GET', '/api/v1/admin/audit-logs/verify', { ...options, query })
  }
}

/** `auditLogs.checkpoints` */
export class AuditLogsCheckpointsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get the checkpoint that covers a place.
   *
   * The first checkpoint at a place of the chain or behind it, with the key that checks its statement: what somebody
   * needs to keep it elsewhere and check it there. Admin key or operator session with the scope audit-logs:read.
   */
  get(sequence: string, options?: RequestOptions): Promise<AuditCheckpointDetail> {
    return this.#transport.request('GET', path`/api/v1/admin/audit-logs/checkpoints/${sequence}`, options)
  }

  /**
   * List checkpoints of the audit log.
   *
   * The signed ends of sealed batches, newest first: each says that the chain had this hash at this place. A page looks
   * at the signatures alone, never at the entries. Admin key or operator session with the scope audit-logs:read.
   */
  list(query?: AuditLogsCheckpointsListQuery, options?: RequestOptions): PageRequest<AuditCheckpoint> {
    return this.#transport.list('/api/v1/admin/audit-logs/checkpoints', { ...options, query })
  }
}

export interface AuditCheckpoint {
  /** The last place of the chain that it covers. */
  sequence: number
  /** The first one: behind the checkpoint or the removal before. */
  first_sequence: number
  /** The hash of the chain at the last place. */
  hash: string
  sealed_at: string
  /** The key that the statement names; null where it can not be read. */
  key_id: string | null
  /**
   * Whether this server signed the statement, and for this place. Whether the entries are what was sealed is said by
   * GET /api/v1/admin/audit-logs/verify.
   */
  signature: 'genuine' | 'forged'
  /** A compact JWS (RFC 7515) of typ mandate-checkpoint+jwt, signed by ES256. */
  statement: string
}

export interface AuditCheckpointDetail {
  /** The last place of the chain that it covers. */
  sequence: number
  /** The first one: behind the checkpoint or the removal before. */
  first_sequence: number
  /** The hash of the chain at the last place. */
  hash: string
  sealed_at: string
  /** The key that the statement names; null where it can not be read. */
  key_id: string | null
  /**
   * Whether this server signed the statement, and for this place. Whether the entries are what was sealed is said by
   * GET /api/v1/admin/audit-logs/verify.
   */
  signature: 'genuine' | 'forged'
  /** A compact JWS (RFC 7515) of typ mandate-checkpoint+jwt, signed by ES256. */
  statement: string
  /** The key that checks the statement, as a JWK (RFC 7517); null where it is none of this server. */
  public_key: {
    kty: 'EC'
    crv: 'P-256'
    x: string
    y: string
    kid: string
    alg: 'ES256'
  } | null
}

export interface AuditHistogram {
  from: string
  to: string
  /** False when there were more than one look counts: then it is of the newest. */
  is_complete: boolean
  /** Sixty or so, or one for each day, oldest first, also where nothing happened. */
  buckets: {
    at: string
    success: number
    denied: number
    failure: number
  }[]
}

export interface AuditLogDetail {
  id: string
  /** admin is an API key or an operator, agent any OAuth client, system a job of the server. */
  actor_type: 'user' | 'admin' | 'agent' | 'system'
  actor_id: string
  /** The name of the event. */
  action: string
  target_type: string | null
  target_id: string | null
  status: 'success' | 'denied' | 'failure'
  /** The data of the event; what changed has both values. */
  metadata: Record<string, unknown>
  /** The X-Request-Id of the response to the request it happened in. */
  request_id: string | null
  /** What the caller called that request: the X-Request-Id it sent. */
  client_request_id: string | null
  /** Where the request came from. */
  address: string | null
  created_at: string
  /** Its place in the hash chain; null until it is sealed, a moment after it happened. */
  sequence: number | null
  /** What the key, the client or the person is called now; null when it is gone. */
  actor_name: string | null
  /** The hash of the chain up to and with this entry. */
  hash: string | null
}

export interface AuditPurge {
  dry_run: boolean
  before: string
  /** How many entries went, or would go. */
  removed: number
  /** The last place in the chain that is gone. */
  through_sequence: number
  /** The hash of the chain there. */
  hash: string
  /** The first place among them that does not verify. */
  broken_at: number | null
  /** The number of the signed marker; null when nothing was removed. */
  marker: number | null
}

export interface AuditVerification {
  /** unfinished: nothing wrong so far; ask again with resume_after. */
  status: 'intact' | 'broken' | 'unfinished'
  /** The place the check began behind. */
  checked_after: number
  /** The last place that is proven. */
  checked_through: number
  /** The hash of the chain there. */
  hash: string
  /** Where the next request goes on. */
  resume_after: number | null
  fault: {
    kind: 'removed' | 'changed' | 'truncated' | 'checkpoint' | 'removal' | 'forged' | 'key'
    /** The place in the chain; 0 for a key. */
    sequence: number
    /** The entry that stands there, if one does. */
    audit_log_id: string | null
    message: string
  } | null
  /** not_reached: it lies in what was purged, or outside of this check. */
  anchor: 'confirmed' | 'not_reached' | null
  /** What was removed on purpose, each by a signed marker. */
  removals: {
    number: number
    kind: 'purge' | 'reset'
    first_sequence: number
    through_sequence: number
    /** The hash of the chain there. */
    hash: string
    /** Entries that went without ever having had a place. */
    unsealed: number
    before: string | null
    /** The first place that did not verify when it was removed. */
    broken_at: number | null
    actor_type: 'user' | 'admin' | 'agent' | 'system'
    actor_id: string
    removed_at: string
  }[]
  /** Entries that have no place in the chain yet. */
  unsealed: number
  duration_ms: number
}

export interface AuditLogsExportBody {
  actor_type?: 'user' | 'admin' | 'agent' | 'system' | undefined
  /** The id of a user, an API key or an OAuth client, or the name of a job. */
  actor_id?: string | undefined
  /** The name of an event, agent.created, or all of a noun: agent.*. */
  action?: string | undefined
  /** The kind of thing it was done to: user, agent, client, … */
  target_type?: string | undefined
  /** The id of what it was done to. */
  target_id?: string | undefined
  status?: 'success' | 'denied' | 'failure' | undefined
  /** ISO 8601. The earliest time. */
  from?: string | undefined
  /** ISO 8601. Entries before this time. */
  to?: string | undefined
  /**
   * Text anywhere in an entry: action, actor, target, request ids, address, data. Letters a to z match in either case.
   */
  search?: string | undefined
  /** CSV, or one JSON object a line. */
  format?: 'csv' | 'jsonl' | undefined
}

export interface AuditLogsGetHistogramQuery {
  /** Only what this kind of actor did. */
  actor_type?: 'user' | 'admin' | 'agent' | 'system' | undefined
  /** The id of a user, an API key or an OAuth client, or the name of a job. */
  actor_id?: string | undefined
  /** The name of an event, agent.created, or all of a noun: agent.*. */
  action?: string | undefined
  /** The kind of thing it was done to: user, agent, client, … */
  target_type?: string | undefined
  /** The id of what it was done to. */
  target_id?: string | undefined
  /** Only those that ended so. */
  status?: 'success' | 'denied' | 'failure' | undefined
  /** ISO 8601. The earliest time. */
  from?: string | undefined
  /** ISO 8601. Entries before this time. */
  to?: string | undefined
  /**
   * Text anywhere in an entry: action, actor, target, request ids, address, data. Letters a to z match in either case.
   */
  search?: string | undefined
  /** A stretch for each day in UTC, of at most 400, in place of some sixty. */
  interval?: 'day' | undefined
}

export interface AuditLogsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only what this kind of actor did. */
  actor_type?: 'user' | 'admin' | 'agent' | 'system' | undefined
  /** The id of a user, an API key or an OAuth client, or the name of a job. */
  actor_id?: string | undefined
  /** The name of an event, agent.created, or all of a noun: agent.*. */
  action?: string | undefined
  /** The kind of thing it was done to: user, agent, client, … */
  target_type?: string | undefined
  /** The id of what it was done to. */
  target_id?: string | undefined
  /** Only those that ended so. */
  status?: 'success' | 'denied' | 'failure' | undefined
  /** ISO 8601. The earliest time. */
  from?: string | undefined
  /** ISO 8601. Entries before this time. */
  to?: string | undefined
  /**
   * Text anywhere in an entry: action, actor, target, request ids, address, data. Letters a to z match in either case.
   */
  search?: string | undefined
}

export interface AuditLogsPurgeBody {
  /**
   * ISO 8601. Entries before this time go; it is at least as many days ago as the setting audit.min_retention_days
   * says.
   */
  before: string
  /** Answers what would go, and removes nothing. */
  dry_run?: boolean | undefined
  /** Removes the entries also when they do not verify. The marker says so. */
  accept_broken?: boolean | undefined
}

export interface AuditLogsVerifyQuery {
  /** The resume_after of a response whose verification was not complete. */
  after?: number | undefined
  /** The last place to look at: with after, the entries that one checkpoint covers. */
  through?: number | undefined
  /** With anchor_hash: the checked_through and hash of an earlier response, kept elsewhere. */
  anchor_sequence?: number | undefined
  /** The hash that goes with the anchor. */
  anchor_hash?: string | undefined
}

export interface AuditLogsCheckpointsListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}
