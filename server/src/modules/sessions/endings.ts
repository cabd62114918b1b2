import { everySessionRevoked, sessionRevoked, userSessionsRevoked } from './events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Everybody, Session } from './session.ts'
import type { SessionStore } from './store.ts'

/**
 * How much ends with a session: what nobody has redeemed yet; also the tokens that were not granted offline access;
 * everything.
 */
export type Extent = 'unredeemed' | 'online' | 'all'

/** What hangs on sessions; the composition root ties it, because codes and tokens know sessions. */
export interface SessionTies {
  /** Ends what came from a session, in whatever state that is; answers how many tokens that were. */
  endOf(tx: Tx, sessionId: string, extent: Extent, reason: string): Promise<number>
  /** Ends what came from any session a user has or had; answers how many tokens that were. */
  endOfUser(tx: Tx, userId: string, reason: string): Promise<number>
  /** Ends what came from the sessions of everybody; answers how many tokens that were. */
  endOfEverybody(tx: Tx, whose: Everybody, reason: string): Promise<number>
  /** How many tokens that would be, of one user or of everybody. */
  countTokens(of: string | Everybody): Promise<number>
  /** Lets the tokens of one session be those of another from now on. */
  handOver(tx: Tx, from: string, to: string): Promise<void>
}

/** Why a session ends, by whom, and how far that goes. */
export interface Ending {
  readonly reason: string
  readonly actor: Actor
  readonly extent: Extent
}

/** What ended, for whoever ended it. */
export interface EndedAccess {
  readonly sessions: number
  readonly tokens: number
}

interface SessionEndingsDeps {
  readonly store: SessionStore
  readonly clock: Clock
  readonly events: Events
  readonly ties: SessionTies
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
   * Ends a session; false when nothing was left to end. Where everything shall end, that includes the tokens of a
   * session that ended earlier and left some alive.
   */
  async end(tx: Tx, session: Session, ending: Ending): Promise<boolean> {
    const { sessions, tokens } = await this.endCounting(tx, session, ending)
    return sessions + tokens > 0
  }

  /** The same, for whoever wants to know how much ended. */
  async endCounting(tx: Tx, session: Session, { reason, actor, extent }: Ending): Promise<EndedAccess> {
    const { store, clock, events, ties } = this.#deps
    const wasLiving = await store.revoke(tx, session.id, clock.now())
    if (!wasLiving && extent !== 'all') return { sessions: 0, tokens: 0 }
    const tokens = await ties.endOf(tx, session.id, extent, `session_${reason}`)
    const isWorthTelling = tokens > 0 || (wasLiving && !session.pending)
    if (isWorthTelling) {
      await events.record(tx, sessionRevoked, {
        actor,
        target: { type: 'session', id: session.id },
        data: { user_id: session.userId, reason, revoked_tokens: tokens },
      })
    }
    return { sessions: wasLiving ? 1 : 0, tokens }
  }

  /** Ends the session that a sign-in found in its browser. The tokens of the same person go on with the new one. */
  async replace(tx: Tx, earlier: Session, session: Session, ending: Ending): Promise<void> {
    const isSamePerson = earlier.userId === session.userId
    const ended = await this.end(tx, earlier, isSamePerson ? { ...ending, extent: 'unredeemed' } : ending)
    if (ended && isSamePerson) await this.#deps.ties.handOver(tx, earlier.id, session.id)
  }

  /** Ends the oldest sessions of a person who has too many, as if their time were over. */
  async makeRoom(tx: Tx, { userId, pending }: Session, actor: Actor): Promise<void> {
    const { store, clock } = this.#deps
    // Those that wait for a second factor are counted apart: who has only the password must not end real ones.
    const surplus = await store.listSurplus(tx, { userId, pending, after: MAX_LIVING, now: clock.now() })
    for (const session of surplus) await this.end(tx, session, { reason: 'too_many', actor, extent: 'unredeemed' })
  }

  /** Ends every session of a user and every token that came from one, with one event. */
  async endAllOf(tx: Tx, userId: string, reason: string, actor: Actor): Promise<EndedAccess> {
    return this.#told(tx, userId, await this.endAllQuietly(tx, userId, reason), reason, actor)
  }

  /** The same without an event, for whoever tells of it in their own. */
  async endAllQuietly(tx: Tx, userId: string, reason: string): Promise<EndedAccess> {
    const { store, clock, ties } = this.#deps
    const sessions = await store.revokeAllOf(tx, userId, clock.now())
    return { sessions, tokens: await ties.endOfUser(tx, userId, `session_${reason}`) }
  }

  /** The same for every living session but one. */
  async endOthersOf(tx: Tx, kept: Session, reason: string, actor: Actor): Promise<EndedAccess> {
    const { store, clock, ties } = this.#deps
    let [sessions, tokens] = [0, 0]
    for (const { id } of await store.listLivingOf(tx, kept.userId, clock.now())) {
      if (id === kept.id || !(await store.revoke(tx, id, clock.now()))) continue
      sessions += 1
      tokens += await ties.endOf(tx, id, 'all', `session_${reason}`)
    }
    return this.#told(tx, kept.userId, { sessions, tokens }, reason, actor)
  }

  /** Ends the sessions of everybody and every token that came from one: three statements and one event, however many. */
  async endEvery(tx: Tx, whose: Everybody, reason: string, actor: Actor): Promise<EndedAccess> {
    const { store, clock, events, ties } = this.#deps
    const sessions = await store.revokeEvery(tx, whose, clock.now())
    const tokens = await ties.endOfEverybody(tx, whose, `session_${reason}`)
    if (sessions + tokens > 0) {
      const { kept, operatorsToo } = whose
      const data = { reason, kept_session_id: kept, operators_too: operatorsToo }
      const ended = { revoked_sessions: sessions, revoked_tokens: tokens }
      await events.record(tx, everySessionRevoked, { actor, target: null, data: { ...data, ...ended } })
    }
    return { sessions, tokens }
  }

  async #told(tx: Tx, userId: string, ended: EndedAccess, reason: string, actor: Actor): Promise<EndedAccess> {
    const { sessions, tokens } = ended
    if (sessions + tokens > 0) {
      await this.#deps.events.record(tx, userSessionsRevoked, {
        actor,
        target: { type: 'user', id: userId },
        data: { user_id: userId, reason, revoked_sessions: sessions, revoked_tokens: tokens },
      })
    }
    return ended
  }
}
