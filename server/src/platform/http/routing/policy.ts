/**
 * Who may call a route, and what the request has to prove besides. A route without a policy does not register (rule G9),
 * and the endpoint enforces all of it before the handler runs, so that no handler has a guard to forget.
 */
export type Policy =
  | PublicPolicy
  /** The handler authenticates an OAuth client in the order RFC 6749 wants. */
  | { readonly kind: 'client' }
  /** A page; the session cookie is optional and the page decides. */
  | { readonly kind: 'browser' }
  | AdminPolicy
  | SessionPolicy
  | { readonly kind: 'registration' }
  | { readonly kind: 'bearer'; readonly scope: string }

/** Nobody is asked who they are. */
export interface PublicPolicy {
  readonly kind: 'public'
  /** Why a write is open to everybody; one that does not say so does not register. */
  readonly why?: string
  /** Where a browser may send a write from: `own` when not given, our own origin alone. */
  readonly origin?: 'own' | 'any'
}

/** A signed-in person; their writes come from our own origin and carry the X-CSRF-Token of the session. */
export interface SessionPolicy {
  readonly kind: 'session'
  /** Also for those who have yet to present the second factor: only what ends that wait may say so. */
  readonly pending?: true
  /** Only for those who proved in the last minutes who they are. */
  readonly fresh?: true
}

/**
 * An API key, or the session of an operator with the same duties as in `SessionPolicy`. A key proves itself with every
 * request, so it is always fresh.
 */
export interface AdminPolicy {
  readonly kind: 'admin'
  readonly scope: string
  readonly fresh?: true
  /** Only for those to whom every scope is open, since the route would lead around all of them. */
  readonly fullAccess?: true
}

/** Whether a policy refuses a caller who brings no credential, with 401. */
export const refusesStrangers = ({ kind }: Policy): boolean => !open.has(kind)

const open: ReadonlySet<Policy['kind']> = new Set<Policy['kind']>(['public', 'client', 'browser'])
