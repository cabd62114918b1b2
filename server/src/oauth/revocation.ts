import { Type } from 'typebox'
import type { Tokens } from '#/modules/tokens/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { oauthRoute } from '#/platform/http/routing/route.ts'
import type { ClientAuthentication } from './client-auth/client-auth.ts'
import { credentialFields } from './client-auth/credential-fields.ts'
import { OAuthErrorBody } from './shared/errors.ts'
import { clientActor, refuseUnsafeShape } from './shared/token-request.ts'
import type { ClientRequest } from './client-auth/client-auth.ts'

/** The body of revocation and introspection (RFC 7009 §2.1, RFC 7662 §2.1). The hint is never needed. */
export const PresentedToken = Type.Object({
  token: Type.String(),
  token_type_hint: Type.Optional(Type.String()),
  ...credentialFields,
})

/** Lets a client end its own tokens (RFC 7009). */
export class Revocation {
  readonly #deps: { readonly clientAuthentication: ClientAuthentication; readonly tokens: Tokens }
  constructor(deps: { clientAuthentication: ClientAuthentication; tokens: Tokens }) {
    this.#deps = deps
  }

  /** Ends the token and all below it. Unknown and foreign tokens are answered alike and left alone (RFC 7009 §2.2). */
  async handle(request: ClientRequest): Promise<void> {
    refuseUnsafeShape(request)
    const client = await this.#deps.clientAuthentication.authenticate(request)
    const text = request.form.get('token')
    if (text === undefined) throw new OAuthError('invalid_request', 'token is required.')
    const token = await this.#deps.tokens.findPresented(text)
    if (token?.clientId === client.clientId) {
      await this.#deps.tokens.revokeOne(token, 'revoked_by_client', clientActor(client, request.context))
    }
  }
}

export const revocationRoute = oauthRoute({
  name: 'oauth.revoke',
  method: 'POST',
  url: '/oauth/revoke',
  auth: { kind: 'client' },
  form: true,
  cors: true,
  summary: 'Revoke a token',
  description: 'Ends one of the client’s own tokens and everything that descends from it (RFC 7009).',
  schema: {
    body: PresentedToken,
    response: { 200: Type.Undefined(), 400: OAuthErrorBody, 401: OAuthErrorBody, 429: OAuthErrorBody },
  },
  handler: (request, { revocation }) => revocation.handle(request),
})

declare module '#/platform/http/routing/services.ts' {
  interface OAuthServices {
    revocation: Revocation
  }
}
