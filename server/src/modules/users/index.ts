/**
 * Users: the people who can sign in. Owns the table `users` and the one canonical form of an e-mail address, which
 * decides who somebody is. A user is enabled or disabled; disabling ends sessions and tokens in the same transaction,
 * as `lifecycle` says. An account that somebody signed up for is removed when nobody proves its address for a week.
 * How a person proves who they are belongs to `credentials`, what that proof opened
 * to `sessions`; both know users, users know neither.
 */
import type { UserDirectory } from './directory.ts'
import type { SignUpRules } from './sign-up-rules.ts'
import type { UserImport } from './user-import.ts'
import type { Users } from './users.ts'

export { searchableUsers } from './searchable.ts'
export { canonicalEmail, parseEmail } from './email.ts'
export { UserDirectory } from './directory.ts'
export { requireEnabled } from './enabled.ts'
export { userErrors } from './errors.ts'
export { userEvents } from './events.ts'
export { checkedMetadata } from './metadata.ts'
export { displayName, nameInMail, parseName } from './name.ts'
export { assertMayManage } from './operators.ts'
export type { Operator } from './operators.ts'
export { userRoutes } from './routes.ts'
export { SignUpRules } from './sign-up-rules.ts'
export { UserSchema } from './schemas.ts'
export type { NewUser } from './new-user.ts'
export type { User } from './user.ts'
export { UserImport } from './user-import.ts'
export { UnprovenUserCleanup } from './unproven-user-cleanup.ts'
export { Users } from './users.ts'
export type { SystemRoleChange } from './users.ts'
export { userView } from './views.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    users: Users
    userDirectory: UserDirectory
    userImport: UserImport
  }
  interface OAuthServices {
    users: Users
  }
  interface PageServices {
    users: Users
    signUpRules: SignUpRules
  }
}
export { userSamples } from './samples.ts'
