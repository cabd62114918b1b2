// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { ServerEvent } from '#/client/event-stream.ts'
import type { StreamOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'

/** What happened, by whom: to list, export, verify and purge. */
export class EventsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Follow what happens.
   *
   * Server-sent events, of whatever node they happened on, a second or two after their commit. `ready` says that the
   * stream begins; `event` carries one recorded event in short, as JSON: `id`, `sequence`, `action`, `actor_type`,
   * `actor_id`, `target_type`, `target_id`, `status`, `request_id` and `created_at` of the audit entry, and in `ids`
   * the ids of what it is about; `skipped` how many were passed over because the reader was more than 2,000 behind.
   * `changed` names in `action` what changed without an event of its own: `device_code.changed`,
   * `webhook_delivery.changed`, `email_inbox.changed`, `health.changed`, `gateway.changed`, each for those whose scopes
   * let them read it. The id of an event is its place in the chain: a reader that sends it as Last-Event-ID, or as
   * `after`, goes on behind it and misses nothing, on any node. A comment comes every 15 seconds when nothing else
   * does. The stream ends within a second when the key or session that opened it does, or may read nothing any more.
   * Whoever may not read the audit log is told of what their scopes let them read: users:read of people, sessions:read
   * of sessions. Admin key or operator session with any of the scopes users:read, agents:read, apps:read,
   * organizations:read, roles:read, permissions:read, resources:read, api-keys:read, webhooks:read, sso:read,
   * flows:read, vault:read, providers:read, proxy:read, tokens:read, sessions:read, consents:read, audit-logs:read,
   * signing-keys:read.
   */
  stream(query?: EventsStreamQuery, options?: StreamOptions): AsyncGenerator<ServerEvent, void, undefined> {
    return this.#transport.events('/api/v1/admin/events/stream', { ...options, query })
  }
}

export interface EventsStreamQuery {
  /** Names of events, or globs, with commas between: `token.*,consent.*`. Everything when not given. */
  kinds?: string | undefined
  /** The id of the last event that was seen, for readers that can send no Last-Event-ID. */
  after?: number | undefined
}
