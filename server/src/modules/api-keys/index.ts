/**
 * Admin API keys: the credentials of scripts that run the server. Owns the table `api_keys`. A key is alive until it
 * expires or is revoked, and carries scopes; each admin route names the one it needs. The authenticator of admin routes
 * lives here too: it takes a key, or the session of a person with a system role, which `composition` hands in.
 */
import type { AdminPrincipal } from './authenticator.ts'
import type { ApiKeys } from './api-keys.ts'

export { ApiKeys, newKeySecret } from './api-keys.ts'
export type { ApiKey } from './api-key.ts'
export { adminAuthenticator } from './authenticator.ts'
export type { AdminPrincipal, OperatorSession } from './authenticator.ts'
export { apiKeyEvents } from './events.ts'

declare module '#/platform/http/services.ts' {
  interface Services {
    apiKeys: ApiKeys
  }
  interface Principals {
    admin: AdminPrincipal
  }
}
