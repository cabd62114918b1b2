import type { AuthMethod, GrantType } from '#/protocol/oauth.ts'
import { TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import type { ClientRules } from './client-rules.ts'
import type { ClientKeys, ClientMetadata } from './client.ts'
import { jwksProblem } from './jwks.ts'
import { MAX_REDIRECT_URIS, validateRedirectUri } from './redirect-uri.ts'
import { parseScope } from './scope.ts'
import { nameProblem, textProblem, webAddressProblem } from './texts.ts'

/** What a client is to be, as a registration or an operator describes it; whole, with every default filled in. */
export interface ClientDraft extends ClientRules {
  readonly clientName: string
  readonly description: string | null
  readonly authMethod: AuthMethod
  readonly grantTypes: GrantType[]
  readonly redirectUris: string[]
  /** Space-separated; empty for none. */
  readonly scope: string
  readonly audiences: string[]
  readonly jwks: ClientKeys | null
  readonly jwksUri: string | null
  readonly metadata: ClientMetadata
  readonly dpopBound: boolean
  readonly accessTokenTtlSeconds: number | null
  readonly postLogoutRedirectUris: string[]
  readonly backchannelLogoutUri: string | null
  readonly backchannelLogoutSessionRequired: boolean
}

/** One thing that is wrong with a draft: the wire name of the member and what it must be. */
export interface DraftProblem {
  readonly member: string
  readonly message: string
  /** RFC 7591 §3.2.2 keeps a code of its own for redirect URIs that are there but bad. */
  readonly badRedirectUri?: true
}

type Check = (draft: ClientDraft) => DraftProblem[]

/** Everything that is wrong with a draft: the same rules for a client that registers and one that an operator makes. */
export const checkDraft = (draft: ClientDraft): DraftProblem[] => checks.flatMap((check) => check(draft))

const checks: readonly Check[] = [names, grants, redirectUris, scope, keys, addresses, audiences, logout, profile]

const wrong = (member: string, message: string | undefined): DraftProblem[] =>
  message === undefined ? [] : [{ member, message }]

function names(draft: ClientDraft): DraftProblem[] {
  const { description, metadata } = draft
  return [
    ...wrong('client_name', nameProblem(draft.clientName)),
    ...wrong('description', description === null ? undefined : textProblem(description, 1000)),
    ...(metadata.contacts ?? []).flatMap((contact) => wrong('contacts', textProblem(contact, 320))),
    ...wrong('contacts', (metadata.contacts ?? []).length > 10 ? 'must not have more than 10 entries' : undefined),
    ...wrong('software_id', textProblem(metadata.software_id ?? '', 255)),
    ...wrong('software_version', textProblem(metadata.software_version ?? '', 255)),
  ]
}

function grants(draft: ClientDraft): DraftProblem[] {
  const problems = wrong('grant_types', draft.grantTypes.length === 0 ? 'must name at least one grant type' : undefined)
  if (draft.authMethod !== 'none') return problems
  // RFC 6749 §4.4: only confidential clients; a public one can't prove that it is the actor either (RFC 8693 §2.1).
  const confidential = draft.grantTypes.find((type) => type === 'client_credentials' || type === TOKEN_EXCHANGE)
  return confidential
    ? [...problems, ...wrong('grant_types', `${confidential} needs a client that authenticates, not the method none`)]
    : problems
}

function redirectUris(draft: ClientDraft): DraftProblem[] {
  const uris = draft.redirectUris
  if (uris.length === 0 && draft.grantTypes.includes('authorization_code'))
    return wrong('redirect_uris', 'is required for the grant type authorization_code')
  if (uris.length > MAX_REDIRECT_URIS)
    return [{ member: 'redirect_uris', message: `must not have more than ${MAX_REDIRECT_URIS}`, badRedirectUri: true }]
  return uris.flatMap((uri, index) => {
    const message = validateRedirectUri(uri)
    return message === undefined ? [] : [{ member: `redirect_uris/${index}`, message, badRedirectUri: true as const }]
  })
}

function scope(draft: ClientDraft): DraftProblem[] {
  const valid = draft.scope === '' || parseScope(draft.scope) !== undefined
  return wrong('scope', valid ? undefined : 'must be scopes of printable characters with one space between them')
}

function keys(draft: ClientDraft): DraftProblem[] {
  const { jwks, jwksUri } = draft
  // RFC 7591 §2: never both.
  if (jwks !== null && jwksUri !== null) return wrong('jwks', 'must not come together with jwks_uri')
  if (jwksUri !== null) return wrong('jwks_uri', webAddressProblem(jwksUri))
  if (jwks === null) {
    const needed = draft.authMethod === 'private_key_jwt'
    return wrong('jwks', needed ? 'is required for private_key_jwt, or jwks_uri' : undefined)
  }
  return wrong('jwks', jwksProblem(jwks))
}

function addresses(draft: ClientDraft): DraftProblem[] {
  const members = ['client_uri', 'logo_uri', 'tos_uri', 'policy_uri'] as const
  return members.flatMap((member) => {
    const address = draft.metadata[member]
    return wrong(member, address === undefined ? undefined : webAddressProblem(address))
  })
}

function logout(draft: ClientDraft): DraftProblem[] {
  const uris = draft.postLogoutRedirectUris
  if (uris.length > MAX_REDIRECT_URIS)
    return wrong('post_logout_redirect_uris', `must not have more than ${MAX_REDIRECT_URIS}`)
  return [
    ...uris.flatMap((uri, index) => wrong(`post_logout_redirect_uris/${index}`, validateRedirectUri(uri))),
    ...wrong('backchannel_logout_uri', logoutAddressProblem(draft.backchannelLogoutUri)),
  ]
}

/** FAPI 2.0 Security Profile §5.3.2, §5.4: no shared secrets, no plain http, no PKCS #1 signatures. What else it wants follows by itself. */
function profile(draft: ClientDraft): DraftProblem[] {
  if (draft.securityProfile === null) return []
  const byKey = draft.authMethod === 'private_key_jwt'
  const isWeb = (uri: string): boolean => uri.startsWith('https://')
  return [
    ...wrong('security_profile', byKey ? undefined : 'needs the token_endpoint_auth_method private_key_jwt'),
    ...draft.redirectUris.flatMap((uri, i) =>
      wrong(`redirect_uris/${i}`, isWeb(uri) ? undefined : 'must use https for the security profile'),
    ),
    ...wrong(
      'id_token_signed_response_alg',
      draft.idTokenAlg === 'RS256' ? 'must not be RS256 for the security profile' : undefined,
    ),
  ]
}

/** OpenID Connect Back-Channel Logout §2.2: on the web, without fragment; without TLS on this machine only. */
function logoutAddressProblem(address: string | null): string | undefined {
  if (address === null) return undefined
  return /^https?:/i.test(address) ? validateRedirectUri(address) : 'must be an https URL'
}

function audiences(draft: ClientDraft): DraftProblem[] {
  if (draft.audiences.length > 100) return wrong('audiences', 'must not have more than 100 entries')
  return draft.audiences.flatMap((audience, index) => wrong(`audiences/${index}`, audienceProblem(audience)))
}

/** What is wrong with a resource indicator (RFC 8707 §2): an absolute URI without fragment. */
export function audienceProblem(audience: string): string | undefined {
  if (audience.length > 2048 || !/^[\x21-\x7e]+$/.test(audience))
    return 'must be visible ASCII, at most 2048 characters'
  if (audience.includes('#')) return 'must not have a fragment'
  return /^[a-z][a-z0-9+.-]*:/i.test(audience) && URL.canParse(audience) ? undefined : 'must be an absolute URI'
}
