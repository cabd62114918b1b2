import { codeOfCallback, newPending, requestParameters } from './authorization.ts'
import type { AuthorizationParameters, AuthorizationRequest, PendingAuthorization } from './authorization.ts'
import { noSecret } from './client-authentication.ts'
import type { ClientAuthentication } from './client-authentication.ts'
import { pollForTokens } from './device.ts'
import type { DeviceAuthorization, DeviceOptions } from './device.ts'
import type { DpopKey } from './dpop.ts'
import { formOf, postForm } from './endpoint.ts'
import type { Caller } from './endpoint.ts'
import { OAuthError } from './errors.ts'
import { IdTokens } from './id-token.ts'
import { discover, endpointOf } from './metadata.ts'
import type { ServerMetadata } from './metadata.ts'
import { Network, throwRefusal } from './network.ts'
import type { NetworkOptions } from './network.ts'
import type { ExchangeParameters, Introspection, SignOutParameters, TokenParameters, UserInfo } from './parameters.ts'
import { tokensOf } from './tokens.ts'
import type { Tokens } from './tokens.ts'

/** A client of an authorization server. */
export interface OAuthClientOptions extends NetworkOptions {
  /** The server, as its metadata names it. */
  readonly issuer: string
  readonly clientId: string
  /** How the client proves itself; a public client, which is the default, does not. */
  readonly authentication?: ClientAuthentication | undefined
  /** Binds every token to this key. */
  readonly dpop?: DpopKey | undefined
}

interface TokenRequest {
  readonly grant_type: string
  readonly scope?: string | undefined
  readonly [parameter: string]: unknown
}

interface CallOptions {
  readonly signal?: AbortSignal | undefined
}

const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'
const GRANTS = {
  code: 'authorization_code',
  client: 'client_credentials',
  refresh: 'refresh_token',
  exchange: 'urn:ietf:params:oauth:grant-type:token-exchange',
  device: 'urn:ietf:params:oauth:grant-type:device_code',
} as const

/** Every grant of OAuth 2.1 that a Mandate server has, and what comes before and after them. */
export class OAuthClient {
  readonly issuer: string
  readonly clientId: string
  readonly dpop: DpopKey | undefined
  readonly network: Network
  readonly #caller: Caller
  readonly #idTokens: IdTokens
  #metadata: Promise<ServerMetadata> | undefined

  constructor({ issuer, clientId, authentication = noSecret, dpop, ...network }: OAuthClientOptions) {
    this.issuer = issuer
    this.clientId = clientId
    this.dpop = dpop
    this.network = new Network(network)
    this.#caller = { clientId, authenticate: authentication, dpop, network: this.network }
    this.#idTokens = new IdTokens(this.network)
  }

