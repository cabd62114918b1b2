import type { MountedRoute } from './mounted-routes.ts'
import { authenticatorFor } from './authenticator.ts'
import type { Authenticators } from './authenticator.ts'

/** Refuses to start with a route that says too little about itself, naming it (rule G9). */
export function checkRoutes(routes: readonly MountedRoute[], authenticators: Authenticators): void {
  const seen = new Set<string>()
  for (const mounted of routes) {
    const name = `${mounted.route.method} ${mounted.path}`
    if (seen.has(name)) throw new TypeError(`the route ${name} is registered twice`)
    seen.add(name)
    try {
      checkRoute(mounted, authenticators)
    } catch (cause) {
      throw new TypeError(`the route ${name} can't be registered: ${(cause as Error).message}`, { cause })
    }
  }
}

function checkRoute({ path, route }: MountedRoute, authenticators: Authenticators): void {
  const policy = route.auth as { kind?: unknown; scope?: unknown } | undefined
  if (typeof policy?.kind !== 'string') throw new TypeError('it declares no policy')
  if ('scope' in policy && !policy.scope) throw new TypeError('its policy names no scope')
  authenticatorFor(route.auth, authenticators)
  if (path.includes(':') && !route.schema.params) throw new TypeError('its path has parameters without a schema')
  if (Object.keys(route.schema.response).length === 0) throw new TypeError('it declares no response')
}
