/**
 * OAuth 2.1 and OpenID Connect for whoever signs people in, acts for them or calls APIs: `OAuthClient` has the grants,
 * `TokenSession` keeps a person signed in over calls and tabs, `DpopKey` and `dpopFetch` bind tokens to a key. Everything
 * is built on Web Crypto and fetch, so it runs in browsers and on servers alike.
 */
export { MandateError } from '#/client/errors.ts'
export { actorsOf } from './actors.ts'
export type { AuthorizationParameters, AuthorizationRequest, PendingAuthorization } from './authorization.ts'
export { OAuthClient } from './client.ts'
export type { OAuthClientOptions } from './client.ts'
export { clientSecretBasic, clientSecretPost, noSecret, privateKeyJwt } from './client-authentication.ts'
export type { ClientAuthentication } from './client-authentication.ts'
export type { DeviceAuthorization, DeviceOptions, DeviceProgress } from './device.ts'
export { DpopKey } from './dpop.ts'
export { dpopFetch } from './dpop-fetch.ts'
export { OAuthError } from './errors.ts'
export type { IdTokenClaims } from './id-token.ts'
export type { ServerMetadata } from './metadata.ts'
export type { NetworkOptions } from './network.ts'
export type { ExchangeParameters, Introspection, SignOutParameters, TokenParameters, UserInfo } from './parameters.ts'
export type { Tokens } from './tokens.ts'
export type { Lock } from './locks.ts'
export { keptDpopKey, TokenSession } from './session.ts'
export type { CompletedSignIn } from './session.ts'
export { indexedDbStorage, memoryStorage, webStorage } from './storage.ts'
export type { KeyValueStorage } from './storage.ts'
