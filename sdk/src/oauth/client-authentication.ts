import { importJWK, SignJWT } from 'jose'
import type { JWK } from 'jose'
import { randomToken } from './random.ts'

/** A request that a client is about to prove itself with. */
export interface ClientRequest {
  readonly clientId: string
  readonly issuer: string
  readonly form: URLSearchParams
  readonly headers: Headers
  /** Now, in seconds. */
  readonly seconds: number
}

/** Proves to the server which client is asking: adds to the form or the headers of a request. */
export type ClientAuthentication = (request: ClientRequest) => void | Promise<void>

/** Public clients say their name and prove nothing. */
export const noSecret: ClientAuthentication = ({ form, clientId }) => form.set('client_id', clientId)

/** RFC 6749 §2.3.1: both parts are encoded as in a form before they are joined. */
export const clientSecretBasic =
  (secret: string): ClientAuthentication =>
  ({ headers, clientId }) =>
    headers.set('authorization', `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(secret)}`)}`)

/** RFC 6749 §2.3.1, with the secret in the form. */
export const clientSecretPost =
  (secret: string): ClientAuthentication =>
  ({ form, clientId }) => {
    form.set('client_id', clientId)
    form.set('client_secret', secret)
  }

interface PrivateKeyOptions {
  /** Which key of the client's it is, where it has several. */
  readonly kid?: string | undefined
  /** ES256 when left out and the key doesn't say. */
  readonly alg?: string | undefined
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const ASSERTION_SECONDS = 60

/** RFC 7523 §2.2: an assertion for the issuer alone, so that no other server can use it. */
export function privateKeyJwt(key: CryptoKey | JWK, options: PrivateKeyOptions = {}): ClientAuthentication {
  const named: JWK = 'kty' in key ? key : {}
  const alg = options.alg ?? named.alg ?? 'ES256'
  const kid = options.kid ?? named.kid
  return async ({ form, clientId, issuer, seconds }) => {
    const assertion = await new SignJWT({ jti: randomToken() })
      .setProtectedHeader({ alg, ...(kid === undefined ? {} : { kid }) })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(issuer)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ASSERTION_SECONDS)
      .sign('kty' in key ? await importJWK(key, alg) : key)
    form.set('client_id', clientId)
    form.set('client_assertion_type', ASSERTION_TYPE)
    form.set('client_assertion', assertion)
  }
}

const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)
