import { loadUpstreamPools } from '#/platform/http-client/upstream-pool.ts'
import type { UpstreamTimeouts } from '#/platform/http-client/upstream-pool.ts'
import type { FigureBook } from './figures.ts'
import { Gateway } from './gateway.ts'
import type { GatewayDeps } from './gateway.ts'
import { GatewayListener } from './listener.ts'
import type { GatewayAddress } from './listener.ts'
import { UpstreamLines } from './upstream-lines.ts'

export interface NodeGatewayDeps extends Omit<GatewayDeps, 'lines'> {
  readonly figures: FigureBook
  /** Where it listens; undefined when it is turned off. */
  readonly address: GatewayAddress | undefined
  readonly timeouts: Partial<UpstreamTimeouts>
}

const defaultTimeouts: UpstreamTimeouts = { connectMs: 5000, headMs: 30_000, idleMs: 300_000 }

/** The gateway of this node: its listener with the lines to upstreams, made when it first opens. */
export class NodeGateway {
  readonly #deps: NodeGatewayDeps
  #lines: UpstreamLines | undefined
  #gateway: Gateway | undefined
  #listener: GatewayListener | undefined

  constructor(deps: NodeGatewayDeps) {
    this.#deps = deps
  }

  get isOpen(): boolean {
    return this.#listener?.isOpen ?? false
  }

  get addresses(): readonly string[] {
    return this.#listener?.addresses ?? []
  }

  get inFlight(): number {
    return this.#gateway?.inFlight ?? 0
  }

  /** The lines to upstreams, once there are any. */
  get lines(): UpstreamLines | undefined {
    return this.#lines
  }

  async open(): Promise<void> {
    const { address, timeouts, ...deps } = this.#deps
    if (!address) throw new Error('the configuration does not turn the gateway on')
    const { monotonicMs } = deps
    this.#lines ??= new UpstreamLines({
      openPool: await loadUpstreamPools(),
      timeouts: { ...defaultTimeouts, ...timeouts },
      monotonicMs,
    })
    this.#gateway ??= new Gateway({ ...deps, lines: this.#lines })
    this.#listener ??= new GatewayListener(this.#gateway)
    await this.#listener.open(address)
  }

  async close(): Promise<void> {
    await this.#listener?.close()
    await this.#lines?.close()
  }

  reconnect(): void {
    this.#lines?.reconnect()
  }

  keep(upstreamIds: ReadonlySet<string>): void {
    this.#lines?.keep(upstreamIds)
    this.#deps.figures.keep(upstreamIds)
  }
}
