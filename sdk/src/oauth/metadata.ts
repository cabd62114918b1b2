import { OAuthError } from './errors.ts'
import { throwRefusal } from './network.ts'
import type { Network } from './network.ts'

/** What an authorization server says of itself (RFC 8414 §2), as far as this client uses it. */
export interface ServerMetadata extends Readonly<Partial<Record<EndpointName, string>>> {
  readonly issuer: string
  readonly require_pushed_authorization_requests?: boolean
  readonly id_token_signing_alg_values_supported?: readonly string[]
  readonly authorization_response_iss_parameter_supported?: boolean
  readonly [member: string]: unknown
}

/** The endpoints that this client calls. */
export type EndpointName =
  | 'authorization_endpoint'
  | 'token_endpoint'
  | 'userinfo_endpoint'
  | 'jwks_uri'
  | 'introspection_endpoint'
  | 'revocation_endpoint'
  | 'device_authorization_endpoint'
  | 'end_session_endpoint'
  | 'pushed_authorization_request_endpoint'
  | 'revocation_feed_endpoint'
  | 'revocation_snapshot_endpoint'

/** Reads the metadata of an issuer (RFC 8414 §3), and believes none but its own (§3.3). */
export async function discover(issuer: string, network: Network, signal?: AbortSignal): Promise<ServerMetadata> {
  const exchange = await network.exchange(metadataUrl(issuer), { headers: { accept: 'application/json' } }, signal)
  throwRefusal(exchange)
  const metadata = exchange.body as unknown as ServerMetadata
  if (metadata.issuer !== issuer) {
    throw new OAuthError('issuer_mismatch', `the metadata of ${issuer} says that it is of ${metadata.issuer}`)
  }
  return metadata
}

/** An endpoint that the metadata names; where the issuer has TLS, its endpoints have, too. */
export function endpointOf(metadata: ServerMetadata, name: EndpointName): string {
  const url = metadata[name]
  if (typeof url !== 'string') throw new OAuthError('unsupported', `${metadata.issuer} has no ${name}`)
  if (new URL(metadata.issuer).protocol === 'https:' && new URL(url).protocol !== 'https:') {
    throw new OAuthError('invalid_response', `the ${name} of ${metadata.issuer} is without TLS`)
  }
  return url
}

/** RFC 8414 §3.1: the well-known part stands before the path of the issuer. */
function metadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`
}
