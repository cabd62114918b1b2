import type { RuleSets } from '#/modules/proxy/access/rule-set.ts'
import type { CircuitState } from '#/modules/proxy/forwarding/circuit.ts'
import { figuresOf } from '#/modules/proxy/forwarding/figures.ts'
import type { Counted, FigureBook, Figures } from '#/modules/proxy/forwarding/figures.ts'
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
  /** How many processes of the node it is of. */
  readonly processes: number
  readonly lifecycle: LifecycleState
  readonly upstreams: readonly UpstreamStatus[]
  /** Requests that were for no upstream. */
  readonly others: Figures
}

/** How one upstream does, as seen from one process. */
interface UpstreamShare {
  readonly circuit: CircuitState
  readonly failuresInARow: number
  readonly inFlight: number
  readonly counted: Counted
}

/** What one process of a node has of its gateway; it passes between processes. */
export interface GatewayShare {
  readonly inFlight: number
  readonly upstreams: Readonly<Record<string, UpstreamShare>>
  readonly others: Counted
}

export interface StatusDeps {
  readonly ruleSets: RuleSets
  readonly control: GatewayControl
  readonly figures: FigureBook
  readonly gateway: Pick<NodeGateway, 'lines' | 'inFlight'>
  /** What all processes of the node have, this one among them; undefined where it is the only one. */
  readonly shares: (() => Promise<readonly GatewayShare[]>) | undefined
}

const SEVERITY: readonly CircuitState[] = ['closed', 'half-open', 'open']

/** Reads how the gateway of this node does. */
export class GatewayStatuses {
  readonly #deps: StatusDeps
  constructor(deps: StatusDeps) {
    this.#deps = deps
  }

  async read(): Promise<GatewayStatus> {
    const { control, ruleSets, shares } = this.#deps
    const [lifecycle, { hosts }] = await Promise.all([control.state(), ruleSets.current()])
    const own = await this.share()
    const all = shares ? await shares().catch(() => [own]) : [own]
    const upstreams = [...hosts.values()].map(({ upstream }) => upstream)
    return {
      processes: all.length,
      lifecycle: { ...lifecycle, inFlight: all.reduce((sum, { inFlight }) => sum + inFlight, 0) },
      upstreams: upstreams.toSorted((one, two) => (one.host < two.host ? -1 : 1)).map((it) => statusOf(it, all)),
      others: figuresOf(all.map(({ others }) => others)),
    }
  }

  /** A text that is another one whenever the status changed. */
  async mark(): Promise<string> {
    return JSON.stringify(await this.read())
  }

  /** What this process has. */
  async share(): Promise<GatewayShare> {
    const { gateway, figures, ruleSets } = this.#deps
    const { hosts } = await ruleSets.current()
    const upstreams = [...hosts.values()].map(({ upstream }) => [upstream.id, this.#shareOf(upstream.id)] as const)
    return {
      inFlight: gateway.inFlight,
      upstreams: Object.fromEntries(upstreams),
      others: figures.of(null).count(),
    }
  }

  #shareOf(id: string): UpstreamShare {
    const line = this.#deps.gateway.lines?.find(id)
    return {
      circuit: line?.circuit.state ?? 'closed',
      failuresInARow: line?.circuit.failures ?? 0,
      inFlight: line?.inFlight ?? 0,
      counted: this.#deps.figures.of(id).count(),
    }
  }
}

/** An upstream as all see it: of circuit breakers, which each process has for itself, the one that is furthest. */
function statusOf(upstream: Upstream, all: readonly GatewayShare[]): UpstreamStatus {
  const shares = all.flatMap(({ upstreams }) => upstreams[upstream.id] ?? [])
  const worst = Math.max(0, ...shares.map(({ circuit }) => SEVERITY.indexOf(circuit)))
  return {
    upstream,
    circuit: SEVERITY[worst] ?? 'closed',
    failuresInARow: Math.max(0, ...shares.map(({ failuresInARow }) => failuresInARow)),
    inFlight: shares.reduce((sum, { inFlight }) => sum + inFlight, 0),
    figures: figuresOf(shares.map(({ counted }) => counted)),
  }
}
