import type { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { RequestContext } from '#/platform/request-context.ts'
import { claimedClientId } from './client-assertion.ts'

/** A request of an OAuth client, which carries its parameters and its credentials in a form. */
export interface ClientRequest {
  readonly context: RequestContext
  readonly form: Form
  headerValues(name: string): string[]
  /** Path and query as received. */
  readonly url: string
}

/** What a client showed to prove itself, before anything is known about it. */
export type Credentials =
  | { readonly kind: 'secret'; readonly clientId: string; readonly secret: string }
  | { readonly kind: 'assertion'; readonly clientId: string; readonly assertion: string }
  | { readonly kind: 'none'; readonly clientId: string }

// RFC 7617 §2: one scheme name, one space, one canonical base64 text.
const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const MAX_LENGTH = 16 * 1024

/** Reads the one way a request authenticates. RFC 6749 §2.3: more than one is refused. */
export function readCredentials(request: ClientRequest): Credentials {
  const { form } = request
  const header = authorizationHeader(request)
  const secret = form.get('client_secret')
  const assertion = form.get('client_assertion')
  if ([header, secret, assertion].filter((given) => given !== undefined).length > 1) {
    throw new OAuthError('invalid_request', 'Authenticate in one way only: header, client_secret or client_assertion.')
  }
  if (header !== undefined) return sameClient(readBasic(header), form.get('client_id'))
  if (assertion !== undefined) return sameClient(readAssertion(request, assertion), form.get('client_id'))
  const clientId = form.get('client_id')
  if (clientId === undefined) throw invalidClient('the request names no client')
  return secret === undefined ? { kind: 'none', clientId } : { kind: 'secret', clientId, secret }
}

function authorizationHeader(request: ClientRequest): string | undefined {
  const values = request.headerValues('authorization')
  if (values.length > 1) throw new OAuthError('invalid_request', 'There must be one Authorization header.')
  return values[0]
}

/** RFC 6749 §2.3.1: both halves are form-encoded before they are joined and encoded as base64. */
function readBasic(header: string): Credentials {
  const encoded = header.length <= MAX_LENGTH ? BASIC.exec(header)?.[1] : undefined
  const pair = encoded === undefined ? undefined : decodeBase64(encoded)
  const colon = pair?.indexOf(':') ?? -1
  if (pair === undefined || colon === -1) throw invalidClient('the Authorization header is not well-formed Basic')
  const clientId = decodeForm(pair.slice(0, colon))
  const secret = decodeForm(pair.slice(colon + 1))
  if (clientId === undefined || secret === undefined)
    throw invalidClient('a half of the Basic pair is not form-encoded')
  return { kind: 'secret', clientId, secret }
}

function decodeBase64(encoded: string): string | undefined {
  const bytes = Buffer.from(encoded, 'base64')
  // Node skips what it can't read; only the canonical spelling encodes back to itself. Padding may be left out.
  if (bytes.toString('base64').replace(/=+$/, '') !== encoded.replace(/=+$/, '')) return undefined
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') || /\p{Cc}/u.test(text) ? undefined : text
}

function decodeForm(part: string): string | undefined {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function readAssertion({ form }: ClientRequest, assertion: string): Credentials {
  if (form.get('client_assertion_type') !== ASSERTION_TYPE) {
    throw new OAuthError('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}.`)
  }
  const clientId = claimedClientId(assertion)
  if (clientId === undefined) throw invalidClient('the assertion is malformed or names no client')
  return { kind: 'assertion', clientId, assertion }
}

/** A client_id beside the credentials must not name another client (RFC 7521 §4.2). */
function sameClient(credentials: Credentials, clientId: string | undefined): Credentials {
  if (clientId === undefined || clientId === credentials.clientId) return credentials
  throw new OAuthError('invalid_request', 'client_id differs from the client that authenticates.')
}

const FAILED = 'Client authentication failed: check client_id, its secret or assertion.'

/**
 * RFC 6749 §5.2: one 401 for every way to fail, so that nobody learns which clients exist. The log gets the detail; a
 * `description` is for a client that proved its key, and is told what to change.
 */
export function invalidClient(detail: string, description = FAILED): OAuthError {
  return new OAuthError('invalid_client', description, {
    headers: { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' },
    detail,
  })
}
