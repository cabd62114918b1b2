import type { Upstream } from '#/modules/proxy/upstreams/upstream.ts'
import type { OpenUpstreamPool, UpstreamPool, UpstreamTimeouts } from '#/platform/http-client/upstream-pool.ts'
import { Circuit } from './circuit.ts'

/** Most requests to one upstream at once; each has a connection of its own. */
const MAX_IN_FLIGHT = 1024

interface LineDeps {
  readonly openPool: OpenUpstreamPool
  readonly timeouts: UpstreamTimeouts
  readonly monotonicMs: () => number
}

/** What this node has of one upstream: its connections and its circuit breaker. */
export class UpstreamLine {
  readonly circuit: Circuit
  inFlight = 0
  readonly #deps: LineDeps
  #origin: string
  #pool: UpstreamPool

  constructor(origin: string, deps: LineDeps) {
    this.#deps = deps
    this.#origin = origin
    this.#pool = this.#open(origin)
    this.circuit = new Circuit(deps.monotonicMs)
  }

  get isBusy(): boolean {
    return this.inFlight >= MAX_IN_FLIGHT
  }

  get origin(): string {
    return this.#origin
  }

  get timeouts(): UpstreamTimeouts {
    return this.#deps.timeouts
  }

  get pool(): UpstreamPool {
    return this.#pool
  }

  /** Connects anew, there or elsewhere; what is under way ends where it began. */
  reconnect(origin = this.#origin): void {
    const former = this.#pool
    this.#origin = origin
    this.#pool = this.#open(origin)
    this.circuit.succeeded()
    void former.close()
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  #open(origin: string): UpstreamPool {
    return this.#deps.openPool(origin, { connections: MAX_IN_FLIGHT, timeouts: this.#deps.timeouts })
  }
}

/** The lines of this node, one for each upstream that was asked for. */
export class UpstreamLines {
  readonly #lines = new Map<string, UpstreamLine>()
  readonly #deps: LineDeps

  constructor(deps: LineDeps) {
    this.#deps = deps
  }

  /** The line to an upstream, as it stands now. */
  of({ id }: Upstream, origin: string): UpstreamLine {
    const known = this.#lines.get(id)
    if (known) {
      if (known.origin !== origin) known.reconnect(origin)
      return known
    }
    const line = new UpstreamLine(origin, this.#deps)
    this.#lines.set(id, line)
    return line
  }

  find(upstreamId: string): UpstreamLine | undefined {
    return this.#lines.get(upstreamId)
  }

  /** Lets go of those that are not there any more. */
  keep(upstreamIds: ReadonlySet<string>): void {
    for (const [id, line] of this.#lines) {
      if (upstreamIds.has(id)) continue
      this.#lines.delete(id)
      void line.close()
    }
  }

  reconnect(): void {
    for (const line of this.#lines.values()) line.reconnect()
  }

  async close(): Promise<void> {
    const lines = [...this.#lines.values()]
    this.#lines.clear()
    await Promise.all(lines.map((line) => line.close()))
  }
}
