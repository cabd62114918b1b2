/**
 * Resources: the APIs and MCP servers that access tokens are meant for (RFC 8707), as operators list them. Each has the
 * scopes it understands with a sentence for people, and says which clients may ask for tokens; those that name it among
 * their `audiences` always may. A resource has no states: it is there or not. Deleting one ends the codes that were on
 * their way to tokens for it, and nothing for it is renewed from then on. `oauth/shared/targets.ts` decides by it.
 */
import type { Resources } from './resources.ts'

export { searchableResources } from './searchable.ts'
export { resourceErrors } from './errors.ts'
export { resourceEvents } from './events.ts'
export { isOpenTo, sentencesOf } from './resource.ts'
export type { Resource } from './resource.ts'
export { Resources } from './resources.ts'
export { resourceRoutes } from './routes.ts'
export { resourceSamples } from './samples.ts'
export { includesTarget } from './target.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    resources: Resources
  }
  interface PageServices {
    resources: Resources
  }
}
