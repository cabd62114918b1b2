import type { Clock } from '#/platform/clock.ts'
import { hashSecret } from '#/platform/crypto/secrets.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { newId } from '#/platform/ids.ts'
import { authorizationErrors } from './errors.ts'
import { AuthorizationRequestStore } from './request-store.ts'
import type { Asked, AuthorizationRequest } from './request.ts'

/** How long a person has for signing in and deciding. */
const LIFETIME_MS = 600_000
/** How long a request lives at most, however often its sign-in is begun again. */
const MAX_LIFETIME_MS = 3_600_000

interface AuthorizationRequestsDeps {
  readonly db: Db
  readonly clock: Clock
}

/** Authorization requests that wait for a person. The browser that brought one is the only one that may go on. */
export class AuthorizationRequests {
  readonly #deps: AuthorizationRequestsDeps
  readonly #store: AuthorizationRequestStore
  constructor(deps: AuthorizationRequestsDeps) {
    this.#deps = deps
    this.#store = new AuthorizationRequestStore(deps.db)
  }

  /** Keeps a checked request. `browserId` is the secret of the browser's own cookie, kept as a hash. */
  async open(opening: {
    browserId: string
    clientId: string
    asked: Asked
    priorSessionId: string | null
    /** Where it was pushed: what stands for it. */
    pushedHash?: string | undefined
  }): Promise<AuthorizationRequest> {
    const now = this.#deps.clock.now()
    const request: AuthorizationRequest = {
      id: newId('arq', now),
      browserHash: hashSecret(opening.browserId),
      clientId: opening.clientId,
      asked: opening.asked,
      priorSessionId: opening.priorSessionId,
      userId: null,
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
      finishedAt: null,
      pushedHash: opening.pushedHash ?? null,
    }
    await this.#store.insert(this.#deps.db, request)
    return request
  }

  /** The request when it is still open and this browser brought it, else undefined. */
  async find(id: string, browserId: string): Promise<AuthorizationRequest | undefined> {
    const request = await this.#store.find(id)
    if (!request || !this.#isOpen(request) || request.browserHash !== hashSecret(browserId)) return undefined
    return request
  }

  /** Like `find`, but throws, telling a foreign browser apart from a request that is over. */
  async get(id: string, browserId: string): Promise<AuthorizationRequest> {
    const request = await this.#store.find(id)
    if (!request) throw new AppError(authorizationErrors.authorization_request_gone)
    if (request.browserHash !== hashSecret(browserId))
      throw new AppError(authorizationErrors.authorization_request_foreign)
    if (!this.#isOpen(request)) throw new AppError(authorizationErrors.authorization_request_gone)
    return request
  }

  /**
   * Lets a request outlive the sign-in that it waits for, so that whoever finishes that gets to the application, with the
   * usual time to decide there. It never lives for more than an hour.
   */
  async outlive({ id, createdAt, expiresAt }: AuthorizationRequest, signInEndsAt: number): Promise<void> {
    const until = Math.min(signInEndsAt + LIFETIME_MS, createdAt + MAX_LIFETIME_MS)
    if (until > expiresAt) await this.#store.prolong(id, until, this.#deps.clock.now())
  }

  /** Notes whom the consent page is shown to: only this person may answer it. */
  async show(request: AuthorizationRequest, userId: string): Promise<void> {
    const shown = await this.#store.show(this.#deps.db, request.id, userId, this.#deps.clock.now())
    if (!shown) throw new AppError(authorizationErrors.authorization_request_gone)
  }

  /** Ends the request in the transaction that answers it; false when another answer was first. */
  finish(tx: Tx, id: string): Promise<boolean> {
    return this.#store.finish(tx, id, this.#deps.clock.now())
  }

  #isOpen(request: AuthorizationRequest): boolean {
    return request.finishedAt === null && request.expiresAt > this.#deps.clock.now()
  }
}
