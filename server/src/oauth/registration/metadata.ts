import { checkDraft, isReservedScope, normalScope, noRules, scopesOf } from '#/modules/clients/index.ts'
import type { DraftProblem, ClientDraft, ClientKeys, ClientMetadata } from '#/modules/clients/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { assertionAlgorithms, authMethods, grantTypes, signingAlgorithms } from '#/protocol/oauth.ts'
import { invalidMetadata, Members } from './metadata-reader.ts'
import { refuseUnsupported } from './unsupported.ts'

/**
 * Client metadata (RFC 7591 §2) as a checked draft, with every default filled in. A client that names no scope gets
 * `defaultScopes`. Throws what registration answers.
 */
export function readMetadata(body: Readonly<Record<string, unknown>>, defaultScopes: readonly string[]): ClientDraft {
  const members = new Members(body)
  const draft: ClientDraft = {
    clientName: (members.text('client_name') ?? 'Unnamed client').trim(),
    description: null,
    authMethod: members.oneOf('token_endpoint_auth_method', authMethods) ?? 'client_secret_basic',
    grantTypes: members.someOf('grant_types', grantTypes) ?? ['authorization_code'],
    redirectUris: members.texts('redirect_uris') ?? [],
    scope: normalScope(members.text('scope') ?? defaultScopes.join(' ')),
    audiences: [],
    jwks: (members.object('jwks') ?? null) as ClientKeys | null,
    jwksUri: members.text('jwks_uri') ?? null,
    metadata: readDescription(members),
    dpopBound: members.flag('dpop_bound_access_tokens') ?? false, // RFC 9449 §5.2
    accessTokenTtlSeconds: null,
    postLogoutRedirectUris: members.texts('post_logout_redirect_uris') ?? [],
    backchannelLogoutUri: members.text('backchannel_logout_uri') ?? null,
    backchannelLogoutSessionRequired: members.flag('backchannel_logout_session_required') ?? false,
    ...noRules,
    idTokenAlg: members.oneOf('id_token_signed_response_alg', signingAlgorithms) ?? 'ES256',
    idTokenClaims: members.flag('id_token_claims') ?? true,
    requirePushedRequests: members.flag('require_pushed_authorization_requests') ?? false,
    assertionAlg: members.oneOf('token_endpoint_auth_signing_alg', assertionAlgorithms) ?? null,
  }
  refuseUnsupported(members)
  members.someOf('response_types', ['code'])
  refuseProblems(checkDraft(draft))
  refuseReservedScopes(draft)
  return draft
}

function readDescription(members: Members): ClientMetadata {
  const description = {
    client_uri: members.text('client_uri'),
    logo_uri: members.text('logo_uri'),
    tos_uri: members.text('tos_uri'),
    policy_uri: members.text('policy_uri'),
    contacts: members.texts('contacts'),
    software_id: members.text('software_id'),
    software_version: members.text('software_version'),
    application_type: members.oneOf('application_type', ['web', 'native']),
  }
  const given = Object.entries(description).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as ClientMetadata
}

/** Throws the first of some problems in the words of RFC 7591 §3.2.2. */
export function refuseProblems([problem]: readonly DraftProblem[]): void {
  if (!problem) return
  const code = problem.badRedirectUri ? 'invalid_redirect_uri' : 'invalid_client_metadata'
  throw new OAuthError(code, `${problem.member} ${problem.message}.`)
}

function refuseReservedScopes({ scope }: ClientDraft): void {
  const reserved = scopesOf(scope).filter(isReservedScope)
  if (reserved.length > 0)
    throw invalidMetadata('scope', `must not hold scopes that only operators give: ${reserved.join(' ')}`)
}
