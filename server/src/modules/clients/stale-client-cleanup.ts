import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clients } from './clients.ts'
import type { Client, ClientKind } from './client.ts'
import { clientExpired } from './events.ts'
import { ClientStore } from './store.ts'

export interface ClientReaperDeps {
  readonly db: Db
  readonly clock: Clock
  readonly clients: Clients
  readonly events: Events
}

const DAY = 24 * 3_600_000
// What is described by a document comes again by itself, and a stranger's request makes one.
const UNUSED: readonly (readonly [ClientKind, number])[] = [
  ['registered', 90 * DAY],
  ['document', DAY],
]
const BATCH = 100

/** Removes clients that came by themselves and were left: unused for long enough, no living token, no consent. */
export class StaleClientCleanup {
  readonly #deps: ClientReaperDeps
  readonly #store: ClientStore
  constructor(deps: ClientReaperDeps) {
    this.#deps = deps
    this.#store = new ClientStore(deps.db)
  }

  /** Works in batches, each in a short transaction, until none is left or the signal fires; answers how many went. */
  async run(signal?: AbortSignal): Promise<number> {
    let removed = 0
    for (const [kind, unusedMs] of UNUSED) removed += await this.#removeAll(kind, unusedMs, signal)
    return removed
  }

  async #removeAll(kind: ClientKind, unusedMs: number, signal: AbortSignal | undefined): Promise<number> {
    let removed = 0
    for (;;) {
      if (signal?.aborted) return removed
      const found = await this.#batch(kind, unusedMs)
      removed += found
      if (found < BATCH) return removed
    }
  }

  #batch(kind: ClientKind, unusedMs: number): Promise<number> {
    const now = this.#deps.clock.now()
    return this.#deps.db.tx(async (tx) => {
      // Chosen inside the transaction, so that a client used a moment ago is not among them.
      const dead = await this.#store.listDead(tx, kind, now - unusedMs, now, BATCH)
      for (const client of dead) await this.#remove(tx, client)
      return dead.length
    })
  }

  async #remove(tx: Tx, client: Client): Promise<void> {
    const counts = await this.#deps.clients.delete(tx, client, 'client_unused')
    if (!counts) return
    await this.#deps.events.record(tx, clientExpired, {
      actor: systemActor('client-reaper'),
      target: { type: 'client', id: client.id },
      data: { client_id: client.clientId, client_name: client.clientName, counts },
    })
  }
}
