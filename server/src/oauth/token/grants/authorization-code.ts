import { Type } from 'typebox'
import { stateOfCode } from '#/modules/authorization-requests/index.ts'
import type { AuthorizationCode, AuthorizationCodes } from '#/modules/authorization-requests/index.ts'
import { matchRedirectUri } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { Sessions } from '#/modules/sessions/index.ts'
import type { Tokens } from '#/modules/tokens/index.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Db } from '#/platform/db/db.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { verifierMatches } from '#/oauth/shared/pkce.ts'
import { narrowedAudience } from '#/oauth/shared/targets.ts'
import type { Targets } from '#/oauth/shared/targets.ts'
import { ConsumedElsewhere } from './grant.ts'
import type { Authorization, Grant, GrantRequest, IdTokenRequest } from './grant.ts'
import { RedemptionStore } from './redemption-store.ts'

const Params = Type.Object(
  {
    code: Type.String({ description: 'The code the authorization endpoint answered.' }),
    redirect_uri: Type.String({ description: 'The redirect_uri of the authorization request, unchanged.' }),
    // Checked by hand: a missing verifier is an invalid grant, the sign of a downgrade (RFC 9700 §4.8).
    code_verifier: Type.Optional(Type.String({ description: 'The PKCE verifier. Required (RFC 7636 §4.5).' })),
  },
  {
    examples: [
      {
        client_id: 'app_mail',
        code: 'mandate_ac_Jq7TfXcW2mJ9sKpL5hYd8uGe3AzR4vN0b',
        redirect_uri: 'https://app.example.com/callback',
        code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      },
    ],
  },
)

export interface AuthorizationCodeGrantDeps {
  readonly db: Db
  readonly codes: AuthorizationCodes
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly targets: Targets
  readonly clock: Clock
}

/** Redeems a code for the tokens a person allowed (RFC 6749 §4.1.3, RFC 7636 §4.6). */
export class AuthorizationCodeGrant implements Grant<typeof Params> {
  static readonly type = 'authorization_code'
  static readonly params = Params
  readonly #deps: AuthorizationCodeGrantDeps
  readonly #redemptions: RedemptionStore
  constructor(deps: AuthorizationCodeGrantDeps) {
    this.#deps = deps
    this.#redemptions = new RedemptionStore(deps.db)
  }

  async authorize(request: GrantRequest<typeof Params>): Promise<Authorization> {
    const { client, params, actor } = request
    const code = await this.#deps.codes.find(params.code)
    // RFC 6749 §4.1.3: another client's attempt changes nothing for the one the code was made for.
    if (!code || code.clientId !== client.clientId) throw unusable('it is unknown or was issued to another client')
    const state = stateOfCode(code, this.#deps.clock.now())
    if (state === 'used') {
      await this.#revokeFamily(code, actor)
      throw unusable('it was used before')
    }
    if (state === 'spent') throw unusable('a wrong code_verifier came too often')
    if (state === 'expired') throw unusable('it has expired')
    await this.#check(code, request)
    // What an operator took from the client while the code was on its way is not granted.
    const audience = narrowedAudience(code.resource, request.targets, 'those of the authorization request')
    const scope = await this.#deps.targets.keptScope(code.scope, client, audience)
    return {
      subject: code.userId,
      userId: code.userId,
      scope,
      audience,
      sessionId: code.sessionId,
      consentId: code.consentId,
      policyId: null,
      authenticatedAt: code.authenticatedAt,
      act: null,
      lineage: { kind: 'root', family: client.grantTypes.includes('refresh_token') },
      ...(scope.includes('openid') ? { idToken: idTokenOf(code) } : {}),
      // RFC 6749 §4.1.2: a code works once. The write that finds it used has lost the race.
      consume: async (tx, { rootId }) => {
        // Ending the session voided the code; this holds it, so that whoever ends it now waits and finds the tokens.
        if (!(await this.#deps.sessions.hold(tx, code.sessionId))) throw unusable('the person has signed out since')
        if (await this.#deps.codes.consume(tx, code.hash, rootId)) return
        throw new ConsumedElsewhere('code', { cause: unusable('it was used before') })
      },
      consumeAndRecord: (minted) =>
        this.#redemptions.redeem({
          hash: code.hash,
          sessionId: code.sessionId,
          minted,
          now: this.#deps.clock.now(),
        }),
      lost: async () => {
        const spent = await this.#deps.codes.find(params.code)
        if (spent) await this.#revokeFamily(spent, actor)
        return undefined
      },
    }
  }

  async #check(code: AuthorizationCode, { client, params, jkt }: GrantRequest<typeof Params>): Promise<void> {
    if (code.redirectUri !== params.redirect_uri) throw unusable('redirect_uri differs from the authorization request')
    // One that was removed while the code was on its way may have been removed because it is not the client's any more.
    if (!matchRedirectUri(client.redirectUris, code.redirectUri)) throw unusable('its redirect_uri was removed')
    if (!isProven(code, client, params.code_verifier)) {
      await this.#deps.codes.miss(params.code)
      throw unusable('code_verifier does not match the code_challenge')
    }
    // RFC 9449 §10: a code asked for with a key is redeemed with that key.
    if (code.dpopJkt !== null && code.dpopJkt !== jkt) throw unusable('the DPoP key is not the one of dpop_jkt')
  }

  async #revokeFamily(code: AuthorizationCode, actor: Actor): Promise<void> {
    if (code.rootId !== null) await this.#deps.tokens.revokeFamily(code.rootId, 'authorization_code', actor)
  }
}

/**
 * Whether the code is redeemed by whoever asked for it. Without a challenge no verifier may come: it would mean that
 * somebody took the challenge out of the request on its way (RFC 9700 §4.8.2).
 */
function isProven({ codeChallenge }: AuthorizationCode, client: Client, verifier: string | undefined): boolean {
  if (codeChallenge !== null) return verifier !== undefined && verifierMatches(verifier, codeChallenge)
  return verifier === undefined && !client.requirePkce && client.authMethod !== 'none'
}

const idTokenOf = ({ nonce, idToken }: AuthorizationCode): IdTokenRequest =>
  idToken ? { nonce, claims: idToken.claims, signIn: idToken } : { nonce }

const unusable = (reason: string): OAuthError =>
  new OAuthError('invalid_grant', `The code can not be redeemed: ${reason}.`)
