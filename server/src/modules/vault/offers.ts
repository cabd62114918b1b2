import { scopesOf } from '#/modules/clients/index.ts'
import type { Client } from '#/modules/clients/index.ts'
import type { ActingClients } from '#/modules/consents/index.ts'
import { allowedScopes, VaultAuthority } from './authority.ts'
import type { ConnectionAt } from './connection.ts'
import type { VaultConnectionStore } from './connection-store.ts'
import type { VaultGrant } from './grant.ts'
import type { VaultGrantStore } from './grant-store.ts'

interface VaultOffersDeps {
  readonly store: VaultGrantStore
  readonly connections: VaultConnectionStore
  readonly actingClients: Pick<ActingClients, 'list'>
}

/** A client that asks a person for something. */
interface Asking {
  readonly userId: string
  readonly clientId: string
  readonly scope: string
}

/** A client that can be let use an account, with these scopes. */
export interface VaultCandidate {
  readonly client: Client
  readonly scopes: readonly string[]
}

/** An account that a client can be let use, with these scopes. */
export interface VaultOffer {
  readonly at: ConnectionAt
  readonly scopes: readonly string[]
  /** Whether it may use all of that already. */
  readonly isGiven: boolean
}

/** A form with more fields than fit would be refused. */
const MAX_OFFERED = { before: undefined, limit: 50, includeTotal: false }

/** The scopes by which a client gets at the vault. */
const VAULT_SCOPES = ['vault:read', 'vault:use']

/** Whether some scopes lead into the vault. */
export const asksForVault = (scope: string): boolean => scopesOf(scope).some((name) => VAULT_SCOPES.includes(name))

/** The scopes of an account that a client can be let use; undefined when the operator keeps it from the provider. */
export const offeredScopes = (
  { connection, provider }: ConnectionAt,
  clientId: string,
): readonly string[] | undefined => (provider.active ? allowedScopes(provider, clientId, connection.scopes) : undefined)

const mayUse = (clientId: string, grants: readonly VaultGrant[]) => {
  const authority = new VaultAuthority([clientId], grants)
  return (at: ConnectionAt, scopes: readonly string[] | undefined) => authority.refusalFor(at, scopes) === undefined
}

/** What clients could be let use. */
export class VaultOffers {
  readonly #deps: VaultOffersDeps
  constructor(deps: VaultOffersDeps) {
    this.#deps = deps
  }

  /** The accounts of a person that a client can be let use; undefined when it asks for none. */
  async offersFor({ userId, clientId, scope }: Asking): Promise<VaultOffer[] | undefined> {
    if (!asksForVault(scope)) return undefined
    const { rows } = await this.#deps.connections.list({ userId }, MAX_OFFERED)
    const grants = await this.#deps.store.ofClients(userId, [clientId])
    return rows.flatMap((at) => {
      const scopes = offeredScopes(at, clientId)
      const isGiven = mayUse(clientId, grants)(at, scopes)
      return scopes === undefined ? [] : [{ at, scopes, isGiven }]
    })
  }

  /** The clients that act for the person of an account and could be let use it, or more of it. */
  async candidatesFor(at: ConnectionAt): Promise<VaultCandidate[]> {
    const { userId } = at.connection
    const acting = await this.#deps.actingClients.list(userId)
    const clients = acting.flatMap(({ client }) => (client?.active && asksForVault(client.scope) ? [client] : []))
    if (clients.length === 0) return []
    const grants = await this.#deps.store.ofClients(
      userId,
      clients.map(({ clientId }) => clientId),
    )
    return clients.flatMap((client) => {
      const scopes = offeredScopes(at, client.clientId)
      const isGiven = mayUse(client.clientId, grants)(at, scopes)
      return scopes === undefined || isGiven ? [] : [{ client, scopes }]
    })
  }
}
