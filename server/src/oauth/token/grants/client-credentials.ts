import { Type } from 'typebox'
import { intersect, isReservedScope, scopesOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { requestedScope } from '#/oauth/shared/requested-scope.ts'
import type { Targets } from '#/oauth/shared/targets.ts'
import type { Authorization, Grant, GrantRequest } from './grant.ts'

const Params = Type.Object(
  { scope: Type.Optional(Type.String({ description: 'Scopes asked for; all registered ones when omitted.' })) },
  { examples: [{ scope: 'mail:read', resource: 'https://api.example.com' }] },
)

/** A client acting for itself (RFC 6749 §4.4): the subject is the client, there is no refresh token. */
export class ClientCredentialsGrant implements Grant<typeof Params> {
  static readonly type = 'client_credentials'
  static readonly params = Params
  readonly #deps: { readonly settings: Settings; readonly targets: Targets }
  constructor(deps: { settings: Settings; targets: Targets }) {
    this.#deps = deps
  }

  async authorize({ client, params, targets }: GrantRequest<typeof Params>): Promise<Authorization> {
    // RFC 6749 §4.4: confidential clients only.
    if (client.authMethod === 'none') {
      throw new OAuthError('unauthorized_client', 'A public client can not use client_credentials.')
    }
    const registered = await this.#scopeOf(client)
    return {
      subject: client.clientId,
      userId: null,
      scope: requestedScope(params.scope, registered, 'what this client registered'),
      // The resources open to people's tokens are not open to a client that nobody stands behind.
      audience: await this.#deps.targets.resolve(targets, { client, open: client.trusted }),
      sessionId: null,
      consentId: null,
      policyId: null,
      authenticatedAt: null,
      act: null,
      lineage: { kind: 'root', family: false },
    }
  }

  /** One that registered itself gets, in production, no scope for itself but those operators gave to every such client. */
  async #scopeOf(client: Client): Promise<readonly string[]> {
    const { settings } = this.#deps
    const registered = scopesOf(client.scope)
    if (client.trusted) return registered
    const own = registered.filter((name) => !isReservedScope(name))
    if ((await settings.mode()) !== 'production') return own
    return intersect(own, (await settings.current())['oauth.registration_scopes'])
  }
}
