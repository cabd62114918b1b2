import { addressesOf } from './connection.ts'
import type { SsoConnection } from './connection.ts'
import type { ServiceProvider } from './saml/parties.ts'

/** Our side of a connection: who we are there, and where messages for it arrive. */
export function serviceProviderOf(
  connection: SsoConnection,
  keys: ServiceProvider['keys'],
  baseUrl: string,
): ServiceProvider {
  const { metadata, callback, logout } = addressesOf(baseUrl, connection)
  return { entityId: metadata, acsUrl: callback, logoutUrl: logout, keys }
}
