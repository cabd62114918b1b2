import { constantTimeEqual } from '#/platform/crypto/secrets.ts'
import { isKnownOrigin } from './sign-in-notices.ts'
import type { Origin } from './sign-in-notices.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { actorOf } from '#/platform/audit/event.ts'
import { browserOf } from './browser.ts'
import { wayCookie, wayIn } from './last-way.ts'
import type { LastWay } from './last-way.ts'
import { sessionErrors } from './errors.ts'
import { isLiving, SEEN_STEP } from './session.ts'
import { causeOfSignOut } from './settings.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Users } from '#/modules/users/index.ts'
import type { Browser } from './browser.ts'
import type { Assurance } from './assurance.ts'
import type { SessionEndings } from './endings.ts'
import type { Session, SessionPrincipal } from './session.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { SessionSettings } from './settings.ts'
import type { SessionStore } from './store.ts'

interface SessionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly users: Users
  readonly settings: SessionSettings
  readonly assurance: Assurance
  readonly store: SessionStore
  readonly endings: SessionEndings
  readonly cookie: SessionCookie
  readonly baseUrl: string
}

type Cookies = Readonly<Record<string, string>>

const FRESH_SECONDS = 300

/** Who is signed in, in which browser, and whether a request is that browser's own wish. */
export class Sessions {
  readonly #deps: SessionsDeps
  readonly #secure: boolean

  constructor(deps: SessionsDeps) {
    this.#deps = deps
    this.#secure = deps.baseUrl.startsWith('https:')
  }

  /** Whether the person of a session proved who they are in the last minutes. */
  isFresh({ authenticatedAt }: Session, maxAgeSeconds = FRESH_SECONDS): boolean {
    return this.#deps.clock.now() - authenticatedAt <= maxAgeSeconds * 1000
  }

  /**
   * Throws `reauthentication_required` unless the person of a session proved who they are in the last minutes (step-up).
   * Routes say so in their policy, which asks here; code that asks by itself lets something else count as well.
   */
  requireFresh(session: Session, maxAgeSeconds = FRESH_SECONDS): void {
    if (this.isFresh(session, maxAgeSeconds)) return
    throw new AppError(sessionErrors.reauthentication_required, { details: { max_age_seconds: maxAgeSeconds } })
  }

  /**
   * The person whose living session the request carries, with every factor they have presented; undefined for every other
   * cookie, broken or not.
   */
  async authenticate(context: RequestContext): Promise<SessionPrincipal | undefined> {
    const principal = await this.authenticateAny(context)
    return principal?.owes === null ? principal : undefined
  }

  /** The same, or somebody who proved all that and has but a step of an auth flow left. For what such a step asks for. */
  async authenticateProven(context: RequestContext): Promise<SessionPrincipal | undefined> {
    const principal = await this.authenticateAny(context)
    return principal?.owes === null || principal?.owes === 'flow' ? principal : undefined
  }

  /** The person whose session owes something. For presenting it and for signing out, nothing else. */
  async authenticatePending(context: RequestContext): Promise<SessionPrincipal | undefined> {
    const principal = await this.authenticateAny(context)
    return principal && principal.owes !== null ? principal : undefined
  }

  /** Either of them; whoever asks looks at what it `owes`. */
  async authenticateAny(context: RequestContext): Promise<SessionPrincipal | undefined> {
    return this.#principalOf(await this.#findByCookie(context), context)
  }

  /** The person of a session that somebody proved to hold by something else than its cookie, if it opens things now. */
  async authenticateHolder(id: string, context: RequestContext): Promise<SessionPrincipal | undefined> {
    const principal = await this.#principalOf(await this.#deps.store.find(id), context)
    return principal?.owes === null ? principal : undefined
  }

  async #principalOf(session: Session | undefined, context: RequestContext): Promise<SessionPrincipal | undefined> {
    const now = this.#deps.clock.now()
    if (!session || !isLiving(session, now)) return undefined
    const user = await this.#deps.users.find(session.userId)
    if (!user || user.disabledAt !== null) return undefined
    context.notes.caller = { type: 'user', id: user.id }
    if (session.lastSeenAt <= now - SEEN_STEP) await this.#deps.store.touch(session.id, now)
    const owes = await this.#deps.assurance.owedIn(session, user)
    return { session, user, actor: actorOf('user', user.id, context), owes }
  }

  find(id: string): Promise<Session | undefined> {
    return this.#deps.store.find(id)
  }

  /** Whether a session opens things; holds it against being ended until the transaction ends. */
  hold(tx: Tx, id: string): Promise<boolean> {
    return this.#deps.store.hold(tx, id, this.#deps.clock.now())
  }

  /**
   * Signs out. Tokens that applications got through the session end with it, as far as the setting says so. With a sign-in
   * that waits, the session ends that its browser had before: whoever signs out leaves nobody signed in.
   */
  async end(session: Session, actor: Actor): Promise<void> {
    const { db, settings, store, endings } = this.#deps
    const ending = { reason: 'signed_out', actor, cause: await causeOfSignOut(settings) }
    await db.tx(async (tx) => {
      await endings.end(tx, session, ending)
      const earlier = session.pending && session.earlier && (await store.find(session.earlier.id, tx))
      if (earlier) await endings.end(tx, earlier, ending)
    })
  }

  /** Whether this person has signed in from this address before. */
  hasSignedInFrom(userId: string, ip: string): Promise<boolean> {
    return this.#deps.store.hasSignedInFrom(userId, ip)
  }

  /** Whether this person has signed in with such a device from such a network, as far back as sessions are kept. */
  isKnownDevice(userId: string, origin: Origin): Promise<boolean> {
    return isKnownOrigin(this.#deps.store, userId, origin)
  }

  /** The `Set-Cookie` that makes a browser forget its session. */
  forgettingCookie(): string {
    return this.#deps.cookie.forgetting()
  }

  /** The browser behind a request; see `Browser`. */
  browserOf(cookies: Cookies): Browser {
    return browserOf(cookies, this.#secure)
  }

  /** The `Set-Cookie` that makes a browser remember by which way somebody signed in. */
  rememberingCookie(way: LastWay): string {
    return wayCookie(way, this.#secure)
  }

  /** Whether somebody signed in this way last in this browser. */
  wasLast(way: LastWay, cookies: Cookies): boolean {
    return wayIn(cookies, this.#secure) === way
  }

  /** The value that forms and the X-CSRF-Token header must carry: of the session, or before sign-in of the browser. */
  csrfToken(holder: Session | Browser): string {
    return this.#deps.keyring.mac('csrf', 'userId' in holder ? `session:${holder.id}` : `browser:${holder.id}`)
  }

  /** Whether a text is the holder's token, in a time that tells nothing about how close it came. */
  isCsrfToken(holder: Session | Browser, token: string | undefined): boolean {
    return constantTimeEqual(token ?? '', this.csrfToken(holder))
  }

  async #findByCookie(context: RequestContext): Promise<Session | undefined> {
    const hash = this.#deps.cookie.hashIn(context)
    return hash === undefined ? undefined : this.#deps.store.findByHash(hash)
  }
}
