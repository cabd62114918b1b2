import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#/platform/errors/app-error.ts'
import { StreamReply } from '#/platform/http/output/stream.ts'
import type { UnauthenticatedRequest } from '#/platform/http/routing/authenticator.ts'
import { proxyErrors } from '#/modules/proxy/shared/errors.ts'
import type { GatewayStatuses } from './status.ts'
import { statusView } from './views.ts'

export interface StatusStreamsDeps {
  readonly statuses: GatewayStatuses
  /** Whether who sent this request would still be let in. */
  readonly mayRead: (request: UnauthenticatedRequest) => Promise<boolean>
  readonly everyMs?: number
}

/** Most readers of one process at a time. */
const MAX_STREAMS = 20
const EVERY_MS = 1000

/** The status of this node, sent to operators as it changes (server-sent events of the HTML standard). */
export class StatusStreams {
  readonly #deps: StatusStreamsDeps
  #readers = 0

  constructor(deps: StatusStreamsDeps) {
    this.#deps = deps
  }

  /** A stream of the status, one every second. It ends within a second after its reader lost the right to read. */
  open(request: UnauthenticatedRequest): StreamReply {
    if (this.#readers >= MAX_STREAMS) throw new AppError(proxyErrors.too_many_status_streams)
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' }
    return new StreamReply(200, { ...headers, 'x-accel-buffering': 'no' }, (gone) => this.#follow(request, gone))
  }

  async *#follow(request: UnauthenticatedRequest, gone: AbortSignal): AsyncGenerator<string> {
    const { statuses, mayRead, everyMs = EVERY_MS } = this.#deps
    this.#readers += 1
    try {
      for (let isFirst = true; !gone.aborted; isFirst = false) {
        if (!isFirst && !(await mayRead(request))) return
        yield `event: status\ndata: ${JSON.stringify(statusView(await statuses.read()))}\n\n`
        await sleep(everyMs, undefined, { signal: gone }).catch(() => undefined)
      }
    } finally {
      this.#readers -= 1
    }
  }
}
