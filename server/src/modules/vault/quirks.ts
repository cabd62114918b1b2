import { Type } from 'typebox'
import type { Static } from 'typebox'

const memberPath = { maxLength: 100, pattern: '^[A-Za-z0-9_]+([.][A-Za-z0-9_]+)*$' }
const address = { minLength: 1, maxLength: 2048 }

/** How a provider differs from RFC 6749, as data: what it does not say is as the standards have it. */
export const QuirksSchema = Type.Object(
  {
    scope_separator: Type.Optional(
      Type.Enum([' ', ','], { description: 'What stands between scopes in the authorization request; a space.' }),
    ),
    scope_parameter: Type.Optional(
      Type.String({
        pattern: '^[a-z_]{1,40}$',
        description: 'What the authorization request calls its scopes; `scope`.',
      }),
    ),
    token_endpoint_auth_method: Type.Optional(
      Type.Enum(['client_secret_post', 'client_secret_basic'], {
        description: 'How the client authenticates; by default `client_secret_post`.',
      }),
    ),
    token_request_format: Type.Optional(
      Type.Enum(['form', 'json'], { description: 'What a token request is written in; by default a form.' }),
    ),
    token_member: Type.Optional(
      Type.String({
        ...memberPath,
        description: 'Where in the answer the tokens stand, if not at its top: `authed_user`.',
      }),
    ),
    refresh_url: Type.Optional(
      Type.String({ ...address, description: 'Where tokens are refreshed, if not at the token_url.' }),
    ),
    rotates_refresh_tokens: Type.Optional(
      Type.Boolean({
        description:
          'A refresh token works once. One that was spent without a successor is thrown away, since to send it again looks like theft.',
      }),
    ),
    reauth_errors: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 10,
        description: 'Errors of a refresh that only the person can mend, beside invalid_grant.',
      }),
    ),
    expires_in_seconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 31_536_000,
        description: 'How long an access token lives whose answer does not say it.',
      }),
    ),
    revocation_url: Type.Optional(
      Type.String({ ...address, description: 'Where tokens are ended when somebody disconnects.' }),
    ),
    revocation_style: Type.Optional(
      Type.Enum(['rfc7009', 'bearer', 'json', 'github'], {
        description:
          'How: `rfc7009` (the default) sends the token in a form, `bearer` the access token as credential, `json` the token in JSON, `github` deletes the grant of the application.',
      }),
    ),
    account_url: Type.Optional(
      Type.String({ ...address, description: 'Says whose account a token is for; without it the token answer does.' }),
    ),
    account_id: Type.Optional(Type.String({ ...memberPath, description: 'The member that identifies the account.' })),
    account_name: Type.Optional(
      Type.String({ ...memberPath, description: 'The member that people know the account by.' }),
    ),
  },
  { $id: 'VaultQuirks', additionalProperties: false },
)

export type Quirks = Static<typeof QuirksSchema>

/** The addresses among the quirks that we send tokens or codes to. */
export const calledAddresses = ['refresh_url', 'revocation_url', 'account_url'] as const
