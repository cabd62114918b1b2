import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { Steps } from '#/platform/jobs/steps.ts'
import { systemActor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Position } from '#/platform/paging/paging.ts'
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

interface Removal {
  readonly kind: ClientKind
  readonly unusedMs: number
  /** The last one that the step before removed. Those before it that stay are not looked at again. */
  readonly after: Position
  readonly rows: number
}

/** Removes clients that came by themselves and were left: unused for long enough, no living token, no consent. */
export class StaleClientCleanup {
  readonly #deps: ClientReaperDeps
  readonly #store: ClientStore
  constructor(deps: ClientReaperDeps) {
    this.#deps = deps
    this.#store = new ClientStore(deps.db)
  }

  /** Works step by step, each in a short transaction, until none is left; answers how many went. */
  async run(steps = new Steps(this.#deps.db)): Promise<number> {
    let removed = 0
    for (const [kind, unusedMs] of UNUSED) {
      let after: Position = { createdAt: 0, id: '' }
      const step = async (tx: Tx, rows: number): Promise<number> => {
        const dead = await this.#removeSome(tx, { kind, unusedMs, after, rows })
        after = dead.at(-1) ?? after
        return dead.length
      }
      // Much ends with a client.
      removed += await steps.runInTx(step, { minRows: 1 })
      if (steps.areOver) break
    }
    return removed
  }

  /** Chosen inside the transaction, so that a client used a moment ago is not among them. */
  async #removeSome(tx: Tx, { kind, unusedMs, after, rows }: Removal): Promise<readonly Client[]> {
    const now = this.#deps.clock.now()
    const dead = await this.#store.listDead(tx, { kind, before: now - unusedMs, now, after, limit: rows })
    for (const client of dead) await this.#remove(tx, client)
    return dead
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
