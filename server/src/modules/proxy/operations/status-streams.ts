import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#/platform/errors/app-error.ts'
import { eventText, EventStreams } from '#/platform/http/output/event-stream.ts'
import type { EventSource } from '#/platform/http/output/event-stream.ts'
import type { StreamReply } from '#/platform/http/output/stream.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import { proxyErrors } from '#/modules/proxy/shared/errors.ts'
import type { GatewayStatuses } from './status.ts'
import { statusView } from './views.ts'

export interface StatusStreamsDeps {
  readonly statuses: GatewayStatuses
  /** Whether who sent this request would still be let in. */
  readonly mayRead: (request: UnauthenticatedRequest) => Promise<boolean>
}

/** The status of this node, sent to operators as it changes. */
export class StatusStreams {
  readonly #deps: StatusStreamsDeps
  readonly #streams = new EventStreams({ refusal: () => new AppError(proxyErrors.too_many_status_streams) })

  constructor(deps: StatusStreamsDeps) {
    this.#deps = deps
  }

  /** A stream of the status, one every second. It ends within a second after its reader lost the right to read. */
  open(request: UnauthenticatedRequest): StreamReply {
    const { statuses, mayRead } = this.#deps
    return this.#streams.open(
      () => new StatusSource(statuses),
      () => mayRead(request),
    )
  }
}

/** The status at once, and then again and again. */
class StatusSource implements EventSource {
  readonly #statuses: GatewayStatuses
  readonly #gone = new AbortController()
  #isFirst = true

  constructor(statuses: GatewayStatuses) {
    this.#statuses = statuses
  }

  get isOver(): boolean {
    return this.#gone.signal.aborted
  }

  async take(withinMs: number): Promise<string> {
    if (!this.#isFirst) await sleep(withinMs, undefined, { signal: this.#gone.signal }).catch(() => undefined)
    this.#isFirst = false
    return this.isOver ? '' : eventText('status', JSON.stringify(statusView(await this.#statuses.read())))
  }

  stop(): void {
    this.#gone.abort()
  }
}