  /** What the server says of itself; asked once. */
  metadata(): Promise<ServerMetadata> {
    this.#metadata ??= discover(this.issuer, this.network).catch((error: unknown) => {
      this.#metadata = undefined
      throw error
    })
    return this.#metadata
  }

  /** Where to send a person, and what to keep until they are back. The request is pushed where the server wants it. */
  async authorize(parameters: AuthorizationParameters): Promise<AuthorizationRequest> {
    const metadata = await this.metadata()
    return metadata.require_pushed_authorization_requests === true
      ? this.push(parameters)
      : this.#request(parameters, (all) => Promise.resolve(all))
  }

  /** The same with the parameters sent to the server first, so that no one on the way reads or changes them (RFC 9126). */
  push(parameters: AuthorizationParameters, { signal }: CallOptions = {}): Promise<AuthorizationRequest> {
    return this.#request(parameters, async (values) => {
      const endpoint = 'pushed_authorization_request_endpoint'
      const { request_uri: uri } = await this.#post({ endpoint, values, bound: true, signal })
      if (typeof uri !== 'string') throw new OAuthError('invalid_response', 'the server kept no request')
      return { client_id: this.clientId, request_uri: uri }
    })
  }

  /** Turns the callback of a person who is back into tokens, once everything in it fits what was kept. */
  async callback(url: string | URL, pending: PendingAuthorization, { signal }: CallOptions = {}): Promise<Tokens> {
    const metadata = await this.metadata()
    if (pending.issuer !== this.issuer || pending.clientId !== this.clientId) {
      throw new OAuthError('issuer_mismatch', 'the sign-in was begun with another server or client')
    }
    const code = codeOfCallback(url, pending, metadata)
    const { redirectUri, codeVerifier, nonce, maxAge } = pending
    const values = { grant_type: GRANTS.code, code, redirect_uri: redirectUri, code_verifier: codeVerifier }
    const tokens = await this.#token(values, { signal })
    if (nonce === undefined) return tokens
    if (tokens.id_token === undefined) throw new OAuthError('invalid_response', 'the server gave no ID token')
    const claims = await this.#idTokens.verify(tokens.id_token, metadata, { clientId: this.clientId, nonce, maxAge })
    return { ...tokens, claims }
  }

  /** A token for the client itself. */
  clientCredentials(parameters: TokenParameters = {}, options: CallOptions = {}): Promise<Tokens> {
    return this.#token({ grant_type: GRANTS.client, ...parameters }, options)
  }

  /** New tokens for a refresh token, which is mostly used up by it. `TokenSession` does it once for all callers. */
  async refresh(refreshToken: string, parameters: TokenParameters = {}, options: CallOptions = {}): Promise<Tokens> {
    const values = { grant_type: GRANTS.refresh, refresh_token: refreshToken, ...parameters }
    const tokens = await this.#token(values, options)
    return { ...tokens, refresh_token: tokens.refresh_token ?? refreshToken }
  }

  /** A token for another: the client acts for the subject, and the chain of those who act grows by it (RFC 8693). */
  exchange(parameters: ExchangeParameters, options: CallOptions = {}): Promise<Tokens> {
    const { actor_token: actor } = parameters
    const types = {
      subject_token_type: ACCESS_TOKEN,
      ...(actor === undefined ? {} : { actor_token_type: ACCESS_TOKEN }),
    }
    return this.#token({ grant_type: GRANTS.exchange, ...types, ...defined(parameters) }, options)
  }

  /** Tokens for a device that has no browser: shows a code, and waits until the person has allowed it elsewhere. */
  async device(parameters: TokenParameters, options: DeviceOptions): Promise<Tokens> {
    const { signal } = options
    const endpoint = 'device_authorization_endpoint'
    const body = await this.#post({ endpoint, values: parameters, signal })
    const authorization = body as unknown as DeviceAuthorization
    const values = { grant_type: GRANTS.device, device_code: authorization.device_code }
    const ask = (): Promise<Tokens> => this.#token(values, { signal })
    return pollForTokens({ authorization, clock: this.network.clock, ask }, options)
  }

  /** Ends a token and all that descends from it (RFC 7009). */
  async revoke(token: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#post({ endpoint: 'revocation_endpoint', values: { token }, signal })
  }

  /** What a token stands for, if it lives (RFC 7662). */
  async introspect(token: string, { signal }: CallOptions = {}): Promise<Introspection> {
    const body = await this.#post({ endpoint: 'introspection_endpoint', values: { token }, signal })
    if (typeof body['active'] !== 'boolean')
      throw new OAuthError('invalid_response', 'nothing says whether the token lives')
    return body as Introspection
  }

  /** The claims that an access token with the scope `openid` gives. */
  async userInfo({ access_token: token, token_type: type }: Tokens, { signal }: CallOptions = {}): Promise<UserInfo> {
    const url = endpointOf(await this.metadata(), 'userinfo_endpoint')
    const headers = new Headers({ authorization: `${type} ${token}` })
    const isBound = type === 'DPoP' && this.dpop !== undefined
    if (isBound) headers.set('dpop', await this.dpop.prove({ method: 'GET', url, accessToken: token }))
    const exchange = await this.network.exchange(url, { headers }, signal)
    throwRefusal(exchange)
    return exchange.body as UserInfo
  }

  /** Where to send a person to sign out of the server, too (OpenID Connect RP-Initiated Logout §2). */
  async signOutUrl(parameters: SignOutParameters = {}): Promise<string> {
    const endpoint = endpointOf(await this.metadata(), 'end_session_endpoint')
    return withQuery(endpoint, { client_id: this.clientId, ...parameters })
  }

  async #request(
    parameters: AuthorizationParameters,
    send: (all: Record<string, unknown>) => Promise<Record<string, unknown>>,
  ): Promise<AuthorizationRequest> {
    const endpoint = endpointOf(await this.metadata(), 'authorization_endpoint')
    const pending = newPending(this.issuer, this.clientId, parameters)
    // RFC 9449 §10: binds the code to the key, so that nobody else can use it.
    const key = this.dpop === undefined ? {} : { dpop_jkt: this.dpop.thumbprint }
    const all = { ...(await requestParameters(pending, parameters)), ...key }
    return { url: withQuery(endpoint, await send(all)), pending }
  }

  async #token(values: TokenRequest, { signal }: CallOptions): Promise<Tokens> {
    const body = await this.#post({ endpoint: 'token_endpoint', values, bound: true, signal })
    const { seconds } = this.network
    return tokensOf(body, { scope: values.scope ?? '', seconds, bound: this.dpop !== undefined })
  }

  async #post(request: Parameters<typeof postForm>[2]): Promise<Record<string, unknown>> {
    return postForm(this.#caller, await this.metadata(), request)
  }
}

const withQuery = (endpoint: string, values: object): string =>
  `${endpoint}${endpoint.includes('?') ? '&' : '?'}${formOf(values).toString()}`

const defined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
