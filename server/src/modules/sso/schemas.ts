import { Type } from 'typebox'
import { ListQuery } from '#/platform/paging/paging.ts'
import { mappableSystemRoles, ssoTypes } from './connection.ts'

const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()])

const SsoType = Type.Enum([...ssoTypes], { description: 'The protocol. It stays.' })
const Name = Type.String({ minLength: 1, maxLength: 80, description: 'What people read: usually that of the company.' })
const Enabled = Type.Boolean({ description: 'Whether anybody signs in through it.' })
const OrganizationRole = Type.String({ minLength: 1, maxLength: 60 })
const Required = Type.Boolean({
  description:
    'Whether people with an address of its verified domains sign in through it and in no other way. Owners of the server can always sign in otherwise.',
})
const CreatesUsers = Type.Boolean({
  description:
    'Whether somebody who is new, with an address of a verified domain, becomes a user. When not, operators or SCIM make them first.',
})
const AttributeName = Type.String({ minLength: 1, maxLength: 300 })
const Attributes = Type.Object(
  {
    subject: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          'For SAML: what tells people apart for good; the NameID when not given. By OpenID Connect it is `sub`.',
      }),
    ),
    email: Type.Optional(AttributeName),
    name: Type.Optional(AttributeName),
    groups: Type.Optional(AttributeName),
  },
  { description: 'The names of claims or attributes that differ from the usual ones.' },
)
const GroupRoleSchema = Type.Object({
  group: Type.String({ minLength: 1, maxLength: 300, description: 'As the identity provider names it.' }),
  role_ids: Type.Optional(Type.Array(Type.String({ maxLength: 80 }), { maxItems: 20 })),
  organization_role: Type.Optional(OrganizationRole),
  system_role: Type.Optional(
    Type.Enum([...mappableSystemRoles], {
      description: 'Makes the people of the group run this server. Only owners may say so.',
    }),
  ),
})
const GroupRoles = Type.Array(GroupRoleSchema, {
  maxItems: 100,
  description: 'What groups there come to here, at every sign-in. What a group no longer gives is taken away again.',
})
const Url = (description: string) => Type.String({ minLength: 1, maxLength: 2048, description })
const Scopes = Type.String({
  pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]+( [\\x21\\x23-\\x5b\\x5d-\\x7e]+)*$',
  maxLength: 1000,
  description: '`openid email profile` when not given.',
})
const AuthMethod = Type.Enum(['client_secret_basic', 'client_secret_post'], {
  description: 'How we authenticate there; by default as the metadata of the provider says.',
})
const oidc = {
  issuer: Url('The issuer; its discovery document is read below it.'),
  client_id: Type.String({ minLength: 1, maxLength: 500, description: 'What the provider calls this server.' }),
}
const OidcInput = Type.Object({
  ...oidc,
  client_secret: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'Stored encrypted and never shown. A PUT without it keeps the one there is.',
    }),
  ),
  scopes: Type.Optional(Scopes),
  token_endpoint_auth_method: Type.Optional(AuthMethod),
})
const Certificate = Type.String({ minLength: 1, maxLength: 20_000, description: 'An X.509 certificate, in PEM.' })
const MAX_METADATA_CHARACTERS = 512 * 1024
const saml = {
  entity_id: Type.String({ minLength: 1, maxLength: 1024, description: 'The entity id of the identity provider.' }),
  sso_url: Url('Where people are sent to sign in.'),
  certificates: Type.Array(Certificate, {
    minItems: 1,
    maxItems: 2,
    description: 'What may have signed an assertion: two while one takes over from the other.',
  }),
}
const logout = {
  slo_url: Url('Where it is told that somebody signed out, by the redirect binding.'),
  slo_response_url: Url('Where answers to its own logout messages go, when not to slo_url.'),
}
const SamlInput = Type.Object({
  metadata_xml: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_METADATA_CHARACTERS,
      description: 'The metadata of the identity provider: they say the other fields but allow_idp_initiated.',
    }),
  ),
  metadata_url: Type.Optional(
    Url('Where the metadata are read from: when this is saved, and every hour from then on.'),
  ),
  ...Type.Partial(Type.Object({ ...saml, ...logout })).properties,
  allow_idp_initiated: Type.Optional(
    Type.Boolean({ description: 'Whether it may send people nobody asked for. Off unless said.' }),
  ),
})

/** The largest body that a connection may come in: metadata, escaped as JSON. */
export const CONNECTION_LIMIT_BYTES = 640 * 1024

/** What a connection is to be: the whole of it, for POST and PUT alike. */
export const SsoConnectionInput = Type.Object({
  type: SsoType,
  name: Name,
  enabled: Type.Optional(Enabled),
  organization_id: Type.Optional(orNull(Type.String({ maxLength: 80 }))),
  organization_role: Type.Optional(orNull(OrganizationRole)),
  required: Type.Optional(Required),
  creates_users: Type.Optional(CreatesUsers),
  attributes: Type.Optional(Attributes),
  group_roles: Type.Optional(GroupRoles),
  oidc: Type.Optional(OidcInput),
  saml: Type.Optional(SamlInput),
})

/** What a connection is to be from now on. */
export const SsoConnectionReplacement = Type.Object({
  ...SsoConnectionInput.properties,
  current_version: Type.Optional(
    Type.Integer({ description: 'The version that the caller read; with it, nothing replaces a later one.' }),
  ),
})

