/** One of our key pairs for a connection, with the certificate that carries the public half to the provider; PEM. */
export interface ServiceProviderKey {
  readonly certificate: string
  readonly privateKey: string
}

/** What we are towards the identity provider of one connection. */
export interface ServiceProvider {
  readonly entityId: string
  /** Where responses arrive (assertion consumer service). */
  readonly acsUrl: string
  /** Where logout requests and responses arrive. */
  readonly logoutUrl: string
  /** The first signs, each decrypts, and the metadata shows all: during a rollover there are two. */
  readonly keys: readonly [ServiceProviderKey, ...ServiceProviderKey[]]
}

/** The identity provider of a connection, as its metadata describes it and the operator took it over. */
export interface IdentityProvider {
  readonly entityId: string
  /** Takes authentication requests by the redirect binding. */
  readonly signInUrl: string
  /** Takes logout requests by the redirect binding; none means it has no single logout. */
  readonly logoutUrl?: string | undefined
  /** Takes answers to its own logout requests, where that is another place than `logoutUrl`. */
  readonly logoutResponseUrl?: string | undefined
  /** The certificates that may have signed, PEM: pinned, so that no message brings its own. */
  readonly certificates: readonly string[]
}
