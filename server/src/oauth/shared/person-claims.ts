import type { User } from '#/modules/users/index.ts'

/** The claims about a person that scopes stand for (OpenID Connect Core §5.4). */
export interface PersonClaims {
  email?: string
  email_verified?: boolean
  name?: string
}
export type PersonClaim = keyof PersonClaims

/** The scope that each claim about a person belongs to. */
export const claimScopes: Readonly<Record<PersonClaim, string>> = {
  email: 'email',
  email_verified: 'email',
  name: 'profile',
}

/** What the granted scopes let a client know of a person: UserInfo and ID tokens say the same. */
export const personClaims = (user: User, scopes: readonly string[]): PersonClaims => ({
  ...(scopes.includes('email') ? { email: user.email, email_verified: user.emailVerified } : {}),
  ...(scopes.includes('profile') ? { name: user.name } : {}),
})

/** Those of the claims with these names. */
export const onlyClaims = (claims: PersonClaims, names: readonly string[]): PersonClaims =>
  Object.fromEntries(Object.entries(claims).filter(([name]) => names.includes(name)))
