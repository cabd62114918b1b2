import type { OAuthErrorCode } from '#/protocol/oauth.ts'

/** What each error code of `/oauth/*` means and what to do about it, for the reference. */
export const oauthCodeHelp: Readonly<Record<OAuthErrorCode, string>> = {
  invalid_request:
    'A parameter is missing, malformed, or given twice, or the body is not a form. error_description names it (RFC 6749 §5.2).',
  invalid_client:
    'The client is unknown, or did not authenticate in the way it registered. Check client_id, secret, and method.',
  invalid_grant:
    'The code, refresh token, device code or subject token is wrong, expired, used, revoked, or belongs to another client or key. Start the flow again.',
  unauthorized_client: 'The client did not register this grant type. Register it, or use another grant.',
  unsupported_grant_type: 'The server has no such grant. The metadata document lists those it has.',
  invalid_scope: 'A scope is unknown, malformed, or more than the client may have. Ask for less.',
  invalid_target: 'The resource is not one this server issues tokens for (RFC 8707 §2).',
  invalid_token: 'The access token is missing, malformed, expired, revoked, or bound to another key. Get a new one.',
  insufficient_scope: 'The token does not carry the scope this address needs. Ask for a token that does.',
  invalid_dpop_proof:
    'The DPoP proof is missing, malformed, too old, used before, or made for another request or key (RFC 9449 §5). Sign a fresh one for each request.',
  use_dpop_nonce: 'Repeat the request with a proof that contains the nonce from the DPoP-Nonce header (RFC 9449 §8).',
  access_denied: 'The person or a policy refused. Asking again without a change gets the same answer.',
  unsupported_response_type: 'Only response_type=code is served.',
  login_required: 'The person must sign in, and prompt=none forbids to ask. Try again without prompt=none.',
  consent_required: 'The person must agree, and prompt=none forbids to ask. Try again without prompt=none.',
  interaction_required: 'A page must be shown, and prompt=none forbids it. Try again without prompt=none.',
  account_selection_required: 'The person must choose an account, and prompt=none forbids to ask.',
  unmet_authentication_requirements:
    'The request insists on an acr that the person could not sign in by. They need a second factor or a passkey, or the client asks for less (OpenID Connect Core §5.5.1.1).',
  request_not_supported: 'Request objects are not served. Send the parameters, or push them to /oauth/par.',
  request_uri_not_supported: 'Only a request_uri that /oauth/par gave out is served.',
  invalid_request_uri:
    'The request_uri is unknown, expired, used, or belongs to another client. Push the request again.',
  registration_not_supported: 'Registration is turned off or needs an initial access token from the operator.',
  authorization_pending: 'The person has not decided yet. Poll again after interval seconds (RFC 8628 §3.5).',
  slow_down: 'Polling is too fast. Add 5 seconds to the interval (RFC 8628 §3.5).',
  expired_token: 'The device code has expired. Start the device flow again.',
  invalid_redirect_uri: 'A redirect URI is not allowed (RFC 7591 §3.2.2). error_description says why.',
  invalid_client_metadata: 'The registration is not valid (RFC 7591 §3.2.2). error_description names the field.',
  not_found: 'No route has this path.',
  method_not_allowed: 'The path does not take this method. The Allow header lists those it takes.',
  payload_too_large: 'The body is larger than this route takes.',
  unsupported_media_type: 'The body has a content type this route does not take.',
  rate_limited: 'Too many attempts. Wait for the seconds in Retry-After.',
  server_error: 'Something failed on our side. Report the X-Request-Id to the operator.',
  temporarily_unavailable: 'The server can not serve this right now. Try again after the seconds in Retry-After.',
}
