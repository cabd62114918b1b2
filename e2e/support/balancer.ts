import { setTimeout as sleep } from 'node:timers/promises'
import { send } from './http.ts'
import type { Server } from './server.ts'

const LOOK_EVERY_MS = 20

/** What stands in front of nodes: asks each whether it is ready, and sends requests to those that are. */
export class Balancer {
  readonly #nodes: readonly Server[]
  readonly #ready = new Set<string>()
  #looking: Promise<void> | undefined
  #isOver = false
  #turn = 0

  private constructor(nodes: readonly Server[]) {
    this.#nodes = nodes
  }

  static async start(nodes: readonly Server[]): Promise<Balancer> {
    const balancer = new Balancer(nodes)
    await balancer.#look()
    balancer.#looking = balancer.#keepLooking()
    return balancer
  }

  /** The node that gets the next request; undefined when none is ready. */
  next(): string | undefined {
    const ready = [...this.#ready]
    return ready[this.#turn++ % ready.length]
  }

  stop(): Promise<void> | undefined {
    this.#isOver = true
    return this.#looking
  }

  async #keepLooking(): Promise<void> {
    while (!this.#isOver) {
      await this.#look()
      await sleep(LOOK_EVERY_MS)
    }
  }

  async #look(): Promise<void> {
    await Promise.all(
      this.#nodes.map(async ({ url }) => {
        const answer = await send(`${url}/readyz`, { method: 'GET' }).catch(() => undefined)
        if (answer?.status === 200) this.#ready.add(url)
        else this.#ready.delete(url)
      }),
    )
  }
}
