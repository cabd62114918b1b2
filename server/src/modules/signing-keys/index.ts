/**
 * Signing keys: the ES256 keys behind every access and ID token. One key is active; rotation retires it and makes the
 * next in one transaction. A retired key signs nothing more and stays in the key set for twice the access token
 * lifetime, so that what it signed can be verified to its end; then it is gone. Private keys are sealed in the database.
 * Nodes follow each other within a second, and at once when a token names a key they have not seen.
 * `oauth/discovery/jwks.ts` publishes the set, `modules/tokens` signs.
 */
import type { SigningKeys } from './signing-keys.ts'

export { signingKeyEvents } from './events.ts'
export { signingKeyRoutes } from './routes.ts'
export { SigningKeys } from './signing-keys.ts'
export type { ActiveKey, SigningJwk } from './key.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    signingKeys: SigningKeys
  }
  interface OAuthServices {
    signingKeys: SigningKeys
  }
}
export { signingKeySamples } from './samples.ts'
