import { Type } from 'typebox'
import type { Static } from 'typebox'
import { toUnixSeconds } from '#/platform/clock.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Token, Tokens } from '#/modules/tokens/index.ts'
import type { ClientAuthentication, ClientRequest } from './client-auth/client-auth.ts'
import { OAuthErrorBody } from './shared/errors.ts'
import { PresentedToken } from './revocation.ts'
import { refuseUnsafeShape } from './shared/token-request.ts'

const Active = Type.Object({
  active: Type.Literal(true),
  sub: Type.String(),
  client_id: Type.String(),
  scope: Type.String(),
  exp: Type.Integer(),
  iat: Type.Integer(),
  token_type: Type.String(),
  token_use: Type.String({ description: 'access_token or refresh_token.' }),
  iss: Type.String(),
  aud: Type.Union([Type.String(), Type.Array(Type.String())]),
  jti: Type.String(),
  auth_time: Type.Optional(Type.Integer()),
  cnf: Type.Optional(Type.Object({ jkt: Type.String() })),
  act: Type.Optional(Type.Object({}, { additionalProperties: true })),
})

const Inactive = Type.Object({ active: Type.Literal(false) })

/** Tells a client whether a token is alive (RFC 7662). */
export class Introspection {
  readonly #deps: IntrospectionDeps
  constructor(deps: IntrospectionDeps) {
    this.#deps = deps
  }

  async handle(request: ClientRequest): Promise<Static<typeof Active> | Static<typeof Inactive>> {
    refuseUnsafeShape(request)
    const client = await this.#deps.clientAuthentication.authenticate(request)
    // RFC 7662 §2.1: introspection is for those who can keep a secret, else anyone could scan for tokens.
    if (client.authMethod === 'none') {
      throw new OAuthError('invalid_client', 'Introspection needs client credentials.', {
        headers: { 'www-authenticate': 'Basic realm="mandate"' },
      })
    }
    const text = request.form.get('token')
    if (text === undefined) throw new OAuthError('invalid_request', 'token is required.')
    const { tokens, issuer } = this.#deps
    const token = (await tokens.authenticate(text)) ?? (await tokens.authenticateRefresh(text))
    // RFC 7662 §2.2, §4: never why.
    return token && mayIntrospect(client, token) ? activeView(token, issuer) : { active: false }
  }
}

interface IntrospectionDeps {
  readonly clientAuthentication: ClientAuthentication
  readonly tokens: Tokens
  readonly issuer: string
}

/** Clients that operators made may ask about any access token; registered ones about their own and those meant for them. */
function mayIntrospect(client: Client, token: Token): boolean {
  if (token.clientId === client.clientId) return true
  if (token.kind === 'refresh') return false
  return (
    client.trusted || token.audience.some((target) => target === client.clientId || client.audiences.includes(target))
  )
}

function activeView(token: Token, issuer: string): Static<typeof Active> {
  const view: Static<typeof Active> = {
    active: true,
    sub: token.subject,
    client_id: token.clientId,
    scope: token.scope,
    exp: toUnixSeconds(token.expiresAt),
    iat: toUnixSeconds(token.createdAt),
    token_type: token.jkt === null ? 'Bearer' : 'DPoP',
    token_use: token.kind === 'access' ? 'access_token' : 'refresh_token',
    iss: issuer,
    aud: token.audience.length === 1 ? (token.audience[0] as string) : token.audience,
    jti: token.id,
  }
  if (token.authenticatedAt !== null) view.auth_time = toUnixSeconds(token.authenticatedAt)
  if (token.jkt !== null) view.cnf = { jkt: token.jkt }
  if (token.act !== null) view.act = token.act
  return view
}

export const introspectionRoute = oauthRoute({
  name: 'oauth.introspect',
  method: 'POST',
  url: '/oauth/introspect',
  auth: { kind: 'client' },
  form: true,
  summary: 'Introspect a token',
  description: 'Says whether a token is alive and what it stands for (RFC 7662). Why a token is dead is never said.',
  schema: {
    body: PresentedToken,
    response: {
      200: Type.Union([Active, Inactive]),
      400: OAuthErrorBody,
      401: OAuthErrorBody,
      429: OAuthErrorBody,
    },
  },
  handler: (request, { introspection }) => introspection.handle(request),
})

declare module '#/platform/http/routing/services.ts' {
  interface OAuthServices {
    introspection: Introspection
  }
}
