import { Type } from 'typebox'
import { assertionAlgorithms, authMethods, grantTypes, signingAlgorithms } from '#/protocol/oauth.ts'

const Strings = Type.Array(Type.String())
const Jwks = Type.Object(
  { keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) },
  { additionalProperties: true },
)

/**
 * What a client may say about itself. The types are told and not enforced here: a wrong one is answered
 * invalid_client_metadata (RFC 7591 §3.2.2), not as a malformed request.
 */
export const RegistrationBody = Type.Object(
  {
    client_name: Type.Optional(
      Type.Unknown({ description: 'What people read on the consent page; at most 100 characters.' }),
    ),
    grant_types: Type.Optional(
      Type.Unknown({
        description: `Array among ${grantTypes.join(', ')}; default authorization_code, with which comes refresh_token.`,
      }),
    ),
    response_types: Type.Optional(Type.Unknown({ description: 'Array; code is the only one there is.' })),
    token_endpoint_auth_method: Type.Optional(
      Type.Unknown({ description: `One of ${authMethods.join(', ')}; default client_secret_basic.` }),
    ),
    redirect_uris: Type.Optional(
      Type.Unknown({ description: 'Array of up to 20 URIs; required with authorization_code.' }),
    ),
    scope: Type.Optional(Type.Unknown({ description: 'Space-separated scopes; never admin* or vault:*.' })),
    jwks: Type.Optional(Type.Unknown({ description: 'Public keys for private_key_jwt.' })),
    jwks_uri: Type.Optional(
      Type.Unknown({ description: 'Or the https URL they are at; fetched when the client authenticates.' }),
    ),
    post_logout_redirect_uris: Type.Optional(
      Type.Unknown({ description: 'Array of up to 20 URIs to return to after signing out.' }),
    ),
    backchannel_logout_uri: Type.Optional(
      Type.Unknown({ description: 'https URL that is notified when a session ends in which the client got tokens.' }),
    ),
    backchannel_logout_session_required: Type.Optional(
      Type.Unknown({ description: 'Whether it must name the session.' }),
    ),
    id_token_signed_response_alg: Type.Optional(
      Type.Unknown({
        description: `One of ${signingAlgorithms.join(', ')}; default ES256. Logout tokens are signed alike, access tokens by ES256.`,
      }),
    ),
    id_token_claims: Type.Optional(
      Type.Unknown({
        description:
          'Whether ID tokens carry the claims of the granted scopes, which UserInfo has in any case; default true.',
      }),
    ),
    token_endpoint_auth_signing_alg: Type.Optional(
      Type.Unknown({
        description: `One of ${assertionAlgorithms.join(', ')}: the only one its assertions may use. Default: whichever its keys allow.`,
      }),
    ),
    subject_type: Type.Optional(Type.Unknown({ description: 'public; anything else is refused.' })),
    dpop_bound_access_tokens: Type.Optional(Type.Unknown({ description: 'Whether every token is bound to a key.' })),
    require_pushed_authorization_requests: Type.Optional(
      Type.Unknown({ description: 'Whether authorization requests come through `/oauth/par` alone (RFC 9126 §6).' }),
    ),
    client_uri: Type.Optional(Type.Unknown({ description: 'https URL, never fetched.' })),
    logo_uri: Type.Optional(
      Type.Unknown({
        description:
          'https URL of a PNG, JPEG or WebP of 16 to 1024 pixels and 64 KiB at most. This server fetches it when somebody is about to be asked, and shows its copy on the consent page.',
      }),
    ),
    tos_uri: Type.Optional(Type.Unknown({ description: 'https URL, linked from the consent page.' })),
    policy_uri: Type.Optional(Type.Unknown({ description: 'https URL, linked from the consent page.' })),
    contacts: Type.Optional(Type.Unknown({ description: 'Array of up to 10 texts.' })),
    software_id: Type.Optional(Type.Unknown()),
    software_version: Type.Optional(Type.Unknown()),
    application_type: Type.Optional(Type.Unknown({ description: 'web or native.' })),
  },
  { additionalProperties: true },
)

/** A registration as read back. */
export const ClientInformation = Type.Object(
  {
    client_id: Type.String(),
    client_id_issued_at: Type.Integer({ description: 'Unix seconds.' }),
    client_name: Type.String(),
    grant_types: Strings,
    response_types: Strings,
    token_endpoint_auth_method: Type.String(),
    scope: Type.String(),
    redirect_uris: Strings,
    jwks: Type.Optional(Jwks),
    jwks_uri: Type.Optional(Type.String()),
    post_logout_redirect_uris: Type.Optional(Strings),
    backchannel_logout_uri: Type.Optional(Type.String()),
    backchannel_logout_session_required: Type.Optional(Type.Boolean()),
    id_token_signed_response_alg: Type.Enum([...signingAlgorithms]),
    id_token_claims: Type.Boolean(),
    token_endpoint_auth_signing_alg: Type.Optional(Type.String()),
    subject_type: Type.Literal('public'),
    dpop_bound_access_tokens: Type.Boolean(),
    require_pushed_authorization_requests: Type.Boolean(),
    client_uri: Type.Optional(Type.String()),
    logo_uri: Type.Optional(Type.String()),
    tos_uri: Type.Optional(Type.String()),
    policy_uri: Type.Optional(Type.String()),
    contacts: Type.Optional(Strings),
    software_id: Type.Optional(Type.String()),
    software_version: Type.Optional(Type.String()),
    application_type: Type.Optional(Type.String()),
    client_secret_expires_at: Type.Optional(
      Type.Integer({ description: 'Of a client with a secret. 0: it does not expire.' }),
    ),
    registration_client_uri: Type.String({ description: 'Where the registration access token is good for.' }),
  },
  { $id: 'ClientInformation' },
)

const secret = { client_secret: Type.Optional(Type.String({ description: 'Shown this once.' })) }

/** The answer to a registration: the only one with the registration token, and with the first secret. */
export const RegisteredClient = Type.Object({
  ...ClientInformation.properties,
  ...secret,
  registration_access_token: Type.String(),
})

/** The answer to a replacement; it carries a secret when the client now needs one and had none. */
export const ReplacedClient = Type.Object({ ...ClientInformation.properties, ...secret })

export const ClientParams = Type.Object({ client_id: Type.String() })
