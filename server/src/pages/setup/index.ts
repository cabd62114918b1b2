/**
 * The setup of a new server: the link that the server prints at its first start leads here, and ends in the first
 * owner. The state of it, whether a token is open and whether the door has closed for good, belongs to `system`.
 */
import type { OwnerSetup } from './owner-setup.ts'

export { OwnerSetup } from './owner-setup.ts'
export { setupPageRoutes } from './page.ts'
export { firstKeyRoutes } from './first-key.ts'
export { setupApiRoutes } from './routes.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    ownerSetup: OwnerSetup
  }
  interface PageServices {
    ownerSetup: OwnerSetup
  }
}
