import type { Keyring } from '#/platform/crypto/keyring.ts'
import { openIdConnection } from '#/modules/identity-providers/index.ts'
import { addressesOf, ssoSecretPlace } from './connection.ts'
import type { SsoConnection } from './connection.ts'

/** Opens the secret of a connection by OpenID Connect, for the relying party that speaks to every provider. */
export function relyingPartyConnection(connection: SsoConnection, keyring: Pick<Keyring, 'open'>, baseUrl: string) {
  const { id, version, issuer, oidc, secretSealed } = connection
  if (oidc === null) throw new TypeError('a connection by SAML has no OpenID provider')
  const secret = secretSealed === null ? null : keyring.open(secretSealed, ssoSecretPlace(id))
  return openIdConnection({
    id,
    version,
    issuer,
    clientId: oidc.clientId,
    clientSecret: secret === null ? null : () => secret,
    authMethod: oidc.authMethod ?? undefined,
    scopes: oidc.scopes,
    callbackUrl: addressesOf(baseUrl, connection).callback,
  })
}
