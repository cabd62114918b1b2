/**
 * Delegations: who acts for whom at this moment and in the last days, as a map of people, clients and resources. Owns no
 * table: it reads the tokens that were made by exchange, and what their subjects and clients are called. Tokens are
 * kept for a day after they expired; what happened before is in the audit log, and counted in statistics.
 */
import type { ActorDirectory } from './actor-directory.ts'
import type { DelegationMaps } from './delegation-maps.ts'

export { ActorDirectory } from './actor-directory.ts'
export type { ActorNames } from './actor-directory.ts'
export { DelegationMaps } from './delegation-maps.ts'
export { delegationRoutes } from './routes.ts'
export { ActorNamesSchema } from './schemas.ts'
export { actorNamesView } from './views.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    actorDirectory: ActorDirectory
    delegationMaps: DelegationMaps
  }
}
