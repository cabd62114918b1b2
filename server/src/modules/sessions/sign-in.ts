import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { sessionErrors } from './errors.ts'
import { sessionChallenged, sessionConfirmed, sessionCreated } from './events.ts'
import { newSession, provenSession } from './new-session.ts'
import { causeOfSignOut } from './settings.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Assurance } from './assurance.ts'
import type { SessionEndings } from './endings.ts'
import type { Owed, Session, SessionPrincipal } from './session.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { SessionSettings } from './settings.ts'
import type { SignInGate } from './sign-in-gate.ts'
import type { SignInNotices } from './sign-in-notices.ts'
import type { SessionStore } from './store.ts'

interface SignInDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly users: Users
  readonly settings: SessionSettings
  readonly assurance: Assurance
  readonly store: SessionStore
  readonly endings: SessionEndings
  readonly notices: SignInNotices
  readonly cookie: SessionCookie
  readonly gate: () => SignInGate
}

/** A session with the `Set-Cookie` that hands it to its browser. One that owes something is pending. */
export interface StartedSession {
  readonly session: Session
  readonly owes: Owed | null
  readonly cookie: string
}

/** The one way to a session: whatever proves who somebody is ends here, and nothing else writes one. */
export class SignIn {
  readonly #deps: SignInDeps
  constructor(deps: SignInDeps) {
    this.#deps = deps
  }

  /**
   * Opens a session for a person who has just proven who they are, by whatever methods (RFC 8176 §2). Its id is always
   * new, so that an id planted before the sign-in opens nothing; a session the browser had before ends. With a second
   * factor that the sign-in did not present, or has yet to be set up, the session is `pending`: it opens nothing until
   * `stepUp` is given one.
   */
  async complete(user: User, methods: readonly string[], context: RequestContext): Promise<StartedSession> {
    const { db, clock, assurance, store, endings, events, cookie, settings } = this.#deps
    const { secret, hash } = cookie.newSecret()
    const now = clock.now()
    const owes = await assurance.owedBy(methods, user)
    const session = newSession({ user, methods, pending: owes !== null, context, hash, now })
    const earlier = await this.#earlierIn(context)
    const actor = actorOf('user', user.id, context)
    const cause = await causeOfSignOut(settings)
    await db.tx(async (tx) => {
      await this.#assertUnchanged(tx, user)
      await store.insert(tx, session)
      if (earlier) await endings.replace(tx, earlier, session, { reason: 'replaced', actor, cause })
      await endings.makeRoom(tx, session, actor)
      if (session.pending) await events.record(tx, sessionChallenged, eventOf(session, session.methods, actor))
      else await this.#open(tx, session, user, actor)
    })
    return { session, owes, cookie: cookie.handing(session, secret, now) }
  }

  /**
   * Notes that the person of a session proved again who they are: by the second factor it waits for, or afresh. What was
   * an id of less gets a new one (rule SE1). Throws `not_signed_in` when the session changed or ended in the meantime.
   */
  async stepUp(
    tx: Tx,
    { session, user, actor }: SessionPrincipal,
    methods: readonly string[],
  ): Promise<StartedSession> {
    const { clock, store, endings, events, cookie } = this.#deps
    const { secret, hash } = cookie.newSecret()
    const now = clock.now()
    const proven = provenSession(session, methods, hash, now)
    if (!(await store.renew(tx, session.hash, proven))) throw new AppError(sessionErrors.not_signed_in)
    if (session.pending) {
      await endings.makeRoom(tx, proven, actor)
      await this.#open(tx, proven, user, actor)
    } else await events.record(tx, sessionConfirmed, eventOf(proven, methods, actor))
    return { session: proven, owes: null, cookie: cookie.handing(proven, secret, now) }
  }

  /** What follows when every factor was presented: from here on the session opens things. */
  async #open(tx: Tx, session: Session, user: User, actor: Actor): Promise<void> {
    const { events, notices } = this.#deps
    await events.record(tx, sessionCreated, eventOf(session, session.methods, actor))
    await notices.tell(tx, user, session, actor.locale)
  }

  /** The session that the browser of this sign-in has until now. */
  async #earlierIn(context: RequestContext): Promise<Session | undefined> {
    const hash = this.#deps.cookie.hashIn(context)
    return hash === undefined ? undefined : this.#deps.store.findByHash(hash)
  }

  /**
   * Holds the user against changes until the session is written. A sign-in takes a while: when the password was changed
   * or the user disabled meanwhile, every session ended, and this one must not come after.
   */
  async #assertUnchanged(tx: Tx, { id, passwordHash }: User): Promise<void> {
    const held = await this.#deps.users.hold(tx, id)
    const isSame = held?.disabledAt === null && held.passwordHash === passwordHash
    if (!isSame) throw new AppError(sessionErrors.not_signed_in)
  }
}

const eventOf = ({ id, userId }: Session, methods: readonly string[], actor: Actor) => ({
  actor,
  target: { type: 'session', id },
  data: { user_id: userId, methods: [...methods] },
})
