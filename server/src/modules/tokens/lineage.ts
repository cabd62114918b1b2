import type { AllSessionsSelector } from './all-sessions.ts'
import type { Token } from './token.ts'

/** What a revocation reaches: the tokens a thing stands for, and everything that descends from them. */
export type TokenSelector =
  | { readonly by: 'token'; readonly id: string }
  /** All of a client, or those that people allowed it. */
  | { readonly by: 'client'; readonly clientId: string; readonly via?: 'consent' }
  /** All of a person, or those that came from any session, living or not, or from a consent. */
  | { readonly by: 'user'; readonly userId: string; readonly via?: 'consent' | 'session'; readonly clientId?: string }
  /** All of a session, or all but the families that were granted offline access. */
  | { readonly by: 'session'; readonly sessionId: string; readonly offlineToo: boolean }
  | AllSessionsSelector
  | { readonly by: 'consent'; readonly consentId: string }
  | { readonly by: 'policy'; readonly policyId: string }
  | { readonly by: 'pattern'; readonly pattern: string }
  | { readonly by: 'key'; readonly clientId: string; readonly jkt: string }

/** How many living tokens a revocation ended, or would end, by kind. */
export interface RevocationCounts {
  readonly total: number
  readonly access_tokens: number
  readonly refresh_tokens: number
  /** Those of the access tokens that were made by token exchange. */
  readonly delegated_tokens: number
}

/** Adds up what the store found: one entry for each kind and depth, or one for each token. */
export function countTokens(
  found: readonly { kind: Token['kind']; delegated: boolean; count: number }[],
): RevocationCounts {
  const sum = (matches: (entry: (typeof found)[number]) => boolean): number =>
    found.reduce((total, entry) => (matches(entry) ? total + entry.count : total), 0)
  return {
    total: sum(() => true),
    access_tokens: sum((entry) => entry.kind === 'access'),
    refresh_tokens: sum((entry) => entry.kind === 'refresh'),
    delegated_tokens: sum((entry) => entry.delegated),
  }
}

/** Where a new token stands in its family. A root has no parent and is its own root. */
export interface LineagePosition {
  readonly parentId: string | null
  readonly rootId: string
  readonly depth: number
  readonly delegator: string | null
  /** The latest moment the token may live to: a child never outlives its parent. Epoch milliseconds. */
  readonly notAfter: number
}

/** The position of a token that descends from nothing. */
export const rootPosition = (id: string): LineagePosition => ({
  parentId: null,
  rootId: id,
  depth: 0,
  delegator: null,
  notAfter: Infinity,
})

/** The position below a refresh token: same depth, since nobody was delegated to. */
export const positionBelowFamily = (family: Token): LineagePosition => ({
  parentId: family.id,
  rootId: family.rootId,
  depth: family.depth,
  delegator: family.delegator,
  notAfter: family.expiresAt,
})

/** The position one delegation below a token; what allows the delegation may end before the token does. */
export const positionOfDelegated = (subject: Token, notAfter = Infinity): LineagePosition => ({
  parentId: subject.id,
  rootId: subject.rootId,
  depth: subject.depth + 1,
  delegator: subject.clientId,
  notAfter: Math.min(subject.expiresAt, notAfter),
})
