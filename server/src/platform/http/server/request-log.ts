import { senderFields } from '#/platform/http/output/responder.ts'
import { pathOf } from '#/platform/http/routing/mounted-routes.ts'
import type { FinishedRequest } from './endpoint.ts'

interface RequestLogDeps {
  readonly log: { info(fields: object, message: string): void }
  /** Lines in a second at most; requests beyond are counted. */
  readonly linesPerSecond: number
  /** Every request, with more about each: for looking into something, not for every day. */
  readonly isVerbose: boolean
}

const SECOND_MS = 1000
/** What supervisors ask every few seconds says nothing while it goes well. */
const probes: ReadonlySet<string> = new Set(['system.checkHealth', 'system.checkReadiness', 'system.getMetrics'])

/**
 * One line of the log for each request. Under load writing lines must not become the load, so there are so many in a second
 * and then a count of what was left out; refusals and failures have lines of their own besides.
 */
export class RequestLog {
  readonly #deps: RequestLogDeps
  #written = 0
  #leftOut = 0
  #timer: NodeJS.Timeout | undefined
  constructor(deps: RequestLogDeps) {
    this.#deps = deps
  }

  /** Give this to `buildHttpServer` as `onRequestFinished`. */
  readonly observe = (finished: FinishedRequest): void => {
    const { log, linesPerSecond, isVerbose } = this.#deps
    if (isVerbose) return log.info({ ...lineOf(finished), ...detailsOf(finished) }, 'request')
    if (finished.status < 400 && probes.has(finished.operation)) return
    this.#timer ??= setTimeout(() => this.flush(), SECOND_MS).unref()
    if (this.#written++ < linesPerSecond) log.info(lineOf(finished), 'request')
    else this.#leftOut++
  }

  /** Ends the second now, and says how many requests it has left out. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const leftOut = this.#leftOut
    this.#written = 0
    this.#leftOut = 0
    if (leftOut > 0) this.#deps.log.info({ left_out: leftOut }, 'requests without a line')
  }
}

const lineOf = ({ operation, status, code, durationMs, context }: FinishedRequest): object => ({
  request_id: context.requestId,
  route: operation,
  status,
  ...(code === undefined ? {} : { code }),
  duration_ms: Math.round(durationMs * 10) / 10,
  ...(context.notes.grant === undefined ? {} : { grant: context.notes.grant }),
  ...(context.notes.upstream === undefined ? {} : { upstream_id: context.notes.upstream }),
  ...senderFields(context),
  ...(context.clientRequestId === undefined ? {} : { client_request_id: context.clientRequestId }),
})

/** Never the query, which may carry a code. */
const detailsOf = ({ method, url, context }: FinishedRequest): object => ({
  method,
  path: pathOf(url),
  ...(context.userAgent === undefined ? {} : { user_agent: context.userAgent }),
})
