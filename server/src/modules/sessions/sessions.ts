import { constantTimeEqual, hashSecret, hasValidChecksum, newSecret } from '#/platform/crypto/secrets.ts'
import { cookieName, setCookie } from '#/platform/encoding/cookies.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { actorOf, systemActor } from '#/platform/audit/event.ts'
import { browserOf } from './browser.ts'
import { sessionErrors } from './errors.ts'
import { SessionEndings } from './endings.ts'
import { sessionChallenged, sessionConfirmed, sessionCreated } from './events.ts'
import { newSession, provenSession } from './new-session.ts'
import { ownOrigins, requireOwnOrigin } from '#/platform/http/input/origin.ts'
import { SessionDirectory } from './session-directory.ts'
import { isLiving, isSatisfied, SEEN_STEP } from './session.ts'
import { SignInNotices } from './sign-in-notices.ts'
import { SessionStore } from './store.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Emails } from '#/modules/email/index.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { Browser } from './browser.ts'
import type { EndedAccess, Extent, SessionTies } from './endings.ts'
import type { Session, SessionPrincipal } from './session.ts'

/** The settings that decide on sessions. */
export interface SessionSettings {
  current(): Promise<{ readonly 'sessions.logout_revokes_tokens': boolean }>
}

interface SessionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly users: Users
  readonly emails: Pick<Emails, 'queue'>
  readonly settings: SessionSettings
  readonly ties: SessionTies
  readonly baseUrl: string
}

type Cookies = Readonly<Record<string, string>>

interface Asking {
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** A session with the `Set-Cookie` that hands it to its browser. */
export interface StartedSession {
  readonly session: Session
  readonly cookie: string
}

const PREFIX = 'mandate_ss_'

/** Who is signed in, in which browser, and whether a request is that browser's own wish. */
export class Sessions {
  readonly #deps: SessionsDeps
  readonly #store: SessionStore
  readonly #endings: SessionEndings
  readonly #notices: SignInNotices
  /** The living sessions, for those who look them over. */
  readonly register: SessionDirectory
  readonly #secure: boolean
  readonly #cookie: string
  readonly #origins: ReadonlySet<string>

  constructor(deps: SessionsDeps) {
    this.#deps = deps
    this.#store = new SessionStore(deps.db)
    this.#endings = new SessionEndings({ ...deps, store: this.#store })
    this.register = new SessionDirectory(deps)
    this.#notices = new SignInNotices({ ...deps, store: this.#store })
    this.#secure = deps.baseUrl.startsWith('https:')
    this.#cookie = cookieName('mandate_session', this.#secure)
    this.#origins = ownOrigins(deps.baseUrl)
  }

