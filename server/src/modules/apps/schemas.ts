import { Type } from 'typebox'
import { appTypes, rulesInput, rulesMembers } from '#/modules/clients/index.ts'
import { ListQuery } from '#/platform/paging/paging.ts'
import { authMethods, grantTypes } from '#/protocol/oauth.ts'
import { linkInput, linkMembers } from './app-links.ts'
import { MAX_NOTES } from './metadata-notes.ts'

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const AppTypeWord = Type.Enum([...appTypes], {
  description:
    'Where it runs: web (a server of yours), spa (a browser), native (a device), machine (no person signs in). Fixed.',
})
const Name = Type.String({ minLength: 1, maxLength: 200, description: 'What people read, as on the consent page.' })
const Description = Type.String({ maxLength: 2000 })
const GrantTypes = Type.Array(Type.Enum([...grantTypes]), {
  minItems: 1,
  maxItems: 5,
  description: 'By default what fits the type.',
})
const Uris = (description: string) => Type.Array(Type.String(), { maxItems: 20, description })
const RedirectUris = Uris('Where people come back to with a code. https, or http on loopback; native: RFC 8252 §7.')
const PostLogoutRedirectUris = Uris('Where people may be sent after signing out (RP-Initiated Logout §3.1).')
const AllowedOrigins = Uris(
  'Origins whose scripts may send requests as this application; an empty list allows no browser. Default for spa: the origins of its redirect URIs.',
)
const BackchannelLogoutUri = Type.String({
  maxLength: 2048,
  description: 'The https URL that gets a logout token when a session ends (Back-Channel Logout §2.2).',
})
const FirstParty = Type.Boolean({
  description:
    'It is your own: people are not asked for consent. Only an owner, or a key with the scope *, sets this or changes such an application.',
})
const RequirePkce = Type.Boolean({
  description:
    'false lets its authorization requests come without PKCE, if they carry a nonce and the scope openid instead. Only for one that has a secret or key and can’t; only an owner, or a key with the scope *, waives it.',
})
const Scope = Type.String({ maxLength: 4096, description: 'Space-separated; the most it can ask for.' })
const Audiences = Type.Array(Type.String(), {
  maxItems: 100,
  description: 'Resources it may ask tokens for, beside those open to every client (RFC 8707).',
})
const Jwks = Type.Object(
  { keys: Type.Array(Type.Record(Type.String(), Type.Unknown()), { minItems: 1, maxItems: 10 }) },
  { additionalProperties: true, description: 'Public keys for private_key_jwt (RFC 7517).' },
)
const JwksUri = Type.String({ maxLength: 2048, description: 'The https URL of the keys, instead of jwks.' })
const AccessTtl = Type.Integer({ minimum: 60, description: 'At most twice the lifetime that the server is set to.' })
const RefreshTtl = Type.Integer({
  minimum: 300,
  description: 'How long a sign-in lasts without a new one. At most twice what the server is set to; spa: a day.',
})
const Note = Type.String({ maxLength: 255 })
const NoteName = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,40}$' })
const notes = {
  maxProperties: MAX_NOTES,
  additionalProperties: false,
  description: 'Up to ten notes of yours, each a short text.',
}

/** An application as the admin API shows it. */
export const AppSchema = Type.Object(
  {
    id: Type.String(),
    client_id: Type.String(),
    name: Type.String(),
    description: orNull(Type.String()),
    type: AppTypeWord,
    first_party: FirstParty,
    require_pkce: RequirePkce,
    active: Type.Boolean(),
    token_endpoint_auth_method: Type.Enum([...authMethods]),
    grant_types: Type.Array(Type.Enum([...grantTypes])),
    redirect_uris: RedirectUris,
    post_logout_redirect_uris: PostLogoutRedirectUris,
    backchannel_logout_uri: orNull(Type.String()),
    backchannel_logout_session_required: Type.Boolean(),
    allowed_origins: AllowedOrigins,
    scope: Scope,
    audiences: Type.Array(Type.String()),
    access_token_ttl_seconds: orNull(Type.Integer()),
    refresh_token_ttl_seconds: orNull(Type.Integer()),
    dpop_bound: Type.Boolean(),
    jwks: orNull(Jwks),
    jwks_uri: orNull(Type.String()),
    metadata: Type.Record(NoteName, Note, notes),
    old_secret_until: Type.Union([Type.String(), Type.Null()], {
      description: 'Until when the secret before the last rotation works.',
    }),
    ...rulesMembers,
    ...linkMembers,
    created_by: Type.String(),
    created_at: Type.String(),
    updated_at: Type.String(),
    last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'To the hour.' }),
  },
  { $id: 'App' },
)

