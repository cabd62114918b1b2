import type { Permission } from '#/modules/roles/index.ts'
import type { Acr } from '#/modules/sessions/index.ts'

/** How somebody proved who they are: by the session of a browser, or by an access token, bound to a key or not. */
export const authMethods = ['session', 'bearer', 'dpop'] as const
export type AuthMethod = (typeof authMethods)[number]

/** The person that a request is in the name of. */
export interface CallingUser {
  readonly id: string
  readonly email: string
  readonly name: string
  /** The roles they have now. */
  readonly roles: readonly CallingRole[]
}

export interface CallingRole {
  readonly name: string
  readonly canonical: string
}

/** The `act` claim: who acts now, and inside it who acted before (RFC 8693 §4.1). */
export interface Act {
  readonly sub: string
  readonly act?: Act
}

/**
 * Whoever is behind a request, as far as they proved it: a person, an agent, or an agent in the name of a person. What
 * takes another query is asked when a rule asks for it.
 */
export interface Caller {
  readonly method: AuthMethod
  readonly user: CallingUser | null
  /** The agent that acts, by its id. */
  readonly agent: { readonly id: string; readonly clientId: string } | null
  /** The client that the token was issued to; null for a session. */
  readonly clientId: string | null
  readonly subject: string
  readonly act: Act | null
  /** Of the token; null for a session, which has none. */
  readonly scopes: readonly string[] | null
  readonly acr: Acr | null
  /** When the person proved who they are. */
  readonly authenticatedAt: number | null
  holds(permission: Permission): Promise<boolean>
  isMemberOf(organization: string): Promise<boolean>
}
