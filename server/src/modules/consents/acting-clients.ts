import type { Client, Clients } from '#/modules/clients/index.ts'
import type { DelegationChain, Tokens } from '#/modules/tokens/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import type { Consent } from './consent.ts'
import type { Consents, Stopped } from './consents.ts'
import { consentErrors } from './errors.ts'

/** A client that acts for a person: by a consent, by living tokens, or both. */
export interface ActingClient {
  readonly clientId: string
  /** Undefined when the client was deleted. */
  readonly client: Client | undefined
  readonly consent: Consent | undefined
  readonly livingTokens: number
}

interface ActingClientsDeps {
  readonly consents: Consents
  readonly tokens: Tokens
  readonly clients: Clients
}

/** Agents and apps that act for a person, and how they are stopped. */
export class ActingClients {
  readonly #deps: ActingClientsDeps
  constructor(deps: ActingClientsDeps) {
    this.#deps = deps
  }

  /** Those with a consent first, newest first; then those that only have tokens. */
  async list(userId: string): Promise<ActingClient[]> {
    const { consents, tokens, clients } = this.#deps
    const living = await tokens.countByClient(userId)
    const { rows } = await consents.list({ userId }, { before: undefined, limit: 1000, includeTotal: false })
    const byClient = new Map(rows.map(({ consent }) => [consent.clientId, consent]))
    const ids = [...new Set([...byClient.keys(), ...living.keys()])]
    return Promise.all(
      ids.map(async (clientId) => ({
        clientId,
        client: await clients.findByClientId(clientId),
        consent: byClient.get(clientId),
        livingTokens: living.get(clientId) ?? 0,
      })),
    )
  }

  /** Through whom each of them acts: client ids from the one that was let in to the one that acts. */
  delegationChains(userId: string): Promise<DelegationChain[]> {
    return this.#deps.tokens.delegationChainsOf(userId)
  }

  /** Stops those of the given clients that act for a person, or all of them. Answers which ones, and what ended. */
  async stop(
    userId: string,
    { clientIds, dryRun = false }: { clientIds?: readonly string[] | undefined; dryRun?: boolean | undefined },
    actor: Actor,
  ): Promise<Stopped & { readonly clientIds: readonly string[] }> {
    const acting = (await this.list(userId)).map(({ clientId }) => clientId)
    const stopped = clientIds ? acting.filter((id) => clientIds.includes(id)) : acting
    const { consents } = this.#deps
    const ended = dryRun ? consents.countStopping(userId, stopped) : consents.stop(userId, stopped, actor)
    return { ...(await ended), clientIds: stopped }
  }

  /** Stops one. Throws `consent_not_found` when it does not act for the person. */
  async stopOne(userId: string, clientId: string, actor: Actor): Promise<ActingClient> {
    const acting = (await this.list(userId)).find((it) => it.clientId === clientId)
    if (!acting) throw new AppError(consentErrors.consent_not_found)
    await this.#deps.consents.stop(userId, [clientId], actor)
    return acting
  }
}
