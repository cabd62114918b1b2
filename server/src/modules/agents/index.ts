/**
 * Agents: the machine clients that operators make through the admin API, one face of `modules/clients`, with the
 * policies that let them act for others and the proof keys they are pinned to. An agent is active or deactivated;
 * deactivating ends its tokens and keeps the row. Policies are revoked, never changed: tokens point at them. Token
 * lists, delegations and the audit view of an agent belong to the modules that own those rows.
 */
import type { Agents } from './agents.ts'
import type { DpopKeys } from './dpop-keys.ts'
import type { Policies } from './policies.ts'

export { searchablePolicies } from './searchable.ts'
export { Agents } from './agents.ts'
export { DpopKeys } from './dpop-keys.ts'
export { agentErrors } from './errors.ts'
export { agentEvents } from './events.ts'
export { Policies } from './policies.ts'
export type { Policy } from './policy.ts'
export { keptPolicies, policiesForUser, policiesOfClient } from './policy-store.ts'
export { agentRoutes } from './routes.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    agents: Agents
    dpopKeys: DpopKeys
    policies: Policies
  }
  interface PageServices {
    policies: Policies
  }
}
export { agentSamples } from './samples.ts'