/** The one answer that carries the secret. */
export const NewAppSchema = Type.Object({
  ...AppSchema.properties,
  client_secret: Type.Optional(Type.String({ description: 'Shown this once; absent for those without a secret.' })),
})

export const CreateAppSchema = Type.Object({
  name: Name,
  type: AppTypeWord,
  description: Type.Optional(Description),
  first_party: Type.Optional(FirstParty),
  require_pkce: Type.Optional(RequirePkce),
  token_endpoint_auth_method: Type.Optional(Type.Enum([...authMethods])),
  grant_types: Type.Optional(GrantTypes),
  redirect_uris: Type.Optional(RedirectUris),
  post_logout_redirect_uris: Type.Optional(PostLogoutRedirectUris),
  backchannel_logout_uri: Type.Optional(BackchannelLogoutUri),
  backchannel_logout_session_required: Type.Optional(Type.Boolean()),
  allowed_origins: Type.Optional(AllowedOrigins),
  scope: Type.Optional(Scope),
  audiences: Type.Optional(Audiences),
  access_token_ttl_seconds: Type.Optional(AccessTtl),
  refresh_token_ttl_seconds: Type.Optional(RefreshTtl),
  dpop_bound: Type.Optional(Type.Boolean({ description: 'Refuse to issue tokens without a DPoP proof (RFC 9449).' })),
  jwks: Type.Optional(Jwks),
  jwks_uri: Type.Optional(JwksUri),
  metadata: Type.Optional(Type.Record(NoteName, Note, notes)),
  ...rulesInput,
  ...linkInput,
})

export const UpdateAppSchema = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(orNull(Description)),
  first_party: Type.Optional(FirstParty),
  require_pkce: Type.Optional(RequirePkce),
  active: Type.Optional(Type.Boolean({ description: 'false ends its tokens, codes and consents.' })),
  grant_types: Type.Optional(GrantTypes),
  redirect_uris: Type.Optional(RedirectUris),
  post_logout_redirect_uris: Type.Optional(PostLogoutRedirectUris),
  backchannel_logout_uri: Type.Optional(orNull(BackchannelLogoutUri)),
  backchannel_logout_session_required: Type.Optional(Type.Boolean()),
  allowed_origins: Type.Optional(AllowedOrigins),
  scope: Type.Optional(Scope),
  audiences: Type.Optional(Audiences),
  access_token_ttl_seconds: Type.Optional(orNull(AccessTtl)),
  refresh_token_ttl_seconds: Type.Optional(orNull(RefreshTtl)),
  dpop_bound: Type.Optional(Type.Boolean()),
  jwks: Type.Optional(orNull(Jwks)),
  jwks_uri: Type.Optional(orNull(JwksUri)),
  metadata: Type.Optional(
    orNull(
      Type.Record(NoteName, orNull(Note), { ...notes, description: 'Merged; null removes a note, or all of them.' }),
    ),
  ),
  ...rulesInput,
  ...linkInput,
})

export const AppParams = Type.Object({
  id: Type.String({ description: 'The id or the client_id of the application.' }),
})

export const AppQuery = Type.Object({
  ...ListQuery.properties,
  type: Type.Optional(Type.Enum([...appTypes])),
  active: Type.Optional(Type.Boolean()),
  search: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'How the name or the client_id begins, whatever the case, or the id, as it is spelled.',
    }),
  ),
})

export const RotatedAppSecretSchema = Type.Object({
  client_id: Type.String(),
  client_secret: Type.String(),
  old_secret_until: orNull(Type.String()),
})
