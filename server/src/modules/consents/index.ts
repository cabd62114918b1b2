/**
 * Consents: what a person allowed a client to do for them, and at which resource servers. One living consent for each
 * person and client; it widens when more is allowed and ends when it is taken back, with every code and token that came
 * from it. This module also holds the rule when a person must be asked, and the words scopes are shown in. It hands no
 * tokens out: `oauth/authorize` and `oauth/device` do, in the transaction that records the consent.
 */
import type { ActingClients } from './acting-clients.ts'
import type { Consents } from './consents.ts'

export { searchableConsents } from './searchable.ts'
export { ActingClients } from './acting-clients.ts'
export type { ActingClient } from './acting-clients.ts'
export { consentAdminRoutes } from './admin-routes.ts'
export type { Consent } from './consent.ts'
export { Consents } from './consents.ts'
export type { ConsentsDeps, Permission } from './consents.ts'
export { ago } from './duration.ts'
export { consentErrors } from './errors.ts'
export { consentEvents } from './events.ts'
export { isRemembered, reasonToAsk } from './consent-requirement.ts'
export type { ReasonToAsk } from './consent-requirement.ts'
export { totalScope } from './granted-scope.ts'
export {
  clientLinks,
  lifetimesOf,
  lifetimeSentence,
  permissionList,
  targetList,
  unverifiedNotice,
} from './presentation.ts'
export type { Lifetimes, ScopeSentences } from './presentation.ts'
export { consentRoutes } from './routes.ts'
export { ConsentStore, livingConsents } from './store.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    consents: Consents
    actingClients: ActingClients
  }
  interface PageServices {
    actingClients: ActingClients
  }
}
export { consentSamples } from './samples.ts'
