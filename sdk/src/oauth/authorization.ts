import { OAuthError } from './errors.ts'
import type { ServerMetadata } from './metadata.ts'
import { randomToken, sha256 } from './random.ts'

/** What an application asks for when it sends a person to the server. */
export interface AuthorizationParameters {
  readonly redirect_uri: string
  readonly scope?: string | undefined
  /** Which API the token is for (RFC 8707). */
  readonly resource?: string | readonly string[] | undefined
  readonly prompt?: string | undefined
  readonly login_hint?: string | undefined
  readonly ui_locales?: string | undefined
  readonly acr_values?: string | undefined
  /** Seconds since the person proved who they are, at most. */
  readonly max_age?: number | undefined
  readonly claims?: object | undefined
  readonly [parameter: string]: unknown
}

/** What has to be kept while the person is away, by the same browser: the callback is checked against it. */
export interface PendingAuthorization {
  readonly issuer: string
  readonly clientId: string
  readonly state: string
  readonly nonce: string | undefined
  readonly codeVerifier: string
  readonly redirectUri: string
  readonly maxAge: number | undefined
}

/** A request of authorization: where to send the person, and what to keep meanwhile. */
export interface AuthorizationRequest {
  readonly url: string
  readonly pending: PendingAuthorization
}

/** Makes what protects a request: the verifier of PKCE (RFC 7636), `state`, and `nonce` where an ID token is expected. */
export function newPending(
  issuer: string,
  clientId: string,
  parameters: AuthorizationParameters,
): PendingAuthorization {
  const asksForIdToken = ` ${parameters.scope ?? ''} `.includes(' openid ')
  return {
    issuer,
    clientId,
    state: randomToken(),
    nonce: asksForIdToken ? randomToken() : undefined,
    codeVerifier: randomToken(),
    redirectUri: parameters.redirect_uri,
    maxAge: parameters.max_age,
  }
}

/** The parameters of a request as the server gets them. */
export async function requestParameters(
  pending: PendingAuthorization,
  parameters: AuthorizationParameters,
): Promise<Record<string, unknown>> {
  return {
    ...parameters,
    response_type: 'code',
    client_id: pending.clientId,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await sha256(pending.codeVerifier),
    code_challenge_method: 'S256',
  }
}

/** The code of a callback that belongs to the request; everything else throws. */
export function codeOfCallback(
  callback: string | URL,
  pending: PendingAuthorization,
  metadata: ServerMetadata,
): string {
  const parameters = new URL(callback).searchParams
  if (one(parameters, 'state') !== pending.state) {
    throw new OAuthError('state_mismatch', 'the callback belongs to another sign-in, or to none of this browser')
  }
  // RFC 9207 §2.4: against a server that passes on what another one said.
  const issuer = one(parameters, 'iss')
  const isNamed = issuer !== undefined || metadata.authorization_response_iss_parameter_supported === true
  if (isNamed && issuer !== pending.issuer) {
    throw new OAuthError(
      'issuer_mismatch',
      `the callback comes from ${issuer ?? 'a server that does not say who it is'}`,
    )
  }
  const error = one(parameters, 'error')
  if (error !== undefined) throw new OAuthError(error, one(parameters, 'error_description') ?? error)
  const code = one(parameters, 'code')
  if (code === undefined) throw new OAuthError('invalid_response', 'the callback has no code')
  return code
}

/** RFC 6749 §3.1: a parameter stands there once. */
function one(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name)
  if (values.length > 1) throw new OAuthError('invalid_response', `the callback has ${name} more than once`)
  return values[0]
}
