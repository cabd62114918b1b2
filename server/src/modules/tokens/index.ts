/**
 * Tokens: every access token and refresh token family that was issued, each in its lineage. Owns the table
 * `tokens`, the texts that holders present, and revocation. A token is alive while it is unexpired and unrevoked and
 * everything it hangs on lives: ancestors, client, person, consent, policy. The `oauth` room decides who may have a
 * token; this module makes, finds and ends them.
 */
import type { TokenOperations } from './token-admin.ts'

export type { RevocationCounts } from './counts.ts'
export { searchableTokens } from './searchable.ts'
export { tokenErrors } from './errors.ts'
export { amongAllSessions } from './all-sessions.ts'
export type { AllSessionsSelector } from './all-sessions.ts'
export { tokenEvents, tokenExchanged, tokenExchangeRefused } from './events.ts'
export { Issuances } from './issuances.ts'
export { positionBelowFamily, positionOfDelegated } from './lineage.ts'
export type { Ancestor, LineagePosition } from './lineage.ts'
export { living } from './liveness.ts'
export type { DelegationChain } from './delegation-chains.ts'
export { TokenOperations } from './token-admin.ts'
export { TokenRevocations } from './revocations.ts'
export { RevocationFeed } from './revocation-feed.ts'
export type { FeedPlace, PlacedEntry } from './revocation-feed.ts'
export {
  insertionFrom,
  mayRecord,
  mintedRows,
  mintedRowsWith,
  mintedValue,
  mintedValueWith,
  TokenInsertions,
} from './recording.ts'
export { tokenRoutes } from './routes.ts'
export { RevocationCountsSchema } from './schemas.ts'
export type { TokenSelector } from './selectors.ts'
export { TokenStore } from './store.ts'
export type { DelegatedToken, LivingTokens } from './store.ts'
export { ChainSchema } from './schemas.ts'
export { chainView } from './views.ts'
export type { ActedTokens } from './issuances.ts'
export type { Act, Forebear, Token } from './token.ts'
export { Tokens } from './tokens.ts'
export type { Minted, RefreshVerdict, TokenClaims } from './tokens.ts'

declare module '#/platform/http/routing/services.ts' {
  interface ApiServices {
    tokenOperations: TokenOperations
  }
}
export { tokenSamples } from './samples.ts'
