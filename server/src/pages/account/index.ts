/**
 * The account: what a person sees and decides about themselves. Four pages stand beside each other, overview, profile,
 * security, connections; every other one is a step away from one of them. All are forms that the server renders and that
 * work without scripts. `own-page.ts` lets in only who is signed in and asks for a fresh proof where a page says so,
 * `frame.ts` draws the way around and what was just done. What happens belongs to the modules; a page only words it.
 */
import { actingRoutes } from './stop-acting.ts'
import { addressRoutes } from './address.ts'
import { apiKeyPageRoutes } from './api-keys.ts'
import { connectionRoutes } from './connections.ts'
import { leaveRoutes } from './leave.ts'
import { linkedRoutes } from './linked.ts'
import { overviewRoutes } from './overview.ts'
import { ownPasskeyRoutes } from './passkeys.ts'
import { passwordRoutes } from './password.ts'
import { profileRoutes } from './profile.ts'
import { connectServiceRoutes } from './connect-service.ts'
import { serviceRoutes } from './service.ts'
import { serviceListRoutes } from './services.ts'
import { secondStepRoutes } from './second-step.ts'
import { securityRoutes } from './security.ts'
import { ownSessionRoutes } from './sessions.ts'

export { servicePageRoutes } from './connect-service.ts'

/** Pages to be listed under the area `pages`. */
export const accountRoutes = [
  ...overviewRoutes,
  ...profileRoutes,
  ...addressRoutes,
  ...leaveRoutes,
  ...securityRoutes,
  ...passwordRoutes,
  ...ownPasskeyRoutes,
  ...secondStepRoutes,
  ...ownSessionRoutes,
  ...connectionRoutes,
  ...actingRoutes,
  ...linkedRoutes,
  ...serviceListRoutes,
  ...serviceRoutes,
  ...connectServiceRoutes,
  ...apiKeyPageRoutes,
]
