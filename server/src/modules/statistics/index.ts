/**
 * What operators see at a glance: how many there are (`statistics.ts`, gauges), and what happened over time (curves).
 * A job (`roll-up.ts`) reads events and tokens after they were committed and counts them by the hour; questions read
 * those counts only. Owns the tables `statistics_*`. Reads events, so what it watches never imports it.
 */
import type { Statistics } from './statistics.ts'

export { IdentityMetrics, attempts } from './identity-metrics.ts'
export { EventSource } from './event-source.ts'
export { RollUp } from './roll-up.ts'
export type { Gauges } from './roll-up.ts'
export { statisticsRoutes } from './routes.ts'
export { Statistics } from './statistics.ts'
export { ACTING_ROWS } from './store.ts'
export { TokenSource } from './token-source.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    statistics: Statistics
  }
}
