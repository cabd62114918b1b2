import { systemActor } from '#/platform/audit/event.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import { SsoSessionStore } from './sso-session-store.ts'

interface SsoSessionEndingsDeps {
  readonly db: Db
  readonly clock: Clock
  /** Ends a session with every token that came from it. */
  readonly endSession: (id: string, reason: string, actor: Actor) => Promise<void>
}

const AT_ONCE = 200
const actor = systemActor('single-sign-on')

/**
 * Ends sessions that no connection stands for any more: those that one opened which was turned off, since an identity
 * provider that signs nobody in keeps nobody in; and where single sign-on is the only way, those of other ways.
 */
export class SsoSessionEndings {
  readonly #deps: SsoSessionEndingsDeps
  readonly #store: SsoSessionStore
  constructor(deps: SsoSessionEndingsDeps) {
    this.#deps = deps
    this.#store = new SsoSessionStore(deps.db)
  }

  /** The first of them, right after a change; `run` ends the rest within a minute. Each is a transaction of its own. */
  async runOnce(signal?: AbortSignal): Promise<number> {
    const now = this.#deps.clock.now()
    const closed = await this.#end(await this.#store.listOfClosed(now, AT_ONCE), 'sso_connection_off', signal)
    const others = await this.#end(await this.#store.listOfOtherWays(now, AT_ONCE), 'sso_required', signal)
    return Math.max(closed, others)
  }

  /** All of them. */
  async run(signal?: AbortSignal): Promise<void> {
    for (;;) {
      if ((await this.runOnce(signal)) < AT_ONCE || signal?.aborted) return
    }
  }

  async #end(ids: readonly string[], reason: string, signal?: AbortSignal): Promise<number> {
    for (const id of ids) {
      if (signal?.aborted) break
      await this.#deps.endSession(id, reason, actor)
    }
    return ids.length
  }
}
