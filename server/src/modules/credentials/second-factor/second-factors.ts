import { randomBytes } from 'node:crypto'
import { AppError } from '#/platform/errors/app-error.ts'
import { sessionErrors } from '#/modules/sessions/index.ts'
import { credentialErrors } from '#/modules/credentials/shared/errors.ts'
import { mfaDisabled, mfaEnabled, recoveryCodesReplaced } from '#/modules/credentials/shared/events.ts'
import { requireProvenAddress } from '#/modules/credentials/shared/proven-address.ts'
import { otpauthUri } from './authenticator-app.ts'
import { encodeBase32 } from './base32.ts'
import { plainCode } from './recovery-code.ts'
import { SecondFactorStore } from './store.ts'
import { matchingStep } from './totp.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Keyring, SealContext } from '#/platform/crypto/keyring.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import type { SessionPrincipal, Sessions, SignIn, StartedSession } from '#/modules/sessions/index.ts'
import type { User, Users } from '#/modules/users/index.ts'
import type { TotpFactor } from './factor.ts'
import type { FactorNotices } from '#/modules/credentials/shared/factor-notices.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { RecoveryCodes } from './recovery-codes.ts'

interface SecondFactorsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly keyring: Keyring
  readonly events: Events
  readonly users: Users
  readonly sessions: Sessions
  readonly signIn: SignIn
  readonly recoveryCodes: RecoveryCodes
  readonly lifecycle: Lifecycle
  readonly notices: FactorNotices
  readonly passkeys: { has(userId: string): Promise<boolean> }
  readonly issuer: string
}

/** What an authenticator app needs to take a secret over. Never shown again once the secret is a factor. */
export interface Enrollment {
  readonly secret: string
  readonly otpauthUri: string
}

/** A second factor that has just begun: its recovery codes, shown this once, and the session it was proven in. */
export interface Activation extends StartedSession {
  readonly recoveryCodes: readonly string[]
}

// RFC 4226 §4: 160 bits.
const SECRET_BYTES = 20
const OFFER_LIFE = 15 * 60_000

/** The authenticator app of a person: setting it up, taking it away. What it opens is the business of the challenge. */
export class SecondFactors {
  readonly #deps: SecondFactorsDeps
  readonly #store: SecondFactorStore
  constructor(deps: SecondFactorsDeps) {
    this.#deps = deps
    this.#store = new SecondFactorStore(deps.db)
  }

