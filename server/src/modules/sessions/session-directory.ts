import { AppError } from '#/platform/errors/app-error.ts'
import { isId } from '#/platform/ids.ts'
import { deleteExpired } from '#/platform/jobs/retention.ts'
import { isNothing } from '#/modules/lifecycle/index.ts'
import { revoked, SessionEndings } from './endings.ts'
import { sessionErrors } from './errors.ts'
import { IDLE_LIFE, isLiving } from './session.ts'
import { SessionStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Everybody, Session } from './session.ts'
import type { SessionFilter, SessionOfUser } from './store.ts'

/** Somebody waits for the end of it. */
const MAX_ROWS = 500

interface RegisterDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
}

/** The living sessions, as people and operators look them over and end them. */
export class SessionDirectory {
  readonly #deps: RegisterDeps
  readonly #store: SessionStore
  readonly #endings: SessionEndings
  constructor(deps: RegisterDeps) {
    this.#deps = deps
    this.#store = new SessionStore(deps.db)
    this.#endings = new SessionEndings({ ...deps, store: this.#store })
  }

  /** Living sessions, newest first. */
  list(filter: SessionFilter, request: PageRequest): Promise<Page<SessionOfUser>> {
    return this.#store.listLiving(filter, this.#deps.clock.now(), request)
  }

  count(filter: SessionFilter): Promise<number> {
    return this.#store.countLiving(filter, this.#deps.clock.now())
  }

  /** Whose session this is. Throws `session_not_found`. */
  async personOf(id: string): Promise<string> {
    const session = isId('sess', id) ? await this.#store.find(id) : undefined
    return session?.userId ?? notFound()
  }

  /**
   * Ends a session with every token that came from it; with `userId` only one of theirs. One that is over already counts
   * as there while it has tokens left: who signed out left those behind that were granted offline access.
   */
  async revoke(id: string, actor: Actor, userId?: string): Promise<void> {
    const session = await this.#get(id, userId)
    const reason = userId === undefined ? 'operator' : 'revoked'
    const wasLiving = isLiving(session, this.#deps.clock.now())
    await this.#deps.db.tx(async (tx) => {
      const counts = await this.#endings.end(tx, session, { reason, actor, cause: 'sessionRevoked' })
      if (!counts || (!wasLiving && isNothing(counts))) notFound()
    })
  }

  /** The same for a reason that another room has; nothing happens to one that is over. */
  async endFor(id: string, reason: string, actor: Actor): Promise<void> {
    const session = await this.#store.find(id)
    if (session?.revokedAt !== null) return
    await this.#deps.db.tx((tx) => this.#endings.end(tx, session, { reason, actor, cause: 'sessionRevoked' }))
  }

  /** What ending a session would end with it. */
  async countEnding(id: string, userId?: string): Promise<Counts> {
    const session = await this.#get(id, userId)
    const counts = await this.#deps.lifecycle.wouldEnd('sessionRevoked', revoked(session.id))
    return isLiving(session, this.#deps.clock.now()) || !isNothing(counts) ? counts : notFound()
  }

  async #get(id: string, userId: string | undefined): Promise<Session> {
    const session = isId('sess', id) ? await this.#store.find(id) : undefined
    const isTheirs = userId === undefined || session?.userId === userId
    return session && isTheirs ? session : notFound()
  }

  /** Ends every session of a person and every token that came from one. */
  revokeAllOf(userId: string, actor: Actor): Promise<Counts> {
    return this.#deps.db.tx((tx) => this.#endings.endAllOf(tx, userId, 'operator', actor))
  }

  /** What that would end. */
  countEndingOf(userId: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('userSessionsRevoked', { by: 'user', userId, via: 'session' })
  }

  /** Signs a person out everywhere at their own wish, with `kept` everywhere else. */
  endOwn(userId: string, actor: Actor, kept?: Session): Promise<Counts> {
    if (kept) return this.#endOthersOf(kept, 'revoked', actor)
    return this.#deps.db.tx((tx) => this.#endings.endAllOf(tx, userId, 'revoked', actor))
  }

  #endOthersOf(kept: Session, reason: string, actor: Actor): Promise<Counts> {
    return this.#deps.db.tx((tx) => this.#endings.endOthersOf(tx, kept, reason, actor))
  }

  /** Ends the sessions of everybody, in one transaction. */
  revokeEvery(whose: Everybody, actor: Actor): Promise<Counts> {
    return this.#deps.db.tx((tx) => this.#endings.endEvery(tx, whose, 'operator', actor))
  }

  /** What that would end. */
  countEndingEvery(whose: Everybody): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('everySessionRevoked', { by: 'all-sessions', ...whose })
  }

  /** How many sessions are over by time and were not removed yet. */
  countExpired(): Promise<number> {
    return this.#store.countExpired(this.#deps.clock.now())
  }

  /** Removes what is left of sessions that are over by time. */
  async purgeExpired(): Promise<number> {
    const { db, clock } = this.#deps
    const expired = await deleteExpired(db, 'sessions', 'expires_at', clock.now() + 1, { maxRows: MAX_ROWS })
    const idle = clock.now() - IDLE_LIFE + 1
    return expired + (await deleteExpired(db, 'sessions', 'last_seen_at', idle, { maxRows: MAX_ROWS }))
  }
}

const notFound = (): never => {
  throw new AppError(sessionErrors.session_not_found)
}
