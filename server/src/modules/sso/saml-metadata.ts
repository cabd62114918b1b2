import { AppError } from '#/platform/errors/app-error.ts'
import type { SsoConnections } from './connections.ts'
import { ssoErrors } from './errors.ts'
import type { SamlKeys } from './saml-keys.ts'
import { serviceProviderOf } from './saml-parties.ts'
import { serviceProviderMetadata } from './saml/sp-metadata.ts'

interface SamlMetadataDeps {
  readonly connections: Pick<SsoConnections, 'get'>
  readonly keys: Pick<SamlKeys, 'of'>
  readonly issuer: string
}

/** Our own metadata, one for each connection by SAML. */
export class SamlMetadata {
  readonly #deps: SamlMetadataDeps
  constructor(deps: SamlMetadataDeps) {
    this.#deps = deps
  }

  async of(connectionId: string): Promise<string> {
    const { connections, keys, issuer } = this.#deps
    const connection = await connections.get(connectionId)
    if (connection.type !== 'saml') throw new AppError(ssoErrors.sso_connection_not_found)
    return serviceProviderMetadata(serviceProviderOf(connection, await keys.of(connection.id), issuer))
  }
}
