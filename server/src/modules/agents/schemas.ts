import { Type } from 'typebox'
import { rulesInput, rulesMembers } from '#/modules/clients/index.ts'
import { CountsSchema, DryRunQuery } from '#/modules/lifecycle/index.ts'
import { RevocationCountsSchema } from '#/modules/tokens/index.ts'
import { authMethods, grantTypes } from '#/protocol/oauth.ts'

const words = <const W extends string[]>(values: readonly [...W]) => Type.Enum([...values])
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'What people read, such as on the consent page.',
})
const Description = Type.String({ maxLength: 2000 })
const GrantTypes = Type.Array(words(grantTypes), { minItems: 1, maxItems: 20 })
const Scope = Type.String({ maxLength: 4096, description: 'Space-separated scopes; the most this agent can ask for.' })
const RedirectUris = Type.Array(Type.String(), { maxItems: 20, description: 'Required for authorization_code.' })
const Audiences = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'Resources the agent may ask tokens for, beside those open to every client (RFC 8707).',
})
const Jwks = Type.Object(
  { keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 10 }) },
  { additionalProperties: true, description: 'Public keys for private_key_jwt (RFC 7517).' },
)
const JwksUri = Type.String({
  maxLength: 2048,
  description: 'The https URL of the keys, instead of jwks; fetched when the agent authenticates.',
})
const PostLogoutRedirectUris = Type.Array(Type.String(), {
  maxItems: 20,
  description: 'Where people may be sent after signing out (OpenID Connect RP-Initiated Logout §3.1).',
})
const BackchannelLogoutUri = Type.String({
  maxLength: 2048,
  description: 'The https URL that gets a logout token when a session ends (OpenID Connect Back-Channel Logout §2.2).',
})
const Ttl = Type.Integer({ minimum: 60, description: 'At most twice the lifetime that the server is set to.' })

/** An agent as the admin API shows it. */
export const AgentSchema = Type.Object(
  {
    id: Type.String(),
    client_id: Type.String(),
    client_name: Type.String(),
    description: orNull(Type.String()),
    token_endpoint_auth_method: words(authMethods),
    grant_types: Type.Array(words(grantTypes)),
    redirect_uris: Type.Array(Type.String()),
    scope: Type.String(),
    audiences: Type.Array(Type.String()),
    jwks: orNull(Jwks),
    jwks_uri: orNull(Type.String()),
    post_logout_redirect_uris: Type.Array(Type.String()),
    backchannel_logout_uri: orNull(Type.String()),
    backchannel_logout_session_required: Type.Boolean(),
    active: Type.Boolean(),
    dpop_bound: Type.Boolean(),
    dpop_jkt: Type.Union([Type.String(), Type.Null()], {
      description: 'Thumbprint of the one key its proofs may use.',
    }),
    access_token_ttl_seconds: orNull(Type.Integer()),
    ...rulesMembers,
    created_by: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'To the hour.' }),
  },
  { $id: 'Agent' },
)

/** The one answer that carries the secret. */
export const NewAgentSchema = Type.Object({
  ...AgentSchema.properties,
  client_secret: Type.Optional(Type.String({ description: 'Shown this once; absent for agents without a secret.' })),
})

export const CreateAgentSchema = Type.Object({
  client_name: Name,
  description: Type.Optional(Description),
  client_id: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9._~-]{3,100}$', description: 'Your own name for it in the protocol.' }),
  ),
  token_endpoint_auth_method: Type.Optional(words(authMethods)),
  grant_types: Type.Optional(GrantTypes),
  redirect_uris: Type.Optional(RedirectUris),
  scope: Type.Optional(Scope),
  audiences: Type.Optional(Audiences),
  jwks: Type.Optional(Jwks),
  jwks_uri: Type.Optional(JwksUri),
  post_logout_redirect_uris: Type.Optional(PostLogoutRedirectUris),
  backchannel_logout_uri: Type.Optional(BackchannelLogoutUri),
  backchannel_logout_session_required: Type.Optional(Type.Boolean()),
  dpop_bound: Type.Optional(
    Type.Boolean({ description: 'Refuse to issue tokens without a DPoP proof (RFC 9449 §5.2).' }),
  ),
  access_token_ttl_seconds: Type.Optional(Ttl),
  ...rulesInput,
})

