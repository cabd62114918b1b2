import { Type } from 'typebox'
import type { Static } from 'typebox'
import { basePathOf } from '#/platform/http/routing/base-path.ts'
import { Reply } from '#/platform/http/routing/reply.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import type { OAuthRoute, RouteName } from '#/platform/http/routing/route.ts'
import type { Resources } from '#/modules/resources/index.ts'
import { acrValues } from '#/modules/sessions/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { locales } from '#/protocol/locales.ts'
import { assertionAlgorithms, authMethods, dpopAlgorithms, grantTypes, signingAlgorithms } from '#/protocol/oauth.ts'

const Strings = Type.Array(Type.String())

const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  userinfo_endpoint: Type.String(),
  jwks_uri: Type.String(),
  registration_endpoint: Type.Optional(Type.String()),
  introspection_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  revocation_feed_endpoint: Type.String({
    description: 'Where what was revoked is told as it happens; no RFC has it.',
  }),
  revocation_snapshot_endpoint: Type.String({ description: 'Where to begin with that.' }),
  device_authorization_endpoint: Type.String(),
  end_session_endpoint: Type.String(),
  pushed_authorization_request_endpoint: Type.String(),
  require_pushed_authorization_requests: Type.Boolean(),
  client_id_metadata_document_supported: Type.Boolean(),
  scopes_supported: Strings,
  protected_resources: Type.Optional(Strings),
  response_types_supported: Strings,
  response_modes_supported: Strings,
  grant_types_supported: Strings,
  subject_types_supported: Strings,
  id_token_signing_alg_values_supported: Strings,
  token_endpoint_auth_methods_supported: Strings,
  token_endpoint_auth_signing_alg_values_supported: Strings,
  revocation_endpoint_auth_methods_supported: Strings,
  revocation_endpoint_auth_signing_alg_values_supported: Strings,
  introspection_endpoint_auth_methods_supported: Strings,
  introspection_endpoint_auth_signing_alg_values_supported: Strings,
  code_challenge_methods_supported: Strings,
  dpop_signing_alg_values_supported: Strings,
  claims_supported: Strings,
  prompt_values_supported: Strings,
  ui_locales_supported: Strings,
  authorization_response_iss_parameter_supported: Type.Boolean(),
  backchannel_logout_supported: Type.Boolean(),
  backchannel_logout_session_supported: Type.Boolean(),
  request_parameter_supported: Type.Boolean(),
  request_uri_parameter_supported: Type.Boolean(),
  claims_parameter_supported: Type.Boolean(),
  acr_values_supported: Strings,
  service_documentation: Type.String(),
})

interface ServerMetadataDeps {
  readonly issuer: string
  readonly settings: Settings
  readonly resources: Resources
}

/** The document of RFC 8414 §2 with the members of OpenID Connect Discovery §3. Says only what the server does. */
export class ServerMetadata {
  readonly #deps: ServerMetadataDeps
  constructor(deps: ServerMetadataDeps) {
    this.#deps = deps
  }

  async document(): Promise<Static<typeof Metadata>> {
    const { issuer, settings, resources } = this.#deps
    const values = await settings.current()
    const open = await resources.published()
    const offered = open.flatMap(({ scopes }) => scopes.map(({ name }) => name))
    const secretMethods = authMethods.filter((method) => method !== 'none')
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/oauth/token`,
      userinfo_endpoint: `${issuer}/oauth/userinfo`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      ...(values['oauth.registration'] === 'off' ? {} : { registration_endpoint: `${issuer}/oauth/register` }),
      introspection_endpoint: `${issuer}/oauth/introspect`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      revocation_feed_endpoint: `${issuer}/oauth/revocations`,
      revocation_snapshot_endpoint: `${issuer}/oauth/revocations/snapshot`,
      device_authorization_endpoint: `${issuer}/oauth/device`,
      end_session_endpoint: `${issuer}/oauth/logout`,
      pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
      require_pushed_authorization_requests: values['oauth.require_pushed_authorization_requests'],
      client_id_metadata_document_supported: values['oauth.client_documents'] !== 'off',
      scopes_supported: [...new Set([...values['oauth.registration_scopes'], ...offered])],
      ...(open.length === 0 ? {} : { protected_resources: open.map(({ uri }) => uri) }),
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [...grantTypes],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [...signingAlgorithms],
      token_endpoint_auth_methods_supported: [...authMethods],
      token_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
      revocation_endpoint_auth_methods_supported: [...authMethods],
      revocation_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
      introspection_endpoint_auth_methods_supported: secretMethods,
      introspection_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
      code_challenge_methods_supported: ['S256'],
      dpop_signing_alg_values_supported: [...dpopAlgorithms],
      claims_supported: [
        'sub',
        'iss',
        'aud',
        'exp',
        'iat',
        'auth_time',
        'acr',
        'amr',
        'nonce',
        'at_hash',
        'sid',
        'email',
        'email_verified',
        'name',
      ],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      ui_locales_supported: [...locales],
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      claims_parameter_supported: true,
      acr_values_supported: [...acrValues],
      service_documentation: `${issuer}/docs`,
    }
  }
}

const documentRoute = (name: RouteName, url: string, summary: string): OAuthRoute =>
  oauthRoute({
    name,
    method: 'GET',
    url,
    auth: { kind: 'public' },
    cors: true,
    summary,
    description: 'Made from configuration alone; no header of the request changes it.',
    schema: { response: { 200: Metadata } },
    handler: async (_request, { serverMetadata }) =>
      new Reply(200, await serverMetadata.document(), { 'cache-control': 'public, max-age=300' }),
  })

const authorizationServer = documentRoute(
  'discovery.authorizationServer',
  '/.well-known/oauth-authorization-server',
  'Read the authorization server metadata',
)

const openidConfiguration = documentRoute(
  'discovery.openidConfiguration',
  '/.well-known/openid-configuration',
  'Read the OpenID configuration',
)

/**
 * Where the document is found. An issuer with a path has it in the path-inserted form of RFC 8414 §3.1 at the root of
 * the origin; the path-appended form of OpenID Connect Discovery §4 is the plain one below the base path.
 */
export function metadataRoutes(issuer: string): OAuthRoute[] {
  const path = basePathOf(issuer)
  const documents = [authorizationServer, openidConfiguration]
  if (path === '') return documents
  return documents.flatMap((it) => [it, { ...it, name: `${it.name}WithPath`, url: `${it.url}${path}` }])
}

declare module '#/platform/http/routing/services.ts' {
  interface OAuthServices {
    serverMetadata: ServerMetadata
  }
}
