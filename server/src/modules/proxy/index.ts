/**
 * The gateway: a reverse proxy that lets requests through to upstreams by rules, and tells each upstream who calls. Owns
 * `proxy_upstreams`, the hosts it answers for, `proxy_rules`, `proxy_sessions` with `proxy_codes` (who is signed in at such a
 * host, and how they got there), and `proxy_control`, whether it is to run. `platform/paths` has the one form of a path: rules
 * are held against it and the upstream gets it. `access/decision.ts` is the one decision, for requests through the listener
 * (`forwarding/`), for other proxies that ask (`entry/forward-auth.ts`) and for simulations. What no rule allows is denied, and so is everything while rules, sessions or tokens can't be read. It is there only where
 * the configuration turns it on: otherwise none of its routes is served.
 */
import type { RuleSets } from './access/rule-set.ts'
import { decisionRoutes } from './access/routes.ts'
import type { Simulation } from './access/simulation.ts'
import type { ForwardAuth } from './entry/forward-auth.ts'
import { forwardAuthRoutes } from './entry/routes.ts'
import type { GatewaySessions } from './identity/gateway-sessions.ts'
import type { GatewayControl } from './operations/control.ts'
import { operationRoutes } from './operations/routes.ts'
import type { StatusStreams } from './operations/status-streams.ts'
import type { GatewayStatuses } from './operations/status.ts'
import { ruleRoutes } from './rules/routes.ts'
import type { Rules } from './rules/rules.ts'
import { upstreamRoutes } from './upstreams/routes.ts'
import type { Upstreams } from './upstreams/upstreams.ts'

export { searchableRules, searchableUpstreams } from './searchable.ts'
export { buildProxy } from './build.ts'
export type { GatewayShare } from './operations/status.ts'
export { gatewayPageRoutes } from './entry/routes.ts'
export { gatewayCodesEnding, gatewaySessionsEnding } from './identity/store.ts'
export { rulesEnding } from './rules/store.ts'
export { proxySamples } from './samples.ts'
export { proxyErrors } from './shared/errors.ts'
export { proxyEvents } from './shared/events.ts'
export { upstreamsOfApp } from './upstreams/store.ts'

/** The routes of the gateway. */
export const proxyRoutes = [
  ...upstreamRoutes,
  ...ruleRoutes,
  ...decisionRoutes,
  ...operationRoutes,
  ...forwardAuthRoutes,
]

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    proxyUpstreams: Upstreams
    proxyRules: Rules
    ruleSets: RuleSets
    simulation: Simulation
    forwardAuth: ForwardAuth
    gatewayControl: GatewayControl
    gatewayStatuses: GatewayStatuses
    statusStreams: StatusStreams
  }
  interface PageServices {
    gatewaySessions: GatewaySessions
  }
}
