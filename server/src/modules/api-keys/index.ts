/**
 * Admin API keys: the credentials of scripts that run the server. Owns the table `api_keys`. A key is alive until it
 * expires, is turned off or deleted, and carries scopes; each admin route names the one it needs. `ApiKeys` recognises
 * them, `ApiKeyDirectory` is how operators work with them. The authenticator of admin routes lives here too: it takes a
 * key, or the session of a person with a system role, which the composition root hands in.
 */
import type { AdminPrincipal } from './authenticator.ts'
import type { ApiKeyDirectory } from './directory.ts'
import type { PersonKeys } from './person-keys.ts'

export { searchableApiKeys } from './searchable.ts'
export { ApiKeys, newKeySecret } from './api-keys.ts'
export type { ApiKey } from './api-key.ts'
export { anyReader } from './any-reader.ts'
export { adminAuthenticator, operatorPrincipal } from './authenticator.ts'
export type { AdminPrincipal, OperatorSession, OperatorToken } from './authenticator.ts'
export { AdminRefusals } from './admin-refusals.ts'
export { ApiKeyDirectory } from './directory.ts'
export { PersonKeys } from './person-keys.ts'
export { apiKeyErrors } from './errors.ts'
export { apiKeyEvents } from './events.ts'
export { apiKeyRoutes } from './routes.ts'
export { ApiKeySchema } from './schemas.ts'
export { allows, isFullAccess, isKeyScope } from './scopes.ts'
export { mayMakeKeys, scopesOfRole } from './roles.ts'
export { apiKeyView } from './views.ts'
export { requireFullAccess } from './scope-limits.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    apiKeyDirectory: ApiKeyDirectory
  }
  interface PageServices {
    apiKeyDirectory: ApiKeyDirectory
    personKeys: PersonKeys
  }
  interface Principals {
    admin: AdminPrincipal
  }
}
export { apiKeySamples } from './samples.ts'
