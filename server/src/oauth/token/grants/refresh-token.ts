import { Type } from 'typebox'
import type { Client } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import type { RefreshVerdict, Token, Tokens } from '#/modules/tokens/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { requestedScope } from '#/oauth/shared/requested-scope.ts'
import { narrowedAudience } from '#/oauth/shared/targets.ts'
import type { Targets } from '#/oauth/shared/targets.ts'
import { ConsumedElsewhere } from './grant.ts'
import type { Authorization, Grant, GrantRequest } from './grant.ts'

const Params = Type.Object(
  {
    refresh_token: Type.String({ description: 'The newest refresh token of the family.' }),
    scope: Type.Optional(Type.String({ description: 'A subset of the granted scopes for this one access token.' })),
  },
  { examples: [{ client_id: 'app_mail', refresh_token: 'mandate_rt_W2mJ9sKpL5hYd8uGe3AzR4vN0bq7TfXc' }] },
)

type Request = GrantRequest<typeof Params>

export interface RefreshTokenGrantDeps {
  readonly tokens: Tokens
  readonly settings: Settings
  readonly targets: Targets
}

/** Renews access with a refresh token that is rotated on every use (RFC 6749 §6, RFC 9700 §4.14). */
export class RefreshTokenGrant implements Grant<typeof Params> {
  static readonly type = 'refresh_token'
  static readonly params = Params
  readonly #deps: RefreshTokenGrantDeps
  constructor(deps: RefreshTokenGrantDeps) {
    this.#deps = deps
  }

  async authorize(request: Request): Promise<Authorization> {
    const { tokens } = this.#deps
    const verdict = await this.#judge(request)
    // RFC 6749 §5.2: one answer for unknown, expired, revoked and someone else's.
    if (verdict.kind === 'unknown' || verdict.family.clientId !== request.client.clientId) throw unusable()
    const { family } = verdict
    if (verdict.kind === 'reused') return this.#refuseReuse(family, request)
    checkKey(family, request)
    if (verdict.kind === 'grace' || keepsItsToken(family, request)) return this.#unrotated(family, request)
    const successor = tokens.successorText(family)
    return {
      ...(await this.#authorization(family, request, successor)),
      consume: async (tx) => assertFirst(await tokens.rotate(tx, family, request.jkt, successor)),
      consumeAndRecord: ([access]) =>
        access ? tokens.renew(family, request.jkt, successor, access) : Promise.resolve(false),
      // Two requests with one token at once: the slower one is judged anew, so it gets the same successor, or was a replay.
      lost: () => this.authorize(request),
    }
  }

  /** With the refresh token that the family has now, which must live on until the access token is written. */
  async #unrotated(family: Token, request: Request): Promise<Authorization> {
    const { tokens } = this.#deps
    return {
      ...(await this.#authorization(family, request, tokens.currentText(family))),
      consume: async (tx) => {
        if (!(await tokens.holdAlive(tx, family.id))) throw unusable()
      },
    }
  }

  async #authorization(
    family: Token,
    { client, params, targets }: Request,
    refreshToken: string,
  ): Promise<Authorization> {
    // What an operator took from the client or the resource since then is not renewed; what is left can be asked for.
    const audience = narrowedAudience(family.audience, targets, 'those that were granted')
    const granted = await this.#deps.targets.keptScope(family.scope, client, audience)
    return {
      subject: family.subject,
      userId: family.userId,
      // RFC 6749 §6: narrower for this access token, while the family keeps what was granted.
      scope: requestedScope(params.scope, granted, 'what was granted'),
      audience,
      sessionId: family.sessionId,
      consentId: family.consentId,
      policyId: family.policyId,
      authenticatedAt: family.authenticatedAt,
      act: family.act,
      lineage: { kind: 'refresh-family', family, refreshToken },
      ...(granted.includes('openid') ? { idToken: { nonce: null } } : {}),
    }
  }

  async #refuseReuse(family: Token, { actor }: Request): Promise<never> {
    await this.#deps.tokens.revokeFamily(family.id, 'refresh_token', actor)
    throw unusable()
  }

  /** What the presented token is. A lost response is repeated only with the key that the family is bound to now. */
  async #judge({ client, params, jkt }: Request): Promise<RefreshVerdict> {
    const graceSeconds =
      client.refreshGraceSeconds ?? (await this.#deps.settings.current())['oauth.refresh_grace_seconds']
    const verdict = await this.#deps.tokens.judgeRefresh(params.refresh_token, graceSeconds * 1000)
    if (verdict.kind !== 'grace' || verdict.family.jkt === jkt) return verdict
    return { kind: 'reused', family: verdict.family }
  }
}

/**
 * FAPI 2.0 Security Profile §5.3.2.1: no rotation. A stolen refresh token is worth nothing without the keys of its client, and
 * one that stays the same can't be lost on its way.
 */
const keepsItsToken = (family: Token, { client }: Request): boolean =>
  client.securityProfile !== null && family.jkt !== null

function checkKey(family: Token, { client, jkt }: Request): void {
  if (family.jkt === null || family.jkt === jkt) return
  if (jkt === null) {
    throw new OAuthError('invalid_dpop_proof', 'This grant is bound to a key: send a DPoP proof signed with it.')
  }
  // RFC 9449 §5: a confidential client may change its key, since its secret constrains the sender already.
  if (isPublic(client)) throw unusable()
}

function assertFirst(isFirst: boolean): void {
  if (!isFirst) throw new ConsumedElsewhere('refresh token', { cause: unusable() })
}

const isPublic = (client: Client): boolean => client.authMethod === 'none'

const unusable = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The refresh token is unknown, expired, revoked, used or was issued to another client.',
  )
