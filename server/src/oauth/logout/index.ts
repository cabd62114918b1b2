/**
 * Signing out at the wish of an application (OpenID Connect RP-Initiated Logout). `endpoint.ts` reads the wish and decides
 * whether the person has to be asked, `page.ts` asks. What ends is the session in this browser; the setting
 * `sessions.logout_revokes_tokens` decides on its tokens, and `modules/logout-notices` tells the other clients.
 */
import type { LogoutEndpoint } from './endpoint.ts'

export { LogoutEndpoint } from './endpoint.ts'
export { logoutRoutes } from './routes.ts'

declare module '#/platform/http/routing/services.ts' {
  interface PageServices {
    logoutEndpoint: LogoutEndpoint
  }
}
