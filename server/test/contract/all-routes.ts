import { areas, errorCatalogue, webhookCatalogue } from '#/composition/catalogue.ts'
import { referenceWords, sentMessages } from '#/composition/reference/index.ts'
import { mountedRoutes } from '#/platform/http/routing/mounted-routes.ts'
import type { AreaRoutes, MountedRoute } from '#/platform/http/routing/mounted-routes.ts'
import { healthRoutes } from '#/platform/http/server/health.ts'
import { metricsRoute } from '#/platform/http/server/metrics.ts'
import type { Json } from '#/platform/openapi/components.ts'
import { openApiDocument } from '#/platform/openapi/openapi.ts'
import { withReference } from '#/platform/openapi/routes.ts'
import { VERSION } from '#/platform/version.ts'

const BASE_URL = 'http://localhost:8080'

/** Every area of a server that is not running: its routes can be listed and described, not called. */
export const allAreas = (): AreaRoutes[] => [
  ...areas(BASE_URL, { gateway: true }),
  {
    area: 'system',
    routes: [
      ...healthRoutes({ ping: () => Promise.resolve(), checkWrites: () => Promise.resolve(), isDraining: () => false }),
      metricsRoute(async () => '', { baseUrl: BASE_URL, authenticateAdmin: () => Promise.resolve(undefined) }),
    ],
  },
]

/** Every route of the server, without its reference. */
export const allRoutes = (): MountedRoute[] => mountedRoutes(allAreas())

const info = {
  title: 'Mandate',
  version: VERSION,
  baseUrl: BASE_URL,
  errorCodes: errorCatalogue,
  messages: sentMessages(webhookCatalogue),
  ...referenceWords,
}

/** The same with its reference: what the document describes. */
export const documentedRoutes = (): MountedRoute[] => mountedRoutes(withReference(allAreas(), info))

/** The OpenAPI document of every route, its reference included, as a server at the default address serves it. */
export const apiDocument = (): Json => openApiDocument(documentedRoutes(), info)
