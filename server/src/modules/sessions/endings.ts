import { everySessionRevoked, sessionRevoked, userSessionsRevoked } from './events.ts'
import { addCounts, endedAccess, isNothing, tokenTotal } from '#/modules/lifecycle/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Everybody, Session, SessionCause } from './session.ts'
import type { SessionStore } from './store.ts'

/** Why a session ends, by whom, and how far that goes. */
export interface Ending {
  readonly reason: string
  readonly actor: Actor
  readonly cause: SessionCause
}

interface SessionEndingsDeps {
  readonly store: SessionStore
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
}

/** How many sessions one person can have in all their browsers. */
const MAX_LIVING = 100

/** How sessions end before their time, and what ends with them, in the transaction of whoever ends them. */
export class SessionEndings {
  readonly #deps: SessionEndingsDeps
  constructor(deps: SessionEndingsDeps) {
    this.#deps = deps
  }

  /**
   * Ends a session; undefined when nothing was left to end. Where everything shall end, that includes what a session that
   * ended earlier left alive.
   */
  async end(tx: Tx, session: Session, { reason, actor, cause }: Ending): Promise<Counts | undefined> {
    const { store, clock, events } = this.#deps
    const wasLiving = await store.revoke(tx, session.id, clock.now())
    if (!wasLiving && cause !== 'sessionRevoked') return undefined
    const counts = await this.#ended(tx, session.id, cause, reason)
    if (!isNothing(counts) || (wasLiving && !session.pending)) {
      await events.record(tx, sessionRevoked, {
        actor,
        target: { type: 'session', id: session.id },
        data: { user_id: session.userId, reason, revoked_tokens: tokenTotal(counts), counts },
      })
    }
    return wasLiving || !isNothing(counts) ? counts : undefined
  }

  #ended(tx: Tx, sessionId: string, cause: SessionCause, why: string): Promise<Counts> {
    const { lifecycle } = this.#deps
    const reason = `session_${why}`
    if (cause === 'sessionRevoked') return lifecycle.ended(tx, cause, revoked(sessionId), reason)
    return lifecycle.ended(tx, cause, { by: 'session', sessionId, offlineToo: false }, reason)
  }

  /** Ends the session that a sign-in found in its browser. The tokens of the same person go on with the new one. */
  async replace(tx: Tx, earlier: Session, session: Session, ending: Ending): Promise<void> {
    const isSamePerson = earlier.userId === session.userId
    const ended = await this.end(tx, earlier, isSamePerson ? { ...ending, cause: 'sessionClosed' } : ending)
    if (ended && isSamePerson) await this.#deps.lifecycle.handOver(tx, earlier.id, session.id)
  }

  /** Ends the oldest sessions of a person who has too many, as if their time were over. */
  async makeRoom(tx: Tx, { userId, pending }: Session, actor: Actor): Promise<void> {
    const { store, clock } = this.#deps
    // Those that wait for a second factor are counted apart: who has only the password must not end real ones.
    const surplus = await store.listSurplus(tx, { userId, pending, after: MAX_LIVING, now: clock.now() })
    for (const session of surplus) await this.end(tx, session, { reason: 'too_many', actor, cause: 'sessionClosed' })
  }

  /** Ends every session of a user and every token that came from one, with one event. */
  async endAllOf(tx: Tx, userId: string, reason: string, actor: Actor): Promise<Counts> {
    const subject = { by: 'user', userId, via: 'session' } as const
    const counts = await this.#deps.lifecycle.ended(tx, 'userSessionsRevoked', subject, `session_${reason}`)
    return this.#record(tx, userId, counts, reason, actor)
  }

  /** The same for every living session but one. */
  async endOthersOf(tx: Tx, kept: Session, reason: string, actor: Actor): Promise<Counts> {
    const { store, clock } = this.#deps
    let counts: Counts = { sessions: 0 }
    for (const { id, pending } of await store.listLivingOf(tx, kept.userId, clock.now())) {
      if (id === kept.id || !(await store.revoke(tx, id, clock.now()))) continue
      counts = addCounts(counts, { sessions: pending ? 0 : 1 })
      counts = addCounts(counts, await this.#ended(tx, id, 'sessionRevoked', reason))
    }
    return this.#record(tx, kept.userId, counts, reason, actor)
  }

  /** Ends the sessions of everybody and every token that came from one: a few statements and one event, however many. */
  async endEvery(tx: Tx, whose: Everybody, reason: string, actor: Actor): Promise<Counts> {
    const { events, lifecycle } = this.#deps
    const subject = { by: 'all-sessions', ...whose } as const
    const counts = await lifecycle.ended(tx, 'everySessionRevoked', subject, `session_${reason}`)
    if (!isNothing(counts)) {
      const { kept, operatorsToo } = whose
      const data = { reason, kept_session_id: kept, operators_too: operatorsToo, ...endedAccess(counts) }
      await events.record(tx, everySessionRevoked, { actor, target: null, data })
    }
    return counts
  }

  async #record(tx: Tx, userId: string, counts: Counts, reason: string, actor: Actor): Promise<Counts> {
    if (!isNothing(counts)) {
      await this.#deps.events.record(tx, userSessionsRevoked, {
        actor,
        target: { type: 'user', id: userId },
        data: { user_id: userId, reason, ...endedAccess(counts) },
      })
    }
    return counts
  }
}

/** A session that somebody ends for good, with everything that came from it. */
export const revoked = (sessionId: string) => ({ by: 'session', sessionId, offlineToo: true }) as const
