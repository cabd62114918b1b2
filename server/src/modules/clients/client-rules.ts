import { Type } from 'typebox'
import type { Static } from 'typebox'
import { signingAlgorithms } from '#/protocol/oauth.ts'
import type { AssertionAlgorithm, SigningAlgorithm } from '#/protocol/oauth.ts'
import { given } from '#/platform/merge-patch.ts'

/** Sets of rules that a client is held to as a whole: the FAPI 2.0 Security Profile. */
export const securityProfiles = ['fapi2'] as const
export type SecurityProfile = (typeof securityProfiles)[number]

/** How a client is to speak the protocol, where an operator said something else than what holds for all. */
export interface ClientRules {
  /** Null: what the server is set to. */
  readonly refreshGraceSeconds: number | null
  /** What its ID tokens and logout tokens are signed with. */
  readonly idTokenAlg: SigningAlgorithm
  /** Whether its ID tokens carry the claims of the granted scopes. */
  readonly idTokenClaims: boolean
  /** The one algorithm of its assertions; null for each that its keys allow. A registration alone says it. */
  readonly assertionAlg: AssertionAlgorithm | null
  /** Whether its authorization requests come through `/oauth/par` alone (RFC 9126 §6). */
  readonly requirePushedRequests: boolean
  readonly securityProfile: SecurityProfile | null
}

/** The rules of a client of which nobody said anything. */
export const noRules: ClientRules = {
  refreshGraceSeconds: null,
  idTokenAlg: 'ES256',
  idTokenClaims: true,
  assertionAlg: null,
  requirePushedRequests: false,
  securityProfile: null,
}

/** What a profile settles, whatever else is said: so that it shows, and is checked where it is for every client. */
export const settledBy = (profile: SecurityProfile | null): { dpopBound?: true; requirePushedRequests?: true } =>
  profile === 'fapi2' ? { dpopBound: true, requirePushedRequests: true } : {}

const RefreshGrace = Type.Union([Type.Integer({ minimum: 0, maximum: 10 }), Type.Null()], {
  description:
    'For how long a rotated refresh token still yields its successor, to a client that lost the response; 0 turns it off, null takes what the server is set to.',
})

const IdTokenAlg = Type.Enum([...signingAlgorithms], {
  description: 'What ID tokens and logout tokens are signed with; ES256 when it is not said. Access tokens are ES256.',
})
const IdTokenClaims = Type.Boolean({
  description:
    'Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case. Default true.',
})

const RequirePushed = Type.Boolean({
  description: 'Whether its authorization requests must be pushed to `/oauth/par` (RFC 9126 §6).',
})
const Profile = Type.Union([Type.Enum([...securityProfiles]), Type.Null()], {
  description:
    'fapi2 holds the client to the FAPI 2.0 Security Profile: private_key_jwt with assertions for the issuer alone, pushed requests, DPoP, and a refresh token that is not rotated.',
})

/** The rules in what the admin API shows of a client. */
export const rulesMembers = {
  refresh_grace_seconds: RefreshGrace,
  id_token_signed_response_alg: IdTokenAlg,
  id_token_claims: IdTokenClaims,
  require_pushed_authorization_requests: RequirePushed,
  security_profile: Profile,
}

/** The rules in what makes or changes one. */
export const rulesInput = {
  refresh_grace_seconds: Type.Optional(RefreshGrace),
  id_token_signed_response_alg: Type.Optional(IdTokenAlg),
  id_token_claims: Type.Optional(IdTokenClaims),
  require_pushed_authorization_requests: Type.Optional(RequirePushed),
  security_profile: Type.Optional(Profile),
}

const RulesInput = Type.Object(rulesInput)

/** The rules that are given. */
export const rulesFrom = (input: Static<typeof RulesInput>): Partial<ClientRules> =>
  given<ClientRules>({
    refreshGraceSeconds: input.refresh_grace_seconds,
    idTokenAlg: input.id_token_signed_response_alg,
    idTokenClaims: input.id_token_claims,
    requirePushedRequests: input.require_pushed_authorization_requests,
    securityProfile: input.security_profile,
  })

/** The rules as the admin API shows them. */
export const rulesView = (client: ClientRules) => ({
  refresh_grace_seconds: client.refreshGraceSeconds,
  id_token_signed_response_alg: client.idTokenAlg,
  id_token_claims: client.idTokenClaims,
  require_pushed_authorization_requests: client.requirePushedRequests,
  security_profile: client.securityProfile,
})
