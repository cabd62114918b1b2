import type { Client, Clients } from '#/modules/clients/index.ts'
import type { DelegationChain, Tokens } from '#/modules/tokens/index.ts'
import type { Actor } from '#/platform/audit/event.ts'
import { AppError } from '#/platform/errors/app-error.ts'
import { pageOfAll } from '#/platform/paging/paging.ts'
import type { Page, PageRequest, Position } from '#/platform/paging/paging.ts'
import type { Consent } from './consent.ts'
import type { Consents, Stopped } from './consents.ts'
import { consentErrors } from './errors.ts'

/** What lets a client act for a person: a consent, living tokens, or both. */
interface Acting {
  readonly clientId: string
  readonly consent: Consent | undefined
  readonly livingTokens: number
  /** The consent, or where there is none the oldest token that lives. */
  readonly began: Position
}

/** A client that acts for a person. */
export interface ActingClient extends Acting {
  /** Undefined when the client was deleted. */
  readonly client: Client | undefined
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
    return this.#withClients(await this.#acting(userId))
  }

  /** A page of them: newest consent or oldest living token first. */
  async page(userId: string, request: PageRequest): Promise<Page<ActingClient>> {
    const page = pageOfAll(await this.#acting(userId), ({ began }) => began, request)
    return { ...page, rows: await this.#withClients(page.rows) }
  }

  async #acting(userId: string): Promise<Acting[]> {
    const { consents, tokens } = this.#deps
    const living = await tokens.livingByClient(userId)
    const acting = new Map<string, Acting>()
    for (const consent of await consents.livingOfUser(userId)) {
      const { clientId } = consent
      acting.set(clientId, { clientId, consent, livingTokens: living.get(clientId)?.count ?? 0, began: consent })
    }
    for (const [clientId, { count, oldest }] of living) {
      if (acting.has(clientId)) continue
      acting.set(clientId, { clientId, consent: undefined, livingTokens: count, began: oldest })
    }
    return [...acting.values()]
  }

  #withClients(acting: readonly Acting[]): Promise<ActingClient[]> {
    const { clients } = this.#deps
    return Promise.all(acting.map(async (it) => ({ ...it, client: await clients.findByClientId(it.clientId) })))
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
    const acting = (await this.#acting(userId)).map(({ clientId }) => clientId)
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
