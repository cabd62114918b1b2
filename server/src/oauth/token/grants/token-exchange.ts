import { Type } from 'typebox'
import { intersect, parseScope, scopesOf } from '#/modules/clients/index.ts'
import { includesTarget } from '#/modules/resources/index.ts'
import { tokenExchanged, tokenExchangeRefused } from '#/modules/tokens/index.ts'
import type { Act, Token, Tokens } from '#/modules/tokens/index.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Events } from '#/platform/audit/events.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { requestedScope } from '#/oauth/shared/requested-scope.ts'
import type { Targets } from '#/oauth/shared/targets.ts'
import { ACCESS_TOKEN_TYPE, TOKEN_EXCHANGE } from '#/protocol/oauth.ts'
import { DelegationRules } from './delegation-policy.ts'
import type { Delegation, DelegationRulesDeps, Subject } from './delegation-policy.ts'
import { ConsumedElsewhere } from './grant.ts'
import type { Authorization, Grant, GrantRequest } from './grant.ts'

const Params = Type.Object(
  {
    subject_token: Type.String({ description: 'The access token of the one to act for.' }),
    subject_token_type: Type.String({ description: `Always ${ACCESS_TOKEN_TYPE}.` }),
    actor_token: Type.Optional(Type.String({ description: 'An access token of the authenticated client itself.' })),
    actor_token_type: Type.Optional(Type.String({ description: 'Required with actor_token.' })),
    requested_token_type: Type.Optional(Type.String({ description: `${ACCESS_TOKEN_TYPE}, the default.` })),
    scope: Type.Optional(Type.String({ description: 'A subset of what subject, actor and policy all allow.' })),
  },
  {
    examples: [
      {
        subject_token: 'eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFUzI1NiJ9.eyJzY29wZSI6Im1haWw6cmVhZCJ9.c2lnbmF0dXJl',
        subject_token_type: ACCESS_TOKEN_TYPE,
        scope: 'mail:read',
      },
    ],
  },
)

type Request = GrantRequest<typeof Params>

export interface TokenExchangeGrantDeps extends DelegationRulesDeps {
  readonly db: Db
  readonly tokens: Tokens
  readonly events: Events
  readonly targets: Targets
}

/**
 * Lets an agent act for a person, and a sub-agent for an agent (RFC 8693). Order of checks: subject token, key
 * binding and policy, depth, scope, target. Each refusal is an event with its reason.
 */
export class TokenExchangeGrant implements Grant<typeof Params> {
  static readonly type = TOKEN_EXCHANGE
  static readonly params = Params
  readonly #deps: TokenExchangeGrantDeps
  readonly #rules: DelegationRules
  constructor(deps: TokenExchangeGrantDeps) {
    this.#deps = deps
    this.#rules = new DelegationRules(deps)
  }

  async authorize(request: Request): Promise<Authorization> {
    const found = await this.#deps.tokens.authenticateWithLine(request.params.subject_token)
    try {
      checkTypes(request)
      // RFC 8693 §2.2.2: a subject or actor token that is not acceptable is an invalid_request.
      if (!found) throw refused('subject_token is not a living access token of this server')
      await this.#checkActorToken(request)
      return await this.#delegate(found.token, found.above, request)
    } catch (error) {
      if (error instanceof OAuthError) await this.#recordRefusal(found?.token, request, error)
      throw error
    }
  }

  async #delegate(subject: Token, above: Subject['above'], request: Request): Promise<Authorization> {
    const asked = { scope: parseScope(request.params.scope ?? '') ?? [], targets: request.targets }
    const delegation = await this.#rules.decide({ subject, above }, request.client, request.jkt, asked)
    const scope = this.#scope(subject, delegation, request)
    const audience = await this.#audience(subject, delegation, request)
    const act: Act = { sub: request.client.clientId, ...(subject.act === null ? {} : { act: subject.act }) }
    const { tokens, events } = this.#deps
    const told = (tokenId: string) => ({
      actor: request.actor,
      target: { type: 'token', id: tokenId },
      data: {
        client_id: request.client.clientId,
        subject: subject.subject,
        subject_token_id: subject.id,
        token_id: tokenId,
        policy_id: delegation.policy?.id ?? null,
        depth: subject.depth + 1,
        scope: scope.join(' '),
        dropped_scope: scopesOf(subject.scope)
          .filter((name) => !scope.includes(name))
          .join(' '),
        audience: [...audience],
        chain: chainOf(act),
        ...(delegation.warning === undefined ? {} : { warning: delegation.warning }),
      },
    })
    return {
      subject: subject.subject,
      userId: subject.userId,
      scope,
      audience,
      sessionId: subject.sessionId,
      consentId: subject.consentId,
      policyId: delegation.policy?.id ?? null,
      authenticatedAt: subject.authenticatedAt,
      act,
      // What a policy allows ends with it, also for whoever checks tokens without asking us.
      lineage: {
        kind: 'delegated',
        parent: subject,
        notAfter: delegation.policy?.expiresAt ?? Infinity,
        above: delegation.above,
      },
      answer: { issued_token_type: ACCESS_TOKEN_TYPE },
      consume: async (tx, { accessTokenId }) => {
        // A dead ancestor can't be extended, not even by a request that was faster than its revocation.
        if (!(await this.#holdAuthority(tx, subject, delegation, request))) {
          throw new ConsumedElsewhere('subject token', { cause: authorityLost() })
        }
        await events.record(tx, tokenExchanged, told(accessTokenId))
      },
      consumeAndRecord: async ([access]) =>
        access !== undefined && tokens.recordDelegated(access, events.prepare(tokenExchanged, told(access.token.id))),
      lost: async () => {
        await this.#recordRefusal(subject, request, authorityLost())
        return undefined
      },
    }
  }

