import { Agents, DpopKeys, Policies } from '#/modules/agents/index.ts'
import { Apps } from '#/modules/apps/index.ts'
import { AuthorizationCodes, AuthorizationRequests, PushedRequests } from '#/modules/authorization-requests/index.ts'
import { ClientLogos } from '#/modules/client-logos/index.ts'
import { StaleClientCleanup, Clients, RemoteKeys } from '#/modules/clients/index.ts'
import { ActingClients, Consents, ConsentStore } from '#/modules/consents/index.ts'
import { Resources } from '#/modules/resources/index.ts'
import { TokenOperations } from '#/modules/tokens/index.ts'
import type { Foundation } from './foundation.ts'

/** Who may act, and with what: clients, agents and policies, consents, codes and tokens. */
export function buildDelegation(foundation: Foundation) {
  const { db, clock, log, events, settings, lifecycle, signingKeys, tokens, tokenStore, outbound, issuer } = foundation
  const consents = new Consents({ db, clock, events, lifecycle, store: new ConsentStore(db) })
  const clients = new Clients({ db, clock, lifecycle, signingKeys, outbound })
  const agents = new Agents({ db, lifecycle, settings, events, clients })
  const services = {
    tokens,
    tokenOperations: new TokenOperations({ db, tokens, events, clock, store: tokenStore }),
    authorizationCodes: new AuthorizationCodes({ db, clock }),
    authorizationRequests: new AuthorizationRequests({ db, clock }),
    pushedRequests: new PushedRequests({ db, clock }),
    resources: new Resources({ db, clock, events, lifecycle, issuer }),
    consents,
    actingClients: new ActingClients({ consents, tokens, clients }),
    clients,
    clientLogos: new ClientLogos({ db, clock, log, fetch: outbound.fetch }),
    agents,
    apps: new Apps({ db, clock, lifecycle, settings, events, clients }),
    dpopKeys: new DpopKeys({ db, lifecycle, events, agents, clients }),
    policies: new Policies({ db, clock, lifecycle, events, agents }),
  }
  return {
    services,
    remoteKeys: new RemoteKeys({ clock, log, fetch: outbound.fetch }),
    staleClientCleanup: new StaleClientCleanup({ db, clock, events, clients }),
  }
}

export type Delegation = ReturnType<typeof buildDelegation>