  /** Offers a new secret. It is no factor before `activate` has seen a code of it. */
  async enroll(person: SessionPrincipal): Promise<Enrollment> {
    const { clock, keyring } = this.#deps
    const { user } = person
    requireProvenAddress(user)
    await this.#refuseBesidePasskey(person)
    const secret = randomBytes(SECRET_BYTES)
    const factor: TotpFactor = {
      userId: user.id,
      secretSealed: keyring.seal(secret.toString('base64url'), secretPlace(user.id)),
      activatedAt: null,
      lastStep: 0,
      createdAt: clock.now(),
    }
    if (!(await this.#store.offer(factor))) throw new AppError(credentialErrors.mfa_already_enabled)
    return this.#enrollment(secret, user)
  }

  /** The secret that waits to be activated, for a page that shows it until it is; undefined when none does. */
  async offered({ session, user }: SessionPrincipal): Promise<Enrollment | undefined> {
    const { sessions, clock } = this.#deps
    sessions.requireFresh(session)
    const factor = await this.#store.find(user.id)
    const isOffer = factor?.activatedAt === null && factor.createdAt > clock.now() - OFFER_LIFE
    return isOffer ? this.#enrollment(this.#secretOf(factor), user) : undefined
  }

  #enrollment(secret: Buffer, { email }: User): Enrollment {
    const entry = { secret, issuer: new URL(this.#deps.issuer).hostname, account: email }
    return { secret: encodeBase32(secret), otpauthUri: otpauthUri(entry) }
  }

  /** Makes the offered secret a second factor, with the first code of the app as proof, and makes recovery codes. */
  async activate(person: SessionPrincipal, code: string): Promise<Activation> {
    const { clock, db } = this.#deps
    requireProvenAddress(person.user)
    await this.#refuseBesidePasskey(person)
    const factor = await this.#store.find(person.user.id)
    if (factor && factor.activatedAt !== null) throw new AppError(credentialErrors.mfa_already_enabled)
    if (!factor || factor.createdAt <= clock.now() - OFFER_LIFE) throw new AppError(credentialErrors.mfa_not_enrolled)
    const step = matchingStep(this.#secretOf(factor), plainCode(code), clock.now())
    if (step === undefined) throw new AppError(credentialErrors.enrollment_code_wrong)
    return db.tx((tx) => this.#begin(tx, person, factor, step))
  }

  /**
   * Where a factor has to be set up, whoever has a passkey has one: knowing the password must not be enough to put another
   * one beside it. Throws `mfa_required`.
   */
  async #refuseBesidePasskey({ user, owes }: SessionPrincipal): Promise<void> {
    if (owes !== null && (await this.#deps.passkeys.has(user.id))) throw new AppError(sessionErrors.mfa_required)
  }

  async #begin(tx: Tx, person: SessionPrincipal, factor: TotpFactor, step: number): Promise<Activation> {
    const { signIn, clock, users, events, recoveryCodes, notices } = this.#deps
    const { user, actor } = person
    const begun = await this.#store.activate(tx, factor, step, clock.now())
    if (!begun) throw new AppError(credentialErrors.mfa_not_enrolled)
    await users.setMfaEnabled(tx, user.id, true)
    const data = { user_id: user.id, method: 'totp' } as const
    await events.record(tx, mfaEnabled, { actor, target: targetOf(user.id), data })
    await notices.mfaChanged(tx, user, 'enabled', actor)
    const codes = await recoveryCodes.replace(tx, user.id)
    // The code proves the factor for this session; every other session of the person has to present it from now on.
    return { ...(await signIn.stepUp(tx, person, ['otp', 'mfa'])), recoveryCodes: codes }
  }

  /** Makes new recovery codes; those from before are void. */
  async replaceRecoveryCodes({ user, actor }: SessionPrincipal): Promise<string[]> {
    const { db, events, recoveryCodes, notices } = this.#deps
    return db.tx(async (tx) => {
      if (!(await this.#store.hold(tx, user.id))) throw new AppError(credentialErrors.mfa_not_enabled)
      const codes = await recoveryCodes.replace(tx, user.id)
      const data = { user_id: user.id }
      await events.record(tx, recoveryCodesReplaced, { actor, target: targetOf(user.id), data })
      await notices.mfaChanged(tx, user, 'recovery_codes_replaced', actor)
      return codes
    })
  }

  /** Takes one's own second factor away. */
  async disableOwn({ user, actor }: SessionPrincipal): Promise<void> {
    if (!(await this.disable(user, actor))) throw new AppError(credentialErrors.mfa_not_enabled)
  }

  /**
   * Takes a person's second factor away, so that another one can be set up; false when there was none. Sessions go on:
   * they are satisfied now. Passkeys stay.
   */
  disable(user: User, actor: Actor): Promise<boolean> {
    const { db, users, lifecycle, events, notices } = this.#deps
    return db.tx(async (tx) => {
      const wasActive = await this.#store.remove(tx, user.id)
      if (!wasActive) return false
      const counts = await lifecycle.ended(tx, 'mfaDisabled', { by: 'user', userId: user.id }, 'mfa_disabled')
      await users.setMfaEnabled(tx, user.id, false)
      const before = { mfa_enabled: true, recovery_codes_left: counts.recovery_codes ?? 0 }
      const data = { user_id: user.id, before, after: { mfa_enabled: false, recovery_codes_left: 0 }, counts }
      await events.record(tx, mfaDisabled, { actor, target: targetOf(user.id), data })
      await notices.mfaChanged(tx, user, 'disabled', actor)
      return true
    })
  }

  /** What ends with the second factor of a person. */
  countEnding({ id }: User): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('mfaDisabled', { by: 'user', userId: id })
  }

  /** The same for one's own, which is there to be taken away. */
  async countEndingOwn({ user }: SessionPrincipal): Promise<Counts> {
    if (!user.mfaEnabled) throw new AppError(credentialErrors.mfa_not_enabled)
    return this.countEnding(user)
  }

  /** Uses a code of the app up; false when it is wrong or was used. */
  async accept(tx: Tx, userId: string, code: string): Promise<boolean> {
    const factor = await this.#store.find(userId, tx)
    if (!factor) return false
    const step = matchingStep(this.#secretOf(factor), code, this.#deps.clock.now())
    return step !== undefined && this.#store.acceptStep(tx, userId, step)
  }

  #secretOf({ userId, secretSealed }: TotpFactor): Buffer {
    return Buffer.from(this.#deps.keyring.open(secretSealed, secretPlace(userId)), 'base64url')
  }
}

const secretPlace = (row: string): SealContext => ({ table: 'totp_factors', column: 'secret_sealed', row })

const targetOf = (id: string) => ({ type: 'user', id })