/** A connection as operators see it, without its secret. */
export const SsoConnectionSchema = Type.Object(
  {
    id: Type.String(),
    type: SsoType,
    name: Type.String(),
    enabled: Enabled,
    organization_id: orNull(Type.String()),
    organization_role: orNull(Type.String()),
    required: Required,
    creates_users: CreatesUsers,
    attributes: Attributes,
    group_roles: GroupRoles,
    oidc: orNull(
      Type.Object({
        ...oidc,
        has_secret: Type.Boolean(),
        scopes: Type.String(),
        token_endpoint_auth_method: orNull(AuthMethod),
        redirect_uri: Type.String({ description: 'Register this with the provider.' }),
      }),
    ),
    saml: orNull(
      Type.Object({
        ...saml,
        slo_url: orNull(logout.slo_url),
        slo_response_url: orNull(logout.slo_response_url),
        allow_idp_initiated: Type.Boolean(),
        sp_entity_id: Type.String({ description: 'Who we are there.' }),
        acs_url: Type.String({ description: 'Where it posts its responses.' }),
        sp_logout_url: Type.String({ description: 'Where its logout messages go, by the redirect binding.' }),
      }),
    ),
    saml_metadata: orNull(
      Type.Object(
        {
          url: Type.String(),
          read_at: orNull(Type.String({ format: 'date-time' })),
          error: orNull(
            Type.String({ description: 'Why they could not be used the last time; what was known holds on.' }),
          ),
        },
        { description: 'The metadata that are read every hour; null where nobody gave their address.' },
      ),
    ),
    version: Type.Integer({ description: 'Goes up with each change, also of what the metadata say.' }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'SsoConnection' },
)

/** A link to try a connection with. */
export const SsoTestLinkSchema = Type.Object(
  {
    test_url: Type.String({ description: 'Open it in a browser, or give it to whoever runs the identity provider.' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'SsoTestLink' },
)

export const SsoConnectionParams = Type.Object({ id: Type.String() })

export const SsoConnectionQuery = Type.Object({
  ...ListQuery.properties,
  type: Type.Optional(SsoType),
  enabled: Type.Optional(Type.Boolean()),
  organization_id: Type.Optional(Type.String({ maxLength: 80, description: 'Only those of this organization.' })),
})

export const SamlRouteParams = Type.Object({ connection_id: Type.String() })
export const SamlKeyParams = Type.Object({ id: Type.String(), keyId: Type.String() })

/** One of our keys of a connection by SAML, without its private half. */
export const SamlKeySchema = Type.Object(
  {
    id: Type.String(),
    connection_id: Type.String(),
    active: Type.Boolean({ description: 'Whether it signs. Each decrypts.' }),
    certificate: Type.String({ description: 'In PEM.' }),
    fingerprint: Type.String({ description: 'SHA-256 of the certificate, in hexadecimal.' }),
    expires_at: Type.String({ format: 'date-time', description: 'As the certificate says.' }),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'SsoSamlKey' },
)

const Domain = Type.String({ minLength: 1, maxLength: 253, description: 'What stands behind the @ of addresses.' })
const VerifiedBy = Type.Enum(['dns', 'operator'], {
  description: '`dns` looks for the TXT record; `operator` takes your word for it.',
})

export const CreateSsoDomainSchema = Type.Object({ domain: Domain })
export const VerifySsoDomainSchema = Type.Object({ by: Type.Optional(VerifiedBy) })
export const SsoDomainParams = Type.Object({ id: Type.String(), domainId: Type.String() })

/** A domain of a connection, with what its DNS has to say. */
export const SsoDomainSchema = Type.Object(
  {
    id: Type.String(),
    connection_id: Type.String(),
    domain: Type.String(),
    verified: Type.Boolean(),
    verified_by: orNull(VerifiedBy),
    verified_at: orNull(Type.String({ format: 'date-time' })),
    record: Type.Object(
      { type: Type.Literal('TXT'), name: Type.String(), value: Type.String() },
      { description: 'Whoever sets this in the DNS of the domain proves that it is theirs.' },
    ),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'SsoDomain' },
)

const SsoRouteTo = Type.Object({
  connection_id: Type.String(),
  connection_type: SsoType,
  connection_name: Type.String(),
  redirect_url: Type.String({ description: 'Where a sign-in through it begins.' }),
})

/** Where people with an address sign in. */
export const SsoRouteSchema = Type.Object(
  {
    redirect_url: Type.String({
      description: 'Where to send the browser: to the connection, or to a page to choose one from.',
    }),
    required: Type.Boolean({ description: 'Whether there is no other way to sign in with such an address.' }),
    connections: Type.Array(SsoRouteTo),
  },
  { $id: 'SsoRoute' },
)

export const SsoIdentityParams = Type.Object({ id: Type.String(), identityId: Type.String() })

/** What a connection knows a user by, on the wire. */
export const SsoIdentitySchema = Type.Object(
  {
    id: Type.String(),
    connection_id: Type.String(),
    connection_name: Type.String(),
    subject: Type.String({ description: 'Who the user is to the identity provider.' }),
    email: Type.Union([Type.String(), Type.Null()], { description: 'As the identity provider said it last.' }),
    name: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.String(),
    last_used_at: Type.String(),
  },
  { $id: 'SsoIdentity' },
)
