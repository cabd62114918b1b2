import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { canonicalEmail } from '#/modules/users/index.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { loginFailed } from '#/modules/credentials/shared/events.ts'
import { LoginLimits, passwordStep } from '#/modules/credentials/shared/login-limits.ts'
import { refuseOversized } from './password-policy.ts'
import { Semaphore } from './semaphore.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { LoginAttempt } from '#/modules/credentials/shared/login-limits.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { PasswordPolicy } from './password-policy.ts'

interface PasswordsDeps {
  readonly db: Db
  readonly events: Events
  readonly limits: Limits
  readonly users: Users
  readonly hasher: PasswordHasher
  readonly policy: PasswordPolicy
  /** Whether a person has signed in from an address before; sessions know, and sessions know users. */
  readonly hasSignedInFrom: (userId: string, ip: string) => Promise<boolean>
}

// A try takes from the budgets before it is made. Fewer at once than the smallest budget holds, so that people who all
// know their password never use one up between them. A queue of this length is about a second of hashing.
const TRIES = { slots: 8, waiting: 32 }

/** Passwords of users: choosing one and signing in with one. */
export class Passwords {
  readonly #deps: PasswordsDeps
  readonly #limits: LoginLimits
  readonly #tries = new Semaphore(TRIES)
  constructor(deps: PasswordsDeps) {
    this.#deps = deps
    this.#limits = new LoginLimits(deps, passwordStep)
  }

  /** The hash to store for a new password. Throws what is wrong with the password. */
  async hashNew(password: string, email: string): Promise<string> {
    await this.#deps.policy.check(password, email)
    return this.#deps.hasher.hash(password)
  }

  /**
   * The user with this address and password. Throws `invalid_credentials` for every way of being wrong, after the same
   * work, and `rate_limited` when too many were. Only who knows the password learns that a user is disabled.
   */
  async check(email: string, password: string, context: RequestContext): Promise<User> {
    refuseOversized(password)
    const user = await this.#deps.users.findByEmail(email)
    const attempt: LoginAttempt = {
      account: canonicalEmail(email) ?? email,
      actor: actorOf('system', 'login', context),
      isKnownHere: async () => user !== undefined && this.#deps.hasSignedInFrom(user.id, context.ip),
    }
    await this.#limits.refuseSpent(attempt)
    return this.#tries.run(() => this.#try(attempt, user, password))
  }

  async #try(attempt: LoginAttempt, user: User | undefined, password: string): Promise<User> {
    const taken = await this.#limits.take(attempt)
    const fits = await this.#verify(password, user, () => this.#limits.giveBack(taken))
    if (!user || !fits || user.disabledAt !== null) return this.#refuse(user, fits, attempt.actor)
    await this.#limits.settle(taken)
    return user
  }

  /** A hash that could not be made was no guess. */
  async #verify(password: string, user: User | undefined, onTrouble: () => Promise<void>): Promise<boolean> {
    try {
      return await this.#deps.hasher.verify(password, user?.passwordHash ?? null)
    } catch (error) {
      await onTrouble()
      throw error
    }
  }

  async #refuse(user: User | undefined, fits: boolean, actor: Actor): Promise<never> {
    const { db, events } = this.#deps
    const reason = !user ? 'unknown_user' : fits ? 'user_disabled' : 'wrong_password'
    const target = user ? { type: 'user', id: user.id } : null
    await events.recordAlone(db, loginFailed, { actor, target, result: 'denied', data: { reason } })
    throw new AppError(
      reason === 'user_disabled' ? credentialErrors.user_disabled : credentialErrors.invalid_credentials,
    )
  }
}
