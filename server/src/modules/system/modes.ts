import { AppError } from '#/platform/errors/app-error.ts'
import { systemErrors } from './errors.ts'
import { modeChanged } from './events.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { RequestGate } from '#/platform/request-gate/request-gate.ts'
import type { Mode, Settings } from './settings.ts'

interface ModesDeps {
  readonly db: Db
  readonly events: Events
  readonly settings: Settings
  readonly requestGate: RequestGate
  /** Whether other machines can reach the server, by the address it listens on or is known by. */
  readonly isExposed: boolean
}

/** What a swap came to. */
export interface Swap {
  readonly mode: Mode
  readonly previous: Mode
  /** False when a request under way took longer than the swap would wait, and may have seen both modes. */
  readonly drained: boolean
}

const DRAIN_WITHIN_MS = 5000

/** Swaps the mode while the server runs. */
export class Modes {
  readonly #deps: ModesDeps
  constructor(deps: ModesDeps) {
    this.#deps = deps
  }

  /**
   * Goes to the other mode, or to the one named. Requests under way finish under the old mode, those that come
   * meanwhile wait and run under the new one; other nodes follow within a second. The mode dev, whose conveniences are
   * for one machine, is refused while others can reach the server.
   */
  async swap(to: Mode | undefined, actor: Actor): Promise<Swap> {
    const { requestGate } = this.#deps
    const { value, drained } = await requestGate.pause(() => this.#write(to, actor), DRAIN_WITHIN_MS)
    return { ...value, drained }
  }

  async #write(to: Mode | undefined, actor: Actor): Promise<Pick<Swap, 'mode' | 'previous'>> {
    const { db, events, settings, isExposed } = this.#deps
    const swapped = await db.tx(async (tx) => {
      const previous = await settings.holdMode(tx)
      const mode = to ?? (previous === 'dev' ? 'production' : 'dev')
      if (mode === previous) return { mode, previous }
      if (mode === 'dev' && isExposed) throw new AppError(systemErrors.dev_mode_exposed)
      await settings.setMode(tx, mode)
      await events.record(tx, modeChanged, { actor, target: null, data: { from: previous, to: mode } })
      return { mode, previous }
    })
    settings.forget()
    return swapped
  }
}
