import type { Counts, Step } from '#/modules/lifecycle/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import { newId } from '#/platform/ids.ts'
import { newQueueRow } from '#/platform/queue/queue-row.ts'
import type { Queue } from '#/platform/queue/queue.ts'
import type { LogoutNotice } from './notice.ts'
import { LogoutNoticeStore } from './store.ts'
import type { ParticipantSelector } from './store.ts'

export interface LogoutNoticesDeps {
  readonly clock: Clock
  readonly queue: Queue<LogoutNotice>
}

/** Which clients took part in a session, and that they are told when it ends: in the transaction that ends it. */
export class LogoutNotices implements Step<ParticipantSelector> {
  readonly tables = ['logout_participants']
  readonly #deps: LogoutNoticesDeps
  readonly #store: LogoutNoticeStore
  constructor(deps: LogoutNoticesDeps) {
    this.#deps = deps
    this.#store = new LogoutNoticeStore(deps.queue)
  }

  /** Notes that a client got an ID token of a session, which calls it by its id. */
  join(
    tx: Tx,
    { sessionId, userId, clientId }: { sessionId: string; userId: string; clientId: string },
  ): Promise<void> {
    const createdAt = this.#deps.clock.now()
    return this.#store.join(tx, { sessionId, clientId, sid: sessionId, userId, createdAt })
  }

  /** Queues a notice for each client that took part in a session that ends. */
  async end(tx: Tx, selector: ParticipantSelector): Promise<Counts> {
    const now = this.#deps.clock.now()
    const participants = await this.#store.takeParticipants(tx, selector)
    const notices = participants.map(({ sessionId, clientId, sid, userId }) => ({
      ...newQueueRow(newId('lgo', now), now),
      ...{ sessionId, clientId, sid, userId, createdAt: now },
    }))
    await this.#store.addAll(tx, notices)
    return {}
  }

  /** Nobody asks how many notices there would be: what ends is the session. */
  count(): Promise<Counts> {
    return Promise.resolve({})
  }

  /**
   * Lets a session take the place of one that has just ended in the same transaction: for the clients nothing ended, so
   * their notices are taken back, and they hear when the new one ends.
   */
  async handOver(tx: Tx, from: string, to: string): Promise<void> {
    const createdAt = this.#deps.clock.now()
    for (const { clientId, sid, userId } of await this.#store.takeBack(tx, from)) {
      await this.#store.join(tx, { sessionId: to, clientId, sid, userId, createdAt })
    }
  }
}
