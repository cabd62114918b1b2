import type { Clock } from '#/platform/clock.ts'
import type { Db, Tx } from '#/platform/db/db.ts'
import type { Actor } from '#/platform/audit/event.ts'
import type { Events } from '#/platform/audit/events.ts'
import { AppError, commonErrors } from '#/platform/errors/app-error.ts'
import { invalid } from '#/platform/errors/invalid.ts'
import { isId, newId } from '#/platform/ids.ts'
import type { Page, PageRequest } from '#/platform/paging/paging.ts'
import type { ActingClients, Consents } from '#/modules/consents/index.ts'
import type { Counts, Lifecycle } from '#/modules/lifecycle/index.ts'
import type { DelegationChain, Token, Tokens } from '#/modules/tokens/index.ts'
import { allowedScopes, VaultAuthority } from './authority.ts'
import type { ConnectionAt } from './connection.ts'
import type { VaultConnectionStore } from './connection-store.ts'
import { vaultErrors } from './errors.ts'
import { vaultGrantCreated, vaultGrantRevoked } from './events.ts'
import type { NamedVaultGrant, VaultGrant } from './grant.ts'
import type { VaultGrantFilter, VaultGrantStore } from './grant-store.ts'
import { asksForVault, offeredScopes } from './offers.ts'

interface VaultGrantsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly events: Events
  readonly lifecycle: Lifecycle
  readonly store: VaultGrantStore
  readonly connections: VaultConnectionStore
  readonly tokens: Pick<Tokens, 'delegationChainOf'>
  readonly consents: Pick<Consents, 'hold'>
  readonly actingClients: Pick<ActingClients, 'list'>
}

/** What a person lets a client use. */
interface NewVaultGrant {
  readonly userId: string
  readonly clientId: string
  readonly connectionId: string
  /** All that the account carries and the operator allows when undefined. */
  readonly scopes: readonly string[] | undefined
}

/** The accounts that a person chose where they said yes to what a client asked for. */
export interface ChosenAccounts {
  readonly userId: string
  readonly clientId: string
  /** What it asked for. */
  readonly scope: string
  readonly connectionIds: readonly string[]
}

/** What people let clients use of the vault: given, read at each use, and taken back. */
export class VaultGrants {
  readonly #deps: VaultGrantsDeps
  constructor(deps: VaultGrantsDeps) {
    this.#deps = deps
  }

