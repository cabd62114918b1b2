import { Type } from 'typebox'
import { intersect, scopesOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { requestedScope } from '#/oauth/shared/scope.ts'
import { resolveAudience } from '#/oauth/shared/targets.ts'
import type { Authorization, Grant, GrantRequest } from './grant.ts'

const Params = Type.Object(
  { scope: Type.Optional(Type.String({ description: 'Scopes asked for; all registered ones when omitted.' })) },
  { examples: [{ scope: 'mail:read', resource: 'https://api.example.com' }] },
)

/** A client acting for itself (RFC 6749 §4.4): the subject is the client, there is no refresh token. */
export class ClientCredentialsGrant implements Grant<typeof Params> {
  static readonly type = 'client_credentials'
  static readonly params = Params
  readonly #deps: { readonly settings: Settings; readonly issuer: string }
  constructor(deps: { settings: Settings; issuer: string }) {
    this.#deps = deps
  }

  async authorize({ client, params, targets }: GrantRequest<typeof Params>): Promise<Authorization> {
    // RFC 6749 §4.4: confidential clients only.
    if (client.authMethod === 'none') {
      throw new OAuthError('unauthorized_client', 'A public client can not use client_credentials.')
    }
    const { registered, open } = await this.#reachOf(client)
    return {
      subject: client.clientId,
      userId: null,
      scope: requestedScope(params.scope, registered, 'what this client registered'),
      audience: resolveAudience(targets, { issuer: this.#deps.issuer, open, client }),
      sessionId: null,
      consentId: null,
      policyId: null,
      authenticatedAt: null,
      act: null,
      lineage: { kind: 'root', family: false },
    }
  }

  /**
   * What a client may have for itself. Nobody stands behind one that registered itself: the resources open to people's
   * tokens are not open to it, and in production it gets no scope but those operators gave to every such client.
   */
  async #reachOf(client: Client): Promise<{ registered: readonly string[]; open: readonly string[] }> {
    const { settings } = this.#deps
    const values = await settings.current()
    const registered = scopesOf(client.scope)
    if (client.trusted) return { registered, open: values['oauth.resources'] }
    const limited = (await settings.mode()) === 'production'
    return { registered: limited ? intersect(registered, values['oauth.registration_scopes']) : registered, open: [] }
  }
}
