import type { SessionPrincipal, Sessions } from '#/modules/sessions/index.ts'
import type { RuledRequest } from '#/modules/proxy/access/decision.ts'
import { gatewaySignedIn } from '#/modules/proxy/shared/events.ts'
import { UpstreamStore } from '#/modules/proxy/upstreams/store.ts'
import { outsideOrigin } from '#/modules/proxy/upstreams/upstream.ts'
import type { Upstream } from '#/modules/proxy/upstreams/upstream.ts'
import { actorOf } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { codeHash, GatewayCookies, newCode } from './cookies.ts'
import { SignInRequests } from './sign-in-request.ts'
import type { SignInRequest } from './sign-in-request.ts'
import { GatewaySessionStore } from './store.ts'

export interface GatewaySessionsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Pick<Keyring, 'mac'>
  readonly events: Events
  readonly sessions: Pick<Sessions, 'authenticateHolder' | 'hold' | 'find'>
  readonly issuer: string
}

/** Where a browser is led, and the cookies it gets on its way. */
export interface Leading {
  readonly location: string
  readonly cookies: readonly string[]
}

type Cookies = Readonly<Record<string, string>>

const CODE_LIFE_MS = 60_000
/** The path at every host that a browser comes back to. */
export const CALLBACK_PATH = '/.mandate/callback'

/**
 * Who is signed in at hosts behind the gateway. Cookies don't cross hosts, so a browser that has to sign in is led to the
 * server and brings back a code: for this host, this browser and one use. What it then carries opens nothing without the
 * session of the server that it came from, which is asked with each request.
 */
export class GatewaySessions {
  readonly #deps: GatewaySessionsDeps
  readonly #store: GatewaySessionStore
  readonly #upstreams: UpstreamStore
  readonly #requests: SignInRequests
  readonly cookies: GatewayCookies

  constructor(deps: GatewaySessionsDeps) {
    this.#deps = deps
    this.#store = new GatewaySessionStore(deps.db)
    this.#upstreams = new UpstreamStore(deps.db)
    this.#requests = new SignInRequests(deps.keyring)
    this.cookies = new GatewayCookies(deps.issuer)
  }

  /** The person whose browser this is, as far as their session opens things now. */
  async authenticate(upstream: Upstream, context: RequestContext): Promise<SessionPrincipal | undefined> {
    const { clock, sessions } = this.#deps
    const hash = this.cookies.sessionHash(context.cookies)
    const found = hash === undefined ? undefined : await this.#store.find(hash, upstream.id, clock.now())
    return found && sessions.authenticateHolder(found.sessionId, context)
  }

  /**
   * Leads a browser to the server, to sign in as a rule wants it and to come back to where it was; with `asksAnew` also
   * somebody who is signed in.
   */
  lead({ upstream, path, rule: { rule } }: RuledRequest, cookies: Cookies, asksAnew = false): Leading {
    const { clock, issuer } = this.#deps
    const browser = this.cookies.browserOf(cookies)
    const request = this.#requests.write({
      upstreamId: upstream.id,
      browserHash: browser.hash,
      returnPath: path.path + path.query,
      acr: rule.acr,
      maxAgeSeconds: rule.maxAgeSeconds,
      asksAnew,
      issuedAt: clock.now(),
    })
    const location = `${issuer}/gateway/sign-in?${new URLSearchParams({ request })}`
    return { location, cookies: browser.cookie === undefined ? [] : [browser.cookie] }
  }

  /** What a browser brought from a host, when we wrote it; the host may be gone meanwhile. */
  readRequest(text: string | undefined): SignInRequest | undefined {
    return text === undefined ? undefined : this.#requests.read(text, this.#deps.clock.now())
  }

  /** Lets a browser go back with a code; undefined when the host or the session is gone. */
  async issue(request: SignInRequest, { session, user }: SessionPrincipal): Promise<string | undefined> {
    const { db, clock, sessions, issuer } = this.#deps
    const upstream = await this.#upstreams.find(request.upstreamId)
    if (!upstream) return undefined
    const { code, hash } = newCode()
    const isIssued = await db.tx(async (tx) => {
      if (!(await sessions.hold(tx, session.id))) return false
      await this.#store.insertCode(tx, {
        hash,
        upstreamId: upstream.id,
        sessionId: session.id,
        userId: user.id,
        browserHash: request.browserHash,
        returnPath: request.returnPath,
        expiresAt: clock.now() + CODE_LIFE_MS,
      })
      return true
    })
    return isIssued ? `${outsideOrigin(upstream, issuer)}${CALLBACK_PATH}?${new URLSearchParams({ code })}` : undefined
  }

  /** Takes the code that a browser came back with. Undefined for any that is not its own, is for another host or over. */
  async redeem(upstream: Upstream, code: string | undefined, context: RequestContext): Promise<Leading | undefined> {
    const hash = codeHash(code)
    const browserHash = this.cookies.browserHash(context.cookies)
    if (hash === undefined || browserHash === undefined) return undefined
    return this.#deps.db.tx((tx) => this.#open(tx, upstream, { hash, browserHash }, context))
  }

  async #open(
    tx: Tx,
    upstream: Upstream,
    given: { readonly hash: string; readonly browserHash: string },
    context: RequestContext,
  ): Promise<Leading | undefined> {
    const { clock, events, sessions } = this.#deps
    const now = clock.now()
    // Consumed before anything is opened for it (rule G2).
    const code = await this.#store.consume(tx, { ...given, upstreamId: upstream.id }, now)
    if (!code || !(await sessions.hold(tx, code.sessionId))) return undefined
    const seconds = SESSION_SECONDS
    const { hash, cookie } = this.cookies.newSession(seconds)
    const { sessionId, returnPath } = code
    const session = { hash, upstreamId: upstream.id, sessionId, createdAt: now, expiresAt: now + seconds * 1000 }
    await this.#store.insert(tx, session)
    await events.record(tx, gatewaySignedIn, {
      actor: actorOf('user', code.userId, context),
      target: { type: 'proxy_upstream', id: upstream.id },
      data: { id: upstream.id, host: upstream.host, session_id: sessionId },
    })
    return { location: returnPath, cookies: [cookie] }
  }

  /** Ends the session of a browser at one host. */
  async end(upstream: Upstream, cookies: Cookies): Promise<readonly string[]> {
    const hash = this.cookies.sessionHash(cookies)
    if (hash !== undefined) await this.#store.delete(hash, upstream.id)
    return this.cookies.forgetting()
  }
}

/** As long as the session of the server can last; it ends with that one in any case. */
const SESSION_SECONDS = 30 * 24 * 60 * 60
