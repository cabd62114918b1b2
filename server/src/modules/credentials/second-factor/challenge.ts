import { AppError } from '#/platform/errors/app-error.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { mfaFailed, recoveryCodeUsed } from '#/modules/credentials/shared/events.ts'
import { LoginLimits, secondFactorStep } from '#/modules/credentials/shared/login-limits.ts'
import { isAppCode, isRecoveryCode, plainCode } from './recovery-code.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { Limits } from '#/platform/rate-limit/limits.ts'
import type { SessionPrincipal, Sessions, SignIn, StartedSession } from '#/modules/sessions/index.ts'
import type { User } from '#/modules/users/index.ts'
import type { LoginAttempt } from '#/modules/credentials/shared/login-limits.ts'
import type { FactorNotices } from '#/modules/credentials/shared/factor-notices.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import type { SecondFactors } from './second-factors.ts'

/** How a second factor can be presented. */
export const secondFactorWays = ['totp', 'recovery_code', 'passkey'] as const
export type SecondFactorWay = (typeof secondFactorWays)[number]

interface ChallengeDeps {
  readonly db: Db
  readonly events: Events
  readonly limits: Limits
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly secondFactors: SecondFactors
  readonly recoveryCodes: RecoveryCodes
  readonly notices: FactorNotices
  readonly passkeys: { has(userId: string): Promise<boolean> }
}

/** Asks a person for a code: of their authenticator app, or one of their recovery codes. */
export class SecondFactorChallenge {
  readonly #deps: ChallengeDeps
  readonly #limits: LoginLimits
  constructor(deps: ChallengeDeps) {
    this.#deps = deps
    this.#limits = new LoginLimits(deps, secondFactorStep)
  }

  /** How this person can present a second factor; nothing when they have none. A passkey does by signing in with it. */
  async waysOf({ id, mfaEnabled }: User): Promise<SecondFactorWay[]> {
    const hasPasskey = await this.#deps.passkeys.has(id)
    return secondFactorWays.filter((way) => (way === 'passkey' ? hasPasskey : mfaEnabled))
  }

  /**
   * Proves the person of a session by a code, which is used up. Throws `mfa_code_wrong` for every way of being wrong,
   * and `rate_limited` when too many were. A recovery code, which nobody guesses, is looked at even when guesses from
   * elsewhere have spent the person's budget: it is what they have left then.
   */
  async verify(person: SessionPrincipal, code: string): Promise<StartedSession> {
    if (!person.user.mfaEnabled) throw new AppError(credentialErrors.mfa_not_enabled)
    const attempt = this.#attemptOf(person)
    await this.#limits.refuseSpent(attempt)
    const plain = plainCode(code)
    const taken = await this.#limits.take(attempt)
    if (taken.overdrawn && !isRecoveryCode(plain)) {
      await this.#limits.giveBack(taken)
      return this.#limits.refuseOverdrawn(taken.overdrawn, attempt)
    }
    const started = await this.#try(person, plain).catch(async (error: unknown) => {
      await this.#limits.giveBack(taken)
      throw error
    })
    if (!started) {
      await this.#recordFailure(person)
      if (taken.overdrawn) await this.#limits.refuseOverdrawn(taken.overdrawn, attempt)
      throw new AppError(credentialErrors.mfa_code_wrong)
    }
    await this.#limits.settle(taken)
    return started
  }

  #attemptOf({ user, actor }: SessionPrincipal): LoginAttempt {
    const isKnownHere = async () => this.#deps.sessions.hasSignedInFrom(user.id, actor.ip ?? '')
    return { account: user.id, actor, isKnownHere }
  }

  /** The code and the session change together: a code is never spent on nothing. */
  #try(person: SessionPrincipal, code: string): Promise<StartedSession | undefined> {
    const { db, signIn, secondFactors } = this.#deps
    return db.tx(async (tx) => {
      const fits = isAppCode(code)
        ? await secondFactors.accept(tx, person.user.id, code)
        : await this.#recover(tx, person, code)
      return fits ? signIn.stepUp(tx, person, ['otp', 'mfa']) : undefined
    })
  }

  async #recover(tx: Tx, { user, actor }: SessionPrincipal, code: string): Promise<boolean> {
    const { recoveryCodes, events, notices } = this.#deps
    if (!(await recoveryCodes.use(tx, user.id, code))) return false
    const data = { user_id: user.id, left: await recoveryCodes.left(user.id, tx) }
    await events.record(tx, recoveryCodeUsed, { actor, target: { type: 'user', id: user.id }, data })
    await notices.mfaChanged(tx, user, 'recovery_code_used', actor)
    return true
  }

  async #recordFailure({ user, actor }: SessionPrincipal): Promise<void> {
    const { db, events } = this.#deps
    const input = { actor, target: { type: 'user', id: user.id }, data: { user_id: user.id } }
    await events.recordAlone(db, mfaFailed, { ...input, result: 'denied' })
  }
}
