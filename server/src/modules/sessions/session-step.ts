import { SessionStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Counts, OfAllSessions, OfUserButSession, Step } from '#/modules/lifecycle/index.ts'

type OfSessions = OfUserButSession | OfAllSessions

/** The sessions that end with something else. Those that still waited for a second factor end too, and are not counted. */
export class SessionStep implements Step<OfSessions> {
  readonly tables = ['sessions']
  readonly #clock: Clock
  readonly #store: SessionStore
  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#clock = clock
    this.#store = new SessionStore(db)
  }

  async end(tx: Tx, subject: OfSessions): Promise<Counts> {
    const now = this.#clock.now()
    const sessions =
      subject.by === 'user'
        ? await this.#store.revokeAllOf(tx, subject.userId, now, subject.keptSessionId)
        : await this.#store.revokeEvery(tx, subject, now)
    return { sessions }
  }

  async count(subject: OfSessions): Promise<Counts> {
    const filter = subject.by === 'user' ? { userId: subject.userId } : { among: subject }
    return { sessions: await this.#store.countLiving({ ...filter, pending: false }, this.#clock.now()) }
  }
}
