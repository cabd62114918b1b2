import { Agents, DpopKeys, Policies } from '#/modules/agents/index.ts'
import { Apps } from '#/modules/apps/index.ts'
import { AuthorizationCodes, AuthorizationRequests, PushedRequests } from '#/modules/authorization-requests/index.ts'
import type { CodeOwner } from '#/modules/authorization-requests/index.ts'
import { ClientReaper, Clients, RemoteKeys } from '#/modules/clients/index.ts'
import type { ClientTies } from '#/modules/clients/index.ts'
import { ActingClients, Consents, ConsentStore } from '#/modules/consents/index.ts'
import { TokenOperations, TokenRevocations, Tokens } from '#/modules/tokens/index.ts'
import type { Tx } from '#/platform/db/db.ts'
import type { Foundation } from './foundation.ts'

interface DelegationParts extends Foundation {
  /** Ends the device codes of a client, a person, a session or a consent. */
  readonly endDeviceCodes: (tx: Tx, owner: CodeOwner) => Promise<unknown>
}

/** Who may act, and with what: clients, agents and policies, consents, codes and tokens. What ends together is tied here. */
export function buildDelegation({ endDeviceCodes, ...foundation }: DelegationParts) {
  const tokens = new Tokens({
    ...foundation,
    store: foundation.tokenStore,
    revocations: new TokenRevocations(foundation.db),
  })
  const authorizationCodes = new AuthorizationCodes(foundation)
  const endOpenCodes = async (tx: Tx, owner: CodeOwner): Promise<void> => {
    await authorizationCodes.voidAll(tx, owner)
    await endDeviceCodes(tx, owner)
  }
  const consents = new Consents({
    ...foundation,
    store: new ConsentStore(foundation.db),
    revokeTokens: async (tx, from, reason) => {
      await endOpenCodes(tx, from)
      return tokens.revoke(tx, from, reason)
    },
    countTokens: (from) => tokens.count(from),
  })
  const ties: ClientTies = {
    revokeTokens: (tx, selector, reason) => tokens.revoke(tx, selector, reason),
    countTokens: (selector) => tokens.count(selector),
    endGrants: async (tx, clientId) => {
      await endOpenCodes(tx, { by: 'client', clientId })
      await consents.endOfClient(tx, clientId)
    },
  }
  const clients = new Clients({ ...foundation, ties })
  const agents = new Agents({ ...foundation, clients, ties })
  const services = {
    tokens,
    tokenOperations: new TokenOperations({ ...foundation, store: foundation.tokenStore, tokens }),
    authorizationCodes,
    authorizationRequests: new AuthorizationRequests(foundation),
    pushedRequests: new PushedRequests(foundation),
    consents,
    actingClients: new ActingClients({ consents, tokens, clients }),
    clients,
    agents,
    apps: new Apps({ ...foundation, clients, ties }),
    dpopKeys: new DpopKeys({ ...foundation, agents, clients, ties }),
    policies: new Policies({ ...foundation, agents, ties }),
  }
  return {
    services,
    ties,
    endOpenCodes,
    remoteKeys: new RemoteKeys({ ...foundation, fetch: foundation.outbound.fetch }),
    staleClientCleanup: new ClientReaper({ ...foundation, clients }),
  }
}

export type Delegation = ReturnType<typeof buildDelegation>
