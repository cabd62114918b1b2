import type { User } from '#/modules/users/index.ts'
import type { Profile } from './profile.ts'

/** Why somebody who came back from a provider is not let in. */
export type LinkRefusal = 'no_email' | 'email_unverified' | 'address_in_use' | 'user_disabled'

/** What becomes of an account at a provider that nobody here has. */
export type LinkDecision =
  | { readonly kind: 'sign_up'; readonly email: string }
  | { readonly kind: 'link'; readonly user: User }
  | { readonly kind: 'refuse'; readonly reason: LinkRefusal }

/**
 * Decides by the address, and only where both sides have proof of it: a provider that does not vouch for an address
 * could name anybody's, and whoever signed up here without proving an address would get the account of its owner
 * (rule RP5). Nor does it decide for people who run the server: whoever may set up providers could set up one that
 * vouches for their address, and be them. Everyone else signs in first and links then.
 */
export function decideLink(profile: Profile, local: User | undefined): LinkDecision {
  const { email, emailVerified } = profile
  if (email === null) return refuse('no_email')
  // The same whether somebody here has it: else anybody who names an address there could find out (rule LG1).
  if (!emailVerified) return refuse('email_unverified')
  if (!local) return { kind: 'sign_up', email }
  if (!local.emailVerified || local.systemRole !== null) return refuse('address_in_use')
  return local.disabledAt === null ? { kind: 'link', user: local } : refuse('user_disabled')
}

const refuse = (reason: LinkRefusal): LinkDecision => ({ kind: 'refuse', reason })
