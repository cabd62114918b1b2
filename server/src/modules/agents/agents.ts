import { addCounts, endedTokens, isNothing } from '#/modules/lifecycle/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import { requireFullAccess } from '#/modules/api-keys/index.ts'
import type { AdminPrincipal } from '#/modules/api-keys/index.ts'
import { agentErrors } from './errors.ts'
import { agentCreated, agentDeactivated, agentPurged, agentSecretRotated, agentUpdated } from './events.ts'
import { changesBetween } from '#/platform/merge-patch.ts'
import { auditedFields, isReservedClientId, newDraft, patchedFields } from './agent-draft.ts'
import type { CreateAgent, UpdateAgent } from './agent-draft.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { checkDraft } from '#/modules/clients/index.ts'
import type { Client, ClientDraft, ClientFilter, Clients, MadeClient } from '#/modules/clients/index.ts'
import type { Settings } from '#/modules/system/index.ts'
import { UniqueViolation } from '#/platform/db/errors.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import { isId } from '#/platform/ids.ts'

export interface AgentsDeps {
  readonly db: Db
  readonly clients: Clients
  readonly lifecycle: Lifecycle
  readonly settings: Settings
  readonly events: Events
}

type By = Pick<AdminPrincipal, 'actor' | 'scopes'>
type AgentFilter = Omit<ClientFilter, 'kind'>

/** Agents: machine clients that operators make and end. `ref` is the id or the client_id of one. */
export class Agents {
  readonly #deps: AgentsDeps
  constructor(deps: AgentsDeps) {
    this.#deps = deps
  }

  /** The agent with this id or client_id. */
  async find(ref: string): Promise<Client | undefined> {
    const { clients } = this.#deps
    const client = isId('agt', ref) ? await clients.find(ref) : await clients.findByClientId(ref)
    return client?.kind === 'agent' ? client : undefined
  }

  async get(ref: string): Promise<Client> {
    const agent = await this.find(ref)
    if (!agent) throw new AppError(agentErrors.agent_not_found)
    return agent
  }

  /** Who can have a policy to act for others: an agent, or a client that registered itself. */
  async getActor(ref: string): Promise<Client> {
    const { clients } = this.#deps
    const byId = isId('agt', ref) || isId('cli', ref)
    const client = byId ? await clients.find(ref) : await clients.findByClientId(ref)
    if (client?.kind !== 'agent' && client?.kind !== 'registered') throw new AppError(agentErrors.agent_not_found)
    return client
  }

  /** Agents, newest first. */
  list(filter: AgentFilter, page: PageRequest): Promise<Page<Client>> {
    return this.#deps.clients.list({ ...filter, kind: 'agent' }, page)
  }

  /** Makes an agent. Operators vouch for it, so it is trusted. */
  async create(input: CreateAgent, actor: Actor): Promise<MadeClient> {
    const draft = newDraft(input)
    await this.#check(draft, draft.accessTokenTtlSeconds)
    if (input.client_id !== undefined && isReservedClientId(input.client_id)) {
      throw invalid('/client_id', 'must not begin like the id of another kind of object')
    }
    await this.#prepare(draft)
    try {
      return await this.#deps.db.tx((tx) => this.#insert(tx, draft, input.client_id, actor))
    } catch (error) {
      if (error instanceof UniqueViolation) throw new AppError(agentErrors.client_id_taken, { cause: error })
      throw error
    }
  }