  /** Holds all that allows the new token until it is written: who revokes any of it comes before, or finds the token. */
  async #holdAuthority(tx: Tx, subject: Token, { policy }: Delegation, { client }: Request): Promise<boolean> {
    return (await this.#deps.tokens.holdAlive(tx, subject.id)) && (await this.#rules.hold(tx, client, policy))
  }

  #scope(subject: Token, { policy }: Delegation, { params, client }: Request): readonly string[] {
    const registered = intersect(scopesOf(subject.scope), scopesOf(client.scope))
    const allowed = policy === null || policy.scope === '*' ? registered : intersect(registered, scopesOf(policy.scope))
    const scope = requestedScope(params.scope, allowed, 'what the subject token, this client and the policy all allow')
    if (scope.length === 0 && subject.scope !== '') {
      throw new OAuthError(
        'invalid_scope',
        'No scope is left that the subject token, this client and the policy allow.',
      )
    }
    return scope
  }

  /**
   * Where the token goes: only where every hop of its chain allows. A policy that names its audience is the permission to
   * go there; any other policy leads where operators let the actor go, and never beyond the subject token.
   */
  async #audience(
    subject: Token,
    { policy, audienceBounds }: Delegation,
    request: Request,
  ): Promise<readonly string[]> {
    const { targets, client } = request
    const granted = policy === null ? subject.audience : policy.audience
    const reach = { client, granted }
    const isWithin = (target: string): boolean => audienceBounds.every((bound) => includesTarget(bound, target))
    if (targets.length === 0) {
      const byDefault = (audienceBounds.at(-1) ?? subject.audience).filter(isWithin)
      if (byDefault.length > 0) return this.#deps.targets.resolve(byDefault, reach)
      throw new OAuthError('invalid_target', 'No target is left that every policy of the chain allows.')
    }
    const audience = await this.#deps.targets.resolve(targets, reach)
    const beyond = audience.find((target) => !isWithin(target))
    if (beyond === undefined) return audience
    throw new OAuthError('invalid_target', `The chain does not allow the target ${JSON.stringify(beyond)}.`)
  }

  async #checkActorToken({ params, client, jkt }: Request): Promise<void> {
    if (params.actor_token === undefined) return
    const actor = await this.#deps.tokens.authenticate(params.actor_token)
    if (!actor || actor.clientId !== client.clientId || actor.depth > 0) {
      throw refused('actor_token must be a living access token that was issued to the authenticated client')
    }
    if (actor.jkt !== null && actor.jkt !== jkt) throw refused('actor_token is bound to another key than the proof')
  }

  async #recordRefusal(subject: Token | undefined, request: Request, error: OAuthError): Promise<void> {
    await this.#deps.events.recordAlone(this.#deps.db, tokenExchangeRefused, {
      actor: request.actor,
      target: subject ? { type: 'token', id: subject.id } : null,
      result: 'denied',
      data: {
        client_id: request.client.clientId,
        subject: subject?.subject ?? null,
        subject_token_id: subject?.id ?? null,
        reason: error.message,
        error: error.error,
      },
    })
  }
}

/** RFC 8693 §2.1: the type parameters say access token, and an actor token does not come without its type. */
function checkTypes({ params }: Request): void {
  const wrong = [params.subject_token_type, params.actor_token_type, params.requested_token_type].find(
    (type) => type !== undefined && type !== ACCESS_TOKEN_TYPE,
  )
  if (wrong !== undefined) throw refused(`${JSON.stringify(wrong)} is not supported; use ${ACCESS_TOKEN_TYPE}`)
  if ((params.actor_token === undefined) !== (params.actor_token_type === undefined)) {
    throw refused('actor_token and actor_token_type go together')
  }
}

const chainOf = (act: Act): string[] => [act.sub, ...(act.act ? chainOf(act.act) : [])]

const refused = (reason: string): OAuthError =>
  new OAuthError('invalid_request', `The exchange was refused: ${reason}.`)

const authorityLost = (): OAuthError => refused('subject token, policy or client was revoked meanwhile')
