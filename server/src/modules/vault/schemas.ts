import { Type } from 'typebox'
import { vaultProviderKinds } from './provider.ts'
import { ProxyRulesSchema } from './proxy-rules.ts'
import { QuirksSchema } from './quirks.ts'
import { templateNames } from './templates.ts'

const Name = Type.String({
  pattern: '^[a-z][a-z0-9_-]{0,39}$',
  description:
    'Its name in addresses; that of the template when not given. It stays, because the provider knows the callback.',
})
const DisplayName = Type.String({ minLength: 1, maxLength: 60, description: 'What people read.' })
const Url = (description: string) => Type.String({ minLength: 1, maxLength: 2048, description })
const AuthUrl = Url('Where people allow us to act for them there.')
const TokenUrl = Url('Where codes and refresh tokens are sent.')
const IconUrl = Url('A picture for pages of yours; the hosted pages show none.')
const ClientId = Type.String({ minLength: 1, maxLength: 500, description: 'What the provider calls this server.' })
const ClientSecret = Type.String({ minLength: 1, maxLength: 4096, description: 'Stored encrypted and never shown.' })
const Scopes = Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$' }), {
  maxItems: 100,
  description: 'The most that a connection can have. People may connect with fewer.',
})
const ExtraAuthParams = Type.Record(
  Type.String({ pattern: '^[A-Za-z0-9_.-]{1,60}$' }),
  Type.String({ minLength: 1, maxLength: 500 }),
  { maxProperties: 20, description: 'What goes along with every authorization request.' },
)
const Kind = Type.Enum([...vaultProviderKinds], {
  description: '`oauth`, or `api_key` where people bring a key or a personal access token.',
})
const Template = Type.Enum(templateNames, { description: 'One of `GET /api/v1/vault/templates`.' })
const Proxy = Type.Union([ProxyRulesSchema, Type.Null()], {
  description: 'Which calls agents with the scope vault:use make through the vault; null for none.',
})
const Active = Type.Boolean({ description: 'Whether anybody connects or uses it.' })

const AllowedClients = Type.Union(
  [
    Type.Array(
      Type.Object({
        client_id: Type.String({ minLength: 1, maxLength: 200 }),
        scopes: Type.Optional(
          Type.Array(Type.String({ maxLength: 200 }), {
            maxItems: 100,
            description: 'The most it may use an account with; all when left out.',
          }),
        ),
      }),
      { maxItems: 200 },
    ),
    Type.Null(),
  ],
  {
    description:
      'The clients that people can let use their accounts there. Null for every client that has vault:read or vault:use.',
  },
)

export const CreateVaultProviderSchema = Type.Object({
  template: Type.Optional(Template),
  kind: Type.Optional(Kind),
  name: Type.Optional(Name),
  display_name: Type.Optional(DisplayName),
  auth_url: Type.Optional(AuthUrl),
  token_url: Type.Optional(TokenUrl),
  client_id: Type.Optional(ClientId),
  client_secret: Type.Optional(ClientSecret),
  scopes: Type.Optional(Scopes),
  icon_url: Type.Optional(IconUrl),
  active: Type.Optional(Active),
  extra_auth_params: Type.Optional(ExtraAuthParams),
  quirks: Type.Optional(QuirksSchema),
  allowed_clients: Type.Optional(AllowedClients),
  proxy: Type.Optional(Proxy),
})

export const UpdateVaultProviderSchema = Type.Object({
  display_name: Type.Optional(DisplayName),
  auth_url: Type.Optional(AuthUrl),
  token_url: Type.Optional(TokenUrl),
  client_id: Type.Optional(ClientId),
  client_secret: Type.Optional(ClientSecret),
  scopes: Type.Optional(Scopes),
  icon_url: Type.Optional(Type.Union([IconUrl, Type.Null()])),
  active: Type.Optional(Active),
  extra_auth_params: Type.Optional(ExtraAuthParams),
  quirks: Type.Optional(QuirksSchema),
  allowed_clients: Type.Optional(AllowedClients),
  proxy: Type.Optional(Proxy),
})

/** A provider as operators see it, without its secret. */
export const VaultProviderSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    kind: Kind,
    template: Type.Union([Type.String(), Type.Null()]),
    display_name: Type.String(),
    auth_url: Type.Union([Type.String(), Type.Null()]),
    token_url: Type.Union([Type.String(), Type.Null()]),
    client_id: Type.Union([Type.String(), Type.Null()]),
    has_secret: Type.Boolean(),
    scopes: Type.Array(Type.String()),
    icon_url: Type.Union([Type.String(), Type.Null()]),
    active: Type.Boolean(),
    extra_auth_params: Type.Record(Type.String(), Type.String()),
    quirks: QuirksSchema,
    allowed_clients: AllowedClients,
    proxy: Proxy,
    callback_url: Type.Union([Type.String(), Type.Null()], { description: 'Register this with the provider.' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'VaultProvider' },
)

