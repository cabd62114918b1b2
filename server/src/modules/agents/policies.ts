import { endedTokens } from '#/modules/lifecycle/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { Static } from 'typebox'
import type { Agents } from './agents.ts'
import { agentErrors } from './errors.ts'
import { policyCreated, policyRevoked } from './events.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { PolicyStore } from './policy-store.ts'
import type { AuthorityQuery, FoundAuthority } from './policy-store.ts'
import { ANY_SCOPE, ANYONE } from './policy.ts'
import type { Policy } from './policy.ts'
import type { CreatePolicySchema } from './schemas.ts'
import { audienceProblem, normalScope, parseScope, scopesOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import { toIsoOrNull } from '#/platform/clock.ts'
import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { FieldError } from '#/platform/errors/app-error.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { isId, newId } from '#/platform/ids.ts'

export interface PoliciesDeps {
  readonly db: Db
  readonly clock: Clock
  readonly agents: Agents
  readonly lifecycle: Lifecycle
  readonly events: Events
}

type CreatePolicy = Static<typeof CreatePolicySchema>

/** Policies: which agent may act for whom (RFC 8693 §4.4 as a standing rule of the operator). */
export class Policies {
  readonly #deps: PoliciesDeps
  readonly #store: PolicyStore
  constructor(deps: PoliciesDeps) {
    this.#deps = deps
    this.#store = new PolicyStore(deps.db)
  }

  /**
   * The policies that allow an agent, by its admin id, to act now for a subject under any of its names, and those under which
   * others acted before.
   */
  findAuthority(query: AuthorityQuery): Promise<FoundAuthority> {
    return this.#store.findAuthority(query, this.#deps.clock.now())
  }

  /** The names of the agents that may act on from a token that a client holds for a person, with a part of its scope. */
  namesOfActors({ scope, ...of }: { userId: string; clientId: string; scope: string }): Promise<string[]> {
    return this.#store.findActors({ ...of, scopes: scopesOf(scope) }, this.#deps.clock.now())
  }

  /** Whether a policy is living; holds it against a revocation until the transaction ends. */
  hold(tx: Tx, id: string): Promise<boolean> {
    return this.#store.hold(tx, id, this.#deps.clock.now())
  }

  /** A policy that is not revoked, whoever's it is. */
  find(id: string): Promise<Policy | undefined> {
    return this.#store.findById(id)
  }

  /** The policies of an agent that are in force, newest first. */
  list(agent: Client, request: PageRequest): Promise<Page<Policy>> {
    return this.#store.list(agent.id, request)
  }

  async create(agent: Client, input: CreatePolicy, actor: Actor): Promise<Policy> {
    const policy = await this.#build(agent, input, actor)
    await this.#deps.db.tx(async (tx) => {
      await this.#store.insert(tx, policy)
      await this.#deps.events.record(tx, policyCreated, {
        ...actorAndTarget(policy, actor),
        data: policyFields(policy),
      })
    })
    return policy
  }

  async #build(agent: Client, input: CreatePolicy, actor: Actor): Promise<Policy> {
    const now = this.#deps.clock.now()
    const problems = problemsOf(input, now)
    const subject = await this.#subject(input.subject)
    if (subject === undefined) problems.push({ pointer: '/subject', message: 'must be a user id, an agent or *' })
    if (subject === agent.id) problems.push({ pointer: '/subject', message: 'must not be the agent itself' })
    if (subject === undefined || problems.length > 0) throw invalid(problems)
    return {
      id: newId('pol', now),
      agentId: agent.id,
      subject,
      scope: normalScope(input.scope),
      audience: [...new Set(input.audience ?? [])],
      maxDepth: input.max_depth ?? 1,
      mayRedelegate: input.may_redelegate ?? false,
      createdBy: actor.id,
      createdAt: now,
      expiresAt: expiryOf(input),
      revokedAt: null,
    }
  }

  /** An agent may be named by its client_id; the policy keeps the id, which nobody can take over. */
  async #subject(named: string): Promise<string | undefined> {
    if (named === ANYONE || isId('usr', named)) return named
    return (await this.#deps.agents.find(named))?.id
  }

  /** Revokes a policy and ends the tokens made under it. */
  async revoke(agent: Client, id: string, actor: Actor): Promise<void> {
    const policy = await this.get(agent, id)
    await this.#deps.db.tx(async (tx) => {
      if (!(await this.#store.revoke(tx, policy.id, this.#deps.clock.now()))) {
        throw new AppError(agentErrors.policy_not_found)
      }
      const counts = await this.#deps.lifecycle.ended(tx, 'policyRevoked', subjectOf(policy), 'policy_revoked')
      await this.#deps.events.record(tx, policyRevoked, {
        ...actorAndTarget(policy, actor),
        data: { ...policyFields(policy), ...endedTokens(counts) },
      })
    })
  }

  /** What revoking would end. */
  async countEnding(agent: Client, id: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('policyRevoked', subjectOf(await this.get(agent, id)))
  }

  /** A policy of an agent that is not revoked. Throws `policy_not_found`. */
  async get(agent: Client, id: string): Promise<Policy> {
    const policy = isId('pol', id) ? await this.#store.find(this.#deps.db, agent.id, id) : undefined
    if (!policy) throw new AppError(agentErrors.policy_not_found)
    return policy
  }
}

function problemsOf(input: CreatePolicy, now: number): FieldError[] {
  const problems: FieldError[] = []
  if (!isPolicyScope(input.scope)) {
    problems.push({ pointer: '/scope', message: 'must be scopes with one space between them, or * alone' })
  }
  for (const [index, audience] of (input.audience ?? []).entries()) {
    const message = audienceProblem(audience)
    if (message) problems.push({ pointer: `/audience/${index}`, message })
  }
  const expiresAt = expiryOf(input)
  if (expiresAt !== null && !(expiresAt > now)) {
    problems.push({ pointer: '/expires_at', message: 'must be a time to come' })
  }
  return problems
}

function expiryOf({ expires_at: expiresAt }: CreatePolicy): number | null {
  return expiresAt === undefined || expiresAt === null ? null : Date.parse(expiresAt)
}

function isPolicyScope(text: string): boolean {
  const scopes = parseScope(text)
  return scopes !== undefined && (text === ANY_SCOPE || !scopes.includes(ANY_SCOPE))
}

const subjectOf = ({ id }: Policy) => ({ by: 'policy', policyId: id }) as const

const actorAndTarget = (policy: Policy, actor: Actor) => ({ actor, target: { type: 'policy', id: policy.id } })

const policyFields = (policy: Policy) => ({
  agent_id: policy.agentId,
  subject: policy.subject,
  scope: policy.scope,
  audience: policy.audience,
  max_depth: policy.maxDepth,
  may_redelegate: policy.mayRedelegate,
  expires_at: toIsoOrNull(policy.expiresAt),
})
