import { integer, table, text, word } from '#/platform/db/table.ts'
import type { EntityOf } from '#/platform/db/table.ts'

/** How a use of a connection ended. */
export const useOutcomes = [
  'success',
  'needs_reauth',
  'upstream_failed',
  'scopes_missing',
  'not_granted',
  'not_allowed',
  'call_refused',
] as const
export type UseOutcome = (typeof useOutcomes)[number]

/** What a connection is used for: its token is fetched, or a call is made with it. */
export type UseOperation = 'read' | 'use'

/** The codec of `vault_uses`. */
export const vaultUses = table('vault_uses', {
  connectionId: text,
  vaultProviderId: text,
  userId: text,
  clientId: text,
  tokenId: text,
  rootId: text,
  operation: word<UseOperation>(),
  outcome: word<UseOutcome>(),
  hour: integer,
  count: integer,
  firstUsedAt: integer,
  lastUsedAt: integer,
})

/** How often a token used a connection within one hour. */
export type VaultUse = EntityOf<typeof vaultUses>
