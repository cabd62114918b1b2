import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { requireOwnOrigin } from '#/platform/http/input/origin.ts'
import { authenticatorFor } from '#/platform/http/routing/authenticator.ts'
import type { Authenticator, Authenticators, CookieCredential } from '#/platform/http/routing/authenticator.ts'
import { isOfPage } from '#/platform/http/routing/policy.ts'
import type { ForeignForms } from '#/platform/http/routing/policy.ts'
import { Redirect, seeOther } from '#/platform/http/routing/reply.ts'
import type { Reply } from '#/platform/http/routing/reply.ts'
import { isRead } from '#/platform/http/routing/route.ts'
import type { Policy, Route } from '#/platform/http/routing/route.ts'
import type { RequestInFlight } from './request.ts'

interface RouteGuardDeps {
  readonly authenticators: Authenticators
  /** The origins under which browsers know this server. */
  readonly ownOrigins: ReadonlySet<string>
}

/** Parses the form of a request. */
type ReadForm = () => void

/**
 * Enforces the policy of one route before anything of the body is looked at but the token of a form, in this order: where
 * a write of anybody comes from, who calls, whether a write by cookie was made by our own page, how fresh the proof of
 * the caller is.
 */
export class RouteGuard {
  readonly #policy: Policy
  readonly #writes: boolean
  readonly #asksOrigin: boolean
  readonly #asksFreshProof: boolean
  readonly #takesForm: boolean
  readonly #foreignForms: ForeignForms | undefined
  readonly #ownOrigins: ReadonlySet<string>
  readonly #authenticate: Authenticator | undefined

  constructor(route: Route, { authenticators, ownOrigins }: RouteGuardDeps) {
    const { auth } = route
    this.#policy = auth
    this.#writes = !isRead(route)
    this.#takesForm = this.#writes && isOfPage(auth)
    this.#asksOrigin = this.#takesForm || (this.#writes && auth.kind === 'public' && auth.origin !== 'any')
    this.#asksFreshProof = 'fresh' in auth && auth.fresh !== undefined
    this.#foreignForms = auth.kind === 'browser' ? auth.foreignForms : undefined
    this.#ownOrigins = ownOrigins
    this.#authenticate = authenticatorFor(auth, authenticators)
  }

  /** Whether anything is asked at all. */
  get isNeeded(): boolean {
    return this.#asksOrigin || this.#authenticate !== undefined
  }

  /** Lets a request pass and notes who sent it, or throws the 401 or 403; a reply leads the person elsewhere first. */
  async admit(request: RequestInFlight, readForm: ReadForm): Promise<Reply | undefined> {
    if (this.#foreignForms) {
      readForm()
      if (!this.#foreignForms.isOurs(request.form)) return undefined
    }
    if (this.#asksOrigin) requireOwnOrigin(request.headers, this.#ownOrigins)
    if (this.#takesForm) readForm()
    try {
      if (this.#authenticate) await this.#identify(request, this.#authenticate)
      return undefined
    } catch (error) {
      if (error instanceof Redirect) return seeOther(error.location)
      throw error
    }
  }

  async #identify(request: RequestInFlight, authenticate: Authenticator): Promise<void> {
    const caller = await authenticate(request, this.#policy as Parameters<Authenticator>[1])
    if (!caller) throw new AppError(commonErrors.unauthorized)
    if (caller.cookie) this.#requireIntent(request, caller.cookie)
    request.principal = caller.principal
  }

  /** A browser sends a cookie along whoever wrote the request, and whoever sits in front of it. */
  #requireIntent(request: RequestInFlight, cookie: CookieCredential): void {
    if (this.#writes) {
      requireOwnOrigin(request.headers, this.#ownOrigins)
      const token = this.#takesForm ? request.form.get('csrf_token') : request.headers['x-csrf-token']
      if (!cookie.isCsrfToken(token)) throw new AppError(commonErrors.csrf_failed)
    }
    if (this.#asksFreshProof) cookie.requireFresh()
  }
}
