import type { Tx } from '#/platform/db/db.ts'

/** Tokens that end with a client or with a key of it. */
export type ClientTokens =
  | { readonly by: 'client'; readonly clientId: string }
  | { readonly by: 'key'; readonly clientId: string; readonly jkt: string }
  | { readonly by: 'policy'; readonly policyId: string }

/** How many living tokens ended, or would end. */
export interface EndedTokens {
  readonly total: number
  readonly access_tokens: number
  readonly refresh_tokens: number
  readonly delegated_tokens: number
}

/**
 * What hangs on a client and ends with it, in the same transaction. The modules behind it (tokens, consents,
 * authorizations) know clients, so clients do not import them: `app.ts` ties the two.
 */
export interface ClientTies {
  revokeTokens(tx: Tx, tokens: ClientTokens, reason: string): Promise<EndedTokens>
  countTokens(tokens: ClientTokens): Promise<EndedTokens>
  /** Ends what people granted and what is pending: codes, requests, device codes, consents. */
  endGrants(tx: Tx, clientId: string, reason: string): Promise<void>
}
