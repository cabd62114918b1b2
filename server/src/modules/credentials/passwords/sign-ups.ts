import { actorOf } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { networkOf } from '#/platform/rate-limit/network.ts'
import { canonicalEmail, userErrors } from '#/modules/users/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { LimitRule, Limits } from '#/platform/rate-limit/limits.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import type { SignIn } from '#/modules/sessions/index.ts'
import type { NewUser, SignUpRules, User, Users } from '#/modules/users/index.ts'
import type { PasswordHasher } from './password-hasher.ts'
import type { PasswordPolicy } from './password-policy.ts'

interface SignUpsDeps {
  readonly db: Db
  readonly limits: Limits
  readonly users: Users
  readonly rules: Pick<SignUpRules, 'require'>
  readonly policy: PasswordPolicy
  readonly hasher: PasswordHasher
  readonly signIn: Pick<SignIn, 'judge'>
  /** Mails the link by which a new user confirms their address; links know passwords, so it is handed in. */
  readonly addressProofs: {
    readonly sendFirstLink: (tx: Tx, user: User, actor: Actor, asker?: Asker) => Promise<unknown>
  }
}

/** The browser of a sign-up, and what keeps its purpose: the link in the mail leads on there. */
interface Asker {
  readonly browserId: string
  readonly query: string
}

interface SignUp {
  readonly email: string
  readonly password: string
  readonly name?: string | undefined
  /** The application that waits for the sign-up. */
  readonly clientId?: string | null | undefined
}

const PER_ADDRESS: LimitRule = { burst: 30, periodMs: 60 * 60_000 }

/**
 * People who make themselves an account. Until addresses are proven by mail, a taken one is told apart
 * (`email_taken`): hiding it would leave the person in front of a form that neither works nor says why. What that gives
 * away is bounded by the limit per address, which counts every try that gets as far as asking.
 */
export class SignUps {
  readonly #deps: SignUpsDeps
  constructor(deps: SignUpsDeps) {
    this.#deps = deps
  }

  /**
   * Creates the user. Throws what is wrong with the address or the password, `sign_up_closed`, `email_taken`, or
   * `rate_limited`.
   */
  async create(signUp: SignUp, context: RequestContext, asker?: Asker): Promise<User> {
    const { email, password, name, clientId } = signUp
    const { limits, users, rules, policy, hasher, signIn } = this.#deps
    const canonical = canonicalEmail(email)
    if (canonical === undefined) throw new AppError(userErrors.invalid_email)
    await policy.check(password, email)
    await limits.require(`signup_address:${networkOf(context.ip)}`, PER_ADDRESS)
    // Before the address is looked up: where nobody may sign up, a sign-up tells nothing about who did.
    await rules.require(canonical)
    const user = { id: null, email: canonical, metadata: {} }
    await signIn.judge({ trigger: 'signup', user, password, clientId }, context)
    if (await users.findByEmail(email)) throw new AppError(userErrors.email_taken)
    const passwordHash = await hasher.hash(password)
    const input: NewUser = { email, name, passwordHash, signedUp: true }
    return this.#insert(input, ({ id }) => actorOf('user', id, context), asker)
  }

  #insert(input: NewUser, themselves: (user: User) => Actor, asker: Asker | undefined): Promise<User> {
    const { db, users, addressProofs } = this.#deps
    return db.tx(async (tx) => {
      const user = await users.create(input, themselves, tx)
      await addressProofs.sendFirstLink(tx, user, themselves(user), asker)
      return user
    })
  }
}
