import Type from 'typebox'
import type { Authenticator } from '#/platform/http/routing/authenticator.ts'
import type { FinishedRequest } from './endpoint.ts'
import { isLocalCaller } from '#/platform/http/input/local-caller.ts'
import { ErrorSchema } from '#/platform/http/output/error-response.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { route } from '#/platform/http/routing/route.ts'
import type { Route } from '#/platform/http/routing/route.ts'
import { Metrics } from '#/platform/metrics/metrics.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The two series of one route and status, looked up once. */
interface Series {
  readonly requests: { inc(): void }
  readonly seconds: { observe(value: number): void }
}

/** Counts and times requests for Prometheus. */
export class HttpMetrics {
  readonly #requests
  readonly #refusals
  readonly #seconds
  readonly #series = new Map<string, Series>()

  constructor(metrics: Metrics) {
    this.#requests = metrics.counter({
      name: 'mandate_http_requests_total',
      help: 'Answered requests.',
      labels: ['method', 'route', 'status'],
    })
    this.#refusals = metrics.counter({
      name: 'mandate_http_refusals_total',
      help: 'Answered requests that were refused or failed, by the code of the error.',
      labels: ['code'],
    })
    this.#seconds = metrics.histogram(
      {
        name: 'mandate_http_request_duration_seconds',
        help: 'Time from the parsed headers to the written answer.',
        labels: ['method', 'route'],
      },
      BUCKETS_SECONDS,
    )
  }

  /** Give this to `buildHttpServer` as `onRequestFinished`. */
  readonly observe = ({ method, route: path, status, code, durationMs }: FinishedRequest): void => {
    const key = `${method} ${status} ${path}`
    let series = this.#series.get(key)
    if (!series) this.#series.set(key, (series = this.#newSeries(method, path, status)))
    series.requests.inc()
    series.seconds.observe(durationMs / 1000)
    if (code !== undefined) this.#refusals.inc({ code })
  }

  #newSeries(method: string, path: string, status: number): Series {
    return {
      requests: this.#requests.labels({ method, route: path, status: String(status) }),
      seconds: this.#seconds.labels({ method, route: path }),
    }
  }
}

/** Who may read the metrics: whoever reaches a port that is not for everybody, or who proves to be let in. */
type MetricsAccess =
  | 'open'
  | {
      readonly baseUrl: string
      readonly authenticateAdmin: Authenticator<'admin'>
    }

/** What a key needs to read them. */
export const METRICS_SCOPE = 'metrics:read'

/** `/metrics` for Prometheus: open to this machine while nobody else can pass for it, else to an admin key. */
export function metricsRoute(read: () => Promise<string>, access: MetricsAccess): Route {
  return route({
    name: 'system.getMetrics',
    method: 'GET',
    url: '/metrics',
    // Public to the route table because this machine needs no key; everybody else does, see the handler.
    auth: { kind: 'public' },
    summary: 'Read metrics',
    description:
      'Prometheus text, for an admin key with the scope metrics:read. Where the base URL is on localhost, this machine needs none.',
    schema: { response: { 200: Type.String(), 401: ErrorSchema, 403: ErrorSchema } },
    handler: async (request) => {
      if (access !== 'open' && !isLocalCaller(access.baseUrl, request)) {
        await access.authenticateAdmin(request, { kind: 'admin', scope: METRICS_SCOPE })
      }
      return new Reply(200, await read(), { 'content-type': Metrics.contentType })
    },
  })
}
