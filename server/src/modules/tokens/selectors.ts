import { glob, hasWord } from '#/platform/db/dialect.ts'
import { sql } from '#/platform/db/sql.ts'
import type { Choice, Sql } from '#/platform/db/sql.ts'
import { OFFLINE_ACCESS } from '#/protocol/oauth.ts'
import { amongAllSessions } from './all-sessions.ts'
import type { AllSessionsSelector } from './all-sessions.ts'

/** What a revocation reaches: the tokens a thing stands for, and everything that descends from them. */
export type TokenSelector =
  | { readonly by: 'token'; readonly id: string }
  /** All of a client, or those that people allowed it. */
  | { readonly by: 'client'; readonly clientId: string; readonly via?: 'consent' }
  /** All of a person, or those that came from any session, living or not, or from a consent. */
  | {
      readonly by: 'user'
      readonly userId: string
      readonly via?: 'consent' | 'session'
      readonly clientId?: undefined
    }
  /** What one client has of a person. */
  | { readonly by: 'user'; readonly userId: string; readonly via?: undefined; readonly clientId: string }
  /** All of a session, or all but the families that were granted offline access. */
  | { readonly by: 'session'; readonly sessionId: string; readonly offlineToo: boolean }
  | AllSessionsSelector
  | { readonly by: 'consent'; readonly consentId: string }
  | { readonly by: 'policy'; readonly policyId: string }
  | { readonly by: 'pattern'; readonly pattern: string }
  | { readonly by: 'key'; readonly clientId: string; readonly jkt: string }
  /** All that a key of ours signed. */
  | { readonly by: 'signing-key'; readonly kid: string }

/** The condition that a selector names a token itself; what descends from it is another question. */
export function selects(selector: TokenSelector, token: Sql): Sql | Choice {
  switch (selector.by) {
    case 'token':
      return sql`${token}.id = ${selector.id}`
    case 'client':
      return sql`${token}.client_id = ${selector.clientId}${via(selector.via, token)}`
    case 'user': {
      const { userId, clientId } = selector
      const ofClient = clientId === undefined ? sql`` : sql` AND ${token}.client_id = ${clientId}`
      return sql`${token}.user_id = ${userId}${via(selector.via, token)}${ofClient}`
    }
    case 'session':
      return sql`${token}.session_id = ${selector.sessionId} AND ${isTop(token)} ${selector.offlineToo ? sql`` : online(token)}`
    case 'all-sessions':
      return amongAllSessions(selector, token)
    case 'consent':
      return sql`${token}.consent_id = ${selector.consentId}`
    case 'policy':
      return sql`${token}.policy_id = ${selector.policyId}`
    case 'pattern':
      return glob(sql`${token}.client_id`, selector.pattern)
    case 'key':
      return sql`${token}.client_id = ${selector.clientId} AND ${token}.jkt = ${selector.jkt}`
    case 'signing-key':
      return sql`${token}.signed_by = ${selector.kid}`
  }
}

const via = (owner: 'consent' | 'session' | undefined, token: Sql): Sql => {
  if (owner === undefined) return sql``
  return owner === 'consent' ? sql` AND ${token}.consent_id IS NOT NULL` : sql` AND ${token}.session_id IS NOT NULL`
}

/** What descends from a token of the session ends with that; a token whose parent was handed over stands by itself. */
export const isTop = (token: Sql): Sql => sql`(${token}.parent_id IS NULL OR NOT EXISTS (
  SELECT 1 FROM tokens p WHERE p.id = ${token}.parent_id AND p.session_id = ${token}.session_id))`

// Offline access is granted to a family: what descends from its root may have less scope and goes on all the same.
const online = (token: Sql): Sql =>
  sql`AND ${token}.parent_id IS NULL AND NOT ${hasWord(sql`${token}.scope`, OFFLINE_ACCESS)}`
