import type { Metrics } from '#/platform/metrics/metrics.ts'
import type { Failure, Reason, RequestCounter } from './figures.ts'

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts and times the requests of the gateway for Prometheus, all upstreams together. */
export class GatewayMetrics implements RequestCounter {
  readonly #requests
  readonly #seconds
  readonly #allowed

  constructor(metrics: Metrics) {
    this.#requests = metrics.counter({
      name: 'mandate_gateway_requests_total',
      help: 'Requests that the gateway decided about: allowed, denied or failed, and why.',
      labels: ['outcome', 'reason'],
    })
    this.#seconds = metrics.histogram(
      {
        name: 'mandate_gateway_request_duration_seconds',
        help: 'Time of allowed requests until the head of the response.',
      },
      BUCKETS_SECONDS,
    )
    this.#allowed = this.#requests.labels({ outcome: 'allowed', reason: '' })
  }

  served(durationMs: number): void {
    this.#allowed.inc()
    this.#seconds.observe(durationMs / 1000)
  }

  denied(reason: Reason): void {
    this.#requests.inc({ outcome: 'denied', reason })
  }

  failed(reason: Failure): void {
    this.#requests.inc({ outcome: 'failed', reason })
  }
}