  /** What the clients that a token went through may use, as it stands now. */
  async authorityOf(token: Token & { readonly userId: string }): Promise<VaultAuthority> {
    const chain = await this.clientsOf(token)
    return new VaultAuthority(chain, await this.#deps.store.ofClients(token.userId, chain))
  }

  /** The clients that a token went through. */
  async clientsOf(token: Token): Promise<DelegationChain> {
    const chain = await this.#deps.tokens.delegationChainOf(token)
    if (!chain) throw new AppError(commonErrors.unauthorized)
    return chain
  }

  /** Lets a client that acts for a person use an account of theirs, in the place of what it was let use before. */
  async give(wanted: NewVaultGrant, actor: Actor): Promise<NamedVaultGrant> {
    const { db, connections, consents, actingClients } = this.#deps
    const { userId, connectionId } = wanted
    const at = isId('vc', connectionId) ? await connections.find(connectionId) : undefined
    if (at?.connection.userId !== userId) throw invalid('/connection_id', 'must be an account that you connected')
    const acting = (await actingClients.list(userId)).find(({ clientId }) => clientId === wanted.clientId)
    if (!acting?.client?.active || !asksForVault(acting.client.scope)) {
      throw invalid('/client_id', 'must be a client that acts for you and may ask for the vault')
    }
    const scopes = grantedScopes(at, wanted)
    const grant = await db.tx(async (tx) => {
      // Held, so that whoever takes it back finds what is written here.
      const isStanding = acting.consent === undefined || (await consents.hold(tx, acting.consent.id))
      if (!isStanding || !(await connections.holdThere(tx, connectionId))) {
        throw new AppError(vaultErrors.vault_connection_not_found)
      }
      return this.#write(tx, at, { clientId: wanted.clientId, scopes }, actor)
    })
    return this.get(grant.id, userId)
  }

  /**
   * Lets a client use those of a person's accounts that were chosen where they said yes to it, in the transaction of the
   * consent. What is not theirs, went meanwhile or is not for the client is left out.
   */
  async giveChosen(tx: Tx, { userId, clientId, scope, connectionIds }: ChosenAccounts, actor: Actor): Promise<void> {
    if (!asksForVault(scope)) return
    for (const at of await this.#deps.connections.holdOfUser(tx, userId, connectionIds)) {
      const scopes = offeredScopes(at, clientId)
      if (scopes !== undefined) await this.#write(tx, at, { clientId, scopes }, actor)
    }
  }

  async #write(
    tx: Tx,
    { connection, provider }: ConnectionAt,
    { clientId, scopes }: Pick<VaultGrant, 'clientId' | 'scopes'>,
    actor: Actor,
  ): Promise<VaultGrant> {
    const now = this.#deps.clock.now()
    const grant = await this.#deps.store.put(tx, {
      id: newId('vg', now),
      userId: connection.userId,
      clientId,
      connectionId: connection.id,
      vaultProviderId: provider.id,
      scopes,
      createdAt: now,
      updatedAt: now,
    })
    await this.#deps.events.record(tx, vaultGrantCreated, {
      actor,
      target: targetOf(grant.id),
      data: { ...nameFields(grant, provider.name), scopes: [...scopes] },
    })
    return grant
  }

  /** A grant. Throws `vault_grant_not_found`, also for one of somebody else where a person asks. */
  async get(id: string, ownerId?: string): Promise<NamedVaultGrant> {
    const named = isId('vg', id) ? await this.#deps.store.find(id) : undefined
    if (!named || (ownerId !== undefined && named.grant.userId !== ownerId)) return notFound()
    return named
  }

  /** Grants, newest first. */
  list(filter: VaultGrantFilter, request: PageRequest): Promise<Page<NamedVaultGrant>> {
    return this.#deps.store.list(filter, request)
  }

  /** Takes a grant back: the next use of it is refused. */
  async revoke(id: string, actor: Actor, ownerId?: string): Promise<void> {
    const { db, lifecycle, events } = this.#deps
    const { grant, providerName } = await this.get(id, ownerId)
    await db.tx(async (tx) => {
      const counts = await lifecycle.ended(tx, 'vaultGrantRevoked', subjectOf(id), 'vault_grant_revoked')
      if (counts.vault_grants !== 1) notFound()
      const data = { ...nameFields(grant, providerName), counts }
      await events.record(tx, vaultGrantRevoked, { actor, target: targetOf(id), data })
    })
  }

  /** What that would end. */
  async countEnding(id: string, ownerId?: string): Promise<Counts> {
    await this.get(id, ownerId)
    return this.#deps.lifecycle.wouldEnd('vaultGrantRevoked', subjectOf(id))
  }
}

/** The scopes that are meant. Throws when they are more than the account carries, or than the operator allows. */
function grantedScopes(at: ConnectionAt, { clientId, scopes }: NewVaultGrant): readonly string[] {
  const carried = at.connection.scopes
  const offered = allowedScopes(at.provider, clientId, carried)
  if (offered === undefined) throw invalid('/client_id', 'is not among the allowed_clients of the provider')
  if (scopes === undefined) return offered
  const errors = scopes.flatMap((scope, i) => {
    if (offered.includes(scope)) return []
    const message = carried.includes(scope) ? 'is more than the operator allows the client' : 'is not of the account'
    return [{ pointer: `/scopes/${i}`, message }]
  })
  if (errors.length > 0) throw invalid(errors)
  return [...new Set(scopes)]
}

const subjectOf = (grantId: string) => ({ by: 'vault-grant', grantId }) as const

const targetOf = (id: string) => ({ type: 'vault_grant', id })

const nameFields = ({ id, userId, clientId, connectionId }: VaultGrant, provider: string) => ({
  id,
  user_id: userId,
  client_id: clientId,
  connection_id: connectionId,
  provider,
})

const notFound = (): never => {
  throw new AppError(vaultErrors.vault_grant_not_found)
}
