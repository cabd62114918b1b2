/**
 * Signing keys: the ES256 keys behind every access token, and behind every ID token and logout token but those of clients
 * that want RS256, whose first key is made when one of them is saved. Of each algorithm one key is active and one is
 * next: it is published, so that verifiers know it by the time it signs. Rotation retires the active key, lets the next
 * one sign and publishes another, in one transaction. A retired key signs nothing more and stays in the key set for
 * twice the access token lifetime, so that what it signed can be verified to its end; then it is gone. One that leaked is
 * dropped at once, with the tokens it signed. Private keys are sealed in the database while they sign or will. Nodes follow each other within a second, and at once when a token names a key they have not
 * seen. `oauth/discovery/jwks-route.ts` publishes the set, `modules/tokens` signs.
 */
import type { SigningKeyOperations } from './operations.ts'
import type { SigningKeys } from './signing-keys.ts'

export { searchableSigningKeys } from './searchable.ts'
export { signingKeyErrors } from './errors.ts'
export { signingKeyEvents } from './events.ts'
export { KEY_SET_MAX_AGE_SECONDS } from './key.ts'
export type { ActiveKey, SigningJwk } from './key.ts'
export { SigningKeyOperations } from './operations.ts'
export { signingKeyRoutes } from './routes.ts'
export { signWith } from './sign-with.ts'
export { SigningKeys } from './signing-keys.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    signingKeyOperations: SigningKeyOperations
  }
  interface OAuthServices {
    signingKeys: SigningKeys
  }
}
export { signingKeySamples } from './samples.ts'