export const UpdateAgentSchema = Type.Object({
  client_name: Type.Optional(Name),
  description: Type.Optional(orNull(Description)),
  grant_types: Type.Optional(GrantTypes),
  redirect_uris: Type.Optional(RedirectUris),
  scope: Type.Optional(Scope),
  audiences: Type.Optional(Audiences),
  jwks: Type.Optional(orNull(Jwks)),
  jwks_uri: Type.Optional(orNull(JwksUri)),
  post_logout_redirect_uris: Type.Optional(PostLogoutRedirectUris),
  backchannel_logout_uri: Type.Optional(orNull(BackchannelLogoutUri)),
  backchannel_logout_session_required: Type.Optional(Type.Boolean()),
  active: Type.Optional(Type.Boolean({ description: 'false ends the tokens, codes and consents of the agent.' })),
  dpop_bound: Type.Optional(Type.Boolean()),
  access_token_ttl_seconds: Type.Optional(orNull(Ttl)),
  ...rulesInput,
})

export const EndAgentQuery = Type.Object({
  ...DryRunQuery.properties,
  purge: Type.Optional(Type.Boolean({ description: 'Remove a deactivated agent for good.' })),
})

export const AgentParams = Type.Object({ id: Type.String({ description: 'The id or the client_id of the agent.' }) })

export const ActorParams = Type.Object({
  id: Type.String({ description: 'The id or the client_id of the agent, or of a client that registered itself.' }),
})

export const RotatedSecretSchema = Type.Object({ client_id: Type.String(), client_secret: Type.String() })

export const RotateDpopKeySchema = Type.Object({
  public_jwk: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'The new key: EC P-256, RSA or Ed25519.' }),
  ),
  jkt: Type.Optional(
    Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', description: 'Or only its thumbprint (RFC 7638).' }),
  ),
  reason: Type.Optional(Type.String({ maxLength: 500, description: 'Kept in the audit log.' })),
  dry_run: Type.Optional(Type.Boolean()),
})

export const RotatedDpopKeySchema = Type.Object({
  old_jkt: orNull(Type.String()),
  new_jkt: orNull(Type.String()),
  revoked_token_count: Type.Integer({ description: '0 in a dry run.' }),
  audit_event_id: orNull(Type.String()),
  dry_run: Type.Boolean(),
  tokens: RevocationCountsSchema,
  counts: CountsSchema,
})

/** A policy as the admin API shows it. */
export const PolicySchema = Type.Object(
  {
    id: Type.String(),
    agent_id: Type.String(),
    subject: Type.String({ description: 'A user id, an agent id, or * for anyone.' }),
    scope: Type.String({ description: '*: no limit beyond those of the subject token and the agent.' }),
    audience: Type.Array(Type.String(), { description: 'Empty: nothing beyond the audience of the subject token.' }),
    max_depth: Type.Integer({ description: 'How many hops from the subject the agent may stand.' }),
    may_redelegate: Type.Boolean({ description: 'Whether another agent may act on from its tokens.' }),
    expires_at: orNull(Type.String()),
    created_by: Type.String(),
    created_at: Type.String(),
  },
  { $id: 'Policy' },
)

export const CreatePolicySchema = Type.Object({
  subject: Type.String({ minLength: 1, maxLength: 100 }),
  scope: Type.String({
    minLength: 1,
    maxLength: 4096,
    description: 'What the agent may do at most; * sets no limit beyond those of the subject token and the agent.',
  }),
  audience: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 100,
      description: 'Where its tokens may go; without it, never beyond the audience of the subject token.',
    }),
  ),
  max_depth: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, default: 1 })),
  may_redelegate: Type.Optional(Type.Boolean({ default: false })),
  expires_at: Type.Optional(orNull(Type.String({ format: 'date-time' }))),
})

export const PolicyParams = Type.Object({ ...ActorParams.properties, policyId: Type.String() })
