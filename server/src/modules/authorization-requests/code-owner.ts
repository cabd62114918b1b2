import type { OfResource } from '#/modules/lifecycle/index.ts'
import { amongAllSessions } from '#/modules/tokens/index.ts'
import type { TokenSelector } from '#/modules/tokens/index.ts'
import { hasJsonText } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Choice, Sql } from '#/platform/db/sql.ts'

/** Whose codes end while nobody has redeemed them: what a revocation of tokens can name, as far as codes know it. */
export type CodeOwner =
  | Extract<TokenSelector, { by: 'client' | 'user' | 'consent' | 'session' | 'all-sessions' }>
  | OfResource

/** The condition that a code of either kind is an owner's. */
export function ownedBy(owner: CodeOwner): Sql | Choice {
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
    case 'resource': {
      const bare = owner.uri.replace(/\/+$/, '')
      return sql`(${hasJsonText(sql`resource`, bare)} OR ${hasJsonText(sql`resource`, `${bare}/`)})`
    }
  }
}
