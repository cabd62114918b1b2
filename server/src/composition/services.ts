import { AdminRefusals, ApiKeyDirectory } from '#/modules/api-keys/index.ts'
import { keyScopes } from './catalogue.ts'
import { buildDelegation } from './delegation.ts'
import { buildGateway } from './gateway.ts'
import { buildFoundation } from './foundation.ts'
import { buildOperations } from './operations.ts'
import type { AppOptions } from './foundation.ts'
import { buildPeople } from './people.ts'
import { buildProtocol } from './protocol.ts'
import { DashboardFiles } from '#/pages/dashboard/index.ts'
import { GuideFiles } from '#/pages/guide/index.ts'
import { basePathOf } from '#/platform/http/routing/base-path.ts'

/** Builds every service, room by room: each knows those before it. */
export function buildServices(options: AppOptions) {
  const foundation = buildFoundation(options)
  const delegation = buildDelegation(foundation)
  const people = buildPeople(foundation, delegation)
  const protocol = buildProtocol(foundation, delegation, people)
  const gateway = buildGateway(foundation, delegation, people, protocol, options)
  const operations = buildOperations(foundation, delegation, people, protocol, gateway)
  const { db, clock, events, issuer, settings, modes, exposureWarnings, firstBoot } = foundation
  const { apiKeys, signingKeys, signingKeyOperations, branding, mail } = foundation
  const services = {
    clock,
    issuer,
    settings,
    modes,
    exposureWarnings,
    firstBoot,
    apiKeys,
    apiKeyDirectory: new ApiKeyDirectory({
      db,
      clock,
      events,
      apiKeys,
      lifecycle: foundation.lifecycle,
      knownScopes: keyScopes,
      hasOwner: (tx) => people.services.users.hasOwner(tx),
    }),
    adminRefusals: new AdminRefusals({ db, events, log: foundation.log }),
    signingKeys,
    signingKeyOperations,
    branding,
    dashboardFiles: DashboardFiles.in(options.config.dashboardDir),
    guideFiles: new GuideFiles(options.config.guideDir, basePathOf(options.config.baseUrl)),
    ...mail.services,
    ...delegation.services,
    ...people.services,
    ...protocol.services,
    ...operations.services,
    ...gateway.services,
  }
  return { services, foundation, delegation, people, protocol, operations, gateway }
}

export type Parts = ReturnType<typeof buildServices>
/** Every service by name: those of all areas, and those that no route calls. */
export type AppServices = Parts['services']
