import { prompts } from '#/modules/authorization-requests/index.ts'
import type { Prompt } from '#/modules/authorization-requests/index.ts'
import { formatScope, scopesOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { isCodeChallenge } from '#/oauth/shared/pkce.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import type { Form } from '#/platform/http/input/form.ts'
import type { OAuthErrorCode } from '#/protocol/oauth.ts'
import { readClaimsRequest, scopesForClaims } from './claims-request.ts'
import type { Addressed, Found, Rules } from './validated-request.ts'

const refuse = (error: OAuthErrorCode, description: string): OAuthError => new OAuthError(error, description)

/** RFC 6749 §3.1: nothing comes twice, but `resource` may (RFC 8707 §2). */
export function nothingTwice({ params }: Addressed): Found {
  const twice = params.duplicates.find((name) => name !== 'resource')
  if (twice !== undefined) throw refuse('invalid_request', `${JSON.stringify(twice.slice(0, 40))} must be sent once.`)
  return undefined
}

const MAX_LENGTH: Readonly<Record<string, number>> = {
  state: 4096,
  nonce: 512,
  login_hint: 320,
  id_token_hint: 4096,
  claims: 4096,
  acr_values: 500,
}

/** What travels through us unread has a limit, because we keep it until the person has answered. */
export function nothingTooLong({ params, state }: Addressed): Found {
  for (const [name, most] of Object.entries(MAX_LENGTH)) {
    if ((params.get(name)?.length ?? 0) > most)
      throw refuse('invalid_request', `${name} must not be longer than ${most} characters.`)
  }
  return {
    state,
    nonce: params.get('nonce') ?? null,
    loginHint: params.get('login_hint') ?? null,
    // A wish as well: one that is no connection of ours is none.
    connection: params.get('connection')?.slice(0, 80) ?? null,
    // A wish that no one has to grant (OpenID Connect Core §3.1.2.1), so too long a one is no error.
    uiLocales: params.get('ui_locales')?.slice(0, 200) ?? null,
  }
}

/** OpenID Connect Core §6.1, §6.2, §7.2.1: request objects by value or by a foreign address are not read, nor fetched. */
export function noRequestObject({ params }: Addressed): Found {
  if (params.has('request'))
    throw refuse('request_not_supported', 'request is not supported; push the request instead.')
  if (params.has('request_uri'))
    throw refuse('request_uri_not_supported', 'request_uri must be one that /oauth/par answered.')
  if (params.has('registration')) throw refuse('registration_not_supported', 'Register at /oauth/register instead.')
  return undefined
}

/** RFC 9126 §5, §6: where client or server want it, what came through the browser is not taken. */
export function wasPushed({ client, pushedHash }: Addressed, { requirePushedRequests }: Rules): Found {
  if (pushedHash !== undefined || !(client.requirePushedRequests || requirePushedRequests)) return undefined
  throw refuse('invalid_request', 'The request must be pushed to /oauth/par, and come with the request_uri from there.')
}

/** RFC 6749 §4.1.2.1. */
export function grantIsRegistered({ client }: Addressed): Found {
  if (client.grantTypes.includes('authorization_code')) return undefined
  throw refuse('unauthorized_client', 'This client is not registered for the grant type authorization_code.')
}

/** OAuth 2.1 §4.1.1: a code, never a token in an address. */
export function responseTypeIsCode({ params }: Addressed): Found {
  const type = params.get('response_type')
  if (type === undefined) throw refuse('invalid_request', 'response_type is required and must be code.')
  if (type !== 'code') throw refuse('unsupported_response_type', 'response_type must be code.')
  return undefined
}

/** Only the query: a fragment or a self-posting form would need pages of their own. */
export function responseGoesInQuery({ params }: Addressed): Found {
  if ((params.get('response_mode') ?? 'query') === 'query') return undefined
  throw refuse('unsupported_response_type', 'response_mode must be query, or left out.')
}

/**
 * RFC 6749 §3.3: named, offered by the resource or supplied by the setting; within what the client may ask for. In dev mode
 * one that names none gets what the client registered, so that a first try needs no setting.
 */
export async function scopeIsAllowed({ params, client }: Addressed, { mode, targets }: Rules): Promise<Found> {
  const audience = await targets.resolve(params.all('resource'), { client })
  const otherwise = mode === 'dev' && !client.trusted ? scopesOf(client.scope) : []
  const scope = await targets.askedScope(withClaims(params, client), { client, audience, otherwise })
  if (scope.length > 0) return { scope: formatScope(scope) }
  throw refuse(
    'invalid_scope',
    'scope is required: name one, or an operator sets oauth.default_scope (PATCH /api/v1/admin/config).',
  )
}

/**
 * What the request names, and the scopes of the claims it asks for one by one: so the consent page shows them, and the
 * response says that they were granted.
 */
function withClaims(params: Form, client: Client): string | undefined {
  const scope = params.get('scope')
  if (scope === undefined || !scopesOf(scope).includes('openid')) return scope
  const more = scopesForClaims(readClaimsRequest(params), client.scope).filter((one) => !scopesOf(scope).includes(one))
  return [scope, ...more].join(' ')
}

/** OpenID Connect Core §5.5, §3.1.2.1: single claims, and how the person is to sign in. */
export function claimsAreReadable({ params }: Addressed): Found {
  const { idToken, subject, acr } = readClaimsRequest(params)
  if (subject === null) return { idTokenClaims: idToken, acr }
  if (params.has('id_token_hint'))
    throw refuse('invalid_request', 'Say whom it must be by id_token_hint or by sub in claims, not by both.')
  return { idTokenClaims: idToken, acr, hintedUserId: subject }
}

/**
 * RFC 7636 §4.3, OAuth 2.1 §7.5.1: always, and only S256. A client for which an operator waived it has a nonce in its ID
 * token instead, which it compares (RFC 9700 §2.1.1); whatever it sends of PKCE is held to the rules all the same.
 */
export function challengeIsS256({ params, client }: Addressed): Found {
  const codeChallenge = params.get('code_challenge')
  if (codeChallenge === undefined) {
    if (client.requirePkce) throw refuse('invalid_request', 'code_challenge is required (PKCE, RFC 7636).')
    if (params.get('nonce') !== undefined && scopesOf(params.get('scope') ?? '').includes('openid'))
      return { codeChallenge: null }
    throw refuse('invalid_request', 'This client may leave out code_challenge with a nonce and the scope openid only.')
  }
  if (params.get('code_challenge_method') !== 'S256')
    throw refuse('invalid_request', 'code_challenge_method is required and must be S256.')
  if (!isCodeChallenge(codeChallenge))
    throw refuse('invalid_request', 'code_challenge must be a SHA-256 in base64url: 43 characters.')
  return { codeChallenge }
}

/** RFC 8707 §2.1: absolute, without fragment, and one the client may ask for. None means the server itself. */
export async function resourcesAreAllowed({ params, client }: Addressed, { targets }: Rules): Promise<Found> {
  return { resource: await targets.resolve(params.all('resource'), { client }) }
}

/** OpenID Connect Core §3.1.2.1: known words, and `none` only alone. */
export function promptIsSensible({ params }: Addressed): Found {
  const prompt = (params.get('prompt') ?? '').split(' ').filter((word) => word !== '')
  if (!prompt.every((word): word is Prompt => (prompts as readonly string[]).includes(word)))
    throw refuse('invalid_request', `prompt must be made of ${prompts.join(', ')}.`)
  if (prompt.includes('none') && prompt.length > 1)
    throw refuse('invalid_request', 'prompt=none must not be combined with other prompts.')
  return { prompt }
}

/** OpenID Connect Core §3.1.2.1. */
export function maxAgeIsNumber({ params }: Addressed): Found {
  const maxAge = params.get('max_age')
  if (maxAge === undefined) return undefined
  if (!/^\d{1,9}$/.test(maxAge)) throw refuse('invalid_request', 'max_age must be a whole number of seconds.')
  return { maxAgeSeconds: Number(maxAge) }
}

/**
 * OpenID Connect Core §3.1.2.1: an ID token of ours for this client says whom it means. One whose key is gone proves
 * nothing any more; who wants no page shown then has to start over, everybody else is asked as without it.
 */
export async function hintIsOurs({ params, client }: Addressed, { idTokenHints }: Rules): Promise<Found> {
  const text = params.get('id_token_hint')
  if (text === undefined) return undefined
  const hint = await idTokenHints.read(text)
  if (hint?.clientId !== client.clientId)
    throw refuse('invalid_request', 'id_token_hint must be an ID token that this client got here.')
  if (hint.proven) return { hintedUserId: hint.subject }
  if (params.get('prompt') === 'none') throw refuse('login_required', 'id_token_hint can not be verified any more.')
  return undefined
}

/** RFC 9449 §10: the thumbprint of the key the code is to be redeemed with. */
export function keyIsThumbprint({ params }: Addressed): Found {
  const dpopJkt = params.get('dpop_jkt')
  if (dpopJkt === undefined) return undefined
  // A thumbprint has the form of a challenge: SHA-256 in base64url.
  if (!isCodeChallenge(dpopJkt))
    throw refuse('invalid_request', 'dpop_jkt must be an RFC 7638 thumbprint: 43 characters of base64url.')
  return { dpopJkt }
}
