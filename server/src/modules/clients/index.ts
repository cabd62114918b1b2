/**
 * OAuth clients. One table with three faces: clients that registered themselves (`oauth/registration`), agents and
 * applications, which operators make. This module owns the rules all three share (what a name, a redirect URI, a scope,
 * a key may be), the secrets, and the end of a client, which takes its tokens, codes and consents along. A client is
 * active or not; a registered one nobody uses is removed by the reaper. The faces own their routes and events.
 */
import type { Clients } from './clients.ts'

export { searchableAgents, searchableApps } from './searchable.ts'
export { appTypes, domainOf, isClientId, isDocumentId, usesSecret } from './client.ts'
export type { AppTraits, AppType, Client, ClientKeys, ClientMetadata } from './client.ts'
export type { SecurityProfile } from './client-rules.ts'
export { noRules, rulesFrom, rulesInput, rulesMembers, rulesView } from './client-rules.ts'
export { Clients } from './clients.ts'
export type { MadeClient } from './clients.ts'
export { audienceProblem, checkDraft } from './draft.ts'
export type { ClientDraft, DraftProblem } from './draft.ts'
export { clientEvents } from './events.ts'
export { StaleClientCleanup } from './stale-client-cleanup.ts'
export { RemoteKeys } from './remote-keys.ts'
export { matchRedirectUri } from './redirect-uri.ts'
export { formatScope, intersect, isReservedScope, isSubset, normalScope, parseScope, scopesOf } from './scope.ts'
export type { ClientFilter } from './store.ts'
export { nameProblem, textProblem } from './texts.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    clients: Clients
  }
  interface PageServices {
    clients: Clients
  }
}
export { clientSamples } from './samples.ts'
