import type { RequestContext } from '#/platform/request-context.ts'
import type { User } from '#/modules/users/index.ts'

/** What may refuse the way in which somebody proved who they are; `sso` implements it. */
export interface SignInRequirement {
  /** Throws when the person has to sign in another way. */
  require(user: User, methods: readonly string[], context: RequestContext): Promise<void>
}

/** A server where every way is as good as another. */
export const anyWay: SignInRequirement = { require: () => Promise.resolve() }
