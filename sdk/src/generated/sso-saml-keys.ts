// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'
import type { DryRun } from './shared.ts'

/** Single sign-on: connections to identity providers of companies, and the domains they speak for. */
export class SsoSamlKeysApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Let a key of a connection by SAML sign.
   *
   * The key that signed until now goes on decrypting until it is deleted. Admin key or operator session with the scope
   * sso:write; a person needs a fresh proof (reauthentication_required).
   */
  activate(id: string, keyId: string, options?: RequestOptions): Promise<SsoSamlKey> {
    return this.#transport.request('POST', path`/api/v1/sso/connections/${id}/saml-keys/${keyId}/activate`, options)
  }

  /**
   * Add a key to a connection by SAML.
   *
   * The first step of a rollover: the key stands in our metadata and decrypts, and the one before goes on signing. Once
   * the identity provider has read the metadata again, activate it and delete the old one. Admin key or operator
   * session with the scope sso:write; a person needs a fresh proof (reauthentication_required).
   */
  create(id: string, options?: RequestOptions): Promise<SsoSamlKey> {
    return this.#transport.request('POST', path`/api/v1/sso/connections/${id}/saml-keys`, { ...options, keyed: true })
  }

  /**
   * Delete a key of a connection by SAML.
   *
   * One that does not sign. With dry_run it only answers what would end with it, which is nothing, or why it can not be
   * deleted. Admin key or operator session with the scope sso:write; a person needs a fresh proof
   * (reauthentication_required).
   */
  delete(id: string, keyId: string, query?: SsoSamlKeysDeleteQuery, options?: RequestOptions): Promise<DryRun | undefined> {
    return this.#transport.request('DELETE', path`/api/v1/sso/connections/${id}/saml-keys/${keyId}`, { ...options, query })
  }

  /**
   * Get one of our keys of a connection by SAML.
   *
   * Its certificate, never its private half. Admin key or operator session with the scope sso:read.
   */
  get(id: string, keyId: string, options?: RequestOptions): Promise<SsoSamlKey> {
    return this.#transport.request('GET', path`/api/v1/sso/connections/${id}/saml-keys/${keyId}`, options)
  }

  /**
   * List our keys of a connection by SAML.
   *
   * Newest first. The active one signs; each decrypts, and stands in our metadata. Admin key or operator session with
   * the scope sso:read.
   */
  list(id: string, query?: SsoSamlKeysListQuery, options?: RequestOptions): PageRequest<SsoSamlKey> {
    return this.#transport.list(path`/api/v1/sso/connections/${id}/saml-keys`, { ...options, query })
  }
}

export interface SsoSamlKey {
  id: string
  connection_id: string
  /** Whether it signs. Each decrypts. */
  active: boolean
  /** In PEM. */
  certificate: string
  /** SHA-256 of the certificate, in hexadecimal. */
  fingerprint: string
  /** As the certificate says. */
  expires_at: string
  created_at: string
}

export interface SsoSamlKeysDeleteQuery {
  /** Answer what would end, and change nothing. */
  dry_run?: boolean | undefined
}

export interface SsoSamlKeysListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}
