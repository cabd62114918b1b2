import type { Policy, RouteRequest, RouteSchema } from './route.ts'

type AnyRequest = RouteRequest<RouteSchema, Policy>

/** What an authenticator sees: everything but the body, which nobody has looked at yet. */
export type UnauthenticatedRequest = Pick<
  AnyRequest,
  'context' | 'method' | 'url' | 'headers' | 'headerValues' | 'fromLoopback' | 'queryForm'
> & { readonly params: Readonly<Record<string, string>> }

type OpenKind = 'public' | 'client' | 'browser'
type GuardedKind = Exclude<Policy['kind'], OpenKind>

const openKinds: ReadonlySet<string> = new Set<OpenKind>(['public', 'client', 'browser'])

/** Whether a policy asks nobody before the handler runs. */
export const isOpen = (policy: Policy): boolean => openKinds.has(policy.kind)

/**
 * Finds out who calls, and whether the policy of the route lets them in. It throws the 401 or 403 itself; answering
 * undefined means nobody, and is a 401 too.
 */
export type Authenticator<K extends GuardedKind = GuardedKind> = (
  request: UnauthenticatedRequest,
  policy: Extract<Policy, { kind: K }>,
) => Promise<unknown>

/** The authenticators of the server by kind of policy; a route whose kind is missing does not register. */
export type Authenticators = { readonly [K in GuardedKind]?: Authenticator<K> }

/** The authenticator a policy needs; undefined when it needs none. Throws when it needs one that is not there. */
export function authenticatorFor(policy: Policy, authenticators: Authenticators): Authenticator | undefined {
  if (isOpen(policy)) return undefined
  const authenticator = authenticators[policy.kind as GuardedKind]
  if (!authenticator) throw new TypeError(`no authenticator for the policy "${policy.kind}"`)
  return authenticator as Authenticator
}
