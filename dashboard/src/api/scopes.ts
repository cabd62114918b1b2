/**
 * Whether scopes allow what a route asks for, as the server decides it (docs/decisions/api.md): `*` is everything, `agents:*` both
 * actions, `*:read` one action everywhere; a scope with `!` before it takes back what the others allow. It decides what is shown; what
 * is allowed, the server decides with each request.
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
