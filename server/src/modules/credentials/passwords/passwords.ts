import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { canonicalEmail } from '#/modules/users/index.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { loginFailed } from '#/modules/credentials/shared/events.ts'
import { LoginLimits, passwordStep } from '#/modules/credentials/shared/login-limits.ts'
import { refuseOversized } from './password-policy.ts'
import { Semaphore } from './semaphore.ts'
import { SlowTries } from './slow-tries.ts'
import type { Db } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { LoginAttempt, Taken } from '#/modules/credentials/shared/login-limits.ts'
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
  /** How a wrong password of somebody whom others guess at is slowed; a test need not wait. */
  readonly pause?: (millis: number) => Promise<void>
}

/** A password that is tried for a user, or for nobody. */
interface PasswordTry {
  readonly attempt: LoginAttempt
  readonly user: User | undefined
  readonly password: string
}

// A try takes from the budgets before it is made. Fewer at once than the smallest budget holds, so that people who all
// know their password never use one up between them. A queue of this length is about a second of hashing.
const TRIES = { slots: 8, waiting: 32 }

/** Passwords of users: choosing one and signing in with one. */
export class Passwords {
  readonly #deps: PasswordsDeps
  readonly #limits: LoginLimits
  readonly #tries = new Semaphore(TRIES)
  readonly #slowTries: SlowTries
  constructor(deps: PasswordsDeps) {
    this.#deps = deps
    this.#limits = new LoginLimits(deps, passwordStep)
    this.#slowTries = new SlowTries(deps)
  }

  /** The hash to store for a new password. Throws what is wrong with it, under the member of the body that holds it. */
  async hashNew(password: string, email: string, pointer?: string): Promise<string> {
    await this.#deps.policy.check(password, email, pointer)
    return this.#deps.hasher.hash(password)
  }

  /**
   * The user with this address and password. Throws `invalid_credentials` for every way of being wrong, after the same
   * work, and `rate_limited` when too many were. Only who knows the password learns that a user is disabled. Too many
   * from elsewhere slow a try down and never refuse the right password.
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
    const trial = { attempt, user, password }
    const outcome = await this.#tries.run(() => this.#try(trial))
    return 'overdrawn' in outcome ? this.#trySlowly(trial, outcome) : outcome
  }

  /** The user; or what was taken for a try that has to be made slowly. */
  async #try(trial: PasswordTry): Promise<User | Taken> {
    const taken = await this.#limits.take(trial.attempt)
    if (taken.overdrawn) return taken
    const user = await this.#provenBy(trial, taken)
    if (user) return user
    throw new AppError(credentialErrors.invalid_credentials)
  }

  async #trySlowly(trial: PasswordTry, taken: Taken): Promise<User> {
    const { account } = trial.attempt
    const place = { account, failures: await this.#limits.failuresHere(trial.attempt) }
    const user = await this.#slowTries.run(
      place,
      () => this.#provenBy(trial, taken),
      () => this.#limits.giveBack(taken),
    )
    if (user) return user
    if (taken.overdrawn) await this.#limits.refuseOverdrawn(taken.overdrawn, trial.attempt)
    throw new AppError(credentialErrors.invalid_credentials)
  }

  /** The user when the password is theirs; undefined after the failure was recorded. */
  async #provenBy({ attempt, user, password }: PasswordTry, taken: Taken): Promise<User | undefined> {
    const fits = await this.#verify(password, user, () => this.#limits.giveBack(taken))
    if (user && fits && user.disabledAt === null) {
      await this.#limits.settle(taken)
      return this.#upgraded(user, password)
    }
    await this.#recordFailure(user, fits, attempt.actor)
    if (user && fits) throw new AppError(credentialErrors.user_disabled)
    return undefined
  }

  /**
   * The user with a hash of ours, in place of one that another system made or that costs less. It is written only while
   * the old one is still there, so a password that was changed meanwhile stays, and this sign-in meets it when it opens its
   * session. Where another sign-in was faster, its hash is the one of this password too.
   */
  async #upgraded(user: User, password: string): Promise<User> {
    const { users, hasher } = this.#deps
    const { id, passwordHash: old } = user
    if (old === null || hasher.isCurrent(old)) return user
    const passwordHash = await hasher.hash(password).catch(refusalIsLater)
    if (passwordHash === undefined) return user
    if (await users.replacePasswordHash(id, old, passwordHash)) return { ...user, passwordHash }
    const now = await users.find(id)
    const isSame = now && now.passwordHash !== old && (await hasher.verify(password, now.passwordHash))
    return isSame ? { ...user, passwordHash: now.passwordHash } : user
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

  async #recordFailure(user: User | undefined, fits: boolean, actor: Actor): Promise<void> {
    const { db, events } = this.#deps
    const reason = !user ? 'unknown_user' : fits ? 'user_disabled' : 'wrong_password'
    const target = user ? { type: 'user', id: user.id } : null
    await events.recordAlone(db, loginFailed, { actor, target, result: 'denied', data: { reason } })
  }
}

/** Where too many hash at once, the next sign-in upgrades. */
function refusalIsLater(error: unknown): undefined {
  if (error instanceof AppError) return undefined
  throw error
}
