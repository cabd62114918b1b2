// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Who is told of events, and what they were sent. */
export class WebhooksApi {
  readonly #transport: Transport
  readonly deliveries: WebhooksDeliveriesApi

  constructor(transport: Transport) {
    this.#transport = transport
    this.deliveries = new WebhooksDeliveriesApi(transport)
  }

  /**
   * Subscribe to events.
   *
   * Events that happen from now on are posted to url, signed. Without events it gets all of them, without secret a new
   * one; no other response carries the secret. Admin key or operator session with the scopes webhooks:write and
   * audit-logs:read; a person needs a fresh proof (reauthentication_required).
   */
  create(body: WebhooksCreateBody, options?: RequestOptions): Promise<WebhooksCreateResult> {
    return this.#transport.request('POST', '/api/v1/webhooks', { ...options, body, keyed: true })
  }

  /**
   * Delete a webhook.
   *
   * What waits to be sent is not sent any more. What was sent stays for webhooks.retention_days, out of reach. With
   * dry_run it only answers what would end. Admin key or operator session with the scope webhooks:write.
   */
  delete(id: string, query?: WebhooksDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/webhooks/${id}`, { ...options, query })
  }

  /**
   * Get a webhook.
   *
   * With how it does: since when it fails, and what it missed while it was disabled. Admin key or operator session with
   * the scope webhooks:read.
   */
  get(id: string, options?: RequestOptions): Promise<Webhook> {
    return this.#transport.request('GET', path`/api/v1/webhooks/${id}`, options)
  }

  /**
   * List webhooks.
   *
   * Newest first, without their secrets. Admin key or operator session with the scope webhooks:read.
   */
  list(query?: WebhooksListQuery, options?: RequestOptions): PageRequest<Webhook> {
    return this.#transport.list('/api/v1/webhooks', { ...options, query })
  }

  /**
   * List the events there are.
   *
   * Every kind that a webhook can see. What each carries is described under webhooks in this document. Admin key or
   * operator session with the scope webhooks:read.
   */
  listEvents(options?: RequestOptions): Promise<WebhooksListEventsResult> {
    return this.#transport.request('GET', '/api/v1/webhooks/events', options)
  }

  /**
   * Give a webhook a new secret.
   *
   * The old secret stops signing at once, or after overlap_seconds, in which both sign; an older one stops in either
   * case. The raw formats of X-Service-Signature have room for one signature, which is that of the new secret. Admin
   * key or operator session with the scopes webhooks:write and audit-logs:read; a person needs a fresh proof
   * (reauthentication_required).
   */
  rotateSecret(id: string, body?: WebhooksRotateSecretBody, options?: RequestOptions): Promise<WebhooksRotateSecretResult> {
    return this.#transport.request('POST', path`/api/v1/webhooks/${id}/rotate-secret`, { ...options, body })
  }

  /**
   * Send a test.
   *
   * A sample of an event, to this webhook alone. It is signed, sent and logged like any other delivery. Admin key or
   * operator session with the scope webhooks:write.
   */
  test(id: string, body?: WebhooksTestBody, options?: RequestOptions): Promise<WebhooksTestResult> {
    return this.#transport.request('POST', path`/api/v1/webhooks/${id}/test`, { ...options, body })
  }

  /**
   * Update a webhook.
   *
   * A JSON merge patch (RFC 7396). While it is disabled nothing is sent; missed says how much it would have got. A
   * secret given here signs at once, and the old one stops; rotate-secret lets both sign for a while. Admin key or
   * operator session with the scopes webhooks:write and audit-logs:read; a person needs a fresh proof
   * (reauthentication_required).
   */
  update(id: string, body: WebhooksUpdateBody, options?: RequestOptions): Promise<Webhook> {
    return this.#transport.request('PATCH', path`/api/v1/webhooks/${id}`, { ...options, body })
  }
}

/** `webhooks.deliveries` */
export class WebhooksDeliveriesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get a delivery.
   *
   * With every attempt, and with headers and answer of the last one. Admin key or operator session with the scopes
   * webhooks:read and audit-logs:read.
   */
  get(id: string, deliveryId: string, options?: RequestOptions): Promise<WebhookDeliveryDetail> {
    return this.#transport.request('GET', path`/api/v1/webhooks/${id}/deliveries/${deliveryId}`, options)
  }

  /**
   * List deliveries.
   *
   * What was sent and what waits, newest first; kept for webhooks.retention_days. Admin key or operator session with
   * the scopes webhooks:read and audit-logs:read.
   */
  list(id: string, query?: WebhooksDeliveriesListQuery, options?: RequestOptions): PageRequest<WebhookDelivery> {
    return this.#transport.list(path`/api/v1/webhooks/${id}/deliveries`, { ...options, query })
  }

  /**
   * Send a delivery again.
   *
   * The stored text byte for byte, as a new delivery with a new signature. Admin key or operator session with the scope
   * webhooks:write.
   */
  replay(id: string, deliveryId: string, options?: RequestOptions): Promise<WebhooksDeliveriesReplayResult> {
    return this.#transport.request('POST', path`/api/v1/webhooks/${id}/deliveries/${deliveryId}/replay`, options)
  }

  /**
   * Send again what failed.
   *
   * Every delivery that failed for good since a time, oldest first, but those that were sent again since; 1000 at most.
   * Admin key or operator session with the scope webhooks:write.
   */
  replayFailed(id: string, body: WebhooksDeliveriesReplayFailedBody, options?: RequestOptions): Promise<WebhooksDeliveriesReplayFailedResult> {
    return this.#transport.request('POST', path`/api/v1/webhooks/${id}/deliveries/replay`, { ...options, body })
  }
}

export interface Webhook {
  id: string
  url: string
  events: string[]
  /** Those of events that no event answers to now. */
  unmatched_events: string[]
  enabled: boolean
  description: string
  /**
   * How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with
   * raw_prefixed behind sha256=.
   */
  signature_format: 'timestamped' | 'raw' | 'raw_prefixed'
  /** none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails. */
  retry: 'none' | 'standard'
  /** Until when the secret before the last rotation signs, too. */
  old_secret_until: string | null
  /** Since when every delivery failed; null while they arrive. After five days it is disabled. */
  failing_since: string | null
  /** Who turned it off: an operator, an endpoint that responded 410 (gone), five days of failures. */
  disabled_reason: 'operator' | 'gone' | 'failing' | null
  /** What it missed the last time it was disabled; null when it never was. */
  missed: {
    /** How many it would have been sent. */
    events: number
    from: string
    /** Null while it is disabled. */
    to: string | null
  } | null
  created_at: string
  updated_at: string
}

export interface WebhookDelivery {
  /** Also sent as webhook-id, with every attempt the same. */
  id: string
  webhook_id: string
  event: string
  /** The exact text that is sent; empty with include_payload=false. */
  payload: string
  /** Of the last attempt; null when no answer came, and before the first. */
  status_code: number | null
  /** Whether it was answered with 2xx. */
  success: boolean
  /** waiting: an attempt follows. */
  state: 'waiting' | 'succeeded' | 'failed'
  /**
   * Why no answer came: timeout, unreachable, refused (an address we do not go to), too_large, disabled, interrupted.
   */
  error: string | null
  /** How many attempts there were. */
  attempt: number
  /** Null when none follows. */
  next_attempt_at: string | null
  /** The delivery whose text this one sends again. */
  replayed_from: string | null
  created_at: string
}

export interface WebhookDeliveryDetail {
  /** Also sent as webhook-id, with every attempt the same. */
  id: string
  webhook_id: string
  event: string
  /** The exact text that is sent; empty with include_payload=false. */
  payload: string
  /** Of the last attempt; null when no answer came, and before the first. */
  status_code: number | null
  /** Whether it was answered with 2xx. */
  success: boolean
  /** waiting: an attempt follows. */
  state: 'waiting' | 'succeeded' | 'failed'
  /**
   * Why no answer came: timeout, unreachable, refused (an address we do not go to), too_large, disabled, interrupted.
   */
  error: string | null
  /** How many attempts there were. */
  attempt: number
  /** Null when none follows. */
  next_attempt_at: string | null
  /** The delivery whose text this one sends again. */
  replayed_from: string | null
  created_at: string
  request_headers: Record<string, string> | null
  response_headers: Record<string, string> | null
  /** The first 4 KiB, as they came. */
  response_body: string | null
  /** Of the last attempt. */
  duration_ms: number | null
  /** Every attempt, oldest first. */
  attempts: {
    at: string
    status_code: number | null
    error: string | null
    duration_ms: number
  }[]
}

export interface WebhooksCreateBody {
  /**
   * Where deliveries are posted. https, except in dev mode on this machine and for hosts in outbound.allowed_hosts; no
   * redirect is followed.
   */
  url: string
  /**
   * Names of events and globs: user.created, user.*, * for all. A name that nothing emits yet is taken, and named in
   * unmatched_events.
   */
  events?: readonly string[] | undefined
  /** What it is for, in your words. */
  description?: string | undefined
  /** A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64. */
  secret?: string | undefined
  /** false: nothing is sent, and what it would have got is counted. */
  enabled?: boolean | undefined
  /**
   * How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with
   * raw_prefixed behind sha256=.
   */
  signature_format?: 'timestamped' | 'raw' | 'raw_prefixed' | undefined
  /** none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails. */
  retry?: 'none' | 'standard' | undefined
}

export interface WebhooksCreateResult {
  id: string
  url: string
  events: string[]
  /** Those of events that no event answers to now. */
  unmatched_events: string[]
  enabled: boolean
  description: string
  /**
   * How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with
   * raw_prefixed behind sha256=.
   */
  signature_format: 'timestamped' | 'raw' | 'raw_prefixed'
  /** none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails. */
  retry: 'none' | 'standard'
  /** Until when the secret before the last rotation signs, too. */
  old_secret_until: string | null
  /** Since when every delivery failed; null while they arrive. After five days it is disabled. */
  failing_since: string | null
  /** Who turned it off: an operator, an endpoint that responded 410 (gone), five days of failures. */
  disabled_reason: 'operator' | 'gone' | 'failing' | null
  /** What it missed the last time it was disabled; null when it never was. */
  missed: {
    /** How many it would have been sent. */
    events: number
    from: string
    /** Null while it is disabled. */
    to: string | null
  } | null
  created_at: string
  updated_at: string
  /** The signing secret; shown this once. */
  secret: string
}

export interface WebhooksDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface WebhooksListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}

export interface WebhooksListEventsResult {
  /** Sorted. What each carries stands under webhooks in the document. */
  events: string[]
}

export interface WebhooksRotateSecretBody {
  /** How long the old secret works on, at most seven days; by default it stops at once. */
  overlap_seconds?: number | undefined
  /** A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64. */
  secret?: string | undefined
}

export interface WebhooksRotateSecretResult {
  id: string
  url: string
  events: string[]
  /** Those of events that no event answers to now. */
  unmatched_events: string[]
  enabled: boolean
  description: string
  /**
   * How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with
   * raw_prefixed behind sha256=.
   */
  signature_format: 'timestamped' | 'raw' | 'raw_prefixed'
  /** none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails. */
  retry: 'none' | 'standard'
  /** Until when the secret before the last rotation signs, too. */
  old_secret_until: string | null
  /** Since when every delivery failed; null while they arrive. After five days it is disabled. */
  failing_since: string | null
  /** Who turned it off: an operator, an endpoint that responded 410 (gone), five days of failures. */
  disabled_reason: 'operator' | 'gone' | 'failing' | null
  /** What it missed the last time it was disabled; null when it never was. */
  missed: {
    /** How many it would have been sent. */
    events: number
    from: string
    /** Null while it is disabled. */
    to: string | null
  } | null
  created_at: string
  updated_at: string
  /** The signing secret; shown this once. */
  secret: string
}

export interface WebhooksTestBody {
  /** The event to send a sample of; webhook.test when not given. */
  event_type?: string | undefined
}

export interface WebhooksTestResult {
  message: string
  delivery_id: string
  event: string
}

export interface WebhooksUpdateBody {
  /**
   * Where deliveries are posted. https, except in dev mode on this machine and for hosts in outbound.allowed_hosts; no
   * redirect is followed.
   */
  url?: string | undefined
  /**
   * Names of events and globs: user.created, user.*, * for all. A name that nothing emits yet is taken, and named in
   * unmatched_events.
   */
  events?: readonly string[] | undefined
  description?: string | null | undefined
  /** A signing secret of your own, of at least 16 bytes; behind whsec_ it must be base64. */
  secret?: string | undefined
  /** false: nothing is sent, and what it would have got is counted. */
  enabled?: boolean | undefined
  /**
   * How X-Service-Signature is written: t=<time>,v1=<hex> over time and body, or the hex of the body alone, with
   * raw_prefixed behind sha256=.
   */
  signature_format?: 'timestamped' | 'raw' | 'raw_prefixed' | undefined
  /** none: one attempt. standard: again after 1, 5 and 30 minutes, 2, 5, 10 and 14 hours, as long as it fails. */
  retry?: 'none' | 'standard' | undefined
}

export interface WebhooksDeliveriesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
  /** Only those that arrived, or only those that did not, or not yet. */
  success?: boolean | undefined
  /** Only those in this state. */
  state?: 'waiting' | 'succeeded' | 'failed' | undefined
  /** Only those of this event. */
  event?: string | undefined
  /** Whether payload holds what was sent, which is most of each entry; with false it is empty. */
  include_payload?: boolean | undefined
}

export interface WebhooksDeliveriesReplayResult {
  message: string
  new_delivery_id: string
  event: string
}

export interface WebhooksDeliveriesReplayFailedBody {
  /** ISO 8601. Deliveries that were made at this time or later and failed for good. */
  since: string
}

export interface WebhooksDeliveriesReplayFailedResult {
  message: string
  /** How many are sent again, 1000 at most. */
  count: number
  /** false: there are more. The same call takes the next ones. */
  complete: boolean
}
