import { AppError } from '#/platform/errors/app-error.ts'
import { credentialErrors } from './shared/errors.ts'
import type { Db } from '#/platform/db/db.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { SessionPrincipal, SignIn, StartedSession } from '#/modules/sessions/index.ts'
import type { PasskeyProofs } from './passkeys/passkey-proofs.ts'
import type { AssertionBody } from './passkeys/schemas.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { SecondFactorChallenge } from './second-factor/challenge.ts'

interface ReauthenticationDeps {
  readonly db: Db
  readonly signIn: SignIn
  readonly passwords: Passwords
  readonly challenge: SecondFactorChallenge
  readonly passkeyProofs: PasskeyProofs
}

/**
 * Proving again who one is before doing something that an unlocked screen or a stolen cookie must not be enough for. A
 * session counts as fresh for some minutes afterwards; see `Sessions.requireFresh`.
 */
export class Reauthentication {
  readonly #deps: ReauthenticationDeps
  constructor(deps: ReauthenticationDeps) {
    this.#deps = deps
  }

  /** By the password, for people without a second factor: where there is one, whoever knows the password lacks it. */
  async byPassword(person: SessionPrincipal, password: string, context: RequestContext): Promise<StartedSession> {
    const { passwords } = this.#deps
    const { user } = person
    if (user.mfaEnabled) throw new AppError(credentialErrors.mfa_proof_required)
    const found = await passwords.check(user.email, password, context)
    if (found.id !== user.id) throw new AppError(credentialErrors.invalid_credentials)
    return this.#prove(person, ['pwd'])
  }

  /** By a code of the authenticator app, or a recovery code. */
  byCode(person: SessionPrincipal, code: string): Promise<StartedSession> {
    return this.#deps.challenge.verify(person, code)
  }

  /** By a passkey of the person. */
  async byPasskey(person: SessionPrincipal, response: AssertionBody): Promise<StartedSession> {
    return this.#prove(person, await this.#deps.passkeyProofs.confirm(person, response))
  }

  #prove(person: SessionPrincipal, methods: readonly string[]): Promise<StartedSession> {
    return this.#deps.db.tx((tx) => this.#deps.signIn.stepUp(tx, person, methods))
  }
}
