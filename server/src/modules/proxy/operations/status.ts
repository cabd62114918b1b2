import type { RuleSets } from '#/modules/proxy/access/rule-set.ts'
import type { CircuitState } from '#/modules/proxy/forwarding/circuit.ts'
import type { FigureBook, Figures } from '#/modules/proxy/forwarding/figures.ts'
import type { NodeGateway } from '#/modules/proxy/forwarding/node-gateway.ts'
import type { Upstream } from '#/modules/proxy/upstreams/upstream.ts'
import type { GatewayControl, LifecycleState } from './control.ts'

/** How one upstream does, as seen from this node. */
export interface UpstreamStatus {
  readonly upstream: Upstream
  readonly circuit: CircuitState
  readonly failuresInARow: number
  readonly inFlight: number
  readonly figures: Figures
}

/** How the gateway of this node does. */
export interface GatewayStatus {
  readonly lifecycle: LifecycleState
  readonly upstreams: readonly UpstreamStatus[]
  /** Requests that were for no upstream. */
  readonly others: Figures
}

export interface StatusDeps {
  readonly ruleSets: RuleSets
  readonly control: GatewayControl
  readonly figures: FigureBook
  readonly gateway: Pick<NodeGateway, 'lines'>
}

/** Reads how the gateway of this node does. */
export class GatewayStatuses {
  readonly #deps: StatusDeps
  constructor(deps: StatusDeps) {
    this.#deps = deps
  }

  async read(): Promise<GatewayStatus> {
    const { control, ruleSets, figures } = this.#deps
    const [lifecycle, { hosts }] = await Promise.all([control.state(), ruleSets.current()])
    const upstreams = [...hosts.values()].map(({ upstream }) => upstream)
    return {
      lifecycle,
      upstreams: upstreams.toSorted((one, two) => (one.host < two.host ? -1 : 1)).map((it) => this.#statusOf(it)),
      others: figures.of(null).read(),
    }
  }

  #statusOf(upstream: Upstream): UpstreamStatus {
    const line = this.#deps.gateway.lines?.find(upstream.id)
    return {
      upstream,
      circuit: line?.circuit.state ?? 'closed',
      failuresInARow: line?.circuit.failures ?? 0,
      inFlight: line?.inFlight ?? 0,
      figures: this.#deps.figures.of(upstream.id).read(),
    }
  }
}
