import { areas } from '#/composition/catalogue.ts'
import { mountedRoutes } from '#/platform/http/area.ts'
import type { AreaRoutes, MountedRoute } from '#/platform/http/area.ts'
import { healthRoutes } from '#/platform/http/health.ts'
import { HttpMetrics, metricsRoute } from '#/platform/http/metrics.ts'

const BASE_URL = 'http://localhost:8080'

/** Every area of a server that is not running: its routes can be listed and described, not called. */
export const allAreas = (): AreaRoutes[] => [
  ...areas(BASE_URL),
  {
    area: 'system',
    routes: [
      ...healthRoutes({ ping: () => Promise.resolve(), isDraining: () => false }),
      metricsRoute(new HttpMetrics(), () => Promise.resolve(undefined)),
    ],
  },
]

/** Every route of the server, without its reference. */
export const allRoutes = (): MountedRoute[] => mountedRoutes(allAreas())
