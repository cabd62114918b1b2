import { invalidMetadata } from './metadata-reader.ts'
import type { Members } from './metadata-reader.ts'

/**
 * Metadata that clients rely on and this server can't give, with the values that ask for nothing beyond what everybody
 * has, and what a client that asks for more should do. A client that was registered without it would take what it gets
 * for what it asked (RFC 7591 §3.2.1); members that nobody knows are ignored.
 */
const unsupported: Readonly<Record<string, { readonly harmless: readonly unknown[]; readonly advice: string }>> = {
  subject_type: { harmless: ['public'], advice: 'must be public' },
  id_token_encrypted_response_alg: { harmless: [], advice: 'is not supported: ID tokens are signed, not encrypted' },
  id_token_encrypted_response_enc: { harmless: [], advice: 'is not supported: ID tokens are signed, not encrypted' },
  userinfo_signed_response_alg: { harmless: ['none'], advice: 'is not supported: UserInfo is plain JSON' },
  userinfo_encrypted_response_alg: { harmless: [], advice: 'is not supported: UserInfo is plain JSON' },
  userinfo_encrypted_response_enc: { harmless: [], advice: 'is not supported: UserInfo is plain JSON' },
  request_object_signing_alg: { harmless: [], advice: 'is not supported: push requests to /oauth/par instead' },
  request_object_encryption_alg: { harmless: [], advice: 'is not supported: push requests to /oauth/par instead' },
  request_object_encryption_enc: { harmless: [], advice: 'is not supported: push requests to /oauth/par instead' },
  require_signed_request_object: {
    harmless: [false],
    advice: 'is not supported: push requests to /oauth/par instead',
  },
  request_uris: { harmless: [], advice: 'are not supported: push requests to /oauth/par instead' },
  authorization_signed_response_alg: { harmless: [], advice: 'is not supported: answers carry iss instead (RFC 9207)' },
  authorization_encrypted_response_alg: { harmless: [], advice: 'is not supported' },
  introspection_signed_response_alg: { harmless: [], advice: 'is not supported: introspection answers plain JSON' },
  frontchannel_logout_uri: { harmless: [], advice: 'is not supported: register backchannel_logout_uri instead' },
  default_max_age: { harmless: [], advice: 'is not supported: send max_age with each authorization request' },
  default_acr_values: { harmless: [], advice: 'is not supported: send acr_values with each authorization request' },
  tls_client_certificate_bound_access_tokens: {
    harmless: [false],
    advice: 'is not supported: bind tokens to a key with DPoP (RFC 9449)',
  },
}

/** Refuses what a client asks for and would not get. */
export function refuseUnsupported(members: Members): void {
  for (const [name, { harmless, advice }] of Object.entries(unsupported)) {
    const value = members.value(name)
    const asksForNothing = value === undefined || isEmpty(value) || harmless.includes(value)
    if (!asksForNothing) throw invalidMetadata(name, advice)
  }
}

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)