/** A provider we know, before anybody has a client there. */
export const VaultTemplateSchema = Type.Object(
  {
    name: Type.String(),
    display_name: Type.String(),
    auth_url: Type.String(),
    token_url: Type.String(),
    default_scopes: Type.Array(Type.String()),
    extra_auth_params: Type.Record(Type.String(), Type.String()),
    quirks: QuirksSchema,
    proxy: Proxy,
  },
  { $id: 'VaultTemplate' },
)

export const VaultProviderParams = Type.Object({ id: Type.String() })

export const ConnectionParams = Type.Object({ id: Type.String() })
export const ConnectProviderParams = Type.Object({
  provider: Type.String({ maxLength: 60, description: 'The name of the provider.' }),
})

export const VaultGrantParams = Type.Object({ id: Type.String() })

export const ScopeList = Type.String({
  minLength: 1,
  maxLength: 4000,
  description: 'Scopes of the provider, with commas or spaces between.',
})

export const CreateConnectionSchema = Type.Object({
  provider: Type.String({ maxLength: 60, description: 'The name of a provider of the kind api_key.' }),
  api_key: Type.String({ pattern: '^[\\x21-\\x7e]{1,4096}$', description: 'Stored encrypted and never shown.' }),
  label: Type.Optional(
    Type.String({ minLength: 1, maxLength: 60, description: 'What you call it; one key is kept for each label.' }),
  ),
})

const connection = {
  id: Type.String(),
  provider_id: Type.String(),
  provider_name: Type.String(),
  provider_display_name: Type.String(),
  provider_icon_url: Type.Union([Type.String(), Type.Null()]),
  account: Type.Union([Type.String(), Type.Null()], { description: 'What the provider calls it.' }),
  label: Type.Union([Type.String(), Type.Null()], { description: 'What its person calls it.' }),
  scopes: Type.Array(Type.String()),
  needs_reauth: Type.Boolean({ description: 'Whether only the person can go on, by connecting it again.' }),
  expires_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When the access token ends; it is refreshed before that.',
  }),
  last_refreshed_at: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
}

/** A connected account as its person sees it. */
export const VaultConnectionSchema = Type.Object(connection, { $id: 'VaultConnection' })

/** The same as operators see it. */
export const UserVaultConnectionSchema = Type.Object(
  { ...connection, user_id: Type.String() },
  { $id: 'UserVaultConnection' },
)

const grant = {
  id: Type.String(),
  client_id: Type.String(),
  client_name: Type.Union([Type.String(), Type.Null()], { description: 'Null when the client was deleted.' }),
  connection_id: Type.String(),
  provider_id: Type.String(),
  provider_name: Type.String(),
  provider_display_name: Type.String(),
  account: Type.Union([Type.String(), Type.Null()], { description: 'What the provider calls it.' }),
  label: Type.Union([Type.String(), Type.Null()], { description: 'What its person calls it.' }),
  scopes: Type.Array(Type.String(), { description: 'What it may be used with; the account may carry more.' }),
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
}

/** What a client may use, as the person sees it. */
export const VaultGrantSchema = Type.Object(grant, { $id: 'VaultGrant' })

/** The same as operators see it. */
export const UserVaultGrantSchema = Type.Object({ ...grant, user_id: Type.String() }, { $id: 'UserVaultGrant' })

export const CreateVaultGrantSchema = Type.Object({
  client_id: Type.String({ minLength: 1, maxLength: 200, description: 'A client that acts for you.' }),
  connection_id: Type.String({ maxLength: 80, description: 'An account that you connected.' }),
  scopes: Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: 100,
      description: 'Of those that the account carries; all that the operator allows the client when left out.',
    }),
  ),
})

export const VaultTokenSchema = Type.Object(
  {
    access_token: Type.String({ description: 'Of the provider, or the key the person brought.' }),
    token_type: Type.Enum(['Bearer', 'api_key']),
    expires_at: Type.Union([Type.String(), Type.Null()]),
    scopes: Type.Array(Type.String()),
    connection_id: Type.String(),
  },
  { $id: 'VaultToken' },
)
