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
