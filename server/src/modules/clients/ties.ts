import type { Tx } from '#/platform/db/db.ts'
import type { RevocationCounts, TokenSelector } from '#/modules/tokens/index.ts'

/**
 * What hangs on a client and ends with it, in the same transaction. Some of the modules behind it (consents,
 * authorizations) know clients, so clients do not import them: the composition root ties the two.
 */
export interface ClientTies {
  revokeTokens(tx: Tx, tokens: TokenSelector, reason: string): Promise<RevocationCounts>
  countTokens(tokens: TokenSelector): Promise<RevocationCounts>
  /** Ends what people granted and what is pending: codes, device codes, consents. */
  endGrants(tx: Tx, clientId: string): Promise<void>
}
