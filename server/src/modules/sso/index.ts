/**
 * Single sign-on: whose people sign in where they work. Owns the connections to identity providers of customers
 * (`sso_connections`, their secrets sealed), and the domains of addresses they speak for (`sso_domains`), verified by their
 * DNS or by the word of an operator, and our own keys towards providers by SAML (`sso_saml_keys`). The protocol of SAML
 * itself is in `saml/`, without tables. A connection is enabled or disabled; each change of it ends the sign-ins that are under
 * way. Signing in with accounts that people have for themselves belongs to `identity-providers`.
 */
import type { SsoConnections } from './connections.ts'
import type { SsoDomains } from './domains.ts'
import type { SamlKeys } from './saml-keys.ts'
import type { SamlMetadata } from './saml-metadata.ts'

export { ssoAdminRoutes } from './admin-routes.ts'
export { buildSso } from './build.ts'
export { connectionsOfOrganization } from './connection-store.ts'
export type { SamlSettings, SsoConnection } from './connection.ts'
export { domainsOfConnection } from './domain-store.ts'
export { ssoErrors } from './errors.ts'
export { ssoEvents } from './events.ts'
export { samlKeyRoutes } from './saml-key-routes.ts'
export { samlKeysOfConnection } from './saml-key-store.ts'
export { samlRoutes } from './saml-routes.ts'
export { ssoSamples } from './samples.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    ssoConnections: SsoConnections
    ssoDomains: SsoDomains
    samlKeys: SamlKeys
    samlMetadata: SamlMetadata
  }
}
