import type { Logger } from '#/platform/log/log.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Policies, Policy } from '#/modules/agents/index.ts'
import { isSubset, scopesOf } from '#/modules/clients/index.ts'
import type { Client, Clients } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import type { Forebear, Token } from '#/modules/tokens/index.ts'
import { OAuthError } from '#/platform/errors/oauth-error.ts'
import { includesTarget } from '#/modules/resources/index.ts'

/** The token that is exchanged, and what it was delegated from, the nearest first; undefined when it was not. */
export interface Subject {
  readonly subject: Token
  readonly above: readonly Forebear[] | undefined
}

/** What lets an actor act: its policy, or null where none was needed or `dev` mode let a missing one pass. */
export interface Delegation {
  readonly policy: Policy | null
  /** Where the new token may go: one bound for each hop of its chain, all of which hold. */
  readonly audienceBounds: readonly (readonly string[])[]
  /** What the subject token was delegated from, the nearest first; undefined when it was not. */
  readonly above: readonly Forebear[] | undefined
  /** What production would have refused. */
  readonly warning?: string
}

export interface DelegationRulesDeps {
  readonly policies: Policies
  readonly clients: Clients
  readonly settings: Settings
  readonly log: Logger
}

/**
 * Decides whether a client may act for the subject of a token. Each hop needs authority twice: for the subject, by a
 * policy of the actor, and from every actor before it, by the policies their own tokens were made under. What a chain may
 * do is the intersection of all its policies: scope and end come down with the tokens, depth and audience are held here.
 */
export class DelegationRules {
  readonly #deps: DelegationRulesDeps
  constructor(deps: DelegationRulesDeps) {
    this.#deps = deps
  }

  /** The authority under which `actor` may act for the subject; throws an OAuthError when there is none. */
  async decide({ subject, above }: Subject, actor: Client, jkt: string | null, asked: Asked): Promise<Delegation> {
    const line = above === undefined ? [] : [subject, ...above]
    const { policies, byId } = await this.#deps.policies.findAuthority({
      agentId: actor.id,
      subject: subject.subject,
      clientId: subject.userId === null ? subject.subject : null,
      policyIds: line.flatMap(({ policyId }) => policyId ?? []),
    })
    const found = choose(policies, subject, asked)
    checkKey(subject, jkt, found)
    await this.#checkDepth(subject, found)
    const audienceBounds = [...boundsAbove(line, subject.depth + 1, byId), boundOf(found, subject)]
    const reached = { audienceBounds, above }
    if (found !== undefined) return { policy: found, ...reached }
    // A client that narrows its own token delegates to nobody.
    if (subject.clientId === actor.clientId) return { policy: null, ...reached }
    return { policy: null, ...reached, warning: await this.#withoutPolicy(subject, actor) }
  }

  /** Whether actor and policy still allow it; holds both against a revocation until the transaction ends. */
  async hold(tx: Tx, actor: Client, policy: Policy | null): Promise<boolean> {
    const { clients, policies } = this.#deps
    return (await clients.hold(tx, actor.id)) && (policy === null || (await policies.hold(tx, policy.id)))
  }

  async #checkDepth(subject: Token, policy: Policy | undefined): Promise<void> {
    const depth = subject.depth + 1
    const limit = (await this.#deps.settings.current())['token_exchange.max_depth']
    if (depth > limit) throw refused(`the chain would be ${depth} hops deep, the limit is ${limit}`)
    if (policy && depth > policy.maxDepth) {
      throw refused(`the chain would be ${depth} hops deep, the policy allows ${policy.maxDepth}`)
    }
  }

  /**
   * Lets a missing policy pass where the settings do; returns the warning to record. Anyone can register a client, so
   * whoever nobody vouched for needs one in every mode.
   */
  async #withoutPolicy(subject: Token, actor: Client): Promise<string> {
    const { settings, log } = this.#deps
    const required = (await settings.current())['token_exchange.require_policy']
    if (!actor.trusted || (required ?? (await settings.mode()) === 'production')) {
      log.info({ client_id: actor.clientId, subject: subject.subject }, 'token exchange: refused without a policy')
      throw refused(missingPolicy(subject, actor))
    }
    const warning = 'no policy lets this client act for the subject; production would refuse it'
    log.warn({ client_id: actor.clientId, subject: subject.subject }, `token exchange: ${warning}`)
    return warning
  }
}

/** Of several policies the one that allows what is asked; a named subject is better than anyone. */
function choose(policies: readonly Policy[], subject: Token, asked: Asked): Policy | undefined {
  const depth = subject.depth + 1
  const rank = (policy: Policy): number =>
    (policy.maxDepth >= depth ? 4 : 0) + (covers(policy, asked) ? 2 : 0) + (policy.subject === '*' ? 0 : 1)
  return policies.toSorted((a, b) => rank(b) - rank(a))[0]
}

/** Where the hops so far let the chain go; throws when one of their policies does not let it grow to this depth. */
function boundsAbove(
  line: readonly Forebear[],
  depth: number,
  living: ReadonlyMap<string, Policy>,
): (readonly string[])[] {
  const hops = line.filter((token) => token.depth > 0)
  return hops.map((hop, i) => {
    const policy = living.get(hop.policyId ?? '')
    if (hop.policyId !== null) checkAnotherHop(policy, depth)
    return boundOf(policy, line[i + 1] ?? hop)
  })
}

/** A policy that names no audience, and a hop without a policy, never lead beyond the token they started from. */
const boundOf = (policy: Policy | undefined, from: Forebear): readonly string[] =>
  policy !== undefined && policy.audience.length > 0 ? policy.audience : from.audience

function checkAnotherHop(policy: Policy | undefined, depth: number): void {
  if (!policy?.mayRedelegate) throw refused('the policy of a previous actor does not let it delegate further')
  if (depth > policy.maxDepth) throw refused(`the policy of a previous actor allows ${policy.maxDepth} hops`)
}

/** Names what is missing, for whom, and the call that makes it. RFC 6749 §5.2 allows no quotation marks here. */
function missingPolicy(subject: Token, actor: Client): string {
  const who = `${actor.id} (client_id ${actor.clientId})`
  if (actor.kind === 'app')
    return `${who} is an application, and these can have no policy to act for ${subject.subject}`
  return (
    `no policy lets ${who} act for ${subject.subject}; an operator makes one with ` +
    `POST /api/v1/agents/${actor.id}/policies, naming subject and scope`
  )
}

/** What a request asks for, as far as it decides between policies. */
interface Asked {
  readonly scope: readonly string[]
  readonly targets: readonly string[]
}

const covers = (policy: Policy, { scope, targets }: Asked): boolean =>
  (policy.scope === '*' || isSubset(scope, scopesOf(policy.scope))) &&
  (policy.audience.length === 0 || targets.every((target) => includesTarget(policy.audience, target)))

/** A bound subject needs a proof: by its own key, or by the actor's key when a policy names the actor. */
function checkKey(subject: Token, jkt: string | null, policy: Policy | undefined): void {
  if (subject.jkt === null || subject.jkt === jkt) return
  if (jkt === null) {
    throw new OAuthError('invalid_dpop_proof', 'subject_token is bound to a key: send a DPoP proof with the request.')
  }
  if (!policy) throw refused('subject_token is bound to another key, and no policy lets this client bind its own')
}

const refused = (reason: string): OAuthError =>
  new OAuthError('invalid_request', `The exchange was refused: ${reason}.`)
