import { asksWho } from './policy.ts'
import type { Policy } from './policy.ts'
import type { RouteRequest, RouteSchema } from './route.ts'

type AnyRequest = RouteRequest<RouteSchema, Policy>

/**
 * What an authenticator sees: everything but the body, which nobody has looked at yet. The form of a page has been read,
 * for the token in it, and nothing else of it was checked.
 */
export type UnauthenticatedRequest = Pick<
  AnyRequest,
  'context' | 'method' | 'url' | 'headers' | 'headerValues' | 'fromLoopback' | 'queryForm' | 'form'
> & { readonly params: Readonly<Record<string, string>> }

type GuardedKind = Exclude<Policy['kind'], 'public' | 'client'>

/** Who calls, and what the guards of the endpoint need to know of how they proved it. */
export interface Caller {
  /** What the handler gets. */
  readonly principal: unknown
  /** The cookie they were known by; undefined for a credential that the caller added to the request themselves. */
  readonly cookie: CookieCredential | undefined
}

/** A credential that a browser sends along whoever wrote the request, for as long as the person leaves it there. */
export interface CookieCredential {
  /** Whether a text is the token that only our own pages know. */
  isCsrfToken(token: string | undefined): boolean
  /** Throws unless the person proved in the last minutes who they are; a page throws a `Redirect`. */
  requireFresh(): void
}

/**
 * Finds out who calls, and whether the policy of the route lets them in. It throws the 401 or 403 itself, or the
 * `Redirect` of a page; returning undefined means nobody, and is a 401 too. What a cookie has to prove besides is the business of the endpoint.
 */
export type Authenticator<K extends GuardedKind = GuardedKind> = (
  request: UnauthenticatedRequest,
  policy: Extract<Policy, { kind: K }>,
) => Promise<Caller | undefined>

/** The authenticators of the server by kind of policy; a route whose kind is missing does not register. */
export type Authenticators = { readonly [K in GuardedKind]?: Authenticator<K> }

/** The authenticator a policy needs; undefined when it needs none. Throws when it needs one that is not there. */
export function authenticatorFor(policy: Policy, authenticators: Authenticators): Authenticator | undefined {
  if (!asksWho(policy)) return undefined
  const authenticator = authenticators[policy.kind as GuardedKind]
  if (!authenticator) throw new TypeError(`no authenticator for the policy "${policy.kind}"`)
  return authenticator as Authenticator
}
