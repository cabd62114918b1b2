import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { sessionErrors } from './errors.ts'
import { sessionChallenged, sessionConfirmed, sessionCreated } from './events.ts'
import { owedByFlow, unmet, waitOf } from './assurance.ts'
import { MAILBOX, PASSWORD } from './methods.ts'
import { newSession, openedSession, provenSession } from './new-session.ts'
import { isLiving } from './session.ts'
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
import type { FlowTrigger } from './flow-trigger.ts'
import type { ChosenFlow, ChosenPassword, FlowInput, FlowWait, SignInGate } from './sign-in-gate.ts'
import type { SignInRequirement } from './sign-in-requirement.ts'
import type { SignInNotices } from './sign-in-notices.ts'
import type { SessionStore } from './store.ts'

/** A flow with what set it off. */
interface Chosen {
  readonly flow: ChosenFlow
  readonly trigger: FlowTrigger
}

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
  readonly requirement: () => SignInRequirement
}

/** How somebody proved who they are, as far as it decides which auth flow the sign-in has to pass. */
export interface SignInWay {
  readonly trigger: FlowTrigger
  /** The application that waits for the sign-in. */
  readonly clientId?: string | null
  /** The password, where one was typed or chosen: a flow may ask for a stronger one. */
  readonly password?: string
  /** Whether the person is on the way to the dashboard and asks to skip what would lock an owner out. */
  readonly recovery?: boolean
}

/** A password that somebody chose at a sign-up or by a link, with the application that waits for them. */
export interface PasswordChoice extends Pick<ChosenPassword, 'user' | 'password'> {
  readonly trigger: 'signup' | 'password_reset'
  readonly clientId?: string | null | undefined
}

/** A session with the `Set-Cookie` that hands it to its browser. One that owes something is pending. */
export interface StartedSession {
  readonly session: Session
  readonly user: User
  readonly owes: Owed | null
  /** What the flow waits for, once it began. */
  readonly wait: FlowWait | null
  readonly cookie: string
}

/** What a person brings to the step that waits for them, and how another password of theirs is set. */
interface Brought {
  readonly state?: string
  readonly password?: string
  readonly setPassword?: (password: string) => Promise<void>
}

type Waiting = Pick<SessionPrincipal, 'session' | 'user' | 'actor'>

/**
 * The one way to a session: whatever proves who somebody is ends here, and nothing else writes one. First comes the second
 * factor, then the auth flow, then the session opens things: no step of a flow acts for somebody who lacks the factor.
 */
export class SignIn {
  readonly #deps: SignInDeps
  constructor(deps: SignInDeps) {
    this.#deps = deps
  }

  /**
   * Opens a session for a person who has just proven who they are, by whatever methods (RFC 8176 §2). Its id is always
   * new, so that an id planted before the sign-in opens nothing; a session the browser had before ends once this one
   * opens, and goes on where that is stopped. With a second
   * factor that the sign-in did not present, or has yet to be set up, the session is `pending`: it opens nothing until
   * `stepUp` is given one. So it is until `resume` has led it through the auth flow that applies; throws `sign_in_stopped`
   * when that ends the sign-in, and `sso_required` when these methods are not for this person.
   */
  async complete(
    user: User,
    methods: readonly string[],
    context: RequestContext,
    way: SignInWay,
  ): Promise<StartedSession> {
    await this.#deps.requirement().require(user, methods, context)
    return this.#start(user, methods, context, await this.#choose(user, methods, context, way))
  }

  /** The same where nobody is kept from what they have: a person who is in goes on in another session. */
  goOn(user: User, methods: readonly string[], context: RequestContext): Promise<StartedSession> {
    return this.#start(user, methods, context, null)
  }

  /**
   * Throws what the auth flow of a sign-up or a reset has against the password, before anything is stored: whoever is
   * asked for another one chooses it in the same form.
   */
  judge(chosen: PasswordChoice, context: RequestContext): Promise<void> {
    const { clientId = null, ...rest } = chosen
    const methods = chosen.trigger === 'password_reset' ? [MAILBOX] : [PASSWORD]
    return this.#deps.gate().judge({ ...rest, clientId, methods, context })
  }

