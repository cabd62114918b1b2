/**
 * Whether granted scopes allow what a route asks for (`agents:write`). `*` allows everything, `agents:*` both actions,
 * `*:read` one action everywhere; a scope with `!` before it takes back what the others allow.
 */
export function allows(granted: readonly string[], required: string): boolean {
  const denied = granted.some((scope) => scope.startsWith('!') && covers(scope.slice(1), required))
  return !denied && granted.some((scope) => covers(scope, required))
}

function covers(scope: string, required: string): boolean {
  if (scope === '*' || scope === required) return true
  const [resource, action] = required.split(':')
  return scope === `${resource}:*` || scope === `*:${action}`
}

const KEY_SCOPE = /^(\*|[a-z][a-z-]*:(read|write|\*))$/

/** Whether an API key may carry this scope. */
export const isKeyScope = (scope: string): boolean => KEY_SCOPE.test(scope)

/** Whether a scope is `*`, one that is known, or `<resource>:*` of those. */
export const isKnownScope = (scope: string, known: ReadonlySet<string>): boolean =>
  scope === '*' || known.has(scope) || (scope.endsWith(':*') && known.values().some((it) => covers(scope, it)))

/** Whether nothing is out of reach. */
export const isFullAccess = (scopes: readonly string[]): boolean =>
  scopes.includes('*') && !scopes.some((scope) => scope.startsWith('!'))

/** The scopes of a key that go beyond what is granted: to nobody more than the giver holds. */
export const scopesBeyond = (granted: readonly string[], asked: readonly string[]): string[] =>
  asked.filter((scope) => !holds(granted, scope))

function holds(granted: readonly string[], scope: string): boolean {
  if (scope === '*') return isFullAccess(granted)
  const [resource, action] = scope.split(':')
  const actions = action === '*' ? ['read', 'write'] : [action]
  return actions.every((each) => allows(granted, `${resource}:${each}`))
}
