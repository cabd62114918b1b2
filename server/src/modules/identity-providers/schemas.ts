import { Type } from 'typebox'
import { providerKinds } from './provider-kinds.ts'

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const Kind = Type.Enum([...providerKinds], { description: '`oidc` is any OpenID Connect issuer.' })
const Name = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,39}$',
  description: 'Its name in addresses; the kind when not given. It stays, because the provider knows the callback.',
})
const DisplayName = Type.String({ minLength: 1, maxLength: 60, description: 'What the button says.' })
const ClientId = Type.String({ minLength: 1, maxLength: 500 })
const ClientSecret = Type.String({
  minLength: 1,
  maxLength: 4096,
  description: 'Stored encrypted and never shown. For Apple the private key, in PEM, that signs client secrets.',
})
const Issuer = Type.String({ maxLength: 2048, description: 'For `oidc`, and for `gitlab` on a host of your own.' })
const Scopes = Type.String({
  pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
  maxLength: 1000,
})
const options = {
  tenant: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.-]{1,253}$',
      description: 'Microsoft: the tenant; `common` when not given.',
    }),
  ),
  team_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,40}$', description: 'Apple.' })),
  key_id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9]{1,40}$', description: 'Apple.' })),
  token_endpoint_auth_method: Type.Optional(
    Type.Enum(['client_secret_basic', 'client_secret_post'], {
      description: '`oidc`: how the client authenticates; by default, as the metadata of the provider says.',
    }),
  ),
}

export const CreateProviderSchema = Type.Object({
  kind: Kind,
  name: Type.Optional(Name),
  display_name: Type.Optional(DisplayName),
  issuer: Type.Optional(Issuer),
  client_id: ClientId,
  client_secret: Type.Optional(ClientSecret),
  scopes: Type.Optional(Scopes),
  enabled: Type.Optional(Type.Boolean()),
  ...options,
})

export const UpdateProviderSchema = Type.Object({
  display_name: Type.Optional(DisplayName),
  client_id: Type.Optional(ClientId),
  client_secret: Type.Optional(ClientSecret),
  scopes: Type.Optional(orNull(Scopes)),
  enabled: Type.Optional(Type.Boolean()),
  ...options,
})

/** A provider as the admin API shows it, without its secret. */
export const ProviderSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Kind,
    display_name: Type.String(),
    issuer: Type.String(),
    client_id: Type.String(),
    has_secret: Type.Boolean(),
    scopes: Type.String(),
    enabled: Type.Boolean(),
    tenant: Type.Optional(Type.String()),
    team_id: Type.Optional(Type.String()),
    key_id: Type.Optional(Type.String()),
    token_endpoint_auth_method: Type.Optional(Type.String()),
    callback_url: Type.String({ description: 'Register this with the provider.' }),
    created_at: Type.String(),
    updated_at: Type.String(),
  },
  { $id: 'OAuthProvider' },
)

export const ProviderParams = Type.Object({ id: Type.String() })

/** A provider as everybody sees it. */
export const PublicProviderSchema = Type.Object({
  name: Type.String(),
  kind: Kind,
  display_name: Type.String(),
  start_url: Type.String({ description: 'Send the browser there to sign in.' }),
})

/** An account at a provider, as its user and operators see it. */
export const OAuthAccountSchema = Type.Object(
  {
    id: Type.String(),
    provider: Type.String(),
    display_name: Type.String({ description: 'Of the provider.' }),
    subject: Type.String({ description: 'Who the user is to the provider.' }),
    email: orNull(Type.String()),
    name: orNull(Type.String()),
    created_at: Type.String(),
    last_used_at: Type.String(),
  },
  { $id: 'OAuthAccount' },
)

export const OwnAccountParams = Type.Object({ oauthId: Type.String() })
export const AccountParams = Type.Object({ id: Type.String(), oauthId: Type.String() })
