/**
 * Single sign-on: whose people sign in where they work. Owns the connections to identity providers of customers
 * (`sso_connections`, their secrets sealed), and the domains of addresses they speak for (`sso_domains`), verified by their
 * DNS or by the word of an operator, and our own keys towards providers by SAML (`sso_saml_keys`). The protocol of SAML
 * itself is in `saml/`, without tables. A connection is enabled or disabled; each change of it ends the sign-ins that are under
 * way (`sso_attempts`), and turned off it keeps nobody signed in whom it signed in (`sso_sessions`). Whom its identity provider knows is known by connection and subject (`sso_identities`); `matching.ts`
 * decides who a new one is, and somebody who has an account already proves it before the two are joined (`sso_joins`).
 * `group-grants.ts` gives what groups there come to here. `land` takes what a protocol has proven; a response by SAML waits in
 * `sso_saml_responses` until its browser is known; OpenID Connect is spoken by
 * the relying party of `identity-providers`, where signing in with accounts that people have for themselves belongs.
 */
import type { SsoConnections } from './connections.ts'
import type { SsoDomains } from './domains.ts'
import type { SsoJoining } from './joining.ts'
import type { SamlKeys } from './saml-keys.ts'
import type { SamlMetadata } from './saml-metadata.ts'
import type { SamlLogouts } from './saml-logouts.ts'
import type { SamlSignIns } from './saml-sign-ins.ts'
import type { SsoIdentities } from './identities.ts'
import type { SsoRouting } from './routing.ts'
import type { SsoSignIns } from './sign-ins.ts'
import type { SsoTesting } from './testing.ts'

export { searchableSsoConnections, searchableSsoDomains } from './searchable.ts'
export { ssoAdminRoutes } from './admin-routes.ts'
export type { SsoConnections } from './connections.ts'
export type { GroupGrants } from './group-grants.ts'
export { buildSso } from './build.ts'
export { connectionsOfOrganization } from './connection-store.ts'
export type { SamlSettings, SsoConnection } from './connection.ts'
export { domainsOfConnection } from './domain-store.ts'
export { identitiesEnding } from './identity-store.ts'
export type { AssertedIdentity } from './identity.ts'
export type { SsoOutcome, SsoRefusal } from './sign-ins.ts'
export { ssoIdentityRoutes } from './identity-routes.ts'
export { ssoErrors } from './errors.ts'
export { ssoEvents } from './events.ts'
export { samlKeyRoutes } from './saml-key-routes.ts'
export { SsoSessionStore } from './sso-session-store.ts'
export { samlKeysOfConnection } from './saml-key-store.ts'
export type { SamlLogouts } from './saml-logouts.ts'
export { samlRoutes } from './saml-routes.ts'
export { ssoRoutes } from './routes.ts'
export { ssoSamples } from './samples.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    ssoConnections: SsoConnections
    ssoDomains: SsoDomains
    ssoRouting: SsoRouting
    ssoTesting: SsoTesting
    ssoIdentities: SsoIdentities
    samlKeys: SamlKeys
    samlMetadata: SamlMetadata
  }
  interface PageServices {
    ssoRouting: SsoRouting
    ssoTesting: SsoTesting
    ssoIdentities: SsoIdentities
    ssoSignIns: SsoSignIns
    samlSignIns: SamlSignIns
    samlLogouts: SamlLogouts
    ssoJoining: SsoJoining
  }
}
