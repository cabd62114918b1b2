/**
 * Lifecycle: the words for what ends with what. A cause is something that ended (`userDisabled`); a step is one thing that
 * ends with it (the sessions of that user). A module that ends something calls the port, `lifecycle.ended(tx, cause, …)`,
 * and learns how much ended with it; `lifecycle.wouldEnd` counts the same without ending it. A module that owns rows which
 * end with something describes them as a `RowEnding`, or as a `Step` of its own. Which steps follow which cause, and in
 * which order, stands in one place: `composition/lifecycle.ts`.
 */
export type {
  Cause,
  Causes,
  OfAllSessions,
  OfApiKey,
  OfClient,
  OfClientOfUser,
  OfDeletedClient,
  OfFlow,
  OfConsent,
  OfInviter,
  OfKey,
  OfOrganization,
  OfPermission,
  OfPolicy,
  OfProvider,
  OfResource,
  OfRole,
  OfSession,
  OfSigningKey,
  OfSsoConnection,
  OfUpstream,
  OfUser,
  OfUserButSession,
  OfVaultConnection,
  OfVaultGrant,
  OfVaultProvider,
  OfWebhook,
} from './causes.ts'
export { addCounts, isNothing, kinds, tokenTotal } from './counts.ts'
export type { Counts } from './counts.ts'
export { EndedAccess, endedAccess, EndedTokens, endedTokens } from './event-data.ts'
export type { Lifecycle, Step } from './cascade-port.ts'
export { RowStep } from './row-step.ts'
export type { RowEnding } from './row-step.ts'
export {
  CountsSchema,
  DryRunQuery,
  DryRunSchema,
  dryRunView,
  tokenCounts,
  TokenDryRunSchema,
  tokenDryRunView,
} from './schemas.ts'
