/**
 * The token vault: what agents need from other systems, kept here. Owns the providers that operators set up
 * (`vault_providers`) and what people connected there (`vault_connections`), every secret sealed for its row.
 * `templates.ts` is the table of the providers we know, `quirks.ts` says in which ways one may differ from the standards.
 * A connection is `active`, or `needs_reauth` when only its person can go on; it ends with its person and its provider.
 * Signing in with other accounts is another thing and belongs to `identity-providers`.
 */
import type { VaultProviders } from './providers.ts'

export { vaultAdminRoutes } from './admin-routes.ts'
export { connectionsEnding } from './connection-store.ts'
export { vaultErrors } from './errors.ts'
export { vaultEvents } from './events.ts'
export { VaultProviders } from './providers.ts'
export { vaultSamples } from './samples.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    vaultProviders: VaultProviders
  }
}
