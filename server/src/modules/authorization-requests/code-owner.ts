import { amongAllSessions } from '#/modules/tokens/index.ts'
import type { TokenSelector } from '#/modules/tokens/index.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Sql } from '#/platform/db/sql.ts'

/** Whose codes end while nobody has redeemed them: what a revocation of tokens can name, as far as codes know it. */
export type CodeOwner = Extract<TokenSelector, { by: 'client' | 'user' | 'consent' | 'session' | 'all-sessions' }>

/** The condition that a code of either kind is an owner's. */
export function ownedBy(owner: CodeOwner): Sql {
  switch (owner.by) {
    case 'client':
      return sql`client_id = ${owner.clientId}`
    case 'user':
      return owner.clientId === undefined
        ? sql`user_id = ${owner.userId}`
        : sql`user_id = ${owner.userId} AND client_id = ${owner.clientId}`
    case 'consent':
      return sql`consent_id = ${owner.consentId}`
    case 'session':
      return sql`session_id = ${owner.sessionId}`
    case 'all-sessions':
      return amongAllSessions(owner)
  }
}
