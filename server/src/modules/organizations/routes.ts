import { adminRoutes } from './admin-routes.ts'
import { adminAudience, memberAudience } from './route-audience.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { memberRoutes } from './member-routes.ts'
import { ownRoutes } from './own-routes.ts'
import { roleRoutes } from './role-routes.ts'

const fromEitherSide = [...memberRoutes, ...roleRoutes, ...invitationRoutes]

/** Organizations as operators run them, and as their members do. */
export const organizationRoutes = [
  ...adminRoutes,
  ...ownRoutes,
  ...[adminAudience, memberAudience].flatMap((audience) => fromEitherSide.map((routeFor) => routeFor(audience))),
]