  /**
   * Leads somebody who set a new password by a link through the flow for that, if one applies. It signs nobody in: when
   * it passed, the session that waited for it ends.
   */
  async afterReset(
    user: User,
    context: RequestContext,
    way: Pick<SignInWay, 'clientId' | 'password'>,
  ): Promise<StartedSession | null> {
    const chosen = await this.#choose(user, [MAILBOX], context, { ...way, trigger: 'password_reset' })
    return chosen && this.#start(user, [MAILBOX], context, chosen)
  }

  /** The flow that a sign-in has to pass, with what set it off. */
  async #choose(
    user: User,
    methods: readonly string[],
    context: RequestContext,
    way: SignInWay,
  ): Promise<Chosen | null> {
    const { trigger, clientId = null, password = null, recovery = false } = way
    const flow = await this.#deps.gate().choose({ user, methods, context, trigger, clientId, password, recovery })
    return flow && { flow, trigger }
  }

  async #start(
    user: User,
    methods: readonly string[],
    context: RequestContext,
    chosen: Chosen | null,
  ): Promise<StartedSession> {
    const { db, clock, assurance, store, endings, events, cookie, settings, gate } = this.#deps
    const { secret, hash } = cookie.newSecret()
    const now = clock.now()
    const owes = await assurance.owedBy(methods, user)
    const flowTrigger = chosen?.trigger ?? null
    const found = await this.#earlierIn(context)
    const cause = await causeOfSignOut(settings)
    const earlier = found?.pending === true ? found.earlier : found ? { id: found.id, cause } : null
    const session = newSession({ user, methods, factorOwed: owes !== null, flowTrigger, earlier, context, hash, now })
    const actor = actorOf('user', user.id, context)
    await db.tx(async (tx) => {
      await this.#assertUnchanged(tx, user)
      await store.insert(tx, session)
      if (found?.pending === true) await endings.end(tx, found, { reason: 'replaced', actor, cause: 'sessionClosed' })
      await endings.makeRoom(tx, session, actor)
      if (chosen) await gate().begin(tx, chosen.flow, session)
      if (owes !== null) await events.record(tx, sessionChallenged, eventOf(session, session.methods, actor))
      if (!session.pending) await this.#open(tx, session, user, actor)
    })
    const started = { session, user, owes, wait: null, cookie: cookie.handing(session, secret, now) }
    return chosen && owes === null ? this.#advance(started, actor, context) : started
  }

  /**
   * Notes that the person of a session proved again who they are: by the second factor it waits for, or afresh. What was
   * an id of less gets a new one (rule SE1). One with a flow to pass waits on, for `resume`. Throws `not_signed_in` when
   * the session changed or ended in the meantime.
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
    const isOpened = session.pending && !proven.pending
    if (isOpened) {
      await endings.makeRoom(tx, proven, actor)
      await this.#open(tx, proven, user, actor)
    } else await events.record(tx, sessionConfirmed, eventOf(proven, methods, actor))
    const owes = proven.pending ? 'flow' : null
    return { session: proven, user, owes, wait: null, cookie: cookie.handing(proven, secret, now) }
  }

  /** Presents a factor in a session that waits for one, and goes on with its flow. */
  async present(
    person: SessionPrincipal,
    methods: readonly string[],
    context: RequestContext,
  ): Promise<StartedSession> {
    const stepped = await this.#deps.db.tx((tx) => this.stepUp(tx, person, methods))
    return this.afterStepUp(stepped, person.actor, context)
  }

  /** Where a sign-in stands that waits. Nothing of its flow runs. */
  async standing({ session, user, owes }: SessionPrincipal, context: RequestContext): Promise<StartedSession> {
    const { assurance, cookie, clock, gate } = this.#deps
    const isInFlow = session.flowTrigger !== null && (await assurance.factorOwedIn(session, user)) === null
    const wait = isInFlow ? unmet(waitOf(await gate().read(session)), session, user) : null
    return { session, user, owes, wait, cookie: cookie.handingAgain(session, context, clock.now()) }
  }

  /**
   * Goes on with the flow that a session waits for, once its factor was presented. Throws `sign_in_stopped` when the flow
   * ends the sign-in, and `sign_in_not_waiting` when there is none.
   */
  async resume(person: SessionPrincipal, context: RequestContext, brought: Brought = {}): Promise<StartedSession> {
    if (person.session.flowTrigger === null) throw new AppError(sessionErrors.sign_in_not_waiting)
    const standing = await this.standing(person, context)
    const { state, password, setPassword } = brought
    const takesPassword = standing.wait?.type === 'password_change' && password !== undefined && setPassword
    return this.afterStepUp(standing, person.actor, context, {
      ...(state !== undefined && { state }),
      ...(takesPassword && { password: { value: password, set: () => setPassword(password) } }),
    })
  }

  /** The same for a session that was just given a factor, or needs none. */
  async afterStepUp(
    started: StartedSession,
    actor: Actor,
    context: RequestContext,
    input?: FlowInput,
  ): Promise<StartedSession> {
    const { session, user } = started
    if (session.flowTrigger === null) return started
    const owes = await this.#deps.assurance.factorOwedIn(session, user)
    return owes === null ? this.#advance(started, actor, context, input) : { ...started, owes, wait: null }
  }

  /** Runs the flow as far as it goes. */
  async #advance(
    started: StartedSession,
    actor: Actor,
    context: RequestContext,
    input?: FlowInput,
  ): Promise<StartedSession> {
    const { session } = started
    const outcome = await this.#deps.gate().advance(session, context, input)
    if (outcome.kind === 'waits') return { ...started, owes: owedByFlow(outcome.wait), wait: outcome.wait }
    if (outcome.kind === 'passed') return this.#pass({ ...started, actor }, context)
    const cookie = await this.#giveBack(session, actor, 'flow_denied', context)
    const headers = cookie === undefined ? {} : { 'set-cookie': cookie }
    const { message, runId } = outcome
    throw new AppError(sessionErrors.sign_in_stopped, { details: { message, run_id: runId }, headers })
  }

  /** Opens the session whose flow passed, under a new id (rule SE1). That of a password reset has done what it was for. */
  async #pass({ session, user: before, actor }: Waiting, context: RequestContext): Promise<StartedSession> {
    const { db, clock, users, store, endings, cookie } = this.#deps
    const user = await users.find(before.id)
    if (!user) throw new AppError(sessionErrors.not_signed_in)
    if (session.flowTrigger === 'password_reset') {
      const earlier = await this.#giveBack(session, actor, 'flow_passed', context)
      const ended = { ...session, revokedAt: clock.now() }
      return { session: ended, user, owes: null, wait: null, cookie: earlier ?? cookie.forgetting() }
    }
    const { secret, hash } = cookie.newSecret()
    const now = clock.now()
    const opened = openedSession(session, hash, now)
    await db.tx(async (tx) => {
      await this.#assertUnchanged(tx, user)
      if (!(await store.renew(tx, session.hash, opened))) throw new AppError(sessionErrors.not_signed_in)
      await endings.makeRoom(tx, opened, actor)
      await this.#open(tx, opened, user, actor)
    })
    return { session: opened, user, owes: null, wait: null, cookie: cookie.handing(opened, secret, now) }
  }

  /**
   * Ends a session that opens nothing, and gives its browser the one back that it had before, under a new id: the
   * `Set-Cookie` for it, undefined where there is none or the browser never lost it.
   */
  async #giveBack(
    session: Session,
    actor: Actor,
    reason: string,
    context: RequestContext,
  ): Promise<string | undefined> {
    const { db, clock, store, endings, cookie } = this.#deps
    const { secret, hash } = cookie.newSecret()
    const now = clock.now()
    return db.tx(async (tx) => {
      await endings.end(tx, session, { reason, actor, cause: 'sessionClosed' })
      const earlier = session.earlier && (await store.find(session.earlier.id, tx))
      if (!earlier || !isLiving(earlier, now) || cookie.hashIn(context) === earlier.hash) return undefined
      const isBack = await store.changeSecret(tx, earlier, hash)
      return isBack ? cookie.handing(earlier, secret, now) : undefined
    })
  }

  /** What follows when nothing is owed any more: from here on the session opens things. */
  async #open(tx: Tx, session: Session, user: User, actor: Actor): Promise<void> {
    const { events, notices, store, endings } = this.#deps
    const earlier = session.earlier && (await store.find(session.earlier.id, tx))
    if (session.earlier && earlier) {
      await endings.replace(tx, earlier, session, { reason: 'replaced', actor, cause: session.earlier.cause })
    }
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
