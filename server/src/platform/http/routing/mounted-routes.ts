import type { Route, RouteName } from './route.ts'

/**
 * The five kinds of surface: `api` speaks the extended error envelope below `/api/v1`, `oauth` the one of
 * RFC 6749 §5.2, `scim` that of RFC 7644 §3.12, `pages` answers people with HTML, `system` is for the machines that run us.
 */
export type Area = 'api' | 'oauth' | 'scim' | 'pages' | 'system'

/** Routes of one area, as `composition/catalogue.ts` lists them. List the same routes again with a `prefix` to mount them twice. */
export interface AreaRoutes {
  readonly area: Area
  readonly routes: readonly Route[]
  /** Goes between the area's own prefix and the url of each route: `/admin`. */
  readonly prefix?: string
}

/** One route at the place where it is served. */
export interface MountedRoute {
  readonly area: Area
  /** The name of the route; where a prefix mounts it once more, the words of that prefix stand in front: `admin.agents.list`. */
  readonly operationId: RouteName
  /** The whole path pattern: `/api/v1/agents/:id`. */
  readonly path: string
  readonly route: Route
}

const prefixes: Readonly<Record<Area, string>> = {
  api: '/api/v1',
  oauth: '',
  scim: '/scim/v2',
  pages: '',
  system: '',
}

/** Every route of the server with its whole path. */
export function mountedRoutes(areas: readonly AreaRoutes[]): MountedRoute[] {
  return areas.flatMap(({ area, routes, prefix = '' }) =>
    routes.map((route) => ({
      area,
      route,
      operationId: operationIdOf(route, prefix),
      path: `${prefixes[area]}${prefix}${route.url}`,
    })),
  )
}

function operationIdOf({ name }: Route, prefix: string): RouteName {
  const nouns = prefix.split('/').filter(Boolean)
  const words = nouns.map((noun) => noun.replaceAll(/-(.)/g, (_hyphen, letter: string) => letter.toUpperCase()))
  return words.length === 0 ? name : `${words.join('.')}.${name}`
}

/** The path of a request target, whether it came in origin form or absolute form (RFC 9112 §3.2). */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : target.indexOf('/', target.indexOf('://') + 3)
  if (start === -1) return '/'
  const end = target.slice(start).search(/[?#]/)
  return end === -1 ? target.slice(start) : target.slice(start, start + end)
}

/** Which area answers for a path that no route serves. */
export function areaOfPath(path: string): Area {
  if (isBelow(path, '/oauth') || isBelow(path, '/.well-known')) return 'oauth'
  if (isBelow(path, '/scim')) return 'scim'
  return isBelow(path, '/api') ? 'api' : 'system'
}

const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`)
