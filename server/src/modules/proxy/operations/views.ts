import type { Static } from 'typebox'
import { toIsoOrNull } from '#/platform/clock.ts'
import { WINDOW_SECONDS } from '#/modules/proxy/forwarding/figures.ts'
import type { Figures } from '#/modules/proxy/forwarding/figures.ts'
import type { LifecycleState } from './control.ts'
import type { LifecycleSchema, StatusSchema } from './schemas.ts'
import type { GatewayStatus } from './status.ts'

/** How the gateway of a node stands, on the wire. */
export const lifecycleView = (state: LifecycleState): Static<typeof LifecycleSchema> => ({
  state: state.state,
  wanted: state.wanted,
  listeners: [...state.addresses],
  in_flight: state.inFlight,
  rules_loaded: state.rulesLoaded,
  hosts_loaded: state.hostsLoaded,
  reloads: state.reloads,
  started_at: toIsoOrNull(state.startedAt),
  last_error: state.lastError,
})

/** How the gateway of a node does, on the wire. */
export const statusView = ({
  processes,
  lifecycle,
  upstreams,
  others,
}: GatewayStatus): Static<typeof StatusSchema> => ({
  processes,
  lifecycle: lifecycleView(lifecycle),
  upstreams: upstreams.map(({ upstream, circuit, failuresInARow, inFlight, figures }) => ({
    id: upstream.id,
    host: upstream.host,
    upstream: upstream.upstream,
    circuit,
    failures_in_a_row: failuresInARow,
    in_flight: inFlight,
    figures: figuresView(figures),
  })),
  others: figuresView(others),
})

const figuresView = ({ requests, served, denied, failed, p50Ms, p99Ms }: Figures) => ({
  window_seconds: WINDOW_SECONDS as 60,
  requests,
  served,
  denied: { ...denied },
  failed: { ...failed },
  p50_ms: p50Ms,
  p99_ms: p99Ms,
})
