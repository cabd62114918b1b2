/**
 * How Mandate looks to a person: the document around every hosted page, its style sheet, the parts pages are made of, and
 * the `html` tag that makes it impossible to write unescaped text. Owns what operators chose (`branding`, one row) and
 * the logo (`branding_assets`). A page is a draft until `withBrand` writes it in the look of the moment, which every
 * node sees within a second; colours that could not be read never become one. Knows nothing of identity: pages in
 * `login` and `oauth` hand it words.
 */
import type { Branding } from './branding.ts'

export { html } from './html.ts'
export type { Html } from './html.ts'
export { formActionSource, page } from './page.ts'
export { button, buttonLink, errorSummary, field, form, notice, ribbon } from './components.ts'
export { problemPage } from './problem-page.ts'
export { assetRoutes } from './routes.ts'
export { brandingRoutes } from './admin-routes.ts'
export { Branding } from './branding.ts'
export { withBrand, writtenPage } from './draft.ts'
export { brandingErrors } from './errors.ts'
export { brandingEvents } from './events.ts'
export { mailColours } from './mail-colours.ts'
export { shape } from './shapes.ts'

declare module '#/platform/http/services.ts' {
  interface Services {
    branding: Branding
  }
}
