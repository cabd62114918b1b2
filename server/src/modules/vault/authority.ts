import type { ConnectionAt } from './connection.ts'
import type { GrantedScopes } from './grant.ts'
import type { VaultProvider } from './provider.ts'

/** Who keeps a client from using a connection: the operator by the provider's `allowed_clients`, or its person. */
export interface VaultRefusal {
  readonly by: 'operator' | 'person'
  readonly clientId: string
  readonly missingScopes: readonly string[]
}

/** Of some scopes those that the operator lets a client use a provider with; undefined when it may not use it at all. */
export function allowedScopes(
  { allowedClients }: Pick<VaultProvider, 'allowedClients'>,
  clientId: string,
  scopes: readonly string[],
): readonly string[] | undefined {
  if (allowedClients === null) return scopes
  const entry = allowedClients.find((it) => it.clientId === clientId)
  const most = entry?.scopes ?? scopes
  return entry && scopes.filter((scope) => most.includes(scope))
}

/**
 * Who may use what: the clients that a token went through, with what its person lets them use. Each of them must be
 * allowed, by the operator and by the person: what a client may not use it can not have another one use either.
 */
export class VaultAuthority {
  readonly #clientIds: readonly string[]
  readonly #grants: readonly GrantedScopes[]
  constructor(clientIds: readonly string[], grants: readonly GrantedScopes[]) {
    this.#clientIds = clientIds
    this.#grants = grants
  }

  /**
   * Why a connection may not be used with these scopes; undefined when it may. Whoever gets the token itself can do all
   * that it is good for, so the scopes are those of the connection where nothing narrower is held to.
   */
  refusalFor({ connection, provider }: ConnectionAt, scopes = connection.scopes): VaultRefusal | undefined {
    for (const clientId of this.#clientIds) {
      const allowed = allowedScopes(provider, clientId, scopes)
      const beyond = scopes.filter((scope) => !allowed?.includes(scope))
      if (allowed === undefined || beyond.length > 0) return { by: 'operator', clientId, missingScopes: beyond }
      const grant = this.#grants.find((it) => it.connectionId === connection.id && it.clientId === clientId)
      const missing = scopes.filter((scope) => !grant?.scopes.includes(scope))
      if (grant === undefined || missing.length > 0) return { by: 'person', clientId, missingScopes: missing }
    }
    return undefined
  }
}
