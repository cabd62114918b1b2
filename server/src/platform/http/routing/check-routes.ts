import type { MountedRoute } from './mounted-routes.ts'
import { authenticatorFor } from './authenticator.ts'
import { isOfPage } from './policy.ts'
import { isRead } from './route.ts'
import type { Route } from './route.ts'
import type { Authenticators } from './authenticator.ts'

/** At least one noun and a verb in camelCase: each is a member of an SDK. */
const NAME = /^[a-z][a-zA-Z0-9]*(?:\.[a-z][a-zA-Z0-9]*)+$/

/** Refuses to start with a route that says too little about itself, naming it (rule G9). */
export function checkRoutes(routes: readonly MountedRoute[], authenticators: Authenticators): void {
  const targets = new Set<string>()
  const operationIds = new Set<string>()
  for (const mounted of routes) {
    const target = `${mounted.route.method} ${mounted.path}`
    if (targets.has(target)) throw new TypeError(`the route ${target} is registered twice`)
    targets.add(target)
    try {
      if (operationIds.has(mounted.operationId)) throw new TypeError(`another is named ${mounted.operationId}`)
      operationIds.add(mounted.operationId)
      checkRoute(mounted, authenticators)
    } catch (cause) {
      throw new TypeError(`the route ${target} can't be registered: ${(cause as Error).message}`, { cause })
    }
  }
}

function checkRoute({ path, route, operationId }: MountedRoute, authenticators: Authenticators): void {
  if (!NAME.test(operationId)) throw new TypeError(`its name ${operationId} isn't of the form noun.verb`)
  const policy = route.auth as { kind?: unknown; scope?: unknown } | undefined
  if (typeof policy?.kind !== 'string') throw new TypeError('it declares no policy')
  if ('scope' in policy && !policy.scope) throw new TypeError('its policy names no scope')
  if (!isRead(route)) checkWrite(route)
  authenticatorFor(route.auth, authenticators)
  if (/\*(?!$)|[^/]\*/.test(path)) throw new TypeError('a wildcard stands for the whole end of a path')
  if (route.relay && (route.schema.body ?? route.form)) throw new TypeError('it passes its body on and declares one')
  if (/[:*]/.test(path) && !route.schema.params) throw new TypeError('its path has parameters without a schema')
  if (Object.keys(route.schema.response).length === 0) throw new TypeError('it declares no response')
}

/** A write says who may make it and how a forged one is known. */
function checkWrite({ auth, form, page }: Route): void {
  if (auth.kind === 'public') {
    if (!auth.why) throw new TypeError('it does not say why everybody may write')
    if (page && auth.origin !== 'any') throw new TypeError('a form of our own pages carries a token')
  }
  if (auth.kind === 'browser' && auth.csrf === undefined) throw new TypeError('its form carries no token')
  if (isOfPage(auth) && !form) throw new TypeError('it takes no form, which is where the token stands')
}
