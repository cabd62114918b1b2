import { AppError } from '#/platform/http/errors.ts'
import { canonicalEmail, userErrors } from '#/modules/users/index.ts'
import type { Actor } from '#/platform/events/event.ts'
import type { PasswordHasher, PasswordPolicy } from '#/modules/credentials/index.ts'
import type { FirstBoot } from '#/modules/system/index.ts'
import type { User, Users } from '#/modules/users/index.ts'

interface OwnerSetupDeps {
  readonly firstBoot: FirstBoot
  readonly users: Users
  readonly policy: PasswordPolicy
  readonly hasher: PasswordHasher
}

interface Setup {
  readonly token: string
  readonly email: string
  readonly password: string
  readonly address: string
  readonly requestId: string
}

/** Turns the one-time setup link into the first owner of the server. */
export class OwnerSetup {
  readonly #deps: OwnerSetupDeps
  constructor(deps: OwnerSetupDeps) {
    this.#deps = deps
  }

  /**
   * Creates the owner. The token is looked at first, so that nobody else makes us hash; it is used up only together
   * with the owner's row, so that a bad password or a crash costs nothing.
   */
  async create({ token, email, password, address, requestId }: Setup): Promise<User> {
    const { firstBoot, users, policy, hasher } = this.#deps
    await firstBoot.assertTokenOpen(token, address)
    if (canonicalEmail(email) === undefined) throw new AppError(userErrors.invalid_email)
    await policy.check(password, email)
    if (await users.findByEmail(email)) throw new AppError(userErrors.email_taken)
    const passwordHash = await hasher.hash(password)
    const actorOf = ({ id }: User): Actor => ({ type: 'user', id, requestId, address })
    return firstBoot.consume(
      token,
      (tx) => users.create({ email, passwordHash, systemRole: 'owner' }, actorOf, tx),
      actorOf,
    )
  }
}
