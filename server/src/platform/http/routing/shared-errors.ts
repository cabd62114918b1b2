import type { MountedRoute } from './mounted-routes.ts'
import { isOpen } from './authenticator.ts'

/** The errors a route can answer only because of what it is: its area, its policy, and what it takes. */
export function sharedErrors(mounted: MountedRoute): number[] {
  const { route, area } = mounted
  const { schema, auth } = route
  const takesBody = schema.body !== undefined || route.form === true
  const guarded = !isOpen(auth)
  // Who is not signed in yet has no token against forged requests; where the request comes from must do.
  const asksOrigin = area === 'api' && auth.kind === 'public' && route.method === 'POST' && !route.page
  const statuses: [number, boolean][] = [
    [400, takesBody || schema.query !== undefined],
    [401, guarded || auth.kind === 'client'],
    // A session may wait for its second factor, or come without the token against forged requests.
    [403, 'scope' in auth || auth.kind === 'session' || asksOrigin],
    [404, schema.params !== undefined],
    [413, takesBody],
    [415, takesBody && area !== 'oauth'],
    [429, takesBody || guarded],
    [500, true],
    [503, true],
  ]
  return statuses.filter(([, applies]) => applies).map(([status]) => status)
}
