/** Grant types by their wire names (RFC 6749 §4, RFC 8693 §2.1, RFC 8628 §3.4). */
export const grantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:ietf:params:oauth:grant-type:device_code',
] as const
export type GrantType = (typeof grantTypes)[number]

export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange' satisfies GrantType
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code' satisfies GrantType

/** The scope that lets a grant outlive the person's session (OpenID Connect Core §11). */
export const OFFLINE_ACCESS = 'offline_access'

/** Token type identifiers (RFC 8693 §3). */
export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token'

/** How clients authenticate (RFC 7591 §2, OpenID Connect Core §9). */
export const authMethods = ['client_secret_basic', 'client_secret_post', 'none', 'private_key_jwt'] as const
export type AuthMethod = (typeof authMethods)[number]

/** Algorithms accepted for client assertions; the last two are two names of one (RFC 9864 §2.2). */
export const assertionAlgorithms = ['ES256', 'PS256', 'EdDSA', 'Ed25519', 'RS256'] as const
export type AssertionAlgorithm = (typeof assertionAlgorithms)[number]

/** Algorithms that ID tokens and logout tokens are signed with, each client choosing; access tokens are always ES256. */
export const signingAlgorithms = ['ES256', 'RS256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]

/** Algorithms accepted for DPoP proofs; the last two are two names of one (RFC 9864 §2.2). */
export const dpopAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA', 'Ed25519'] as const

/** What is left of them under the FAPI 2.0 Security Profile §5.4.1. */
export const fapiAlgorithms = ['ES256', 'PS256', 'EdDSA', 'Ed25519'] as const

/** Error codes of the OAuth area with the status each is answered with. */
export const oauthErrorStatus = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  invalid_token: 401,
  insufficient_scope: 403,
  invalid_dpop_proof: 400,
  use_dpop_nonce: 400,
  access_denied: 400,
  unsupported_response_type: 400,
  login_required: 400,
  consent_required: 400,
  interaction_required: 400,
  account_selection_required: 400,
  unmet_authentication_requirements: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
  invalid_request_uri: 400,
  registration_not_supported: 400,
  authorization_pending: 400,
  slow_down: 400,
  expired_token: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  server_error: 500,
  temporarily_unavailable: 503,
} as const
export type OAuthErrorCode = keyof typeof oauthErrorStatus
