/**
 * Saved views: lists of the dashboard with their filters, under names. Owns the table `saved_views`. A view belongs to the
 * operator or the API key that made it and ends with them; one that is shared is seen by all. It holds names of filters and their values,
 * never what a list showed.
 */
import type { SavedViews } from './saved-views.ts'

export { savedViewErrors } from './errors.ts'
export { savedViewEvents } from './events.ts'
export { savedViewRoutes } from './routes.ts'
export { savedViewSamples } from './samples.ts'
export { SavedViews } from './saved-views.ts'
export { viewsOfApiKey, viewsOfUser } from './store.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    savedViews: SavedViews
  }
}
