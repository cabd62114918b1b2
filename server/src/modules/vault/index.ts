/**
 * The token vault: what agents need from other systems, kept here. Owns the providers that operators set up
 * (`vault_providers`), what people connected there (`vault_connections`), people on their way there and back
 * (`vault_attempts`), and who used what (`vault_uses`); every secret is sealed for its row. `templates.ts` is the table of the
 * providers we know, `quirks.ts` says in which ways one may differ from the standards, `upstream.ts` speaks to them, and
 * `refresher.ts` keeps access tokens alive, one refresh at a time over all nodes; `proxy.ts` calls providers for agents that
 * never get a token, within the rules of `proxy-rules.ts`. Which client may use which account is a grant of its person
 * (`vault_grants`, `authority.ts`), within what the operator allows. `vault_revocations` waits for providers to end what ended
 * here. A connection is `active`, or `needs_reauth` when only its person can go on. It ends with its person and its provider,
 * and with it end the tokens of every line that fetched from it. Signing in with other accounts belongs to `identity-providers`.
 */
import type { VaultConnections } from './connections.ts'
import type { VaultGrants } from './grants.ts'
import type { VaultOffers } from './offers.ts'
import type { VaultProxy } from './proxy.ts'
import type { VaultProviders } from './providers.ts'
import type { VaultRetrieval } from './retrieval.ts'
import type { VaultUses } from './uses.ts'

export { searchableVaultConnections, searchableVaultGrants, searchableVaultProviders } from './searchable.ts'
export { vaultAdminRoutes } from './admin-routes.ts'
export { buildVault } from './build.ts'
export { connectionsEnding } from './connection-store.ts'
export { vaultErrors } from './errors.ts'
export { vaultEvents } from './events.ts'
export { vaultGrantRoutes } from './grant-routes.ts'
export { vaultProxyRoutes } from './proxy-routes.ts'
export { vaultRoutes } from './routes.ts'
export { vaultSamples } from './samples.ts'
export type { ConnectionAt } from './connection.ts'
export type { VaultProvider } from './provider.ts'
export { grantsEnding } from './grant-store.ts'
export type { VaultGrants } from './grants.ts'
export type { VaultOffer, VaultOffers } from './offers.ts'
export type { NamedVaultGrant } from './grant.ts'
export { ACCOUNT_FIELD, accountChoice, accountLabel, accountName } from './presentation.ts'
export { revocationQueue } from './revocation.ts'
export { VaultRevocationStep } from './revocation-step.ts'
export { linesThatFetched, usesEnding } from './uses.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    vaultProviders: VaultProviders
    vaultConnections: VaultConnections
    vaultGrants: VaultGrants
    vaultRetrieval: VaultRetrieval
    vaultProxy: VaultProxy
  }
  interface PageServices {
    vaultProviders: VaultProviders
    vaultConnections: VaultConnections
    vaultGrants: VaultGrants
    vaultOffers: VaultOffers
    vaultUses: VaultUses
  }
}
