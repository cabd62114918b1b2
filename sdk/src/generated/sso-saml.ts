// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { Transport } from '#/client/transport.ts'

/** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
export class SsoSamlApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Get our SAML metadata for a connection.
   *
   * For the identity provider: our entity id, the addresses for responses and logout messages, and the certificates
   * that we sign and decrypt with. Also while the connection is turned off, since it is set up first. Open to
   * everybody.
   */
  metadata(connectionId: string, options?: RequestOptions): Promise<string> {
    return this.#transport.request('GET', path`/api/v1/sso/saml/${connectionId}/metadata`, options)
  }
}
