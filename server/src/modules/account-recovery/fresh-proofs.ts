import { AppError } from '#/platform/errors/app-error.ts'
import { sessionErrors } from '#/modules/sessions/index.ts'
import { recoveryErrors } from './errors.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { Passwords } from '#/modules/credentials/index.ts'
import type { SessionPrincipal, Sessions } from '#/modules/sessions/index.ts'
import type { User } from '#/modules/users/index.ts'

interface FreshProofsDeps {
  readonly passwords: Passwords
  readonly sessions: Pick<Sessions, 'requireFresh'>
}

/** Asks somebody who is signed in to show again that it is them, before what can't be taken back. */
export class FreshProofs {
  readonly #deps: FreshProofsDeps
  constructor(deps: FreshProofsDeps) {
    this.#deps = deps
  }

  /**
   * Takes the password, and from whoever has none a fresh sign-in: the user as they are after that, since the hash of a
   * password may be replaced when it is proven. Throws `password_needed` under the member of the body that should hold it, or
   * what is wrong with it.
   */
  async requirePassword(
    principal: SessionPrincipal,
    password: string | undefined,
    context: RequestContext,
    pointer = '/password',
  ): Promise<User> {
    const needsPassword = principal.user.passwordHash !== null && password === undefined
    if (needsPassword) throw new AppError(recoveryErrors.password_needed, { pointer })
    return this.requireEither(principal, password, context)
  }

  /**
   * Takes the password, or a sign-in of the last minutes. Who has a second factor needs the fresh sign-in in any case:
   * the password alone would prove less than the session did.
   */
  async requireEither(
    { user, session }: SessionPrincipal,
    password: string | undefined,
    context: RequestContext,
  ): Promise<User> {
    const isProvenByPassword = password !== undefined && user.passwordHash !== null
    if (!isProvenByPassword || user.mfaEnabled) this.#deps.sessions.requireFresh(session)
    if (!isProvenByPassword) return user
    const found = await this.#deps.passwords.check(user.email, password, context)
    // The address may have gone to somebody else a moment ago, and the password would be theirs.
    if (found.id !== user.id) throw new AppError(sessionErrors.not_signed_in)
    return found
  }
}
