import type { User } from '#/modules/users/index.ts'

/** The claims about a person that scopes stand for (OpenID Connect Core §5.4). */
export interface PersonClaims {
  email?: string
  email_verified?: boolean
  name?: string
}

/** What the granted scopes let a client know of a person: UserInfo and ID tokens say the same. */
export const personClaims = (user: User, scopes: readonly string[]): PersonClaims => ({
  ...(scopes.includes('email') ? { email: user.email, email_verified: user.emailVerified } : {}),
  ...(scopes.includes('profile') ? { name: user.name } : {}),
})
