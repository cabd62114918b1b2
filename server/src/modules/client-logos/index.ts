/**
 * Logos of clients (`logo_uri`, RFC 7591 §2), as the consent page shows them. A browser never loads one from its client:
 * that would tell the client who looks, and let it change the picture for each. We fetch it ourselves, through the guard
 * of all outgoing requests, and not when a client registers, since then a stranger would choose what we call: first when
 * a person who is signed in is about to be asked, again after a week. What is no picture of a fair size is left out. It
 * is kept in the database under a name made from its content, and ends with its client.
 */
import type { ClientLogos } from './client-logos.ts'

export { ClientLogos } from './client-logos.ts'
export { clientLogoErrors } from './errors.ts'
export { clientLogoRoutes } from './routes.ts'
export { logosOfClient } from './store.ts'

declare module '#/platform/http/routing/services.ts' {
  interface PageServices {
    clientLogos: ClientLogos
  }
}
