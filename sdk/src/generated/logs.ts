// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import type { ServerEvent } from '#/client/event-stream.ts'
import type { StreamOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'

/** The server itself: its health, settings, mode, numbers and first steps. */
export class LogsApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Follow the log.
   *
   * Server-sent events: `log` carries one structured line as JSON, `dropped` how many lines were lost because they were
   * read too slowly. A comment comes every 15 seconds when nothing else does. The stream is of the one process that
   * answers, from now on, and ends within a second when the key or session that opened it does. Admin key or operator
   * session with the scope logs:read.
   */
  stream(query?: LogsStreamQuery, options?: StreamOptions): AsyncGenerator<ServerEvent, void, undefined> {
    return this.#transport.events('/api/v1/admin/logs/stream', { ...options, query })
  }
}

export interface LogsStreamQuery {
  /** Lines at least this bad. */
  level?: 'debug' | 'info' | 'warn' | 'error' | undefined
}
