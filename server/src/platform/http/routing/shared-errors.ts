import type { MountedRoute } from './mounted-routes.ts'
import { isRead } from './route.ts'
import { isOfPage, refusesStrangers } from './policy.ts'
import type { Route } from './route.ts'

/** The errors a route can answer only because of what it is: its area, its policy, and what it takes. */
export function sharedErrors(mounted: MountedRoute): number[] {
  const { route, area } = mounted
  const { schema, auth } = route
  const takesBody = schema.body !== undefined || route.form === true
  const relaysBody = route.relay === true && !isRead(route)
  const guarded = refusesStrangers(auth)
  // What a route does not take is refused by name; a body that says nothing is no body.
  const isStrict = area === 'api' && !route.page && !route.relay
  const statuses: [number, boolean][] = [
    [400, takesBody || schema.query !== undefined || isStrict],
    [401, guarded || auth.kind === 'client'],
    [403, mayForbid(route)],
    [404, schema.params !== undefined],
    [413, takesBody || relaysBody],
    [415, (takesBody && area !== 'oauth') || (isStrict && !isRead(route))],
    [429, takesBody || guarded],
    [500, true],
    [503, true],
  ]
  return statuses.filter(([, applies]) => applies).map(([status]) => status)
}

/** Whether the policy of a route refuses callers for something else than who they are. */
function mayForbid(route: Route): boolean {
  const { auth } = route
  if ('scope' in auth || (auth.kind === 'session' && auth.fresh)) return true
  // A forged request comes from elsewhere, or without the token of our own pages.
  if (isRead(route)) return false
  return auth.kind === 'session' || isOfPage(auth) || (auth.kind === 'public' && auth.origin !== 'any')
}
