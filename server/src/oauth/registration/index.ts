/**
 * Dynamic client registration (RFC 7591) and its management (RFC 7592). `metadata.ts` turns what a stranger says about
 * itself into a draft that `modules/clients` checks; `registration.ts` does what the six routes ask;
 * `authentication.ts` proves the registration access token before any body is read. A registered client is never
 * trusted. Where: `oauth.registration` opens, guards or closes the door.
 */
import type { RegistrationPrincipal } from './authentication.ts'
import type { Registration } from './registration.ts'

export { RegistrationAuthentication } from './authentication.ts'
export { registrationEvents } from './events.ts'
export { Registration } from './registration.ts'
export { registrationRoutes } from './routes.ts'

declare module '#/platform/http/routing/services.ts' {
  interface OAuthServices {
    registration: Registration
  }
  interface Principals {
    registration: RegistrationPrincipal
  }
}
export { registrationSamples } from './samples.ts'
