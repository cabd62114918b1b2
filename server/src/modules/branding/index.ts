/**
 * How Mandate looks to a person. Owns what operators chose (`branding`, one row) and the logo (`branding_assets`), and
 * works out the look that `ui` writes pages in; every node sees a change within a second. Colours that could not be read
 * never become one. Knows nothing of identity.
 */
import type { Branding } from './branding.ts'

export { assetRoutes } from './routes.ts'
export { brandingRoutes } from './admin-routes.ts'
export { Branding } from './branding.ts'
export { brandingErrors } from './errors.ts'
export { brandingEvents } from './events.ts'
export { mailColours } from './mail-colours.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    branding: Branding
  }
  interface PageServices {
    branding: Branding
  }
}
export { brandingSamples } from './samples.ts'
