import { addressesOf } from './connection.ts'
import type { SsoConnection } from './connection.ts'
import type { IdentityProvider, ServiceProvider } from './saml/parties.ts'

/** Our side of a connection: who we are there, and where messages for it arrive. */
export function serviceProviderOf(
  connection: SsoConnection,
  keys: ServiceProvider['keys'],
  baseUrl: string,
): ServiceProvider {
  const { metadata, callback, logout } = addressesOf(baseUrl, connection)
  return { entityId: metadata, acsUrl: callback, logoutUrl: logout, keys }
}

/** The other side of a connection by SAML. */
export function identityProviderOf({ saml, issuer }: SsoConnection): IdentityProvider {
  if (saml === null) throw new TypeError('a connection by OpenID Connect has no SAML provider')
  return {
    entityId: issuer,
    signInUrl: saml.ssoUrl,
    logoutUrl: saml.sloUrl ?? undefined,
    logoutResponseUrl: saml.sloResponseUrl ?? undefined,
    certificates: saml.certificates,
  }
}
