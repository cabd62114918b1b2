import { collectDefaultMetrics, Counter, Histogram, Registry } from '@prometheus-io/client'
import Type from 'typebox'
import type { Authenticator } from '#/platform/http/routing/authenticator.ts'
import type { FinishedRequest } from './endpoint.ts'
import { isLocalCaller } from '#/platform/http/input/local-caller.ts'
import { ErrorSchema } from '#/platform/http/output/envelopes.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { route } from '#/platform/http/routing/route.ts'
import type { Route } from '#/platform/http/routing/route.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The two series of one route and status, looked up once. */
interface Series {
  readonly requests: { inc(): void }
  readonly seconds: { observe(value: number): void }
}

/** Counts and times requests for Prometheus; other parts add their own metrics to `registry`. */
export class HttpMetrics {
  readonly registry = new Registry()
  readonly #requests = new Counter({
    name: 'mandate_http_requests_total',
    help: 'Answered requests.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.registry],
  })
  readonly #seconds = new Histogram({
    name: 'mandate_http_request_duration_seconds',
    help: 'Time from the parsed headers to the written answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS_SECONDS,
    registers: [this.registry],
  })
  readonly #series = new Map<string, Series>()

  /**
   * Adds the metrics of the process: memory, CPU, garbage collection, event loop. They measure by timers and observers
   * that run until the process ends, so whoever owns the process calls this, once.
   */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry })
  }

  /** Give this to `buildHttpServer` as `onRequestFinished`. */
  readonly observe = ({ method, route: path, status, durationMs }: FinishedRequest): void => {
    const key = `${method} ${status} ${path}`
    let series = this.#series.get(key)
    if (!series) this.#series.set(key, (series = this.#newSeries(method, path, status)))
    series.requests.inc()
    series.seconds.observe(durationMs / 1000)
  }

  #newSeries(method: string, path: string, status: number): Series {
    return {
      requests: this.#requests.labels({ method, route: path, status: String(status) }),
      seconds: this.#seconds.labels({ method, route: path }),
    }
  }
}

/** What `/metrics` needs to know who asks. */
interface MetricsAccess {
  readonly baseUrl: string
  readonly authenticateAdmin: Authenticator<'admin'>
}

/** What a key needs to read them. */
export const METRICS_SCOPE = 'metrics:read'

/** `/metrics` for Prometheus: open to this machine while nobody else can pass for it, else to an admin key. */
export function metricsRoute(metrics: HttpMetrics, { baseUrl, authenticateAdmin }: MetricsAccess): Route {
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
      if (!isLocalCaller(baseUrl, request)) await authenticateAdmin(request, { kind: 'admin', scope: METRICS_SCOPE })
      return new Reply(200, await metrics.registry.metrics(), { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE })
    },
  })
}
