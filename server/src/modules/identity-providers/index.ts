/**
 * Providers: signing in with an account somewhere else. Owns which providers there are (`oauth_providers`, their secrets
 * sealed), which accounts there belong to whom (`oauth_accounts`), and people on their way there and back
 * (`oauth_round_trips`). `provider-kinds.ts` is the table of what we know about each kind of provider, `relying-party.ts` speaks
 * their protocols, `link-decision.ts` says who may be taken for whom, `sign-ins.ts` leads through it. What a sign-in opens
 * belongs to `sessions`; the pages around it stand in `pages/sign-in`. `sso` has the relying party from here.
 */
import type { OAuthAccounts } from './accounts.ts'
import type { Providers } from './providers.ts'
import type { ProviderSignIns } from './sign-ins.ts'

export { searchableProviders } from './searchable.ts'
export { providerAdminRoutes } from './admin-routes.ts'
export type { DescribedAccount } from './account.ts'
export { linkedAccounts } from './account-store.ts'
export { buildProviders } from './build.ts'
export { providerErrors } from './errors.ts'
export { providerEvents } from './events.ts'
export { nameInForm } from './form-name.ts'
export { openIdConnection } from './connection.ts'
export { subjectOf, textOf } from './profile.ts'
export type { Claims } from './profile.ts'
export { ProviderFailure } from './provider-failure.ts'
export { RelyingParty } from './relying-party.ts'
export type { TripSecrets } from './relying-party.ts'
export type { Provider } from './provider.ts'
export { providerRoutes } from './routes.ts'
export type { Refusal, SignInOutcome } from './sign-ins.ts'
export { startPath } from './views.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    providers: Providers
    oauthAccounts: OAuthAccounts
    providerSignIns: ProviderSignIns
  }
  interface PageServices {
    providers: Providers
    oauthAccounts: OAuthAccounts
    providerSignIns: ProviderSignIns
  }
}
export { providerSamples } from './samples.ts'