  async #insert(tx: Tx, draft: ClientDraft, clientId: string | undefined, actor: Actor): Promise<MadeClient> {
    const made = await this.#deps.clients.create(tx, {
      kind: 'agent',
      draft,
      clientId,
      trusted: true,
      createdBy: actor.id,
    })
    const { grantTypes, scope, dpopBound } = made.client
    await this.#deps.events.record(tx, agentCreated, {
      ...actorAndTarget(made.client, actor),
      data: { ...nameFields(made.client), grant_types: grantTypes, scope, dpop_bound: dpopBound },
    })
    return made
  }

  /** Applies a merge patch. Turning an agent off ends its tokens, codes and consents. */
  async update(ref: string, patch: UpdateAgent, actor: Actor): Promise<Client> {
    const before = await this.get(ref)
    const fields = patchedFields(patch)
    await this.#check({ ...before, ...fields }, fields.accessTokenTtlSeconds)
    await this.#prepare(fields)
    return this.#deps.db.tx(async (tx) => {
      const late = patch.active === true && !before.active ? await this.#endLate(tx, before) : undefined
      const { client: after, counts } = await this.#deps.clients.change(tx, before, fields)
      if (!after) throw new AppError(agentErrors.agent_not_found)
      if (patch.active === false) await this.#end(tx, before, actor)
      const { active, ...changes } = changesBetween(auditedFields(before), auditedFields(after))
      const audited = active && patch.active === true ? { active, ...changes } : changes
      if (Object.keys(audited).length > 0) {
        const ended = late || counts ? { counts: addCounts(late ?? {}, counts ?? {}) } : {}
        await this.#deps.events.record(tx, agentUpdated, {
          ...actorAndTarget(after, actor),
          data: { ...nameFields(after), changes: audited, ...ended },
        })
      }
      return after
    })
  }

  /** What ended with the agent stays ended: also a token that was written in the moment it was turned off. */
  #endLate(tx: Tx, agent: Client): Promise<Counts> {
    return this.#deps.lifecycle.ended(tx, 'clientReactivated', subjectOf(agent), 'agent_deactivated')
  }

  /** Turns an agent off and ends its tokens, codes and consents; it stays on record and can be turned on again. */
  async deactivate(ref: string, actor: Actor): Promise<void> {
    const agent = await this.get(ref)
    await this.#deps.db.tx(async (tx) => {
      await this.#deps.clients.change(tx, agent, { active: false })
      await this.#end(tx, agent, actor)
    })
  }

  async #end(tx: Tx, agent: Client, actor: Actor): Promise<void> {
    const { lifecycle, events } = this.#deps
    const counts = await lifecycle.ended(tx, 'clientDeactivated', subjectOf(agent), 'agent_deactivated')
    // Nothing happened when it was off already and nothing lived on.
    if (!agent.active && isNothing(counts)) return
    await events.record(tx, agentDeactivated, {
      ...actorAndTarget(agent, actor),
      data: { ...nameFields(agent), ...endedTokens(counts) },
    })
  }

  /** What deactivating would end. */
  async countEnding(ref: string): Promise<Counts> {
    return this.#deps.lifecycle.wouldEnd('clientDeactivated', subjectOf(await this.get(ref)))
  }

  /** Removes an agent that was deactivated, for good; the audit log keeps what it did. For full access. */
  async purge(ref: string, by: By): Promise<void> {
    const { id } = await this.#getToPurge(ref, by)
    await this.#deps.db.tx(async (tx) => {
      const agent = await this.#deps.clients.holdForChange(tx, id)
      if (!agent) throw new AppError(agentErrors.agent_not_found)
      requireInactive(agent)
      const counts = (await this.#deps.clients.delete(tx, agent, 'agent_purged')) ?? {}
      await this.#deps.events.record(tx, agentPurged, {
        ...actorAndTarget(agent, by.actor),
        data: { ...nameFields(agent), ...endedTokens(counts) },
      })
    })
  }

  /** What purging would end, after the same refusals: of a deactivated agent all but its policies ended before. */
  async countPurging(ref: string, by: By): Promise<Counts> {
    return this.#deps.clients.countDeleting(await this.#getToPurge(ref, by))
  }

  async #getToPurge(ref: string, by: By): Promise<Client> {
    requireFullAccess(by)
    const agent = await this.get(ref)
    requireInactive(agent)
    return agent
  }

  /** A new secret; the old one stops at once. Of many rotations at the same time the last one's secret works. */
  async rotateSecret(ref: string, actor: Actor): Promise<{ agent: Client; secret: string }> {
    const agent = await this.get(ref)
    if (agent.secretHash === null) throw new AppError(agentErrors.agent_has_no_secret)
    return this.#deps.db.tx(async (tx) => {
      const secret = await this.#deps.clients.rotateSecret(tx, agent)
      if (secret === undefined) throw new AppError(agentErrors.agent_inactive)
      await this.#deps.events.record(tx, agentSecretRotated, {
        ...actorAndTarget(agent, actor),
        data: nameFields(agent),
      })
      return { agent, secret }
    })
  }

  /** Checks a whole draft. Its lifetime only when it is being set: a lower default must not block other changes. */
  async #prepare(fields: Partial<ClientDraft>): Promise<void> {
    const problems = await this.#deps.clients.prepare(fields)
    if (problems.length > 0) throw invalid(problems.map(({ member, message }) => ({ pointer: `/${member}`, message })))
  }

  async #check(draft: ClientDraft, newTtlSeconds: number | null | undefined): Promise<void> {
    const problems = checkDraft(draft).map(({ member, message }) => ({ pointer: `/${member}`, message }))
    const longest = 2 * (await this.#deps.settings.current())['oauth.access_token_ttl_seconds']
    if ((newTtlSeconds ?? 0) > longest) {
      problems.push({ pointer: '/access_token_ttl_seconds', message: `must not be more than ${longest}` })
    }
    if (problems.length > 0) throw invalid(problems)
  }
}

function requireInactive({ active }: Client): void {
  if (active) throw new AppError(agentErrors.agent_active)
}

const subjectOf = ({ clientId }: Client) => ({ by: 'client', clientId }) as const

/** Who did it to which agent: the first half of every event here. */
export const actorAndTarget = (agent: Client, actor: Actor) => ({ actor, target: { type: 'agent', id: agent.id } })

/** How events name an agent. */
export const nameFields = (agent: Client) => ({ client_id: agent.clientId, client_name: agent.clientName })
