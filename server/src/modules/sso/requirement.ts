import { AppError } from '#/platform/errors/app-error.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { SINGLE_SIGN_ON } from '#/modules/sessions/index.ts'
import type { SignInRequirement } from '#/modules/sessions/index.ts'
import type { User } from '#/modules/users/index.ts'
import { ssoErrors } from './errors.ts'
import type { SsoJoins } from './joins.ts'
import type { SsoRouting } from './routing.ts'

interface SsoRequirementDeps {
  readonly routing: SsoRouting
  readonly joins: SsoJoins
  readonly browserIdOf: (context: RequestContext) => string
}

/**
 * Lets people of some domains sign in through their connection alone. It is asked once they have proven who they are, so
 * that nobody learns by it whose an address is. Owners of the server get in whatever a connection says, or one that is
 * broken would lock them out; and so does whoever came back from the connection and proves an account to join the two.
 */
export class SsoRequirement implements SignInRequirement {
  readonly #deps: SsoRequirementDeps
  constructor(deps: SsoRequirementDeps) {
    this.#deps = deps
  }

  async require(user: User, methods: readonly string[], context: RequestContext): Promise<void> {
    const { routing, joins, browserIdOf } = this.#deps
    if (methods.includes(SINGLE_SIGN_ON) || user.systemRole === 'owner') return
    const connections = await routing.requiredFor(user.email)
    if (connections.length === 0 || (await joins.waitsFor(user.id, browserIdOf(context)))) return
    const names = connections.map(({ name }) => name)
    const details = { redirect_url: routing.urlFor(connections, user.email), connections: names }
    throw new AppError(ssoErrors.sso_required, { details })
  }
}
