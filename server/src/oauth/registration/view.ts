import type { Static } from 'typebox'
import { toUnixSeconds } from '#/platform/clock.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { ClientInformation } from './schemas.ts'

/** A client as it sees itself (RFC 7591 §3.2.1), without any secret. */
export const clientView = (client: Client, issuer: string): Static<typeof ClientInformation> => ({
  client_id: client.clientId,
  client_id_issued_at: toUnixSeconds(client.createdAt),
  client_name: client.clientName,
  grant_types: client.grantTypes,
  response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
  token_endpoint_auth_method: client.authMethod,
  scope: client.scope,
  redirect_uris: client.redirectUris,
  ...(client.jwks && { jwks: { keys: client.jwks.keys.map((key) => ({ ...key })) } }),
  ...(client.jwksUri !== null && { jwks_uri: client.jwksUri }),
  ...logoutMembers(client),
  id_token_signed_response_alg: client.idTokenAlg,
  id_token_claims: client.idTokenClaims,
  ...(client.assertionAlg !== null && { token_endpoint_auth_signing_alg: client.assertionAlg }),
  subject_type: 'public',
  dpop_bound_access_tokens: client.dpopBound,
  require_pushed_authorization_requests: client.requirePushedRequests,
  ...described(client.metadata),
  // 0: it does not expire (RFC 7591 §3.2.1).
  ...(client.secretHash !== null && { client_secret_expires_at: 0 }),
  registration_client_uri: `${issuer}/oauth/register/${client.clientId}`,
})

const logoutMembers = (client: Client) => ({
  ...(client.postLogoutRedirectUris.length > 0 && { post_logout_redirect_uris: client.postLogoutRedirectUris }),
  ...(client.backchannelLogoutUri !== null && {
    backchannel_logout_uri: client.backchannelLogoutUri,
    backchannel_logout_session_required: client.backchannelLogoutSessionRequired,
  }),
})

/** The member that carries a secret, for the responses that may (RFC 7591 §3.2.1). */
export const secretMembers = (secret: string | null) => (secret === null ? {} : { client_secret: secret })

const described = ({ client_uri, logo_uri, tos_uri, policy_uri, contacts, ...rest }: Client['metadata']) => ({
  ...(client_uri !== undefined && { client_uri }),
  ...(logo_uri !== undefined && { logo_uri }),
  ...(tos_uri !== undefined && { tos_uri }),
  ...(policy_uri !== undefined && { policy_uri }),
  ...(contacts !== undefined && { contacts }),
  ...(rest.software_id !== undefined && { software_id: rest.software_id }),
  ...(rest.software_version !== undefined && { software_version: rest.software_version }),
  ...(rest.application_type !== undefined && { application_type: rest.application_type }),
})
