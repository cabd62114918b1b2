import { refusesStrangers } from './policy.ts'
import type { MountedRoute } from './mounted-routes.ts'
import { successStatus } from './route.ts'

/** Whether a route honours the `Idempotency-Key`: it creates something, for a caller that we know. */
export const takesIdempotencyKey = ({ area, route }: MountedRoute): boolean =>
  area === 'api' && route.method === 'POST' && successStatus(route) === 201 && refusesStrangers(route.auth)
