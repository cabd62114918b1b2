import { Agents, DpopKeys, Policies } from '#/modules/agents/index.ts'
import { Apps } from '#/modules/apps/index.ts'
import { AuthorizationCodes, AuthorizationRequests, PushedRequests } from '#/modules/authorization-requests/index.ts'
import { StaleClientCleanup, Clients, RemoteKeys } from '#/modules/clients/index.ts'
import { ActingClients, Consents, ConsentStore } from '#/modules/consents/index.ts'
import { TokenOperations } from '#/modules/tokens/index.ts'
import type { Foundation } from './foundation.ts'

/** Who may act, and with what: clients, agents and policies, consents, codes and tokens. */
export function buildDelegation(foundation: Foundation) {
  const { tokens } = foundation
  const consents = new Consents({ ...foundation, store: new ConsentStore(foundation.db) })
  const clients = new Clients(foundation)
  const agents = new Agents({ ...foundation, clients })
  const services = {
    tokens,
    tokenOperations: new TokenOperations({ ...foundation, store: foundation.tokenStore }),
    authorizationCodes: new AuthorizationCodes(foundation),
    authorizationRequests: new AuthorizationRequests(foundation),
    pushedRequests: new PushedRequests(foundation),
    consents,
    actingClients: new ActingClients({ consents, tokens, clients }),
    clients,
    agents,
    apps: new Apps({ ...foundation, clients }),
    dpopKeys: new DpopKeys({ ...foundation, agents, clients }),
    policies: new Policies({ ...foundation, agents }),
  }
  return {
    services,
    remoteKeys: new RemoteKeys({ ...foundation, fetch: foundation.outbound.fetch }),
    staleClientCleanup: new StaleClientCleanup({ ...foundation, clients }),
  }
}

export type Delegation = ReturnType<typeof buildDelegation>
