import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { canonicalEmail, userErrors } from '#/modules/users/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { PasswordHasher, PasswordPolicy } from '#/modules/credentials/index.ts'
import type { AddressProofs } from '#/modules/account-recovery/index.ts'
import type { FirstBoot } from '#/modules/system/index.ts'
import type { User, Users } from '#/modules/users/index.ts'

interface OwnerSetupDeps {
  readonly firstBoot: FirstBoot
  readonly users: Users
  readonly policy: PasswordPolicy
  readonly hasher: PasswordHasher
  /** Mails the link that confirms the address. */
  readonly addressProofs: Pick<AddressProofs, 'sendFirstLink'>
}

interface Setup {
  readonly token: string
  readonly email: string
  readonly password: string
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
  async create({ token, email, password }: Setup, context: RequestContext): Promise<User> {
    const { firstBoot, users, policy, hasher, addressProofs } = this.#deps
    const credential = await firstBoot.credentialOf(token, context.ip)
    if (canonicalEmail(email) === undefined) throw new AppError(userErrors.invalid_email)
    await policy.check(password, email)
    if (await users.findByEmail(email)) throw new AppError(userErrors.email_taken)
    const passwordHash = await hasher.hash(password)
    const themselves = ({ id }: User): Actor => actorOf('user', id, context)
    return firstBoot.consume(
      token,
      async (tx) => {
        const owner = await users.create({ email, passwordHash, systemRole: 'owner' }, themselves, tx)
        await addressProofs.sendFirstLink(tx, owner, themselves(owner))
        return owner
      },
      themselves,
      credential,
    )
  }
}
