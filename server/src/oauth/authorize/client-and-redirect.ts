import { REQUEST_URI_PREFIX } from '#/modules/authorization-requests/index.ts'
import type { PushedRequests } from '#/modules/authorization-requests/index.ts'
import { matchRedirectUri } from '#/modules/clients/index.ts'
import type { ClientDocuments } from '#/oauth/client-documents/index.ts'
import { Form } from '#/platform/http/input/form.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { Unaddressed } from './validated-request.ts'

/** Where the checks that find out who asks look things up. */
export interface Directory {
  readonly clientDocuments: ClientDocuments
  readonly pushedRequests: PushedRequests
}

/** RFC 6749 §3.1: two values for what decides where the answer goes, and we would have to guess. */
export function addressIsUnambiguous({ params }: Unaddressed): void {
  const twice = params.duplicates.find((name) => ['client_id', 'redirect_uri', 'request_uri'].includes(name))
  if (twice) throw wrong(`The application sent ${twice} more than once.`)
}

/** The client exists and is turned on. */
export async function clientIsKnown(request: Unaddressed, { clientDocuments }: Directory): Promise<void> {
  const clientId = request.params.get('client_id')
  if (clientId === undefined) throw wrong('The application did not say which client it is: client_id is missing.')
  const client = await clientDocuments.find(clientId, request.context)
  if (!client?.active) throw wrong('The client_id is unknown here, or the client was turned off.')
  request.client = client
}

/** RFC 9126 §4: a request URI that we gave out stands for what was pushed, and only for that, until it is answered. */
export async function requestUriIsOurs(request: Unaddressed, { pushedRequests }: Directory): Promise<void> {
  const requestUri = request.params.get('request_uri')
  if (!requestUri?.startsWith(REQUEST_URI_PREFIX) || !request.client) return
  const pushed = await pushedRequests.find(requestUri, request.client.clientId)
  if (pushed === undefined) {
    throw new OAuthError(
      'invalid_request_uri',
      'The request_uri is unknown, was answered before, or is older than a minute.',
    )
  }
  request.params = Form.parse(pushed.params)
  request.pushedHash = pushed.hash
}

/** RFC 9700 §2.1: compared as text with what was registered; the contract wants it in every request. */
export function redirectUriIsRegistered(request: Unaddressed): void {
  const redirectUri = request.params.get('redirect_uri')
  if (redirectUri === undefined) throw wrong('The application did not say where to return to: redirect_uri is missing.')
  if (!request.client || !matchRedirectUri(request.client.redirectUris, redirectUri)) {
    throw wrong('The redirect_uri is not one that the application registered.')
  }
  request.redirectUri = redirectUri
}

const wrong = (message: string): OAuthError => new OAuthError('invalid_request', message)