  /**
   * Opens a session for a person who has just proven who they are, by whatever path. Its id is always new, so that an
   * id planted before the sign-in opens nothing; a session the browser had before ends. With a second factor that the
   * sign-in did not present, the session is `pending`: it opens nothing until `prove` is told of one.
   */
  async start(user: User, methods: readonly string[], context: RequestContext): Promise<StartedSession> {
    const { db, clock, events } = this.#deps
    const secret = newSecret(PREFIX)
    const session = newSession({ user, methods, context, hash: hashSecret(secret), now: clock.now() })
    const earlier = await this.#findByCookie(context.cookies)
    const actor = actorOf('user', user.id, context)
    const extent = await this.#extentOfSignOut()
    await db.tx(async (tx) => {
      await this.#assertUnchanged(tx, user)
      await this.#store.insert(tx, session)
      if (earlier) await this.#endings.replace(tx, earlier, session, { reason: 'replaced', actor, extent })
      await this.#endings.makeRoom(tx, session, actor)
      const input = happeningOf(session, session.methods, actor)
      await events.record(tx, session.pending ? sessionChallenged : sessionCreated, input)
      if (!session.pending) await this.#notices.tell(tx, user, session, actor.locale)
    })
    return { session, cookie: this.#cookieFor(session, secret) }
  }

  /**
   * Notes that the person of a session proved again who they are: by the second factor it waits for, or afresh. What was
   * an id of less gets a new one (rule SE1). Throws `not_signed_in` when the session changed or ended in the meantime.
   */
  async prove(tx: Tx, { session, user, actor }: SessionPrincipal, methods: readonly string[]): Promise<StartedSession> {
    const secret = newSecret(PREFIX)
    const proven = provenSession(session, methods, hashSecret(secret), this.#deps.clock.now())
    if (!(await this.#store.renew(tx, session.hash, proven))) throw new AppError(sessionErrors.not_signed_in)
    if (session.pending) await this.#endings.makeRoom(tx, proven, actor)
    const [kind, told] = session.pending ? [sessionCreated, proven.methods] : [sessionConfirmed, methods]
    await this.#deps.events.record(tx, kind, happeningOf(proven, told, actor))
    if (session.pending) await this.#notices.tell(tx, user, proven, actor.locale)
    return { session: proven, cookie: this.#cookieFor(proven, secret) }
  }

  /**
   * Throws `reauthentication_required` unless the person of a session proved who they are in the last minutes (step-up).
   * Routes say so in their policy, which asks here; code that asks by itself lets something else count as well.
   */
  requireFresh({ authenticatedAt }: Pick<Session, 'authenticatedAt'>, maxAgeSeconds = 300): void {
    if (this.#deps.clock.now() - authenticatedAt <= maxAgeSeconds * 1000) return
    throw new AppError(sessionErrors.reauthentication_required, { details: { max_age_seconds: maxAgeSeconds } })
  }

  /**
   * The person whose living session the request carries, with every factor they have presented; undefined for every other
   * cookie, broken or not.
   */
  async authenticate(context: RequestContext): Promise<SessionPrincipal | undefined> {
    const principal = await this.authenticateAny(context)
    return principal?.satisfied ? principal : undefined
  }

  /** The person whose session waits for the second factor. For the challenge and for signing out, nothing else. */
  async authenticatePending(context: RequestContext): Promise<SessionPrincipal | undefined> {
    const principal = await this.authenticateAny(context)
    return principal?.satisfied === false ? principal : undefined
  }

  /** Either of them; whoever asks looks at `satisfied`. */
  async authenticateAny(context: RequestContext): Promise<SessionPrincipal | undefined> {
    const now = this.#deps.clock.now()
    const session = await this.#findByCookie(context.cookies)
    if (!session || !isLiving(session, now)) return undefined
    const user = await this.#deps.users.find(session.userId)
    if (!user || user.disabledAt !== null) return undefined
    if (session.lastSeenAt <= now - SEEN_STEP) await this.#store.touch(session.id, now)
    return { session, user, actor: actorOf('user', user.id, context), satisfied: isSatisfied(session, user) }
  }

  find(id: string): Promise<Session | undefined> {
    return this.#store.find(id)
  }

  /** Whether a session opens things; holds it against being ended until the transaction ends. */
  hold(tx: Tx, id: string): Promise<boolean> {
    return this.#store.hold(tx, id, this.#deps.clock.now())
  }

  /** Signs out. Tokens that applications got through the session end with it, as far as the setting says so. */
  async end(session: Session, actor: Actor): Promise<void> {
    const extent = await this.#extentOfSignOut()
    await this.#deps.db.tx((tx) => this.#endings.end(tx, session, { reason: 'signed_out', actor, extent }))
  }

  /** Ends every session of a user and every token that came from any; answers how many that were. */
  revokeAllOf(tx: Tx, userId: string, reason: string, actor: Actor = systemActor('sessions')): Promise<EndedAccess> {
    return this.#endings.endAllOf(tx, userId, reason, actor)
  }

  /** The same as part of something bigger, whose event tells how much ended. */
  endAllOf(tx: Tx, userId: string, reason: string): Promise<EndedAccess> {
    return this.#endings.endAllQuietly(tx, userId, reason)
  }

  async #extentOfSignOut(): Promise<Extent> {
    return (await this.#deps.settings.current())['sessions.logout_revokes_tokens'] ? 'online' : 'unredeemed'
  }

  /** Removes what is kept of a user's sessions: where they signed in from is theirs, and goes with them. */
  eraseAllOf(tx: Tx, userId: string): Promise<void> {
    return this.#store.eraseAllOf(tx, userId)
  }

  /** Whether this person has signed in from this address before. */
  hasSignedInFrom(userId: string, ip: string): Promise<boolean> {
    return this.#store.hasSignedInFrom(userId, ip)
  }

  /** The `Set-Cookie` that makes a browser forget its session. */
  forgettingCookie(): string {
    return setCookie(this.#cookie, '', { secure: this.#secure, maxAge: 0 })
  }

  /** The browser behind a request; see `Browser`. */
  browserOf(cookies: Cookies): Browser {
    return browserOf(cookies, this.#secure)
  }

  /** The value that forms and the X-CSRF-Token header must carry: of the session, or before sign-in of the browser. */
  csrfToken(holder: Session | Browser): string {
    return this.#deps.keyring.mac('csrf', 'userId' in holder ? `session:${holder.id}` : `browser:${holder.id}`)
  }

  /** Throws `csrf_failed` unless the request came from our own page and knows the holder's token. */
  verifyCsrf(request: Asking, holder: Session | Browser, token: string | undefined): void {
    this.requireSameOrigin(request)
    if (!this.isCsrfToken(holder, token)) throw new AppError(commonErrors.csrf_failed)
  }

  /** Whether a text is the holder's token, in a time that tells nothing about how close it came. */
  isCsrfToken(holder: Session | Browser, token: string | undefined): boolean {
    return constantTimeEqual(token ?? '', this.csrfToken(holder))
  }

  /** Throws `csrf_failed` for a request that a foreign page made a browser send. */
  requireSameOrigin(request: Asking): void {
    requireOwnOrigin(request.headers, this.#origins)
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

  #cookieFor({ expiresAt }: Session, secret: string): string {
    const maxAge = (expiresAt - this.#deps.clock.now()) / 1000
    return setCookie(this.#cookie, secret, { secure: this.#secure, maxAge })
  }

  async #findByCookie(cookies: Cookies): Promise<Session | undefined> {
    const secret = cookies[this.#cookie]
    if (secret === undefined || !hasValidChecksum(secret, PREFIX)) return undefined
    return this.#store.findByHash(hashSecret(secret))
  }
}

const happeningOf = ({ id, userId }: Session, methods: readonly string[], actor: Actor) => ({
  actor,
  target: { type: 'session', id },
  data: { user_id: userId, methods: [...methods] },
})
